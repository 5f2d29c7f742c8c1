// One floating equilibrium: the LP  min v, A y <= v, sum y = 1, y >= 0  by Clp's dual simplex
// method. (On uniform random games it took 0.43 s at n = 500 against 0.6 to 0.8 s for the primal
// method and for the classical form  max sum u, B u <= 1.)
#include "core/lp/float_game.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/lp/clp.hpp"

namespace allnash::lp {

namespace {

// With payoffs this much larger than the ones of the line sum y = 1, Clp scales the LP, which then
// takes a third fewer steps.
constexpr double spread = 100;

// The power of two by which payoffs are divided, exactly, before they become doubles: 0 if they fit
// into the range of doubles with room for products.
slong common_exponent(const Rational& reach) {
  return std::isnan(exact::near(reach)) ? exact::binary_exponent(reach) : 0;
}

using Status = ClpSimplex::Status;

// The LP of a game, or of the transposed game of the column player.
class GameLp {
 public:
  GameLp(const FloatGame& game, bool turned)
      : turned_(turned),
        rows_(static_cast<int>(turned_ ? game.columns() : game.rows())),
        columns_(static_cast<int>(turned_ ? game.rows() : game.columns())) {
    ColumnBuilder builder;
    for (int j = 0; j < columns_; ++j) {
      for (int i = 0; i < rows_; ++i) builder.add(i, turned_ ? -game.at(j, i) : game.at(i, j));
      builder.add(rows_, 1);
      builder.end_column(0, COIN_DBL_MAX, 0);
    }
    for (int i = 0; i < rows_; ++i) builder.add(i, -1);
    builder.end_column(-COIN_DBL_MAX, COIN_DBL_MAX, 1);
    std::vector<double> lower(static_cast<std::size_t>(rows_) + 1, -COIN_DBL_MAX);
    std::vector<double> upper(static_cast<std::size_t>(rows_) + 1, 0);
    lower.back() = upper.back() = 1;
    builder.load(lp_, lower, upper);
  }

  [[nodiscard]] bool solve(const StopToken& stop) { return minimise(lp_, stop, Simplex::dual); }

  // From the basis of a smaller game: new rows leave it dual feasible, new columns primal feasible.
  [[nodiscard]] bool solve_from(const Basis& basis, const StopToken& stop) {
    const auto& [row, column] = basis;
    start_from(turned_ ? column : row, turned_ ? row : column);
    const bool more_rows = std::ranges::count(turned_ ? column : row, SimplexPlace::fresh) > 0;
    return minimise(lp_, stop, more_rows ? Simplex::dual : Simplex::primal);
  }

  [[nodiscard]] FloatOptimum optimum() const {
    FloatOptimum result;
    FloatSide& row = turned_ ? result.column : result.row;
    FloatSide& column = turned_ ? result.row : result.column;
    for (int i = 0; i < rows_; ++i) {
      row.played.push_back(std::max(0.0, -lp_.dualRowSolution()[i]));
      row.slack.push_back(std::max(0.0, -lp_.primalRowSolution()[i]));
    }
    for (int j = 0; j < columns_; ++j) {
      column.played.push_back(std::max(0.0, lp_.primalColumnSolution()[j]));
      column.slack.push_back(std::max(0.0, lp_.dualColumnSolution()[j]));
    }
    result.value = turned_ ? -lp_.objectiveValue() : lp_.objectiveValue();
    result.work = work();
    return result;
  }

  [[nodiscard]] Basis basis() const {
    std::vector<SimplexPlace> row;
    std::vector<SimplexPlace> column;
    for (int i = 0; i < rows_; ++i) {
      row.push_back(lp_.getRowStatus(i) == Status::basic ? SimplexPlace::out : SimplexPlace::in);
    }
    for (int j = 0; j < columns_; ++j) {
      column.push_back(lp_.getColumnStatus(j) == Status::basic ? SimplexPlace::in
                                                               : SimplexPlace::out);
    }
    if (turned_) std::swap(row, column);
    return {std::move(row), std::move(column)};
  }

 private:
  void start_from(const std::vector<SimplexPlace>& row, const std::vector<SimplexPlace>& column) {
    lp_.createStatus();
    for (int i = 0; i < rows_; ++i) {
      const bool binds = row[static_cast<std::size_t>(i)] == SimplexPlace::in;
      lp_.setRowStatus(i, binds ? Status::atUpperBound : Status::basic);
    }
    lp_.setRowStatus(rows_, Status::isFixed);
    for (int j = 0; j < columns_; ++j) {
      const bool played = column[static_cast<std::size_t>(j)] == SimplexPlace::in;
      lp_.setColumnStatus(j, played ? Status::basic : Status::atLowerBound);
    }
    lp_.setColumnStatus(columns_, Status::basic);
  }

  // Measured: a step costs two operations a payoff, and some time whatever the size.
  [[nodiscard]] std::int64_t work() const {
    constexpr std::int64_t loading = 20;
    constexpr std::int64_t step = 2000;
    const std::int64_t payoffs = std::int64_t{rows_} * columns_;
    return loading * payoffs + lp_.numberIterations() * (step + 2 * payoffs);
  }

  bool turned_;
  int rows_;
  int columns_;
  ClpSimplex lp_;
};

// True for a basis: as many columns as rows are in it. v always is.
bool is_whole(const Basis& basis) {
  const auto rows = std::ranges::count(basis.row, SimplexPlace::in);
  return rows > 0 && rows == std::ranges::count(basis.column, SimplexPlace::in);
}

// The payoffs as doubles, if all are exactly doubles.
std::optional<std::vector<double>> as_doubles(std::span<const Rational> payoffs) {
  std::vector<double> result;
  result.reserve(payoffs.size());
  for (const Rational& payoff : payoffs) {
    if (!exact::is_double(payoff)) return std::nullopt;
    result.push_back(payoff.to_double());
  }
  return result;
}

}  // namespace

FloatGame::FloatGame(const exact::Matrix& game, const StopToken& stop)
    : rows_(game.rows()), columns_(game.columns()), values_(game.values().size()) {
  if (auto doubles = as_doubles(game.values()); doubles && can_be_moved(*doubles)) {
    *this = FloatGame(rows_, columns_, *std::move(doubles));
    return;
  }
  const auto [least, most] = std::minmax_element(game.values().begin(), game.values().end());
  const Rational middle = (*least + *most) / 2;
  const Rational reach = (*most - *least) / 2;
  const slong exponent = common_exponent(reach);
  exponent_ = static_cast<int>(exponent);
  reach_ = exact::times_power_of_two(reach, -exponent).to_double();
  shift_ = exact::times_power_of_two(middle, -exponent).to_double();
  scale_ = reach_ > 0 ? spread / reach_ : 1;
  constexpr std::size_t look_every = 1024;
  for (std::size_t t = 0; t < values_.size(); ++t) {
    if (t % look_every == 0 && stop.stopped()) return;
    // The subtraction is exact: nearly equal payoffs keep their differences.
    values_[t] =
        exact::times_power_of_two(game.values()[t] - middle, -exponent).to_double() * scale_;
  }
}

FloatGame::FloatGame(Index rows, Index columns, std::vector<double> payoffs)
    : rows_(rows), columns_(columns), values_(std::move(payoffs)) {
  const auto [least, most] = std::ranges::minmax(values_);
  shift_ = (least + most) / 2;
  reach_ = (most - least) / 2;
  scale_ = spread / reach_;
  for (double& value : values_) value = (value - shift_) * scale_;
}

bool FloatGame::can_be_moved(std::span<const double> payoffs) {
  constexpr double digits_lost = 0x1p-10;
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const double payoff : payoffs) {
    if (!(std::abs(payoff) <= exact::filter_range)) return false;
    least = std::min(least, payoff);
    most = std::max(most, payoff);
  }
  return most - least > std::max(digits_lost * std::max(most, -least), 1 / exact::filter_range);
}

std::optional<FloatOptimum> solve_floating(const FloatGame& game, const StopToken& stop) {
  Basis basis;
  return solve_floating(game, basis, stop);
}

// From a basis, the LP should have more constraints than variables: a new variable takes half the
// steps of a new constraint, and blocks mostly grow on their smaller side.
std::optional<FloatOptimum> solve_floating(const FloatGame& game, Basis& basis,
                                           const StopToken& stop) {
  if (is_whole(basis)) {
    GameLp lp(game, game.columns() > game.rows());
    if (lp.solve_from(basis, stop)) {
      basis = lp.basis();
      return lp.optimum();
    }
  }
  GameLp lp(game, false);
  if (!lp.solve(stop)) return std::nullopt;
  basis = lp.basis();
  return lp.optimum();
}

struct MostWeight::Program {
  ClpSimplex lp;
  int columns = 0;
  Index last = 0;
};

MostWeight::MostWeight(const exact::Matrix& game, double least)
    : program_(std::make_unique<Program>()) {
  const double none = std::numeric_limits<double>::max();
  program_->columns = static_cast<int>(game.columns());
  // A constraint for each strategy of the opponent, and one for the sum of the weights.
  ColumnBuilder weights;
  for (Index own = 0; own < game.rows(); ++own) {
    for (int other = 0; other < program_->columns; ++other) {
      weights.add(other, game.at(own, other).to_double());
    }
    weights.add(program_->columns, 1);
    weights.end_column(0, none, 0);
  }
  std::vector<double> lower(at(game.columns()), least);
  std::vector<double> upper(at(game.columns()), none);
  lower.push_back(1);
  upper.push_back(1);
  weights.load(program_->lp, lower, upper);
}

MostWeight::~MostWeight() = default;

std::vector<double> MostWeight::held_down_by(Index own, const StopToken& stop) {
  ClpSimplex& lp = program_->lp;
  lp.setObjectiveCoefficient(static_cast<int>(program_->last), 0);
  lp.setObjectiveCoefficient(static_cast<int>(own), -1);
  program_->last = own;
  if (!minimise(lp, stop, Simplex::primal)) return {};
  const double* const duals = lp.getRowPrice();
  std::vector<double> mixture(duals, duals + program_->columns);
  double sum = 0;
  for (double& weight : mixture) sum += weight = std::max(0.0, weight);
  if (!(sum > 0)) return {};
  for (double& weight : mixture) weight /= sum;
  return mixture;
}

}  // namespace allnash::lp
