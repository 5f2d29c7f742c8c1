// Built-in game trees, made in sequence form at once: the tree itself would be larger.
#pragma once

#include <cstdint>

#include "allnash/flow_game.hpp"
#include "flows/built_in.hpp"
#include "game/keys.hpp"

namespace allnash::flows {

/// A game of more payoffs than that would not fit into the memory of many machines.
inline constexpr std::int64_t most_tree_payoffs = std::int64_t{1} << 25;

// One maker a game.
FlowGame kuhn_poker(const game::Keys& keys);
FlowGame leduc_poker(const game::Keys& keys);
FlowGame liars_dice(const game::Keys& keys);

}  // namespace allnash::flows
