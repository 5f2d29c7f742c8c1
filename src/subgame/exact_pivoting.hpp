// The strictly complementary pair of a known game by exact pivoting alone.
#pragma once

#include <optional>

#include "exact/matrix.hpp"
#include "exact/stop_token.hpp"
#include "game/pair.hpp"

namespace allnash::subgame {

/// Always right, whatever the ties; slow beyond a few dozen strategies a player, so that it serves
/// small games and those on which floating point guessed wrong. Nothing when stopped.
[[nodiscard]] std::optional<game::Pair> solve_by_pivoting(const exact::Matrix& game,
                                                          const StopToken& stop);

}  // namespace allnash::subgame
