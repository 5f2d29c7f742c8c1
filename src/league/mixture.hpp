// Which mixtures to freeze: a choice in floating point, outside every proof. A poor one costs
// precision, never truth.
//
// One is what one would play (estimate.hpp). The other is easiest to certify. The early matches say
// what the game may be: charts are drawn from them. Of each mixture we ask what its certificate
// would show, on average over the charts, against the worst opponent:
//
//   mean over charts of  min over j of  (x A)[j] - (1.645 - z)/2 sqrt(max over i of x_i / n[i][j])
//
// with n[i][j] the plays that are to come, and z what luck brings. Spreading over more strategies
// than an equilibrium plays averages noise away, and the second term rewards that. It is climbed by
// multiplicative weights, whose every step is plain arithmetic, so that all machines choose alike.
// The charts are drawn from a hash of the prospect: who asks cannot choose among mixtures.
//
// What freezing what one would play costs the promise: on 800 logs of a league of ten (soccer, 200
// matches a pair) 0.001 in the median, 0.0014 at most with either schedule, beside freezing what is
// easiest to certify alone.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/result.hpp"

namespace allnash::league {

/// One player's view of what is known before the freeze and what comes after it. Matrices are row
/// by row, own strategies by opponents.
struct Prospect {
  Index own = 0;
  Index others = 0;
  bool symmetric = false;       ///< the diagonal is worth 1/2, and is not played
  std::vector<double> plays;    ///< before
  std::vector<double> won;      ///< of them, the player's share
  std::vector<double> to_come;  ///< after
};

/// One player's mixture: strategy i is played `weights[i] / denominator`.
struct Mixture {
  std::vector<std::int64_t> weights;
  std::int64_t denominator = 1;

  [[nodiscard]] MixedStrategy strategy() const;
};

/// Whole weights that sum to the denominator: of shares of at least `least`, the largest rests up.
[[nodiscard]] std::vector<std::int64_t> whole_weights(const std::vector<double>& shares,
                                                      std::int64_t denominator, double least);

/// What to freeze: what one would play, as far towards what is easiest to certify as costs its
/// estimated worst case no more than 0.02; and then, where it will likely promise 0.02 more, what
/// is easiest to certify. Of no shares that one would play the latter alone. Denominators are at
/// most 200.
[[nodiscard]] std::vector<Mixture> mixtures_to_freeze(
    const Prospect& prospect, const std::vector<double>& would_play,
    const std::function<double(const std::vector<double>&)>& estimated_worst_case);

/// How many rounds of the mixture against an opponent the plays to come allow.
[[nodiscard]] std::int64_t rounds_against(const Prospect& prospect, const Mixture& mixture,
                                          Index other);

}  // namespace allnash::league
