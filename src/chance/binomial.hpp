// A lower bound on the mean of coins from how many of them came up: the exact binomial one.
//
// Let S of N independent coins have come up, of means p_1, ..., p_N with the mean p. Hoeffding
// (1956, theorem 5): P(S >= s) <= P(Bin(N, p) >= s) for s >= N p + 1. So with probability at least
// 1 - d, p is at least every q with S >= N q + 1 and P(Bin(N, q) >= S) <= d.
#pragma once

#include <cstdint>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// What the bounds are multiples of: 2^-20.
inline constexpr std::int64_t binomial_grid = std::int64_t{1} << 20U;

/// Whether S >= N a / grid + 1 and P(Bin(N, a / grid) >= S) <= `level`: integers rounded up
/// decide, so that true is proved, and false may be so where the two sides agree to 150 bits.
/// Requires 0 <= S <= N, 0 <= a < grid.
[[nodiscard]] bool binomial_excludes(std::int64_t draws, std::int64_t wins, std::int64_t a,
                                     const Rational& level);

/// The largest such a / grid; 0 when there is none.
[[nodiscard]] Rational binomial_lower_bound(std::int64_t draws, std::int64_t wins,
                                            const Rational& level);

}  // namespace allnash::chance
