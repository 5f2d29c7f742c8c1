// Who is best, and how sure that is: scores of the players of a symmetric league against a field of
// opponents, over leagues drawn to fit the matches (posterior.hpp). An estimate, no proof.
//
// A player's score is its mean payoff against the field. It exists without any model, with cycles,
// and for a field of one's own. Where rows and columns are different strategies there is none: two
// of them need not have an opponent in common to be asked the same.
//
// Deviations of a score from its mean are widened by a tenth, since plain quantiles of the draws
// hold 87 of 100 true scores where 90 are asked for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/estimate.hpp"
#include "league/estimate/order.hpp"

namespace allnash::league {

/// The draws behind a leaderboard, from which pairs are compared.
struct BoardDraws : Inner {
  std::shared_ptr<const Posteriors> posteriors;
  std::vector<Posteriors::Draw> draws;
  DrawnScores scores;  ///< of all players, scaled to [0, 1]
  std::uint64_t seed = 0;
  PairingSums sums;

  static const BoardDraws& of(const Leaderboard& board) {
    return static_cast<const BoardDraws&>(*board.inner);
  }
};

/// What a leaderboard is asked for.
struct BoardQuestion {
  std::vector<double> field;  ///< shares of the opponents; empty: all players alike
  double zone = 0.02;         ///< scores closer than that are the same
  std::uint64_t seed = 1;
};

/// The part of the drawn leagues that have the surest cycle of three. Where no cycle is likely,
/// mixing only hedges against what is not known yet.
[[nodiscard]] double surest_cycle(const Estimate& estimate);

/// Scores are scaled to [0, 1]. Requires a symmetric league with an estimate. Nothing when stopped.
[[nodiscard]] std::optional<Leaderboard> leaderboard_of(const PairingSums& sums,
                                                        const EstimateWithReasons& known,
                                                        const BoardQuestion& question,
                                                        const StopToken& stop);

}  // namespace allnash::league
