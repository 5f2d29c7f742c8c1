// What mixtures earn against a field: opponents that come in given shares. An estimate, no promise.
//
// It is read off the drawn leagues (posterior.hpp). Where none are drawn, or not of all strategies,
// it comes from the matches alone. A pairing that won s of n matches then has the mean (s + 1)/(n +
// 2) and the variance of a Beta(s + 1, n - s + 1), the posterior of a flat prior. The mean of a
// pairing that never met is uniform on 0 to 1. Pairings are independent and their sum is taken as
// normal, so the middle 80 % lies within 1.2816 standard deviations of the mean.
#pragma once

#include <vector>

#include "allnash/rank.hpp"
#include "league/estimate.hpp"
#include "lists/record.hpp"

namespace allnash::league {

/// What every row strategy earns, and the mixture where there is one, in units of payoff.
[[nodiscard]] FieldAnswer against_field(const lists::Record& record, const DrawnLeagues& leagues,
                                        const std::vector<Rational>& shares,
                                        const MixedStrategy& mixture);

}  // namespace allnash::league
