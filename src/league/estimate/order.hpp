// Ranks and orders, from scores that were drawn: an estimate, no proof.
//
// The order that holds all at once: the statements "a scores more than b" are sorted by how many
// standard deviations of the draws they are from even, in one half of the draws; then as many of
// them are taken as hold all together in the stated part of the other half. With as many draws as
// fit the matches, the statements that are taken are all true with about that probability, whatever
// they have in common. Ranks of single players are quantiles, and must not be read together.
//
// Tried and dropped: confidence sets by the largest deviation of all pairs (Mogstad, Romano,
// Shaikh, Wilhelm 2024), which hold in 99 of 100 leagues where 90 are asked for, and decide a
// quarter fewer pairs.
#pragma once

#include <utility>
#include <vector>

#include "allnash/source.hpp"
#include "core/base/stop_token.hpp"

namespace allnash::league {

/// Scores of all players, by draw.
using DrawnScores = std::vector<std::vector<double>>;

/// The pairs (above, below) of the order, the surest first. Empty when stopped.
[[nodiscard]] std::vector<std::pair<Index, Index>> joint_order(const DrawnScores& scores,
                                                               double confidence,
                                                               const StopToken& stop);

/// The rank of each player in each draw, from 1 on: one more than the number of higher scores.
[[nodiscard]] std::vector<std::vector<Index>> ranks_of(const DrawnScores& scores);

}  // namespace allnash::league
