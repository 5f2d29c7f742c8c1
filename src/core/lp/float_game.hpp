// A known game in floating point, and its equilibria in floating point: a vertex of each optimal
// set, or a point inside both.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/players.hpp"

namespace allnash::lp {

/// The largest absolute value.
[[nodiscard]] inline double largest_of(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

/// The payoffs as doubles, shifted and scaled into [-100, 100].
class FloatGame {
 public:
  /// Incomplete and unusable when stopped.
  explicit FloatGame(const exact::Matrix& game, const StopToken& stop = {});
  /// From payoffs as doubles, row by row. Requires `can_be_moved`.
  FloatGame(Index rows, Index columns, std::vector<double> payoffs);
  /// True when the doubles are finite and not much larger than their differences, so that the
  /// rounding errors of a shift are small beside these.
  [[nodiscard]] static bool can_be_moved(std::span<const double> payoffs);
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] double at(Index row, Index column) const {
    return values_[static_cast<std::size_t>(row * columns_ + column)];
  }
  /// A payoff of this game in the units of the original one; infinite beyond the range of doubles.
  [[nodiscard]] double original(double payoff) const {
    return std::ldexp(payoff / scale_ + shift_, exponent_);
  }
  /// Half the range of the original payoffs; infinite beyond the range of doubles.
  [[nodiscard]] double reach() const { return std::ldexp(reach_, exponent_); }

 private:
  Index rows_;
  Index columns_;
  double shift_ = 0;
  double scale_ = 1;
  double reach_ = 0;
  int exponent_ = 0;  // reach_ and shift_ are to be multiplied by 2^exponent_
  std::vector<double> values_;
};

/// One player's half of an optimum: the probability and the slack of each strategy, none negative.
/// A slack is what the strategy earns less than the value, or pays more.
struct FloatSide {
  std::vector<double> played;
  std::vector<double> slack;
};

struct FloatOptimum {
  FloatSide row;
  FloatSide column;
  double value = 0;  ///< in the units of the FloatGame
  /// By the simplex method: elementary operations, estimated from its steps.
  std::int64_t work = 0;
};

/// A strategy's place in the simplex method.
enum class SimplexPlace : std::uint8_t {
  fresh,  ///< added since the last step
  out,
  in,  ///< a binding row, or a basic column; as many columns as rows
};
using Basis = game::Both<std::vector<SimplexPlace>>;

/// One vertex of each optimal set, up to rounding. Nothing when the solver fails or is stopped.
[[nodiscard]] std::optional<FloatOptimum> solve_floating(const FloatGame& game,
                                                         const StopToken& stop);
/// The same in fewer steps, from the basis of a game that differs little. Replaces the basis by
/// that of the vertex.
[[nodiscard]] std::optional<FloatOptimum> solve_floating(const FloatGame& game, Basis& basis,
                                                         const StopToken& stop);

/// By a dense interior point method. The limit of the central path lies inside both optimal faces,
/// so its supports are those of the strictly complementary pair, also with ties: of a strategy's
/// probability and its slack one is positive and the other exactly 0. Nothing when this stays in
/// doubt or when stopped. The same numbers on any number of threads. Uses memory for two more
/// tables of doubles.
[[nodiscard]] std::optional<FloatOptimum> solve_by_interior_point(const FloatGame& game,
                                                                  std::size_t threads,
                                                                  const StopToken& stop);

// Small games, by a simplex method without allocation (float_bounds.cpp).

inline constexpr int longest_floating_side = 8;  ///< of a game that is solved here

/// low <= value <= high; infinite when nothing is known.
struct FloatBounds {
  double low = 0;
  double high = 0;
};

/// An equilibrium up to rounding. False, with no strategies written, where floating point fails or
/// a side is longer than 8.
[[nodiscard]] bool floating_strategies(const double* payoffs, Index rows, Index columns,
                                       double* row, double* column);

/// Bounds on the value that hold despite rounding: a filter in front of exact arithmetic. Payoffs
/// are row by row, each a nearest double. The bounds are what the strategies found by the simplex
/// method guarantee, less rounding errors; infinite for games with a side longer than 8.
[[nodiscard]] FloatBounds floating_bounds(const double* payoffs, Index rows, Index columns);

/// The largest probability of a strategy for a player who earns at least v against everybody:
///
///   max { x_i : x a strategy, (x U)[j] >= v for all j },
///
/// a linear program for each i. They differ in the objective alone, so each starts from the optimum
/// of the last. In floating point: the result is the dual solution, a mixture of the opponent, from
/// which the caller computes an exact bound.
class MostWeight {
 public:
  MostWeight(const exact::Matrix& game, double least);
  MostWeight(const MostWeight&) = delete;
  MostWeight& operator=(const MostWeight&) = delete;
  ~MostWeight();
  /// The opponent's mixture that limits the probability of strategy `own`; empty if none was found.
  [[nodiscard]] std::vector<double> held_down_by(Index own, const StopToken& stop);

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

}  // namespace allnash::lp
