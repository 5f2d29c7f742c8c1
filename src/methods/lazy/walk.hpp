// Where there are too many extreme optimal strategies to list: one of which little is unread.
#pragma once

#include <optional>

#include "game/pair.hpp"
#include "methods/lazy/block.hpp"

namespace allnash::methods {

/// An optimal strategy of the block, on the support of the player's half of the pair, for which
/// little is unread of what it plays. The simplex method walks there along the edges of the
/// optimal set, in floating point: a strategy earns a little less the more of it is unread, so
/// little that what is optimal then was optimal before. What it plays is solved exactly, and
/// nothing comes of it where that does not earn the value. Nothing when stopped.
[[nodiscard]] std::optional<MixedStrategy> walk_to_known(const View& view, const Block& block,
                                                         const game::Pair& pair,
                                                         const StopToken& stop);

}  // namespace allnash::methods
