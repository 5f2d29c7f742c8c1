// Where the search starts in a game that looks like noise.
#pragma once

#include <optional>

#include "methods/lazy/sample.hpp"

namespace allnash::methods {

/// A few strategies of the sample, those that do best in it. In noise every strategy of the first
/// mixes is a line read whole for nothing.
[[nodiscard]] Block small_start(const Sample& sample, const game::Known& known);

/// Where the sample holds two payoffs: the small start, of one player and then of the other, unless
/// some strategies stand out against it. Nothing when the run must end.
[[nodiscard]] std::optional<Block> two_payoff_start(Run& run, const Sample& sample);

}  // namespace allnash::methods
