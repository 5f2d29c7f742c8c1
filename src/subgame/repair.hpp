// From guessed supports to exact strategies.
#pragma once

#include <optional>

#include "exact/matrix.hpp"
#include "exact/stop_token.hpp"
#include "game/pair.hpp"
#include "subgame/float_guess.hpp"

namespace allnash::subgame {

struct Repaired {
  game::Pair pair;
  bool rounded = false;  ///< with other bits it is another
};

/// The exact pair on the guessed supports: on each the equations  payoff = v  are solved exactly,
/// the free coordinates of a face of positive dimension being the guess's own, rounded to `bits`
/// bits below the smallest. Nothing when the equations have no such solution, or when stopped. Not
/// checked here.
[[nodiscard]] std::optional<Repaired> repair(const exact::Matrix& game, const SupportGuess& guess,
                                             int bits, std::size_t threads, const StopToken& stop);

}  // namespace allnash::subgame
