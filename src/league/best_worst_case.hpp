// The mixture that does best against the worst opponent, on average over several games:
//
//   max over x of  mean over s of  min over j of  (x A^s)[j].
//
// That is the equilibrium of a game in which the opponent sees which of the games is played: one
// mixture x against one mixture y^s for each game. Both are found by predictive regret matching
// with quadratic averages (Farina, Kroer, Sandholm 2021). Every step is plain arithmetic, so all
// machines find the same. The two averages bound the optimum from both sides, which says when to
// end. Tried and dropped: multiplicative weights, which take ten times as many steps for as small a
// gap.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/stop_token.hpp"

namespace allnash::league {

/// Games of one size, payoffs row by row.
struct GameList {
  std::size_t own = 0;
  std::size_t others = 0;
  std::vector<std::vector<double>> payoffs;
};

/// What the mixture earns in one game against each opponent.
[[nodiscard]] std::vector<double> earned_by(const std::vector<double>& mixture,
                                            std::span<const double> payoffs, std::size_t others);
/// What the mixture earns against the worst opponent.
[[nodiscard]] double worst_case_of(const std::vector<double>& mixture,
                                   std::span<const double> payoffs, std::size_t others);

struct BestWorstCase {
  std::vector<double> mixture;
  std::vector<double> opponents;  ///< how often each is the worst, on average over the games
  double mean = 0;                ///< of the worst cases
  double gap = 0;                 ///< how far that may be below the best
};
/// Requires a game, and payoffs from 0 to 1. Less near to the best when stopped.
[[nodiscard]] BestWorstCase best_worst_case(const GameList& games, double near_enough,
                                            const StopToken& stop);

}  // namespace allnash::league
