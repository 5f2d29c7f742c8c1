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

#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "game/players.hpp"

namespace allnash::subgame {

/// The largest of the numbers, in size.
[[nodiscard]] inline double largest_of(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

/// The payoffs as doubles, moved and scaled into [-100, 100].
class FloatGame {
 public:
  /// Incomplete, and not to be used, when stopped.
  explicit FloatGame(const exact::Matrix& game, const StopToken& stop = {});
  /// From payoffs as doubles, row by row. Requires that they can be moved without loss: see
  /// `can_be_moved`.
  FloatGame(Index rows, Index columns, std::vector<double> payoffs);
  /// True when the doubles are finite and not much larger than the differences between them, so
  /// that their rounding is small beside these.
  [[nodiscard]] static bool can_be_moved(std::span<const double> payoffs);
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] double at(Index row, Index column) const {
    return values_[static_cast<std::size_t>(row * columns_ + column)];
  }
  /// A payoff of this game in the units of the given one; infinite beyond the range of doubles.
  [[nodiscard]] double original(double payoff) const {
    return std::ldexp(payoff / scale_ + shift_, exponent_);
  }
  /// How far payoffs lie from the middle of their range, at most; 0 when all are equal, infinite
  /// beyond the range of doubles.
  [[nodiscard]] double reach() const { return std::ldexp(reach_, exponent_); }

 private:
  Index rows_;
  Index columns_;
  double shift_ = 0;
  double scale_ = 1;
  double reach_ = 0;
  int exponent_ = 0;  // reach_ and shift_ are given over this power of two
  std::vector<double> values_;
};

/// One player's side of an optimum: how often each strategy is played, and by how much each falls
/// short of what the opponent concedes. Neither is negative.
struct FloatSide {
  std::vector<double> played;
  std::vector<double> slack;
};

struct FloatOptimum {
  FloatSide row;
  FloatSide column;
  double value = 0;  ///< in the units of the FloatGame
};

/// Where the simplex method stands with each strategy.
enum class SimplexPlace : std::uint8_t {
  fresh,  ///< it was not there when the last step was made
  out,
  in,  ///< a row that binds, a column that may be played; as many columns as rows
};
using Basis = game::Both<std::vector<SimplexPlace>>;

/// One vertex of each optimal set, near enough. Nothing when the solver fails or is stopped.
[[nodiscard]] std::optional<FloatOptimum> solve_floating(const FloatGame& game,
                                                         const StopToken& stop);
/// The same in fewer steps, from the basis of a game that is mostly this one. Leaves the basis of
/// the vertex in its place.
[[nodiscard]] std::optional<FloatOptimum> solve_floating(const FloatGame& game, Basis& basis,
                                                         const StopToken& stop);

/// By a dense interior point method. The limit of the central path lies inside both optimal faces,
/// so that its supports are those of the strictly complementary pair, whatever the ties: each
/// strategy is either played or short of the value, and the other is exactly 0. Nothing when that
/// stays in doubt or when stopped. The same numbers on any number of threads. Takes two more tables
/// of doubles while it runs.
[[nodiscard]] std::optional<FloatOptimum> solve_by_interior_point(const FloatGame& game,
                                                                  std::size_t threads,
                                                                  const StopToken& stop);

// Small games, by a simplex method without allocation (float_bounds.cpp).

inline constexpr int longest_floating_side = 8;  ///< of a game that is looked at here

/// low <= value <= high. Infinite when nothing is known.
struct FloatBounds {
  double low = 0;
  double high = 0;
};

/// Strategies of both players: an equilibrium but for rounding. False, and
/// nothing is said, where floating point fails or a side is above 8.
[[nodiscard]] bool floating_strategies(const double* payoffs, Index rows, Index columns,
                                       double* row, double* column);

/// Bounds on the value that are true whatever was rounded: a filter in front of exact arithmetic.
/// Payoffs row by row, each next to the true one. Whatever strategies the simplex method ends in,
/// what they guarantee bounds the value. Knows nothing of games with a side above 8.
[[nodiscard]] FloatBounds floating_bounds(const double* payoffs, Index rows, Index columns);

/// How much a strategy may be played at most by a player who earns at least v against everybody:
///
///   max { x_i : x a strategy, (x U)[j] >= v for all j },
///
/// a linear program for each i that differs from the others in its objective alone, so that each
/// begins where the last one ended. Floating point: what comes out is the dual solution, a mixture
/// of the opponent, from which the caller draws an exact bound.
class MostWeight {
 public:
  MostWeight(const exact::Matrix& game, double least);
  MostWeight(const MostWeight&) = delete;
  MostWeight& operator=(const MostWeight&) = delete;
  ~MostWeight();
  /// How the opponent holds the weight of strategy `own` down; empty when no mixture was found.
  [[nodiscard]] std::vector<double> held_down_by(Index own, const StopToken& stop);

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

}  // namespace allnash::subgame
