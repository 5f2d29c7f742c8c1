// Closed forms. One row or column: the least or greatest payoff. Two by two: the saddle point, else
// (ad - bc) / (a + d - b - c). Two rows: the column player needs at most two columns, so the value
// is the least of the two by twos; two columns likewise. Larger games: the simplex method in
// integers.
//
// Supports are the unions over all kernels (Shapley and Snow 1950): square submatrices whose
// equalising strategies x ~ 1'adj(B), y ~ adj(B)1 are not negative and optimal in the whole game.
#include "matrix/research/paper/small_game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/lp/subgame.hpp"

namespace allnash::matrix {

namespace {

using Payoff = std::int64_t;

Ratio two_by_two(Payoff a, Payoff b, Payoff c, Payoff d) {
  const Payoff guaranteed = std::max(std::min(a, b), std::min(c, d));
  const Payoff conceded = std::min(std::max(a, c), std::max(b, d));
  if (guaranteed == conceded) return {guaranteed, 1};
  const Payoff top = a * d - b * c;
  const Payoff bottom = a + d - b - c;
  return bottom > 0 ? Ratio{top, bottom} : Ratio{-top, -bottom};
}

// Against two rows p and q the column player needs at most two columns, so the value is the least
// over pairs of columns. Against two columns it is the greatest over pairs of rows. `step` is the
// distance of successive payoffs of a line.
Ratio of_two_lines(const Payoff* p, const Payoff* q, Index others, Index step, bool rows) {
  const auto value = [&](Index i, Index j) {
    i *= step;
    j *= step;
    return rows ? two_by_two(p[i], p[j], q[i], q[j]) : two_by_two(p[i], q[i], p[j], q[j]);
  };
  Ratio best = value(0, 1);
  for (Index j = 2; j < others; ++j) {
    for (Index i = 0; i < j; ++i) {
      const Ratio one = value(i, j);
      if (rows ? one < best : best < one) best = one;
    }
  }
  return best;
}

// The equalising strategies of a square matrix, up to a factor, and the value determinant / total.
// The matrix is a kernel if no weight is negative.
struct Equaliser {
  std::array<Payoff, 3> row{};
  std::array<Payoff, 3> column{};
  Payoff determinant = 0;
  Payoff total = 0;

  // Changes signs so that the total is positive. False if there is no equaliser, or if a weight is
  // negative. Unused weights of a smaller matrix are 0.
  bool is_kernel() {
    if (total == 0) return false;
    if (total < 0) {
      for (Payoff& weight : row) weight = -weight;
      for (Payoff& weight : column) weight = -weight;
      total = -total;
      determinant = -determinant;
    }
    return row[0] >= 0 && row[1] >= 0 && row[2] >= 0 && column[0] >= 0 && column[1] >= 0 &&
           column[2] >= 0;
  }
};

using Three = std::array<Payoff, 3>;

Three cross(const Three& u, const Three& w) {
  return {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
}

// Weights that make all columns equal are orthogonal to the differences between columns, and
// likewise for rows. They are the sums of the cofactors of each row.
Equaliser equaliser_of_three(const Payoff* a) {
  Equaliser e;
  e.row = cross({a[0] - a[2], a[3] - a[5], a[6] - a[8]}, {a[1] - a[2], a[4] - a[5], a[7] - a[8]});
  e.column =
      cross({a[0] - a[6], a[1] - a[7], a[2] - a[8]}, {a[3] - a[6], a[4] - a[7], a[5] - a[8]});
  e.determinant = a[0] * e.row[0] + a[3] * e.row[1] + a[6] * e.row[2];
  e.total = e.row[0] + e.row[1] + e.row[2];
  return e;
}

// Some of a player's strategies, at most three, rising.
struct Choice {
  std::array<Index, 3> members{};

  static Choice first(Index size) { return {{0, size > 1 ? 1 : 0, size > 2 ? 2 : 0}}; }
  // False after the last.
  bool next(Index size, Index count) {
    auto& [a, b, c] = members;
    if (size > 1 && a + 1 == b) {
      a = 0;
      if (size > 2 && b + 1 == c) {
        b = 1;
        return ++c < count;
      }
      return ++b < count;
    }
    return ++a < count;
  }
};

// The unions of supports over all kernels. Sides up to 64, the shorter up to 3.
class Kernels {
 public:
  Kernels(const Payoff* payoffs, Index rows, Index columns, Ratio value)
      : payoffs_(payoffs), rows_(rows), columns_(columns), value_(value) {}

  SupportSizes supports() {
    for (const Index size : {1, 2, 3}) {
      if (size > std::min(rows_, columns_)) break;
      Choice rows = Choice::first(size);
      do {
        Choice columns = Choice::first(size);
        do look_at(rows, columns, size);
        while (columns.next(size, columns_));
      } while (rows.next(size, rows_));
    }
    return {row_mask_.count(), column_mask_.count()};
  }

 private:
  struct Mask {
    std::uint64_t bits = 0;
    void add(Index t) { bits |= std::uint64_t{1} << t; }
    [[nodiscard]] Index count() const { return __builtin_popcountll(bits); }
  };

  [[nodiscard]] Payoff at(Index i, Index j) const { return payoffs_[i * columns_ + j]; }

  void look_at(const Choice& rows, const Choice& columns, Index size) {
    Equaliser e = equaliser(rows, columns, size);
    if (!e.is_kernel()) return;
    if (!(Ratio{e.determinant, e.total} == value_)) return;
    if (!optimal(rows, columns, e)) return;
    for (std::size_t t = 0; t < 3; ++t) {
      if (e.row[t] > 0) row_mask_.add(rows.members[t]);
      if (e.column[t] > 0) column_mask_.add(columns.members[t]);
    }
  }

  [[nodiscard]] Equaliser equaliser(const Choice& rows, const Choice& columns, Index size) const {
    std::array<Payoff, 9> a{};
    for (std::size_t t = 0; t < 9; ++t) a[t] = at(rows.members[t / 3], columns.members[t % 3]);
    if (size == 3) return equaliser_of_three(a.data());
    if (size == 1) return {{1, 0, 0}, {1, 0, 0}, a[0], 1};
    return {{a[4] - a[3], a[0] - a[1], 0},
            {a[4] - a[1], a[0] - a[3], 0},
            a[0] * a[4] - a[1] * a[3],
            a[0] + a[4] - a[1] - a[3]};
  }

  // Whether the row strategy earns the value against every column, and the column strategy concedes
  // it to every row.
  [[nodiscard]] bool optimal(const Choice& rows, const Choice& columns, const Equaliser& e) const {
    for (Index j = 0; j < columns_; ++j) {
      Payoff earned = 0;
      for (std::size_t t = 0; t < 3; ++t) earned += e.row[t] * at(rows.members[t], j);
      if (earned < e.determinant) return false;
    }
    for (Index i = 0; i < rows_; ++i) {
      Payoff conceded = 0;
      for (std::size_t t = 0; t < 3; ++t) conceded += e.column[t] * at(i, columns.members[t]);
      if (conceded > e.determinant) return false;
    }
    return true;
  }

  const Payoff* payoffs_;
  Index rows_;
  Index columns_;
  Ratio value_;
  Mask row_mask_;
  Mask column_mask_;
};

constexpr Index widest_for_kernels = 64;

SupportSizes supports_by_pivoting(const Payoff* payoffs, Index rows, Index columns) {
  exact::Matrix game(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) game.at(i, j) = payoffs[i * columns + j];
  }
  const auto pair = lp::solve_by_pivoting(game, {});
  return {std::ssize(pair->row), std::ssize(pair->column)};
}

}  // namespace

SmallGame::SmallGame(Index rows, Index columns) : rows_(rows), columns_(columns) {
  // One: the payoff itself. Two: 2 W^2.
  const Index shorter = std::min(rows, columns);
  largest_payoff_ = shorter == 1   ? std::int64_t{1} << 60
                    : shorter == 2 ? std::int64_t{1} << 29
                                   : IntegerSimplex::largest_payoff(rows, columns);
}

Ratio SmallGame::value(const Payoff* a) const {
  if (rows_ == 1) return {*std::min_element(a, a + columns_), 1};
  if (columns_ == 1) return {*std::max_element(a, a + rows_), 1};
  if (rows_ == 2 && columns_ == 2) return two_by_two(a[0], a[1], a[2], a[3]);
  if (rows_ == 2) return of_two_lines(a, a + columns_, columns_, 1, true);
  if (columns_ == 2) return of_two_lines(a, a + 1, rows_, 2, false);
  return IntegerSimplex(a, rows_, columns_).value();
}

SupportSizes SmallGame::supports(const Payoff* a) const {
  const Index shorter = std::min(rows_, columns_);
  const Index longer = std::max(rows_, columns_);
  if (shorter > 2) {
    const IntegerSimplex simplex(a, rows_, columns_);
    if (simplex.unique()) return simplex.supports();
  }
  const Ratio found = value(a);
  if (rows_ == 1) return {1, std::count(a, a + columns_, found.top)};
  if (columns_ == 1) return {std::count(a, a + rows_, found.top), 1};
  if (longer == 2 && found.bottom != 1) return {2, 2};
  return shorter <= 3 && longer <= widest_for_kernels
             ? Kernels(a, rows_, columns_, found).supports()
             : supports_by_pivoting(a, rows_, columns_);
}

namespace {

std::size_t at_index(int index) { return static_cast<std::size_t>(index); }

// Divides multiples of one positive divisor whose quotients fit a word: by the inverse of its odd
// part modulo 2^64, since a division of 128 bits takes ten times as long.
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

// Every number of the dictionary is a minor of the first, bordered by ones: Hadamard's bound holds.
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
  // Bland's rule after 40 steps prevents cycling.
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

// The row of the ratio test, the lowest variable among ties. There always is one, since B > 0.
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

}  // namespace allnash::matrix
