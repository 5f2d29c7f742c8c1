// A primal-dual interior point with Mehrotra's predictor and corrector.
//
// With the payoffs moved and scaled to B in [1/2, 3/2], so that the value is positive, and
// strategies divided by the value, the game is the pair of programs
//
//   max sum p,  B p + s = 1,  p, s >= 0        min sum q,  B^T q - z = 1,  q, z >= 0
//
// with p_j z_j = 0 and q_i s_i = 0 at an optimum. A Newton step towards given products costs one
// solution of  (B D B^T + diag(s / q)) dq = ...,  D = diag(p / z),  in the smaller of the two
// dimensions: a taller game is transposed. The aim is not a small gap but the supports: row i is in
// its support if q_i > s_i. The guess is final when it has not changed and no q_i is near its s_i.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "core/lp/blas.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/normal_matrix.hpp"

namespace allnash::lp {

namespace {

using Vector = std::vector<double>;

constexpr int most_steps = 80;
constexpr double to_the_boundary = 0.995;
constexpr std::size_t most_corrections = 4;
constexpr std::size_t rows_a_correction = 100;
// The least probability or slack that counts as positive; payoffs are of size 1.
constexpr double least_distance = 1e-9;
// With 5e-3 a wrong partition was seen to persist for two steps.
constexpr double most_doubt = 1e-4;
// The relative residual above which a solution is refined, for a matrix of doubles and for one of
// floats. With this limit for floats no game was seen to take more steps.
constexpr double most_error = 1e-12;
constexpr double most_rough_error = 1e-4;
constexpr int most_refinements = 3;
constexpr int most_rough_refinements = 1;
// Regularisation, relative to the mean diagonal, for a matrix that rounding made indefinite.
constexpr double least_lift = 1e-15;
constexpr double most_lift = 1e-9;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The longest step, at most 1, that keeps all entries positive.
double longest_step(const Vector& at, const Vector& move) {
  double step = 1;
  for (std::size_t t = 0; t < at.size(); ++t) {
    if (move[t] < 0) step = std::min(step, -at[t] / move[t]);
  }
  return step;
}

void step_along(Vector& at, const Vector& move, double step) {
  for (std::size_t t = 0; t < at.size(); ++t) at[t] += step * move[t];
}

// Solves  square x = right  and  square^T x = left,  in place. False if singular.
bool solve_both_ways(Vector& square, Vector& right, Vector& left) {
  const int size = static_cast<int>(right.size());
  const int one = 1;
  int info = 0;
  std::vector<int> pivots(right.size());
  // LAPACK reads a table stored row by row as the transposed matrix.
  dgetrf_(&size, &size, square.data(), &size, pivots.data(), &info);
  if (info != 0) return false;
  dgetrs_("T", &size, &one, square.data(), &size, pivots.data(), right.data(), &size, &info);
  dgetrs_("N", &size, &one, square.data(), &size, pivots.data(), left.data(), &size, &info);
  return true;
}

// One player's probabilities and slacks. Their products go to 0.
struct IterateSide {
  Vector played;
  Vector slack;

  [[nodiscard]] double products() const { return dot(played, slack); }
  [[nodiscard]] double products(const IterateSide& move, double played_step,
                                double slack_step) const {
    double sum = 0;
    for (std::size_t t = 0; t < played.size(); ++t) {
      sum += (played[t] + played_step * move.played[t]) * (slack[t] + slack_step * move.slack[t]);
    }
    return sum;
  }
};

struct Point {
  IterateSide column;  // p, z
  IterateSide row;     // q, s
};

// Step lengths of the primal variables, p and s, and of the dual ones, q and z.
struct Lengths {
  double primal;
  double dual;
};

Lengths longest(const Point& at, const Point& move) {
  return {std::min(longest_step(at.column.played, move.column.played),
                   longest_step(at.row.slack, move.row.slack)),
          std::min(longest_step(at.row.played, move.row.played),
                   longest_step(at.column.slack, move.column.slack))};
}

class InteriorPoint {
 public:
  InteriorPoint(FloatTable table, std::size_t threads, const StopToken& stop)
      : table_(std::move(table)),
        threads_(threads),
        stop_(stop),
        normal_(std::in_place_type<Rough>, table_.rows, threads, stop) {
    start();
  }

  /// One step. False when stopped, or when rounding errors prevail.
  bool advance() {
    find_residuals();
    if (too_rough_) refine();
    if (stop_.stopped() || !factor()) return false;
    const double mean = (at_.column.products() + at_.row.products()) / variables();
    Point guess = move(wanted(at_.column, IterateSide{}, 0), wanted(at_.row, IterateSide{}, 0));
    if (too_rough_) {
      refine();
      if (!factor()) return false;
      guess = move(wanted(at_.column, IterateSide{}, 0), wanted(at_.row, IterateSide{}, 0));
    }
    Lengths reach = longest(at_, guess);
    const double ahead = (at_.column.products(guess.column, reach.primal, reach.dual) +
                          at_.row.products(guess.row, reach.dual, reach.primal)) /
                         variables();
    const double target = mean * std::pow(ahead / mean, 3);
    Vector columns = wanted(at_.column, guess.column, target);
    Vector rows = wanted(at_.row, guess.row, target);
    Point best = move(columns, rows);
    reach = longest(at_, best);
    for (std::size_t t = 0; t < corrections(); ++t) {
      const Lengths trial{std::min(1.0, reach.primal + 0.3), std::min(1.0, reach.dual + 0.3)};
      correct(columns, at_.column, best.column, trial.primal, trial.dual, target);
      correct(rows, at_.row, best.row, trial.dual, trial.primal, target);
      Point other = move(columns, rows);
      const Lengths further = longest(at_, other);
      if (further.primal + further.dual < reach.primal + reach.dual + 0.03) break;
      best = std::move(other);
      reach = further;
    }
    const double primal = std::min(1.0, to_the_boundary * reach.primal);
    const double dual = std::min(1.0, to_the_boundary * reach.dual);
    step_along(at_.column.played, best.column.played, primal);
    step_along(at_.row.slack, best.row.slack, primal);
    step_along(at_.row.played, best.row.played, dual);
    step_along(at_.column.slack, best.column.slack, dual);
    return std::isfinite(at_.column.products()) && std::isfinite(at_.row.products());
  }

  [[nodiscard]] const Point& at() const { return at_; }

  /// If as many rows as columns are in, goes to the point at which they alone are played and no
  /// other strategy is better: the limit of the path, often some steps early. False if there is no
  /// such point.
  bool jump(const std::vector<bool>& rows_in, const std::vector<bool>& columns_in) {
    const std::vector<std::size_t> rows = chosen(rows_in);
    const std::vector<std::size_t> columns = chosen(columns_in);
    if (rows.empty() || rows.size() != columns.size()) return false;
    Vector square;
    for (const std::size_t i : rows) {
      for (const std::size_t j : columns) square.push_back(table_.row(i)[j]);
    }
    Vector q(rows.size(), 1);
    Vector p(rows.size(), 1);
    if (!solve_both_ways(square, p, q)) return false;
    Point there;
    there.column.played.assign(table_.columns, 0);
    there.row.played.assign(table_.rows, 0);
    for (std::size_t t = 0; t < rows.size(); ++t) {
      there.column.played[columns[t]] = p[t];
      there.row.played[rows[t]] = q[t];
    }
    there.row.slack = product(table_, there.column.played, threads_);
    for (double& s : there.row.slack) s = 1 - s;
    there.column.slack = turned_product(table_, there.row.played, threads_);
    for (double& z : there.column.slack) z -= 1;
    if (!settles(there.row, rows_in) || !settles(there.column, columns_in)) return false;
    at_ = std::move(there);
    return true;
  }

 private:
  static std::vector<std::size_t> chosen(const std::vector<bool>& in) {
    std::vector<std::size_t> result;
    for (std::size_t t = 0; t < in.size(); ++t) {
      if (in[t]) result.push_back(t);
    }
    return result;
  }

  // True if all strategies that are in are played, and all others have a slack, by more than
  // rounding errors.
  static bool settles(const IterateSide& side, const std::vector<bool>& in) {
    for (std::size_t t = 0; t < in.size(); ++t) {
      if (!((in[t] ? side.played[t] : side.slack[t]) > least_distance)) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t corrections() const {
    return std::min(most_corrections, table_.rows / rows_a_correction);
  }

  // Gondzio's correction: products far from the target at a trial point further along are aimed
  // back at it, which allows a longer step. It costs n^2, a factorisation n^3.
  static void correct(Vector& wanted, const IterateSide& at, const IterateSide& move,
                      double played_step, double slack_step, double target) {
    for (std::size_t t = 0; t < wanted.size(); ++t) {
      const double product = (at.played[t] + played_step * move.played[t]) *
                             (at.slack[t] + slack_step * move.slack[t]);
      const double change = std::clamp(product, target / 10, target * 10) - product;
      wanted[t] += std::max(change, -10 * target);
    }
  }

  void start() {
    const auto n = static_cast<double>(table_.rows);
    const auto m = static_cast<double>(table_.columns);
    at_.column.played.assign(table_.columns, 1 / (2 * m));
    at_.row.played.assign(table_.rows, 4 / n);
    at_.row.slack = product(table_, at_.column.played, threads_);
    for (double& s : at_.row.slack) s = std::max(1 - s, 0.1);
    at_.column.slack = turned_product(table_, at_.row.played, threads_);
    for (double& z : at_.column.slack) z = std::max(z - 1, 0.1);
  }

  [[nodiscard]] double variables() const {
    return static_cast<double>(table_.rows + table_.columns);
  }

  void find_residuals() {
    row_residual_ = product(table_, at_.column.played, threads_);
    for (std::size_t i = 0; i < table_.rows; ++i) {
      row_residual_[i] = 1 - row_residual_[i] - at_.row.slack[i];
    }
    column_residual_ = turned_product(table_, at_.row.played, threads_);
    for (std::size_t j = 0; j < table_.columns; ++j) {
      column_residual_[j] = 1 - column_residual_[j] + at_.column.slack[j];
    }
  }

  bool factor() {
    weights_.resize(table_.columns);
    diagonal_.resize(table_.rows);
    for (std::size_t j = 0; j < table_.columns; ++j) {
      weights_[j] = at_.column.played[j] / at_.column.slack[j];
    }
    for (std::size_t i = 0; i < table_.rows; ++i) {
      diagonal_[i] = at_.row.slack[i] / at_.row.played[i];
    }
    const double total = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    checked_ = false;
    while (lift_ < most_lift) {
      Vector lifted = diagonal_;
      for (double& entry : lifted) entry += lift_ * total;
      const auto make = [&](auto& normal) {
        return normal.set(table_, weights_, lifted) && normal.factor();
      };
      if (std::visit(make, normal_)) return true;
      if (stop_.stopped()) return false;
      if (is_rough()) {
        refine();
      } else {
        lift_ *= 100;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_rough() const { return std::holds_alternative<Rough>(normal_); }

  // Goes on with a matrix of doubles. The one of floats is freed first, to save memory.
  void refine() {
    normal_.emplace<Fine>(table_.rows, threads_, stop_);
    too_rough_ = false;
  }

  void solve_by_factor(Vector& right) const {
    std::visit([&](const auto& normal) { normal.solve(right); }, normal_);
  }

  // Solves with the factor. The first solution shows whether all need refinement, or a factor of
  // doubles.
  Vector solve(const Vector& right) {
    Vector solution = right;
    solve_by_factor(solution);
    if (checked_ && !refined_) return solution;
    refined_ = false;
    for (int round = 0; round < most_refinements; ++round) {
      Vector rest = remainder(right, solution);
      const double error = largest_of(rest) / largest_of(right);
      if (error <= (is_rough() ? most_rough_error : most_error)) break;
      if (is_rough() && (round == most_rough_refinements || std::isnan(error))) {
        too_rough_ = true;
        break;
      }
      refined_ = true;
      solve_by_factor(rest);
      step_along(solution, rest, 1);
    }
    checked_ = true;
    return solution;
  }

  [[nodiscard]] Vector remainder(const Vector& right, const Vector& solution) const {
    Vector inner = turned_product(table_, solution, threads_);
    for (std::size_t j = 0; j < inner.size(); ++j) inner[j] *= weights_[j];
    Vector rest = product(table_, inner, threads_);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      rest[i] = right[i] - rest[i] - diagonal_[i] * solution[i];
    }
    return rest;
  }

  // The change of the products to `target`, less the second-order term of the predictor.
  static Vector wanted(const IterateSide& at, const IterateSide& predictor, double target) {
    Vector change(at.played.size());
    for (std::size_t t = 0; t < change.size(); ++t) {
      change[t] = target - at.played[t] * at.slack[t];
      if (!predictor.played.empty()) change[t] -= predictor.played[t] * predictor.slack[t];
    }
    return change;
  }

  // The step that changes the products of columns by r1 and those of rows by r2.
  [[nodiscard]] Point move(const Vector& r1, const Vector& r2) {
    const auto& [p, z] = at_.column;
    const auto& [q, s] = at_.row;
    Vector inner(p.size());
    for (std::size_t j = 0; j < p.size(); ++j)
      inner[j] = (r1[j] + p[j] * column_residual_[j]) / z[j];
    Vector right = product(table_, inner, threads_);
    for (std::size_t i = 0; i < q.size(); ++i) right[i] += r2[i] / q[i] - row_residual_[i];
    Point step;
    step.row.played = solve(right);
    step.column.slack = turned_product(table_, step.row.played, threads_);
    step.column.played.resize(p.size());
    for (std::size_t j = 0; j < p.size(); ++j) {
      step.column.slack[j] -= column_residual_[j];
      step.column.played[j] = (r1[j] - p[j] * step.column.slack[j]) / z[j];
    }
    step.row.slack.resize(q.size());
    for (std::size_t i = 0; i < q.size(); ++i) {
      step.row.slack[i] = (r2[i] - s[i] * step.row.played[i]) / q[i];
    }
    return step;
  }

  using Rough = NormalMatrix<float>;
  using Fine = NormalMatrix<double>;

  FloatTable table_;
  std::size_t threads_;
  StopToken stop_;
  std::variant<Rough, Fine> normal_;
  Point at_;
  Vector row_residual_;
  Vector column_residual_;
  Vector weights_;
  Vector diagonal_;
  double lift_ = least_lift;
  // The present factor: a solution was checked; it needed refinement; it could not be refined.
  bool checked_ = false;
  bool refined_ = false;
  bool too_rough_ = false;
};

// The supports as the point shows them for one player, and how doubtful they are.
struct Partition {
  std::vector<bool> in;
  double doubt = 0;  // the largest ratio of the smaller to the larger of probability and slack
};

Partition partition(const IterateSide& side) {
  Partition found;
  for (std::size_t t = 0; t < side.played.size(); ++t) {
    const auto [less, more] = std::minmax(side.played[t], side.slack[t]);
    found.in.push_back(side.played[t] > side.slack[t]);
    found.doubt = std::max(found.doubt, less / more);
  }
  return found;
}

// Adds to the support the `missing` strategies with the largest ratios of probability to slack.
void let_in(Partition& partition, const IterateSide& side, std::size_t missing) {
  std::vector<std::size_t> out;
  for (std::size_t t = 0; t < partition.in.size(); ++t) {
    if (!partition.in[t]) out.push_back(t);
  }
  missing = std::min(missing, out.size());
  std::ranges::partial_sort(out, out.begin() + static_cast<std::ptrdiff_t>(missing), std::greater{},
                            [&](std::size_t t) { return side.played[t] / side.slack[t]; });
  for (std::size_t t = 0; t < missing; ++t) partition.in[out[t]] = true;
}

// Without ties both supports are equally large. The path takes long to decide on a strategy of
// probability or slack 1e-8, and rounding errors may come first. So if one support lacks only a few
// strategies, the likeliest ones are added.
bool balance(Partition& rows, Partition& columns, const Point& at) {
  constexpr std::ptrdiff_t few = 3;
  const auto more_rows = std::ranges::count(rows.in, true) - std::ranges::count(columns.in, true);
  if (more_rows == 0 || std::abs(more_rows) > few) return false;
  if (more_rows > 0) {
    let_in(columns, at.column, static_cast<std::size_t>(more_rows));
  } else {
    let_in(rows, at.row, static_cast<std::size_t>(-more_rows));
  }
  return true;
}

// Probabilities that sum to 1, slacks in the units of payoffs; what the partition excludes is 0.
FloatSide settled(const IterateSide& side, const Partition& partition, double sum,
                  double slack_unit) {
  FloatSide result;
  for (std::size_t t = 0; t < side.played.size(); ++t) {
    result.played.push_back(partition.in[t] ? side.played[t] / sum : 0);
    result.slack.push_back(partition.in[t] ? 0 : side.slack[t] * slack_unit);
  }
  return result;
}

// B, with a row for each strategy of the player who has fewer; payoffs are 2 * reach * B.
struct ScaledTable {
  FloatTable table;
  double reach = 0;
  bool turned = false;
};

ScaledTable table_of(const FloatGame& game) {
  ScaledTable scaled;
  scaled.turned = game.rows() > game.columns();
  FloatTable& table = scaled.table;
  table.rows = static_cast<std::size_t>(scaled.turned ? game.columns() : game.rows());
  table.columns = static_cast<std::size_t>(scaled.turned ? game.rows() : game.columns());
  table.values.resize(table.rows * table.columns);
  for (std::size_t i = 0; i < table.rows; ++i) {
    for (std::size_t j = 0; j < table.columns; ++j) {
      const auto s = static_cast<Index>(i);
      const auto t = static_cast<Index>(j);
      const double payoff = scaled.turned ? -game.at(t, s) : game.at(s, t);
      table.row(i)[j] = payoff;
      scaled.reach = std::max(scaled.reach, std::abs(payoff));
    }
  }
  if (scaled.reach == 0) scaled.reach = 1;
  for (double& payoff : table.values) payoff = 1 + payoff / (2 * scaled.reach);
  return scaled;
}

FloatOptimum optimum(const Point& at, const Partition& rows, const Partition& columns, double reach,
                     bool turned) {
  const double row_sum = std::accumulate(at.row.played.begin(), at.row.played.end(), 0.0);
  const double column_sum = std::accumulate(at.column.played.begin(), at.column.played.end(), 0.0);
  FloatOptimum result;
  result.row = settled(at.row, rows, row_sum, 2 * reach / column_sum);
  result.column = settled(at.column, columns, column_sum, 2 * reach / row_sum);
  result.value = (1 / column_sum - 1) * 2 * reach;
  if (turned) {
    std::swap(result.row, result.column);
    result.value = -result.value;
  }
  return result;
}

}  // namespace

std::optional<FloatOptimum> solve_by_interior_point(const FloatGame& game, std::size_t threads,
                                                    const StopToken& stop) {
  ScaledTable scaled = table_of(game);
  const SingleThreadedBlas blas(threads_busy(scaled.table, threads));
  InteriorPoint path(std::move(scaled.table), blas.threads(), stop);
  Partition rows;
  Partition columns;
  for (int step = 0; step < most_steps && path.advance(); ++step) {
    const Partition before_rows = std::exchange(rows, partition(path.at().row));
    const Partition before_columns = std::exchange(columns, partition(path.at().column));
    const bool unchanged = rows.in == before_rows.in && columns.in == before_columns.in;
    bool found = path.jump(rows.in, columns.in);
    if (!found && unchanged) {
      Partition more_rows = rows;
      Partition more_columns = columns;
      found =
          balance(more_rows, more_columns, path.at()) && path.jump(more_rows.in, more_columns.in);
      if (found) {
        rows = std::move(more_rows);
        columns = std::move(more_columns);
      }
    }
    const bool stands = unchanged && rows.doubt <= most_doubt && columns.doubt <= most_doubt;
    if (found || stands) return optimum(path.at(), rows, columns, scaled.reach, scaled.turned);
  }
  return std::nullopt;
}

}  // namespace allnash::lp
