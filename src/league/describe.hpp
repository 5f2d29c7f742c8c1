// Describes what was played: averages, tiers, which matches to play next, and what is
// earned against a field. None of it is
// promised, and it is labelled so wherever it is shown.
#pragma once

#include <optional>
#include <vector>

#include "allnash/rank.hpp"
#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "league/estimate.hpp"
#include "lists/record.hpp"

namespace allnash::league {

using lists::Play;
using lists::Record;
using lists::Total;

/// The averages in units of payoff; nothing where some never met.
[[nodiscard]] std::optional<exact::Matrix> averages_of(const Record& record);

/// Their equilibria, and the tiers. Nothing when stopped.
[[nodiscard]] std::optional<AverageAnswer> answer_of(const exact::Matrix& averages, bool symmetric,
                                                     const StopFlag* flag);

/// The matches that would raise the guarantee of a strategy most, most useful first, and by how
/// much that likely is, as a share of the range. Requires a strategy.
struct NextMatches {
  std::vector<Entry> matches;
  double gain = 0;
};
[[nodiscard]] NextMatches next_matches(const Record& record, const MixedStrategy& row,
                                       std::int64_t count);

// What mixtures earn against a field: opponents that come in given shares. An estimate, no promise.
//
// It is read off the drawn leagues (posterior.hpp). Where none are drawn, or not of all strategies,
// it comes from the matches alone. A pairing that won s of n matches then has the mean (s + 1)/(n +
// 2) and the variance of a Beta(s + 1, n - s + 1), the posterior of a flat prior. The mean of a
// pairing that never met is uniform on 0 to 1. Pairings are independent and their sum is taken as
// normal, so the middle 80 % lies within 1.2816 standard deviations of the mean.
/// What every row strategy earns, and the mixture where there is one, in units of payoff.
[[nodiscard]] FieldAnswer against_field(const Record& record, const DrawnLeagues& leagues,
                                        const std::vector<Rational>& shares,
                                        const MixedStrategy& mixture);

}  // namespace allnash::league
