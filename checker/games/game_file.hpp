// GAME: a file with a game of any kind.
#pragma once

#include <variant>

#include "paths.hpp"
#include "tables.hpp"
#include "trees.hpp"

namespace checker {

/// GAME: nothing, a matrix, a game tree or a path game.
using GameFile = std::variant<std::monostate, Table, GameTree, PathGame>;

GameFile read_game(string_view text, const string& name, bool labels);

}  // namespace checker
