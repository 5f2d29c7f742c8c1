// The strictly complementary pair of a known game by exact pivoting alone.
#pragma once

#include <optional>

#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "game/pair.hpp"
#include "game/players.hpp"

namespace allnash::subgame {

/// Always right, whatever the ties; slow beyond a few dozen strategies a player, so that it serves
/// small games and those on which floating point guessed wrong. Nothing when stopped.
[[nodiscard]] std::optional<game::Pair> solve_by_pivoting(const exact::Matrix& game,
                                                          const StopToken& stop);

/// The same from a basis that is nearly right: as many pivots as it has rows, and a few more.
/// Nothing also when it takes many more.
[[nodiscard]] std::optional<game::Pair> solve_by_pivoting_from(const exact::Matrix& game,
                                                               const game::Block& basis,
                                                               const StopToken& stop);

}  // namespace allnash::subgame
