// Describes the matches: averages, tiers, which matches to play next, and expected payoffs against
// a field. None of it is proved, and it is labelled so wherever it is shown.
#pragma once

#include <optional>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "league/estimate/estimate.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

using reading::Play;
using reading::Record;
using reading::Total;

/// The mean payoffs; nothing if some pairing was never played.
[[nodiscard]] std::optional<exact::Matrix> averages_of(const Record& record);

/// The equilibria of the game of the averages, and its tiers. Nothing when stopped.
[[nodiscard]] std::optional<AverageAnswer> answer_of(const exact::Matrix& averages, bool symmetric,
                                                     const StopFlag* flag);

/// The matches that would raise the guarantee of the mixture `row` most, most useful first, and the
/// likely gain, with payoffs scaled to [0, 1]. Requires a mixture.
struct NextMatches {
  std::vector<Entry> matches;
  double gain = 0;
};
[[nodiscard]] NextMatches next_matches(const Record& record, const MixedStrategy& row,
                                       std::int64_t count);

// Expected payoffs against a field: opponents that come in given shares. An estimate, no promise.
//
// It is taken over the drawn leagues (posterior.hpp). Where none are drawn, or not of all
// strategies, it comes from the matches alone. A pairing with s wins in n matches then has the mean
// (s + 1)/(n + 2) and the variance of a Beta(s + 1, n - s + 1), the posterior of a flat prior. The
// mean of an unplayed pairing is uniform on 0 to 1. Pairings are independent and their sum is taken
// as normal, so the middle 80 % lies within 1.2816 standard deviations of the mean.
/// The payoff of every row strategy, and of the mixture if there is one, against the field.
[[nodiscard]] FieldAnswer against_field(const Record& record, const DrawnLeagues& leagues,
                                        const std::vector<Rational>& shares,
                                        const MixedStrategy& mixture);

}  // namespace allnash::league
