// What floating point believes the two supports are, and from there to exact strategies. A guess is
// never an answer: the exact check decides, and a wrong one costs only time.
#pragma once

#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/integer.hpp"
#include "exact/matrix.hpp"
#include "game/pair.hpp"
#include "game/players.hpp"
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

/// The equations for what a player plays on `own` so that every strategy of `opponent` meets the
/// value, in the unknowns (v, probabilities in the order given): one line an opponent strategy,
/// payoff - v = 0, multiplied so that it is whole, and last the sum, 1. Nothing when stopped.
[[nodiscard]] std::optional<exact::IntegerMatrix> equations(const exact::Matrix& game,
                                                            game::Player player,
                                                            const std::vector<Index>& own,
                                                            const std::vector<Index>& opponent,
                                                            const StopToken& stop);

struct Repaired {
  game::Pair pair;
  bool rounded = false;  ///< with other bits it is another
  bool whole = false;    ///< every equation was solved, so that the equalities hold
};

/// The exact pair on the guessed supports: on each the equations  payoff = v  are solved exactly,
/// the free coordinates of a face of positive dimension being the guess's own, rounded to `bits`
/// bits below the smallest. Nothing when the equations have no such solution, or when stopped. Not
/// checked here.
[[nodiscard]] std::optional<Repaired> repair(const exact::Matrix& game, const SupportGuess& guess,
                                             int bits, std::size_t threads, const StopToken& stop);

}  // namespace allnash::subgame
