// The last phase of a proved run: what the proof stands for, listed.
#pragma once

#include <chrono>
#include <optional>

#include "search/run.hpp"

namespace allnash::methods {

/// The equilibria that a strictly complementary pair of the game stands for: both optimal sets, up
/// to the number of extreme strategies that the options ask for, and the kernels if they do. What
/// is unread and may matter to the lists is asked for. Nothing when the run was stopped before the
/// dimensions were known.
[[nodiscard]] std::optional<Equilibria> list_equilibria(Run& run, const game::Pair& pair);

/// A run that is told to end has a little time left to check its answer, or to say what it knows.
[[nodiscard]] StopToken a_while(const StopToken& stop,
                                std::chrono::milliseconds grace = std::chrono::milliseconds(300));

}  // namespace allnash::methods
