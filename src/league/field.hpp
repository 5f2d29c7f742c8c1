// What mixtures earn against a field: opponents that come in given shares. An estimate, no promise.
//
// Drawn leagues show it (posterior.hpp). Where none are drawn, or not of all strategies, matches
// alone do. The mean of a pairing that won s of n matches is taken to be about (s + 1)/(n + 2),
// with the variance of a Beta(s + 1, n - s + 1): the posterior of a flat prior. That of a pairing
// that never met is anything from 0 to 1. Pairings are independent, and their sum is taken as
// normal, so that the middle 80 % lies 1.2816 standard deviations to either side of the mean.
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
