// What to play: the mixture with the best worst case, on average over leagues drawn to fit the
// matches (posterior.hpp, best_worst_case.cpp), and what else these draws show. If the true league
// is distributed as the draws are, no other choice has a better true worst case on average.
//
// Weights are thousandths, so that the rounding errors of floating point do not show. A strategy
// that can be left out at next to no cost is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "allnash/rank.hpp"
#include "base/random.hpp"
#include "base/stop_token.hpp"
#include "league/mixture.hpp"
#include "league/posterior.hpp"

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

/// Leagues that were drawn, each of the same rows and columns.
struct DrawnLeagues {
  std::vector<Index> rows;     ///< that are looked at
  std::vector<Index> columns;  ///< likewise
  bool symmetric = false;
  std::vector<Posterior::Skills> skills;  ///< of all strategies
  GameList games;                         ///< of those that are looked at, as shares of the range

  [[nodiscard]] std::int64_t count() const { return std::ssize(games.payoffs); }
};

/// The median, and the middle part of the numbers, such as 0.8.
[[nodiscard]] Middle middle_of(std::vector<double> numbers, double part);

/// The default number of leagues that are drawn.
[[nodiscard]] std::int64_t usual_draws(const Sums& sums);

/// Requires a pairing and a draw. The draws come from a hash of the matches and from `seed`. Fewer
/// when stopped.
[[nodiscard]] DrawnLeagues draw_leagues(const Sums& sums, std::int64_t draws, std::uint64_t seed,
                                        const StopToken& stop);

/// One player's mixture with the best worst case, on average over the leagues.
struct Advice {
  Mixture mixture;                  ///< of all strategies of the player
  std::vector<double> worst_cases;  ///< in each league, as the player sees it
  std::vector<double> opponents;    ///< of those looked at, how often each is the worst
};
/// Requires a league. Its mean worst case is so near to the best.
[[nodiscard]] Advice advice_for(const DrawnLeagues& leagues, bool row, Index strategies,
                                double near_enough, const StopToken& stop);

/// What the row player of these matches would play. The seed is a hash of the matches alone, so
/// that nobody can choose what is frozen. Shares are of all strategies.
class Intention {
 public:
  Intention(const Sums& sums, const StopToken& stop);
  /// Nothing where there are no matches, and when stopped.
  [[nodiscard]] const std::vector<double>& shares() const { return shares_; }
  /// What other shares earn against the worst opponent, on average over the draws; no shares of
  /// strategies that are not looked at.
  [[nodiscard]] double worst_case(const std::vector<double>& shares) const;

 private:
  DrawnLeagues leagues_;
  std::vector<double> shares_;
};

/// What a mixture earns the row player against its worst opponent in the drawn leagues, or what a
/// mixture of the column player concedes: the median and the middle 80 %, as shares of the range.
/// Nothing where it plays a strategy that is not looked at.
[[nodiscard]] std::optional<Middle> worst_case_in(const DrawnLeagues& leagues,
                                                  const MixedStrategy& strategy, bool row);

/// Both players' mixtures and all that describes, in shares of the range.
struct EstimateWithReasons {
  Estimate estimate;
  DrawnLeagues leagues;
  Advice row;
  Advice column;  ///< where sides differ
};
/// Requires a pairing and a draw. No draws when stopped.
[[nodiscard]] EstimateWithReasons estimate_of(const Sums& sums, std::int64_t draws,
                                              std::uint64_t seed, const StopToken& stop);

/// The matches that would make the worst case of the estimate surest, the most useful first: those
/// whose pairings add most to its variance, for each match.
[[nodiscard]] std::vector<Entry> matches_for_estimate(const Sums& sums,
                                                      const EstimateWithReasons& known,
                                                      std::int64_t count);

}  // namespace allnash::league
