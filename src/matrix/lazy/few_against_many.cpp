// Payoffs are shifted and scaled into [1, 2]. The opponent's linear program is then: find p >= 0 of
// largest sum such that no strategy earns more than 1 against it. The value is 1 over that sum, and
// p over its sum the opponent's mixture. The slacks are the starting basis.
#include "matrix/lazy/few_against_many.hpp"

#include <algorithm>
#include <limits>

namespace allnash::matrix {

double FewAgainstMany::solve(const EarnedBySome& strategies) {
  strategies_ = strategies.size();
  opponents_ = strategies.front().size();
  width_ = opponents_ + strategies_ + 1;
  double least = strategies.front().front();
  double most = least;
  for (const auto& earned : strategies) {
    for (const double payoff : earned) {
      least = std::min(least, payoff);
      most = std::max(most, payoff);
    }
  }
  const double unit = most > least ? most - least : 1;
  table_.assign((strategies_ + 1) * width_, 0);
  basis_.resize(strategies_);
  for (std::size_t i = 0; i < strategies_; ++i) {
    double* const entries = row(i);
    for (std::size_t t = 0; t < opponents_; ++t) entries[t] = 1 + (strategies[i][t] - least) / unit;
    entries[opponents_ + i] = 1;
    entries[width_ - 1] = 1;
    basis_[i] = opponents_ + i;
  }
  std::fill_n(row(strategies_), opponents_, -1.0);
  constexpr int most_pivots = 200;  // two a strategy are enough, but for rounding errors
  for (int count = 0; count < most_pivots; ++count) {
    const std::size_t column = entering();
    if (column == width_) break;
    const std::size_t out = leaving(column);
    if (out == strategies_) break;
    pivot(out, column);
  }
  return least + unit * (1 / row(strategies_)[width_ - 1] - 1);
}

// The entering variable; the width when there is none.
std::size_t FewAgainstMany::entering() const {
  constexpr double none = -1e-9;
  const double* const objective = row(strategies_);
  const double* const best = std::min_element(objective, objective + width_ - 1);
  return *best < none ? static_cast<std::size_t>(best - objective) : width_;
}

// The leaving row; the number of strategies when there is none.
std::size_t FewAgainstMany::leaving(std::size_t column) const {
  constexpr double none = 1e-12;
  std::size_t best = strategies_;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < strategies_; ++i) {
    if (!(row(i)[column] > none)) continue;
    const double ratio = row(i)[width_ - 1] / row(i)[column];
    if (!(ratio < least)) continue;
    least = ratio;
    best = i;
  }
  return best;
}

void FewAgainstMany::pivot(std::size_t pivot_row, std::size_t column) {
  double* const from = row(pivot_row);
  const double factor = 1 / from[column];
  for (std::size_t t = 0; t < width_; ++t) from[t] *= factor;
  for (std::size_t i = 0; i <= strategies_; ++i) {
    if (i == pivot_row) continue;
    double* const to = row(i);
    const double times = to[column];
    for (std::size_t t = 0; t < width_; ++t) to[t] -= times * from[t];
  }
  basis_[pivot_row] = column;
}

std::vector<FewAgainstMany::Share> FewAgainstMany::holding() const {
  const double sum = row(strategies_)[width_ - 1];
  std::vector<Share> result;
  for (std::size_t i = 0; i < strategies_; ++i) {
    const double share = row(i)[width_ - 1] / sum;
    if (basis_[i] < opponents_ && share > 0) result.emplace_back(basis_[i], share);
  }
  return result;
}

// The final objective coefficients of the slacks are the dual prices.
std::vector<double> FewAgainstMany::mixture() const {
  const double* const objective = row(strategies_);
  std::vector<double> result;
  for (std::size_t i = 0; i < strategies_; ++i) {
    result.push_back(std::max(0.0, objective[opponents_ + i] / objective[width_ - 1]));
  }
  return result;
}

}  // namespace allnash::matrix
