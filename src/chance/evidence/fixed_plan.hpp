// Lower confidence limits for a mean, from a number of plays that was planned before them. A
// planned play that did not take place counts as a loss.
//
// **Binomial.** Let S of N independent coins have come up, of means p_1, ..., p_N with the mean p.
// Hoeffding (1956, theorem 5): P(S >= s) <= P(Bin(N, p) >= s) for s >= N p + 1. So with probability
// at least 1 - d, p is at least every q with S >= N q + 1 and P(Bin(N, q) >= S) <= d.
//
// **Empirical Bernstein**, for draws in [0, 1] of small variance. The draws come in strata: stratum
// i has the weight x_i and the mean A_i, and n_i draws of it are planned. With u_i = lambda x_i /
// n_i < 1 each of them multiplies M, which starts with 1, by
//
//   exp(u_i (X - A_i) - psi(u_i) (X - c_i)^2),    psi(u) = -log(1 - u) - u <= u^2 / (2 (1 - u)),
//
// for centres c_i, lambda and n_i chosen before the draws. exp(u z - psi(u) z^2) <= 1 + u z for z
// >= -1 (Fan, Grama and Liu 2015), with z = X - c_i, makes M a supermartingale. So by Ville's
// inequality, with probability at least 1 - d and at every moment,
//
//   sum of x_i A_i  >=  sum of x_i S_i / n_i - (sum of psi(u_i) D_i + log(1/d)) / lambda
//
// with S_i the sum of the draws so far and D_i that of (X - c_i)^2. Only conditional means are
// needed, no independence.
#pragma once

#include <cstdint>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// Planned plays, in whole rounds of a strategy, and how many of them were won.
struct Binomial {
  std::int64_t plays = 0;
  std::int64_t wins = 0;
};

/// Bounds are multiples of 2^-20.
inline constexpr std::int64_t binomial_grid = std::int64_t{1} << 20U;

/// Whether S >= N a / grid + 1 and P(Bin(N, a / grid) >= S) <= `level`. The arithmetic rounds up,
/// so true is proved; false may be wrong if the two sides agree to 150 bits. Requires 0 <= S <= N,
/// 0 <= a < grid.
[[nodiscard]] bool binomial_excludes(std::int64_t draws, std::int64_t wins, std::int64_t a,
                                     const Rational& level);

/// The largest a / grid that satisfies `binomial_excludes`; 0 when there is none.
[[nodiscard]] Rational binomial_lower_bound(std::int64_t draws, std::int64_t wins,
                                            const Rational& level);

struct Stratum {
  Rational weight;
  std::int64_t planned = 0;
  Rational centre;
  // The results, of at most `planned` draws.
  std::int64_t draws = 0;
  Rational sum;
  Rational squares;
};

struct Bernstein {
  std::int64_t lambda = 0;
  std::vector<Stratum> strata = {};  ///< of the strategies played, except the opponent's own
};

/// The lower bound of the claim, rounded down to a multiple of 2^-20; may be below 0. Requires
/// lambda >= 1 with every u_i below 1, and 0 < level < 1.
[[nodiscard]] Rational bernstein_lower_bound(std::int64_t lambda,
                                             const std::vector<Stratum>& strata,
                                             const Rational& level);

/// A multiple of 1/1000 that is at least log(1 / level), and hardly larger. Requires 0 < level < 1.
[[nodiscard]] Rational log_above(const Rational& level);

}  // namespace allnash::chance
