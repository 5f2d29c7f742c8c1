// The strategy that is cheapest to certify.
//
// An arm at distance g from the bound, whose plays have the variance s within strata, takes about
// log(1/alpha) (2 s / g^2 + 1/g) plays. The cost of a strategy is the sum of that over its arms. An
// equilibrium is not the cheapest: a strategy that gives up a little where it is safe costs less.
// Each arm's mean is taken one standard error lower than it looks, so that the search does not
// trust in luck. Solved by exponentiated gradient steps, which keep the weights positive and need
// no projection.
#pragma once

#include <vector>

#include "allnash/index.hpp"
#include "base/stop_token.hpp"
#include "noisy/tally.hpp"

namespace allnash::methods::noisy {

/// One player's problem. Payoffs are that player's own: more is better.
struct CertifyingSide {
  std::vector<Index> candidates;   ///< strategies that may be played
  Index arms = 0;                  ///< the opponent's strategies
  std::vector<double> means;       ///< candidates x arms
  std::vector<double> variances;   ///< of these means
  std::vector<double> spreads;     ///< variances of a play
  std::vector<double> leans;       ///< how much of a mean is what its arm's strength says
  std::vector<double> arm_doubts;  ///< variances of these strengths, one an arm
  std::vector<double> weights;     ///< the strategy, one a candidate
  double bound = 0;                ///< what is to be certified: every arm pays more than this

  // What the weights make of it, one an arm; kept by `fit`.
  std::vector<double> arm_means;
  std::vector<double> arm_leans;
  std::vector<double> arm_errors;   ///< standard errors
  std::vector<double> arm_spreads;  ///< variances of a play, within strata

  void look_at_weights();
  [[nodiscard]] double lowest() const;
};

/// 4 s / g^2 + 2 / g, and its tangent below `least`, where there is no hope of certifying.
double cost_of_gap(double gap, double spread, double least);

/// What certifying takes, in units of log(1/alpha)/2 plays: by the means, and by means taken
/// `caution` standard errors lower.
double cost(const CertifyingSide& side, double caution, double least);

/// How often each candidate is played in a round, near to the weights: of small rounds the one that
/// seems to cost least. An arm is played in whole rounds, on average half of one beyond its need.
std::vector<std::int64_t> cheapest_round(const CertifyingSide& side, double caution, double least,
                                         double log_level);

/// Improves the weights; the bound stays.
void fit(CertifyingSide& side, double caution, double least, int steps);

/// Improves both players' weights, and where between them the bounds lie: row.bound + epsilon =
/// 1 - column.bound, split where the whole is cheapest.
void fit_both(CertifyingSide& row, CertifyingSide& column, double epsilon, double caution,
              double least, const StopToken& stop);

}  // namespace allnash::methods::noisy
