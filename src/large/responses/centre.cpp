// The central path of a matrix game. With u above all that rows earn against y, and l below all
// that columns pay against x,
//
//   s = u - A y > 0,   z = A'x - l > 0,   sum x = sum y = 1,   x_i s_i = y_j z_j = mu,
//
// and u - l = x's + y'z is the gap. Uniform mixtures with u and l far enough out are strictly
// feasible, and every step keeps the equations, so that the path can be left at any gap. A step of
// Newton's method costs one solution of  (diag(s/x) + A diag(y/z) A') dx = ...  in the smaller of
// the two dimensions; du and dl follow from the two sums.
//
// The loops add multiples of rows to rows, which a compiler makes vectors of without changing the
// order of any sum.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/base/at.hpp"
#include "large/responses/parts.hpp"

namespace allnash::responses {

namespace {

using Vector = std::vector<double>;

constexpr int most_path_steps = 100;
constexpr double most_decrease = 0.1;  // of mu in one step
constexpr double aimed_below = 0.7;    // of the requested gap
constexpr double part_of_longest = 0.9;

/// A dense matrix, row by row.
struct Rows {
  std::size_t count = 0;
  std::size_t length = 0;
  Vector values;

  Rows(std::size_t rows, std::size_t columns)
      : count(rows), length(columns), values(rows * columns) {}
  double* row(std::size_t i) { return values.data() + i * length; }
  [[nodiscard]] const double* row(std::size_t i) const { return values.data() + i * length; }
};

void add_multiple(double* to, const double* from, double factor, std::size_t count) {
  for (std::size_t t = 0; t < count; ++t) to[t] += factor * from[t];
}

/// One player's mixture and the slack of each strategy.
struct PathSide {
  Vector played;
  Vector slack;
};

double products(const PathSide& side) {
  return std::inner_product(side.played.begin(), side.played.end(), side.slack.begin(), 0.0);
}

double longest_within(const Vector& from, const Vector& along, double most) {
  for (std::size_t t = 0; t < from.size(); ++t) {
    if (along[t] < 0) most = std::min(most, -from[t] / along[t]);
  }
  return most;
}

class MatrixPath {
 public:
  /// The player with fewer strategies becomes the row player.
  MatrixPath(const lp::FloatGame& game, bool turned)
      : rows_(at(turned ? game.columns() : game.rows())),
        columns_(at(turned ? game.rows() : game.columns())),
        by_column_(columns_, rows_),
        normal_(rows_, rows_) {
    for (std::size_t j = 0; j < columns_; ++j) {
      for (std::size_t i = 0; i < rows_; ++i) {
        const auto s = static_cast<Index>(i);
        const auto t = static_cast<Index>(j);
        by_column_.row(j)[i] = (turned ? -game.at(t, s) : game.at(s, t)) / unit;
      }
    }
    row_.played.assign(rows_, 1 / static_cast<double>(rows_));
    column_.played.assign(columns_, 1 / static_cast<double>(columns_));
    const Vector earned = earned_by_rows(column_.played);
    const Vector paid = paid_by_columns(row_.played);
    const double high = std::ranges::max(earned) + 1;
    const double low = std::ranges::min(paid) - 1;
    for (const double one : earned) row_.slack.push_back(high - one);
    for (const double one : paid) column_.slack.push_back(one - low);
  }

  static constexpr double unit = 100;  // payoffs of a FloatGame lie in [-100, 100]

  [[nodiscard]] double gap() const {
    return std::ranges::max(earned_by_rows(column_.played)) -
           std::ranges::min(paid_by_columns(row_.played));
  }

  /// One step towards products x_i s_i and y_j z_j with sum `wanted`. False when rounding errors
  /// prevail.
  bool advance(double wanted) {
    const double sum = products(row_) + products(column_);
    const double mu = std::max(wanted, most_decrease * sum) / static_cast<double>(rows_ + columns_);
    if (!factor()) return false;
    // dx = from_products - du * from_high + dl * from_low, and dy from dx.
    const Vector to_column = by_played(column_, mu);  // dy for dx = dl = 0
    Vector from_products(rows_);
    for (std::size_t i = 0; i < rows_; ++i) {
      from_products[i] = mu / row_.played[i] - row_.slack[i];
    }
    Vector from_low(rows_, 0);
    for (std::size_t j = 0; j < columns_; ++j) {
      add_multiple(from_products.data(), by_column_.row(j), to_column[j], rows_);
      add_multiple(from_low.data(), by_column_.row(j), weight_[j], rows_);
    }
    Vector from_high(rows_, 1);
    solve(from_products);
    solve(from_low);
    solve(from_high);
    const auto [high, low] = moves_of_bounds(to_column, from_products, from_high, from_low);
    Vector dx = from_products;
    add_multiple(dx.data(), from_high.data(), -high, rows_);
    add_multiple(dx.data(), from_low.data(), low, rows_);
    Vector dz = paid_by_columns(dx);
    Vector dy(columns_);
    for (std::size_t j = 0; j < columns_; ++j) {
      dz[j] -= low;
      dy[j] = to_column[j] - weight_[j] * dz[j];
    }
    Vector ds = earned_by_rows(dy);
    for (double& one : ds) one = high - one;
    return take({std::move(dx), std::move(ds)}, {std::move(dy), std::move(dz)});
  }

  [[nodiscard]] const Vector& row() const { return row_.played; }
  [[nodiscard]] const Vector& column() const { return column_.played; }

 private:
  [[nodiscard]] Vector earned_by_rows(const Vector& column) const {
    Vector earned(rows_, 0);
    for (std::size_t j = 0; j < columns_; ++j) {
      add_multiple(earned.data(), by_column_.row(j), column[j], rows_);
    }
    return earned;
  }

  [[nodiscard]] Vector paid_by_columns(const Vector& row) const {
    Vector paid(columns_);
    for (std::size_t j = 0; j < columns_; ++j) {
      paid[j] = std::inner_product(row.begin(), row.end(), by_column_.row(j), 0.0);
    }
    return paid;
  }

  static Vector by_played(const PathSide& side, double mu) {
    Vector result;
    for (std::size_t t = 0; t < side.played.size(); ++t) {
      result.push_back(mu / side.slack[t] - side.played[t]);
    }
    return result;
  }

  /// The Cholesky factor U of  diag(s/x) + A diag(y/z) A' = U'U;  only the upper half is stored.
  bool factor() {
    weight_.resize(columns_);
    std::ranges::fill(normal_.values, 0);
    for (std::size_t j = 0; j < columns_; ++j) {
      weight_[j] = column_.played[j] / column_.slack[j];
      const double* const line = by_column_.row(j);
      for (std::size_t i = 0; i < rows_; ++i) {
        add_multiple(normal_.row(i) + i, line + i, weight_[j] * line[i], rows_ - i);
      }
    }
    for (std::size_t i = 0; i < rows_; ++i) normal_.row(i)[i] += row_.slack[i] / row_.played[i];
    for (std::size_t k = 0; k < rows_; ++k) {
      double* const line = normal_.row(k);
      if (!(line[k] > 0) || !std::isfinite(line[k])) return false;
      const double root = std::sqrt(line[k]);
      for (std::size_t t = k; t < rows_; ++t) line[t] /= root;
      for (std::size_t i = k + 1; i < rows_; ++i) {
        add_multiple(normal_.row(i) + i, line + i, -line[i], rows_ - i);
      }
    }
    return true;
  }

  void solve(Vector& right) const {
    for (std::size_t k = 0; k < rows_; ++k) {
      right[k] /= normal_.row(k)[k];
      for (std::size_t t = k + 1; t < rows_; ++t) right[t] -= normal_.row(k)[t] * right[k];
    }
    for (std::size_t k = rows_; k-- > 0;) {
      for (std::size_t t = k + 1; t < rows_; ++t) right[k] -= normal_.row(k)[t] * right[t];
      right[k] /= normal_.row(k)[k];
    }
  }

  /// du and dl from  sum dx = 0  and  sum dy = 0.
  [[nodiscard]] std::pair<double, double> moves_of_bounds(const Vector& to_column,
                                                          const Vector& from_products,
                                                          const Vector& from_high,
                                                          const Vector& from_low) const {
    const auto sum = [](const Vector& of) { return std::accumulate(of.begin(), of.end(), 0.0); };
    // The change of sum dy that dx causes.
    const auto answered = [&](const Vector& dx) {
      const Vector paid = paid_by_columns(dx);
      return std::inner_product(paid.begin(), paid.end(), weight_.begin(), 0.0);
    };
    // The sum of dx:  p - du h + dl k = 0.  The sum of dy:  c - (P - du H + dl K) + dl w = 0.
    const double p = sum(from_products);
    const double h = sum(from_high);
    const double k = sum(from_low);
    const double constant = sum(to_column) - answered(from_products);
    const double by_high = answered(from_high);
    const double by_low = sum(weight_) - answered(from_low);
    // du = (p + dl k) / h, inserted into the second equation.
    const double low = -(constant + p / h * by_high) / (by_low + k / h * by_high);
    return {(p + low * k) / h, low};
  }

  bool take(const PathSide& row, const PathSide& column) {
    // x and z share one step length, y and s another: the equations hold for any two lengths.
    double step = longest_within(row_.played, row.played, 1 / part_of_longest);
    const double first = part_of_longest * longest_within(column_.slack, column.slack, step);
    step = longest_within(column_.played, column.played, 1 / part_of_longest);
    const double second = part_of_longest * longest_within(row_.slack, row.slack, step);
    if (!std::isfinite(first) || !std::isfinite(second)) return false;
    add_multiple(row_.played.data(), row.played.data(), first, rows_);
    add_multiple(column_.slack.data(), column.slack.data(), first, columns_);
    add_multiple(column_.played.data(), column.played.data(), second, columns_);
    add_multiple(row_.slack.data(), row.slack.data(), second, rows_);
    const auto positive = [](double one) { return one > 0 && std::isfinite(one); };
    return std::ranges::all_of(row_.played, positive) &&
           std::ranges::all_of(column_.played, positive) &&
           std::ranges::all_of(row_.slack, positive) &&
           std::ranges::all_of(column_.slack, positive);
  }

  std::size_t rows_;
  std::size_t columns_;
  Rows by_column_;  // the transposed payoffs
  Rows normal_;
  PathSide row_;
  PathSide column_;
  Vector weight_;  // y / z
};

}  // namespace

std::optional<game::Both<std::vector<double>>> central_mixtures(const lp::FloatGame& game,
                                                                double gap, const StopToken& stop) {
  const bool turned = game.rows() > game.columns();
  MatrixPath path(game, turned);
  const double wanted = gap / MatrixPath::unit;
  for (int step = 0; path.gap() > wanted; ++step) {
    if (step == most_path_steps || stop.stopped() || !path.advance(aimed_below * wanted)) return {};
  }
  if (turned) return game::Both<Vector>{path.column(), path.row()};
  return game::Both<Vector>{path.row(), path.column()};
}

}  // namespace allnash::responses
