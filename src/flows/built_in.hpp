// Built-in games on flows, each known by a name and keys.
#pragma once

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
  const char* prefix;   ///< of their names
  const char* unknown;  ///< start of the message for an unknown name; the list of names follows
  std::vector<BuiltInGame> games;
};
[[nodiscard]] const BuiltInGames& built_in_paths();  // path_games.cpp
[[nodiscard]] const BuiltInGames& built_in_trees();  // tree_games.cpp

/// The game that the text after the prefix describes, such as "blotto,fields=10,mine=20". Throws
/// InputError.
[[nodiscard]] FlowGame make_built_in(const BuiltInGames& table, const std::string& description);

}  // namespace allnash::flows
