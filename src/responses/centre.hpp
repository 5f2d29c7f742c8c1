// A point on the central path of a known game: a pair of mixtures between the uniform ones and an
// equilibrium.
#pragma once

#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "game/players.hpp"
#include "subgame/float_game.hpp"

namespace allnash::responses {

/// Mixtures of both players between which the gap, what the column player's concedes at most less
/// what the row player's earns at least, is near `gap` and not above it, in the units of the
/// FloatGame; where the uniform mixtures are that near, those. Nothing when rounding has the better
/// of it or when stopped. The same numbers on every machine: plain arithmetic in a fixed order.
[[nodiscard]] std::optional<game::Both<std::vector<double>>> central_mixtures(
    const subgame::FloatGame& game, double gap, const StopToken& stop);

}  // namespace allnash::responses
