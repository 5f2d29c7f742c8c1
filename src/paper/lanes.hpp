// Many two by two or three by three games at once, in doubles that hold whole numbers: no branches,
// so that the compiler turns the loop over games into vector instructions.
#pragma once

#include <cstdint>

#include "allnash/index.hpp"

namespace allnash::methods {

/// Games in a batch. Payoff t of game g lies at payoffs[t * lanes + g].
inline constexpr int lanes = 8;

/// Payoffs of at most this size keep everything here exact.
///
/// Numerators and denominators are whole numbers below 2^53. Two by twos are compared by their
/// rounded values, and the order is still exact: with payoffs up to W their denominators are at
/// most 4 W, so that two different values differ by 1 / (16 W^2) or more, while rounding moves each
/// by at most W / 2^53.
inline constexpr std::int64_t largest_in_lanes = std::int64_t{1} << 15;

/// Values top / bottom, bottom > 0, not in lowest terms.
void two_by_twos(const double* payoffs, double* tops, double* bottoms);
void three_by_threes(const double* payoffs, double* tops, double* bottoms);

}  // namespace allnash::methods
