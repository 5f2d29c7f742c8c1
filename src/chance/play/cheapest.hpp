// The strategy that is cheapest to certify.
//
// An arm at distance g from the bound, whose plays have the variance s within strata, takes about
// log(1/alpha) (2 s / g^2 + 1/g) plays. The cost of a strategy is the sum of that over its arms. An
// equilibrium is not the cheapest: a strategy that gives up a little where it is safe costs less.
// Each arm's mean is lowered by one standard error, so that the search does not rely on luck.
// Solved by exponentiated gradient steps, which keep the weights positive and need no projection.
#pragma once

#include <vector>

#include "allnash/source.hpp"
#include "chance/play/play_statistics.hpp"
#include "core/base/stop_token.hpp"

namespace allnash::chance {

/// One player's problem. Payoffs are that player's own: more is better.
struct CertifyingSide {
  std::vector<Index> candidates;   ///< strategies that may be played
  Index arms = 0;                  ///< the opponent's strategies
  std::vector<double> means;       ///< estimates, candidates x arms
  std::vector<double> variances;   ///< of these estimates
  std::vector<double> spreads;     ///< variances of a play
  std::vector<double> leans;       ///< weight of the arm's strength in an estimate
  std::vector<double> arm_doubts;  ///< variances of these strengths, one for each arm
  std::vector<double> weights;     ///< the mixed strategy, one for each candidate
  double bound = 0;                ///< to be certified: every arm's mean is above it

  // Statistics of the strategy, one for each arm; `fit` keeps them up to date.
  std::vector<double> arm_means;
  std::vector<double> arm_leans;
  std::vector<double> arm_errors;   ///< standard errors
  std::vector<double> arm_spreads;  ///< variances of a play, within strata

  void look_at_weights();
  [[nodiscard]] double lowest() const;
};

/// 4 s / g^2 + 2 / g; below `least`, where certifying is hopeless, its tangent.
double cost_of_gap(double gap, double spread, double least);

/// The cost of certifying, in units of log(1/alpha)/2 plays, with means lowered by `caution`
/// standard errors.
double cost(const CertifyingSide& side, double caution, double least);

/// The number of plays of each candidate in a round, near the weights: of all small rounds the one
/// with the least estimated cost. An arm is played in whole rounds, half a round too much.
std::vector<std::int64_t> cheapest_round(const CertifyingSide& side, double caution, double least,
                                         double log_level);

/// Improves the weights for the present bound.
void fit(CertifyingSide& side, double caution, double least, int steps);

/// Improves both players' weights and both bounds, with row.bound + epsilon = 1 - column.bound,
/// placed where the total cost is least.
void fit_both(CertifyingSide& row, CertifyingSide& column, double epsilon, double caution,
              double least, const StopToken& stop);

}  // namespace allnash::chance
