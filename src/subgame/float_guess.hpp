// What floating point believes the two supports are. Nothing here is ever an answer: the exact
// check decides, and a wrong guess costs only time.
#pragma once

#include <optional>
#include <vector>

#include "subgame/float_game.hpp"

namespace allnash::subgame {

/// One player's half of a guess.
struct GuessedSide {
  std::vector<Index> support;    ///< sorted
  std::vector<double> interior;  ///< probabilities on the support, all positive
};

struct SupportGuess {
  GuessedSide row;
  GuessedSide column;
};

/// Up to `zero` a probability or a slack is nought. Nothing when the optimum is not strictly
/// complementary: when a strategy is both played and short of the value, or neither.
[[nodiscard]] std::optional<SupportGuess> guess_supports(const FloatOptimum& optimum, double zero);

}  // namespace allnash::subgame
