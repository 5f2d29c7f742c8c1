// Solves a game of which every entry is known.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/pair.hpp"
#include "core/game/players.hpp"

namespace allnash::lp {

/// The strictly complementary pair of the game: value, and strategies whose supports are the unions
/// of the supports of all optimal strategies. Exact, and the same on any number of threads. Nothing
/// when `stop` ended it first.
[[nodiscard]] std::optional<game::Pair> solve(const exact::Matrix& game, const StopToken& stop = {},
                                              std::size_t threads = 1);

/// The same by exact pivoting alone. Always right, also with ties; slow beyond a few dozen
/// strategies a player, so it serves small games and those whose supports floating point guessed
/// wrong. Nothing when stopped.
[[nodiscard]] std::optional<game::Pair> solve_by_pivoting(const exact::Matrix& game,
                                                          const StopToken& stop);

/// By pivoting from a nearly optimal basis: as many pivots as it has rows, and a few more. Nothing
/// when stopped, or after many more.
[[nodiscard]] std::optional<game::Pair> solve_by_pivoting_from(const exact::Matrix& game,
                                                               const game::Block& basis,
                                                               const StopToken& stop);

}  // namespace allnash::lp
