// The two players, and what is said of each of them.
#pragma once

#include <array>
#include <vector>

#include "allnash/index.hpp"

namespace allnash::game {

enum class Player { row, column };
inline constexpr std::array players{Player::row, Player::column};

constexpr Player opponent_of(Player player) {
  return player == Player::row ? Player::column : Player::row;
}

/// One thing for each player.
template <typename Thing>
struct Both {
  Thing row{};
  Thing column{};
  Thing& of(Player player) { return player == Player::row ? row : column; }
  const Thing& of(Player player) const { return player == Player::row ? row : column; }
};

using Lines = std::vector<Index>;  ///< strategies of one player

/// Strategies of both players: a part of the game.
struct Block : Both<Lines> {
  [[nodiscard]] bool empty() const { return row.empty() && column.empty(); }
};

/// Every index below `count`.
[[nodiscard]] Lines all_below(Index count);
/// Those of them that are not in a sorted list.
[[nodiscard]] Lines complement(const Lines& sorted, Index count);
/// Where its rows cross its columns, row by row.
[[nodiscard]] std::vector<Entry> entries_of(const Block& block);

}  // namespace allnash::game
