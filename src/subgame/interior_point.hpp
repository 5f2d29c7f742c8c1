// The two supports from the inside: a dense interior point.
#pragma once

#include <cstddef>
#include <optional>

#include "base/stop_token.hpp"
#include "subgame/float_game.hpp"

namespace allnash::subgame {

/// The limit of the central path lies inside both optimal faces, so that its supports are those of
/// the strictly complementary pair, whatever the ties: each strategy is either played or short of
/// the value, and the other is exactly 0. Nothing when that stays in doubt or when stopped. The
/// same numbers on any number of threads. Takes two more tables of doubles while it runs.
[[nodiscard]] std::optional<FloatOptimum> solve_by_interior_point(const FloatGame& game,
                                                                  std::size_t threads,
                                                                  const StopToken& stop);

}  // namespace allnash::subgame
