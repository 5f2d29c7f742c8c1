// A known game in floating point, and one floating equilibrium of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/matrix.hpp"

namespace allnash::subgame {

/// The payoffs as doubles, moved and scaled into [-100, 100].
class FloatGame {
 public:
  /// Of no use when stopped.
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
struct Basis {
  std::vector<SimplexPlace> row;
  std::vector<SimplexPlace> column;
};

/// One vertex of each optimal set, near enough. Nothing when the solver fails or is stopped.
[[nodiscard]] std::optional<FloatOptimum> solve_floating(const FloatGame& game,
                                                         const StopToken& stop);
/// The same in fewer steps, from the basis of a game that is mostly this one. Leaves the basis of
/// the vertex in its place.
[[nodiscard]] std::optional<FloatOptimum> solve_floating(const FloatGame& game, Basis& basis,
                                                         const StopToken& stop);

}  // namespace allnash::subgame
