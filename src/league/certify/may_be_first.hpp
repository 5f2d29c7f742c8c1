// Who may still be first, certified.
//
// Claim. Of n players let e(k, i) be the evidence that k scores more than i against the same
// opponents (same_field.hpp), and exclude i if the mean of e(k, i) over the n - 1 others reaches
// 1/d. If somebody is scored more than by nobody, such a player is left with probability 1 - d.
//
// Proof. Let i be one of them, the one of lowest number. Every hypothesis "k scores no more than i"
// is true, so the mean of the e(k, i) has a mean of at most 1. Markov's inequality for this one
// player: nothing is shared among the players. QED.
//
// Scores against common opponents may go round in a circle, and then there is nobody of whom this
// speaks. Evidence below what comparisons list counts as 0.
#pragma once

#include <cstdint>
#include <vector>

#include "league/certify/same_field.hpp"

namespace allnash::league {

/// Fewest players whose evidence excludes the player that all of it is against; nobody where all
/// together do not. `players` is the number of players with matches.
[[nodiscard]] std::vector<Index> excluded_by(std::vector<const Comparison*> against,
                                             std::int64_t players, const Rational& level);

}  // namespace allnash::league
