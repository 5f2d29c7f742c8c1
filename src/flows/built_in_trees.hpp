// Built-in game trees, made in sequence form at once: the tree itself would be larger.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/flow_game.hpp"
#include "game/keys.hpp"

namespace allnash::flows {

/// A game of more payoffs than that would not fit into the memory of many machines.
inline constexpr std::int64_t most_tree_payoffs = std::int64_t{1} << 25;

struct BuiltInTree {
  const char* name;
  const char* keys;  ///< with their defaults
  const char* meaning;
  FlowGame (*make)(const game::Keys&);  ///< throws InputError for keys that do not fit
};
[[nodiscard]] const std::vector<BuiltInTree>& built_in_trees();

/// The game that the text after "trees:" describes, such as "kuhn,cards=13". Throws InputError.
[[nodiscard]] FlowGame make_tree_game(const std::string& description);

// One maker a game.
FlowGame kuhn_poker(const game::Keys& keys);
FlowGame leduc_poker(const game::Keys& keys);
FlowGame liars_dice(const game::Keys& keys);

}  // namespace allnash::flows
