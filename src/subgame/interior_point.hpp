// The two supports from the inside: a dense interior point.
#pragma once

#include <cstddef>
#include <optional>

#include "allnash/stop.hpp"
#include "subgame/float_guess.hpp"

namespace allnash::subgame {

/// The limit of the central path lies inside both optimal faces, so its supports are those of the
/// strictly complementary pair, whatever the ties. Nothing when the supports stay in doubt or when
/// stopped. The same guess on any number of threads.
[[nodiscard]] std::optional<Guess> guess_by_interior_point(const FloatGame& game,
                                                           std::size_t threads,
                                                           const StopToken& stop);

}  // namespace allnash::subgame
