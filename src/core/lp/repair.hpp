// From a floating-point guess of the two supports to exact strategies. The exact check decides; a
// wrong guess costs only time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/pair.hpp"
#include "core/game/players.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::lp {

/// One player's half of a guess.
struct GuessedSide {
  std::vector<Index> support;    ///< sorted
  std::vector<double> interior;  ///< probabilities on the support, all positive
};

using SupportGuess = game::Both<GuessedSide>;

/// Probabilities and slacks up to `zero` count as 0. Nothing when the optimum is not strictly
/// complementary: a strategy has both a probability and a slack, or neither.
[[nodiscard]] std::optional<SupportGuess> guess_supports(const FloatOptimum& optimum, double zero);

/// The equations for a mixture on `own` that pays the value against every strategy of `opponent`.
/// Unknowns: v, then the probabilities in the order of `own`. Lines: payoff - v = 0 for each
/// strategy of `opponent`, scaled to integers; last, the sum is 1. Nothing when stopped.
[[nodiscard]] std::optional<exact::IntegerMatrix> equations(const exact::Matrix& game,
                                                            game::Player player,
                                                            const std::vector<Index>& own,
                                                            const std::vector<Index>& opponent,
                                                            const StopToken& stop);

struct Repaired {
  game::Pair pair;
  bool rounded = false;  ///< the solution depends on `bits`
  bool whole = false;    ///< all equations were solved, so that they hold
};

/// The exact pair on the guessed supports: solves  payoff = v  on each exactly. On a face of
/// positive dimension the free coordinates are those of the guess, rounded to `bits` bits below the
/// smallest. Nothing when there is no such solution, or when stopped. The caller checks the pair.
[[nodiscard]] std::optional<Repaired> repair(const exact::Matrix& game, const SupportGuess& guess,
                                             int bits, std::size_t threads, const StopToken& stop);

/// The exact solution of matrix * x = right, a square system of integers with one right side,
/// lifted from a floating-point one. Nothing when stopped, or where doubles do not suffice: entries
/// too large, a matrix that is singular or nearly so. Requires single-threaded BLAS.
[[nodiscard]] std::optional<std::vector<Rational>> solve_by_lifting(
    const exact::IntegerMatrix& matrix, const exact::IntegerMatrix& right, const StopToken& stop);

/// The solutions of matrix * x = (0, ..., 0, 1) for both matrices, on up to two threads. `ratio`,
/// not 0, is the denominator of the second solution over that of the first, as their determinants
/// have it. If it is right up to a small factor the second solution takes half as many steps.
[[nodiscard]] std::array<std::optional<std::vector<Rational>>, 2> solve_both_by_lifting(
    const std::array<const exact::IntegerMatrix*, 2>& matrices, const Rational& ratio,
    std::size_t threads, const StopToken& stop);

}  // namespace allnash::lp
