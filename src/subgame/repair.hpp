// From a floating-point guess of the two supports to exact strategies. The exact check decides; a
// wrong guess costs only time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "base/stop_token.hpp"
#include "exact/access.hpp"
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

using SupportGuess = game::Both<GuessedSide>;

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

/// The solution of matrix * x = right, a square system of whole numbers with one column on the
/// right, from a floating one. Exact where there is one. Nothing when stopped,
/// or when doubles will not do: entries too large, a matrix singular or near it. BLAS must be kept
/// to one thread.
[[nodiscard]] std::optional<std::vector<Rational>> solve_by_lifting(
    const exact::IntegerMatrix& matrix, const exact::IntegerMatrix& right, const StopToken& stop);

/// The solutions of both matrix * x = (0, ..., 0, 1). `ratio`, not 0, is about what the denominator
/// of the second is over that of the first, as determinants have it: where it is right but for a
/// small factor the second takes half as many steps. On up to two threads.
[[nodiscard]] std::array<std::optional<std::vector<Rational>>, 2> solve_both_by_lifting(
    const std::array<const exact::IntegerMatrix*, 2>& matrices, const Rational& ratio,
    std::size_t threads, const StopToken& stop);

}  // namespace allnash::subgame
