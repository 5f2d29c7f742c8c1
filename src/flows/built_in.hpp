// Built-in games on flows, each known by a name and keys. Built-in game trees are made in sequence
// form at once: the tree itself would be larger.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/flow_game.hpp"
#include "game/keys.hpp"

namespace allnash::flows {

struct BuiltInGame {
  const char* name;
  const char* keys;  ///< with their defaults
  const char* meaning;
  FlowGame (*make)(const game::Keys&);  ///< throws InputError for keys that do not fit
};

struct BuiltInGames {
  const char* prefix;   ///< that stands before their names
  const char* unknown;  ///< what is said of another name, up to the list of these
  std::vector<BuiltInGame> games;
};
[[nodiscard]] const BuiltInGames& built_in_paths();  // path_games.cpp
[[nodiscard]] const BuiltInGames& built_in_trees();

/// The game that the text after the prefix describes, such as "blotto,fields=10,mine=20". Throws
/// InputError.
[[nodiscard]] FlowGame make_built_in(const BuiltInGames& table, const std::string& description);

/// A game tree of more payoffs than that would not fit into the memory of many machines.
inline constexpr std::int64_t most_tree_payoffs = std::int64_t{1} << 25;

// One maker for each game tree.
FlowGame kuhn_poker(const game::Keys& keys);
FlowGame leduc_poker(const game::Keys& keys);
FlowGame liars_dice(const game::Keys& keys);

}  // namespace allnash::flows
