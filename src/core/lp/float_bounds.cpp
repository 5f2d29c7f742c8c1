#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::lp {

namespace {

constexpr Index stride = longest_floating_side + 1;
constexpr int most_pivots = 60;  // a small game takes a few; with more, rounding errors prevail

constexpr double widest_sum = 0x1p+100;  // of weights; about 1 unless rounding errors prevail

// Also false for NaN.
bool within(double size, double most) { return size >= 1 / most && size <= most; }

// Solves  max sum u, B u <= 1, u >= 0,  where B is the game shifted and scaled into [1, 2].
class FloatSimplex {
 public:
  FloatSimplex(const double* payoffs, int rows, int columns, double least, double scale)
      : rows_(rows), columns_(columns) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        cell(i, j) = 1 + (payoffs[i * columns + j] - least) * scale;
      }
      cell(i, columns) = 1;
      basic_[at(i)] = columns + i;
    }
    for (int j = 0; j < columns; ++j) {
      cell(rows, j) = -1;
      cobasic_[at(j)] = j;
    }
    cell(rows, columns) = 0;
    for (int t = 0; t < most_pivots; ++t) {
      const int column = entering();
      if (column < 0) break;
      const int row = leaving(column);
      if (row < 0) break;
      pivot(row, column);
    }
  }

  // Nonnegative weights of rows and columns, up to scale.
  void weights(double* row, double* column) const {
    std::fill(row, row + rows_, 0.0);
    std::fill(column, column + columns_, 0.0);
    for (int r = 0; r < rows_; ++r) {
      const int variable = basic_[at(r)];
      if (variable < columns_) column[variable] = std::max(0.0, cell(r, columns_));
    }
    for (int c = 0; c < columns_; ++c) {
      const int variable = cobasic_[at(c)];
      if (variable >= columns_) row[variable - columns_] = std::max(0.0, cell(rows_, c));
    }
  }

 private:
  [[nodiscard]] double& cell(int r, int c) { return table_[at(r * stride + c)]; }
  [[nodiscard]] double cell(int r, int c) const { return table_[at(r * stride + c)]; }

  [[nodiscard]] int entering() const {
    int best = -1;
    for (int c = 0; c < columns_; ++c) {
      if (cell(rows_, c) < -1e-12 && (best < 0 || cell(rows_, c) < cell(rows_, best))) best = c;
    }
    return best;
  }
  [[nodiscard]] int leaving(int column) const {
    int best = -1;
    for (int r = 0; r < rows_; ++r) {
      if (cell(r, column) <= 1e-12) continue;
      if (best < 0 ||
          cell(r, columns_) * cell(best, column) < cell(best, columns_) * cell(r, column)) {
        best = r;
      }
    }
    return best;
  }
  void pivot(int row, int column) {
    const double inverse = 1 / cell(row, column);
    for (int c = 0; c <= columns_; ++c) {
      if (c != column) cell(row, c) *= inverse;
    }
    for (int r = 0; r <= rows_; ++r) {
      if (r == row) continue;
      const double factor = cell(r, column);
      for (int c = 0; c <= columns_; ++c) {
        if (c != column) cell(r, c) -= factor * cell(row, c);
      }
      cell(r, column) = -factor * inverse;
    }
    cell(row, column) = inverse;
    std::swap(basic_[at(row)], cobasic_[at(column)]);
  }

  int rows_;
  int columns_;
  std::array<double, at(stride* stride)> table_;
  std::array<int, at(stride)> basic_;
  std::array<int, at(stride)> cobasic_;
};

}  // namespace

bool floating_strategies(const double* payoffs, Index rows, Index columns, double* row,
                         double* column) {
  if (rows > longest_floating_side || columns > longest_floating_side) return false;
  const auto [low, high] = std::minmax_element(payoffs, payoffs + rows * columns);
  const double size = std::max(std::abs(*low), std::abs(*high));
  const double range = *high - *low;
  if (range == 0 || !within(size, exact::filter_range)) return false;
  const FloatSimplex simplex(payoffs, static_cast<int>(rows), static_cast<int>(columns), *low,
                             1 / range);
  simplex.weights(row, column);
  const double row_sum = std::accumulate(row, row + rows, 0.0);
  const double column_sum = std::accumulate(column, column + columns, 0.0);
  if (!within(row_sum, widest_sum) || !within(column_sum, widest_sum)) return false;
  for (Index i = 0; i < rows; ++i) row[i] /= row_sum;
  for (Index j = 0; j < columns; ++j) column[j] /= column_sum;
  return true;
}

FloatBounds floating_bounds(const double* payoffs, Index rows, Index columns) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  FloatBounds bounds{-infinite, infinite};
  std::array<double, at(longest_floating_side)> x{};
  std::array<double, at(longest_floating_side)> y{};
  if (!floating_strategies(payoffs, rows, columns, x.data(), y.data())) return bounds;
  const auto [low, high] = std::minmax_element(payoffs, payoffs + rows * columns);
  const double size = std::max(std::abs(*low), std::abs(*high));
  double guaranteed = infinite;
  for (Index j = 0; j < columns; ++j) {
    double earned = 0;
    for (Index i = 0; i < rows; ++i)
      earned += x[static_cast<std::size_t>(i)] * payoffs[i * columns + j];
    guaranteed = std::min(guaranteed, earned);
  }
  double conceded = -infinite;
  for (Index i = 0; i < rows; ++i) {
    double paid = 0;
    for (Index j = 0; j < columns; ++j)
      paid += y[static_cast<std::size_t>(j)] * payoffs[i * columns + j];
    conceded = std::max(conceded, paid);
  }
  // Each payoff, weight, product and sum is rounded once or twice, in sums of at most 8 terms.
  // Underflow is far below this bound.
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * size;
  bounds.low = guaranteed - rounding;
  bounds.high = conceded + rounding;
  return bounds;
}

}  // namespace allnash::lp
