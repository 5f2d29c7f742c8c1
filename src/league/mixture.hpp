// Which mixtures to freeze. The choice is made in floating point and enters no proof: a poor choice
// costs precision, never truth.
//
// One mixture is what one would play (estimate.hpp). The other is the easiest to certify. For it,
// charts are drawn from the posterior given the early matches. The score of a mixture is what its
// certificate would show against the worst opponent, on average over the charts:
//
//   mean over charts of  min over j of  (x A)[j] - (1.645 - z)/2 sqrt(max over i of x_i / n[i][j])
//
// with n[i][j] the plays that are to come, and z a normal draw, the luck of these plays. Spreading
// over more strategies than an equilibrium plays averages noise away, and the second term rewards
// that. The score is climbed by multiplicative weights. Every step is plain arithmetic, so that all
// machines choose alike. The seed of the charts is a hash of the data, so that nobody can choose
// among mixtures by trying seeds.
//
// What it costs the promise to freeze what one would play instead of what is easiest to certify: on
// 800 logs of a league of ten (soccer, 200 matches a pair) 0.001 in the median and 0.0014 at most,
// with either schedule.
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

/// Whole weights that sum to the denominator, by largest remainders; shares below `least` get 0.
[[nodiscard]] std::vector<std::int64_t> whole_weights(const std::vector<double>& shares,
                                                      std::int64_t denominator, double least);

/// The mixtures to freeze. The first is what one would play, moved towards the one that is easiest
/// to certify as far as that costs its estimated worst case no more than 0.02. The second is the
/// one that is easiest to certify, if it will likely promise 0.02 more. Where there is nothing that
/// one would play, it is the only one. Denominators are at most 200.
[[nodiscard]] std::vector<Mixture> mixtures_to_freeze(
    const Prospect& prospect, const std::vector<double>& would_play,
    const std::function<double(const std::vector<double>&)>& estimated_worst_case);

/// How many rounds of the mixture against an opponent the plays to come allow.
[[nodiscard]] std::int64_t rounds_against(const Prospect& prospect, const Mixture& mixture,
                                          Index other);

}  // namespace allnash::league
