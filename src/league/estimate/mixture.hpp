// Which mixtures to freeze. The choice is made in floating point and enters no proof: a poor choice
// costs precision, never truth.
//
// One mixture is what one would play (estimate.hpp). The other is the easiest to certify. For it,
// charts are drawn from the posterior given the early matches. The score of a mixture is its likely
// certified bound against the worst opponent, on average over the charts:
//
//   mean over charts of  min over j of  (x A)[j] - (1.645 - z)/2 sqrt(max over i of x_i / n[i][j])
//
// with n[i][j] the plays that are to come, and z a normal draw, the luck of these plays. Spreading
// over more strategies than an equilibrium plays averages noise away, and the second term rewards
// that. The score is maximized by multiplicative weights. Every step is plain arithmetic, so that
// all machines choose alike. The seed of the charts is a hash of the data, so that nobody can
// choose among mixtures by trying seeds.
//
// The cost of freezing what one would play instead of what is easiest to certify: on 800 logs of a
// league of ten (soccer, 200 matches a pair) the guarantee is lower by 0.001 in the median and
// 0.0014 at most, with either schedule.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "core/base/stop_token.hpp"

namespace allnash::league {

/// One player's matches before the freeze, and a forecast of those after it. Matrices are row by
/// row, own strategies by opponents.
struct MatchForecast {
  Index own = 0;
  Index others = 0;
  bool symmetric = false;       ///< the diagonal is worth 1/2, and is not played
  std::vector<double> plays;    ///< before the freeze
  std::vector<double> won;      ///< sum of their payoffs, scaled to [0, 1]
  std::vector<double> to_come;  ///< plays after the freeze
};

/// One player's mixture: strategy i has the probability `weights[i] / denominator`.
struct Mixture {
  std::vector<std::int64_t> weights;
  std::int64_t denominator = 1;

  [[nodiscard]] MixedStrategy strategy() const;
};

/// Integer weights that sum to the denominator, by largest remainders; shares below `least` get 0.
[[nodiscard]] std::vector<std::int64_t> whole_weights(const std::vector<double>& shares,
                                                      std::int64_t denominator, double least);

/// The mixtures to freeze. The first is what one would play, moved towards the one that is easiest
/// to certify as far as that costs its estimated worst case no more than 0.02. The second is the
/// one that is easiest to certify, if its guarantee is likely to be higher by 0.02. It is the only
/// one if `would_play` is empty. Denominators are at most 200. When stopped, mixtures that are
/// worse: what is kept, as in a ledger, is chosen without a token.
[[nodiscard]] std::vector<Mixture> mixtures_to_freeze(
    const MatchForecast& forecast, const std::vector<double>& would_play,
    const std::function<double(const std::vector<double>&)>& estimated_worst_case,
    const StopToken& stop = {});

/// The number of whole rounds of the mixture against an opponent in the plays to come.
[[nodiscard]] std::int64_t rounds_against(const MatchForecast& forecast, const Mixture& mixture,
                                          Index other);

}  // namespace allnash::league
