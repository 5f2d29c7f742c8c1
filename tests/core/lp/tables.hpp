// Games of the built-in families as tables.
#pragma once

#include <string>

#include "allnash/game.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/players.hpp"

namespace allnash::lp {

/// The first rows and columns of a game; all of them where no number is given.
inline exact::Matrix table_of(const std::string& name, Index rows = 0, Index columns = 0) {
  const auto game = open_game(name);
  if (rows == 0) rows = game->rows();
  if (columns == 0) columns = game->columns();
  return {rows, columns,
          payoffs_of(*game, game::entries_of({{game::all_below(rows), game::all_below(columns)}}))};
}

}  // namespace allnash::lp
