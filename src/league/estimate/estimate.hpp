// What to play: the mixture with the best worst case, on average over leagues drawn to fit the
// matches (posterior.hpp, best_worst_case.cpp), and statistics of the draws. If the true league is
// distributed as the draws are, no other choice has a better true worst case on average.
//
// Weights are thousandths, so that the rounding errors of floating point do not show. A strategy
// that can be left out at next to no cost is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/random.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/mixture.hpp"
#include "league/estimate/posteriors.hpp"

namespace allnash::league {

/// Games of one size, payoffs row by row.
struct GameList {
  std::size_t own = 0;
  std::size_t others = 0;
  std::vector<std::vector<double>> payoffs;
  bool symmetric = false;  ///< what i earns against j and j against i makes 1
};

/// The mixture's expected payoff against each opponent, in one game.
[[nodiscard]] std::vector<double> earned_by(const std::vector<double>& mixture,
                                            std::span<const double> payoffs, std::size_t others);
/// The mixture's expected payoff against its worst opponent.
[[nodiscard]] double worst_case_of(const std::vector<double>& mixture,
                                   std::span<const double> payoffs, std::size_t others);

struct BestWorstCase {
  std::vector<double> mixture;
  std::vector<double> opponents;  ///< their equilibrium mixture, on average over the games
  double mean = 0;                ///< of the worst cases
  double gap = 0;                 ///< upper bound on the distance of `mean` from the best
};
/// Requires a game, and payoffs from 0 to 1. When stopped early, the gap is larger.
[[nodiscard]] BestWorstCase best_worst_case(const GameList& games, double near_enough,
                                            const StopToken& stop);

/// Leagues that were drawn, all with the same rows and columns.
struct DrawnLeagues {
  std::vector<Index> rows;     ///< that take part; in large leagues only the most promising
  std::vector<Index> columns;  ///< likewise
  bool symmetric = false;
  std::vector<Posterior::Skills> skills;  ///< of all strategies
  GameList games;                         ///< among those that take part, payoffs scaled to [0, 1]
  Posterior::Fit likeliest;               ///< of the fits they were drawn from
  std::vector<double> coins;              ///< that each pairing counts as in it
  std::shared_ptr<const Posteriors> posteriors;  ///< that they are drawn from

  [[nodiscard]] std::int64_t count() const { return std::ssize(games.payoffs); }
};

/// The median of the numbers, and the interval that holds their middle `part`, such as 0.8.
[[nodiscard]] Middle middle_of(std::vector<double> numbers, double part);

/// The default number of leagues that are drawn.
[[nodiscard]] std::int64_t usual_draws(const PairingSums& sums);

/// Requires a pairing and a draw. The generator is seeded by a hash of the matches and by `seed`.
/// Fewer leagues when stopped.
[[nodiscard]] DrawnLeagues draw_leagues(const PairingSums& sums, std::int64_t draws,
                                        std::uint64_t seed, const StopToken& stop);

/// One player's mixture with the best worst case, on average over the leagues.
struct Advice {
  Mixture mixture;                  ///< over all strategies of the player
  std::vector<double> worst_cases;  ///< in each league, as the player sees it
  std::vector<double> opponents;    ///< the worst opponents' mixture, on average over the leagues
};
/// Requires a league. The mean worst case is within `near_enough` of the best.
[[nodiscard]] Advice advice_for(const DrawnLeagues& leagues, bool row, Index strategies,
                                double near_enough, const StopToken& stop);

/// The mixture that the estimate recommends to the row player. The seed is a hash of the matches
/// alone, so that nobody can choose what is frozen. Shares are of all strategies.
class Recommendation {
 public:
  Recommendation(const PairingSums& sums, const StopToken& stop);
  /// Empty if there are no matches, or when stopped.
  [[nodiscard]] const std::vector<double>& shares() const { return shares_; }
  /// The worst case of another mixture, on average over the draws. It must play only strategies
  /// that take part in the drawn leagues.
  [[nodiscard]] double worst_case(const std::vector<double>& shares) const;

 private:
  DrawnLeagues leagues_;
  std::vector<double> shares_;
};

/// The worst-case payoff of a mixture in the drawn leagues, from the row player's side: the least
/// that a mixture of hers earns, or the most that one of the column player's concedes. The median
/// and the middle 80 %, scaled to [0, 1]. Nothing if some strategy of it takes no part.
[[nodiscard]] std::optional<Middle> worst_case_in(const DrawnLeagues& leagues,
                                                  const MixedStrategy& strategy, bool row);

/// Both players' mixtures and their statistics, with payoffs scaled to [0, 1].
struct EstimateWithReasons {
  Estimate estimate;
  DrawnLeagues leagues;
  Advice row;
  Advice column;  ///< unless the game is symmetric
};
/// Requires a pairing and a draw. No draws when stopped.
[[nodiscard]] EstimateWithReasons estimate_of(const PairingSums& sums, std::int64_t draws,
                                              std::uint64_t seed, const StopToken& stop);

/// The mean payoffs over the drawn leagues among the first `most` strategies of each order that
/// take part in them, scaled to [0, 1].
[[nodiscard]] Estimate::Rates mean_rates(const DrawnLeagues& leagues,
                                         const std::vector<Index>& rows,
                                         const std::vector<Index>& columns, std::size_t most);

/// The matches that would reduce the variance of the estimate's worst case most, most useful first:
/// those of the pairings with the largest reduction for each match.
[[nodiscard]] std::vector<Entry> matches_for_estimate(const PairingSums& sums,
                                                      const EstimateWithReasons& known,
                                                      std::int64_t count);

}  // namespace allnash::league
