// Where payoffs are of two kinds and noise: strategies that get the better one against everybody.
//
// Claim: none but that what is asked is at most the number of the player's strategies, then the
// lines of those that stood out. Who asks goes on as he pleases.
//
// An optimal mixture of few strategies earns more than the value against every opponent outside the
// support. Where all payoffs are one of two, and strategies are few, that takes strategies that get
// the better payoff almost always: two that share the value equally always, but against each
// other's answer. A strategy of noise gets it against half of the opponents. So those that have
// got it against a few lines that are known whole are read against one opponent more, those of them
// that got it again against the next, and so on: half of a line in all. What is left when chance
// would have left none stands out. The opponent's optimum against these lines alone is then looked
// at: if they hold the player's support, it is optimal in the whole game, whatever else is unread
// (docs/sparse_binary.md, the one-sided look).
#pragma once

#include <optional>

#include "search/lazy/block.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// The player's strategies that stand out, with what the opponent plays against them: lines to
/// read. Both empty when none does. `whole` are opponents known against all; `further` are others,
/// drawn at random. Nothing when the run must end.
[[nodiscard]] std::optional<Block> standouts(Run& run, Player player, const Lines& whole,
                                             const Lines& further);

}  // namespace allnash::methods
