// Where payoffs lie in a range and there are many optimal strategies: one whose proof reads little.
#pragma once

#include "game/pair.hpp"
#include "search/lazy/block.hpp"

namespace allnash::methods {

/// The player's strategy of a strictly complementary pair of the block, moved towards that extreme
/// optimal strategy of which the fewest payoffs are unread. What is played seldom settles little,
/// so that most other lines are settled by the payoffs of the extreme one. The pair stays strictly
/// complementary.
[[nodiscard]] MixedStrategy leaning(const View& view, const Block& block, const game::Pair& pair,
                                    const StopToken& stop);

}  // namespace allnash::methods
