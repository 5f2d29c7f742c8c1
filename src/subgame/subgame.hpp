// Solving a game whose every entry is known.
#pragma once

#include <cstddef>
#include <optional>

#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "game/pair.hpp"

namespace allnash::subgame {

/// The strictly complementary pair of the game: value, and strategies whose supports are the unions
/// of the supports of all optimal strategies. Exact, and the same on any number of threads. Nothing
/// when `stop` ended it first.
[[nodiscard]] std::optional<game::Pair> solve(const exact::Matrix& game, const StopToken& stop = {},
                                              std::size_t threads = 1);

}  // namespace allnash::subgame
