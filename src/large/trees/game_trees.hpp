// Game trees as games on flows: read from Gambit's files, made from nodes, or built in.
#pragma once

#include <iosfwd>
#include <string>

#include "allnash/large.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/built_in.hpp"

namespace allnash::large {

/// As `allnash::read_efg` and `allnash::tree_game`; they throw Stopped by the token, too.
GameTree read_efg(std::istream& in, const std::string& name, const StopToken& stop);
FlowGame tree_game(const GameTree& tree, const std::string& name, const StopToken& stop);

[[nodiscard]] const BuiltInGames& built_in_trees();

}  // namespace allnash::large
