#include "paper/integer_simplex.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace allnash::methods {

namespace {

std::size_t at_index(int index) { return static_cast<std::size_t>(index); }

// Divides multiples of one positive divisor whose quotients fit a word: by the inverse of its odd
// part modulo 2^64, where a division of 128 bits takes ten times as long.
class ExactDivider {
 public:
  explicit ExactDivider(std::int64_t divisor)
      : shift_(std::countr_zero(static_cast<std::uint64_t>(divisor))) {
    const std::uint64_t odd = static_cast<std::uint64_t>(divisor) >> shift_;
    inverse_ = odd * 3 ^ 2;  // right to 5 bits; each step doubles them (Newton)
    for (int t = 0; t < 4; ++t) inverse_ *= 2 - odd * inverse_;
  }
  [[nodiscard]] std::int64_t quotient(exact::Wide multiple) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(multiple >> shift_) * inverse_);
  }

 private:
  int shift_;
  std::uint64_t inverse_;
};

}  // namespace

// Every number of the dictionary is a minor of the first one, bordered by ones: Hadamard bounds it.
std::int64_t IntegerSimplex::largest_payoff(Index rows, Index columns) {
  if (std::max(rows, columns) > longest_side) return 0;
  const auto order = static_cast<double>(std::min(rows, columns));
  const double bits = 62 - (order + 1) / 2 * std::log2(order + 1);
  const double largest = std::floor((std::exp2(bits / order) - 2) / 2);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(largest));
}

IntegerSimplex::IntegerSimplex(const std::int64_t* payoffs, Index rows, Index columns)
    : rows_(static_cast<int>(rows)), columns_(static_cast<int>(columns)) {
  shift_ = 1 - *std::min_element(payoffs, payoffs + rows * columns);
  for (int i = 0; i < rows_; ++i) {
    for (int j = 0; j < columns_; ++j) at(i, j) = payoffs[i * columns + j] + shift_;
    at(i, columns_) = 1;
    basic_[at_index(i)] = columns_ + i;
  }
  for (int j = 0; j < columns_; ++j) {
    at(rows_, j) = -1;
    cobasic_[at_index(j)] = j;
  }
  at(rows_, columns_) = 0;
  // Bland's rule after a while, so that it cannot cycle.
  int steps = 0;
  for (int column = entering(false); column >= 0; column = entering(steps > 40)) {
    pivot(leaving(column), column);
    ++steps;
  }
}

int IntegerSimplex::entering(bool bland) const {
  int best = -1;
  for (int c = 0; c < columns_; ++c) {
    if (at(rows_, c) >= 0) continue;
    const bool better = best < 0 || (bland ? cobasic_[at_index(c)] < cobasic_[at_index(best)]
                                           : at(rows_, c) < at(rows_, best));
    if (better) best = c;
  }
  return best;
}

// The row that blocks first, the lowest variable among ties. B > 0, so one always does.
int IntegerSimplex::leaving(int column) const {
  int best = -1;
  for (int r = 0; r < rows_; ++r) {
    if (at(r, column) <= 0) continue;
    if (best >= 0) {
      const exact::Wide one = static_cast<exact::Wide>(at(r, columns_)) * at(best, column);
      const exact::Wide two = static_cast<exact::Wide>(at(best, columns_)) * at(r, column);
      if (one > two || (one == two && basic_[at_index(r)] > basic_[at_index(best)])) continue;
    }
    best = r;
  }
  return best;
}

void IntegerSimplex::pivot(int row, int column) {
  const std::int64_t pivot = at(row, column);
  const ExactDivider by(denominator_);
  for (int r = 0; r <= rows_; ++r) {
    if (r == row) continue;
    const std::int64_t factor = at(r, column);
    for (int c = 0; c <= columns_; ++c) {
      if (c == column) continue;
      at(r, c) = by.quotient(static_cast<exact::Wide>(at(r, c)) * pivot -
                             static_cast<exact::Wide>(factor) * at(row, c));
    }
    at(r, column) = -factor;
  }
  at(row, column) = denominator_;
  denominator_ = pivot;
  std::swap(basic_[at_index(row)], cobasic_[at_index(column)]);
}

Ratio IntegerSimplex::value() const {
  const std::int64_t sum = at(rows_, columns_);
  return {denominator_ - shift_ * sum, sum};
}

bool IntegerSimplex::unique() const {
  for (int r = 0; r < rows_; ++r) {
    if (at(r, columns_) == 0) return false;
  }
  for (int c = 0; c < columns_; ++c) {
    if (at(rows_, c) == 0) return false;
  }
  return true;
}

SupportSizes IntegerSimplex::supports() const {
  Index columns = 0;
  for (int r = 0; r < rows_; ++r) columns += basic_[at_index(r)] < columns_ ? 1 : 0;
  Index rows = 0;
  for (int c = 0; c < columns_; ++c) rows += cobasic_[at_index(c)] >= columns_ ? 1 : 0;
  return {rows, columns};
}

}  // namespace allnash::methods
