// What floating point believes the two supports are. Nothing here is ever an answer: the exact
// check decides, and a wrong guess costs only time.
#pragma once

#include <optional>
#include <vector>

#include "allnash/stop.hpp"
#include "subgame/float_game.hpp"

namespace allnash::subgame {

/// One player's half of a guess.
struct GuessedSide {
  std::vector<Index> support;    ///< sorted
  std::vector<double> interior;  ///< probabilities on the support, all positive
};

struct Guess {
  GuessedSide row;
  GuessedSide column;
};

/// Nothing when the floating solver fails, contradicts itself, or is stopped.
[[nodiscard]] std::optional<Guess> guess_supports(const FloatGame& game, const StopToken& stop);

}  // namespace allnash::subgame
