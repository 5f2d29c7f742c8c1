// Bounds on the value of a small game by floating point, true whatever was rounded: a filter in
// front of exact arithmetic.
#pragma once

#include "allnash/index.hpp"

namespace allnash::methods {

inline constexpr int longest_floating_side = 8;  ///< of a game that is looked at here

/// low <= value <= high. Infinite when nothing is known.
struct FloatBounds {
  double low = 0;
  double high = 0;
};

/// Strategies of both players by the same simplex: an equilibrium but for rounding. False, and
/// nothing is said, where floating point fails or a side is above 8.
[[nodiscard]] bool floating_strategies(const double* payoffs, Index rows, Index columns,
                                       double* row, double* column);

/// Payoffs row by row, each next to the true one. Whatever strategies a floating simplex ends in,
/// what they guarantee bounds the value; rounding is allowed for. No allocation. Knows nothing of
/// games with a side above 8.
[[nodiscard]] FloatBounds floating_bounds(const double* payoffs, Index rows, Index columns);

}  // namespace allnash::methods
