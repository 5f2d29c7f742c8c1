// The box: a confidence interval for every pairing. Each pairing and side has a confidence sequence
// at level d / (2 pairings). So the intervals hold together with probability at least 1 - d,
// whoever met whom and why. For every game within them:
//
//   the value lies between the values of the two games of their ends;
//   no equilibrium plays a strategy i with more than
//     max { x_i : x a strategy, (x U)[j] >= v for all j },    U the upper ends, v a lower bound on
//   the value: any y gives the bound (M - v) / (M - (U y)_i) with M the largest of U y.
#pragma once

#include <vector>

#include "chance/evidence/claim.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

using chance::Interval;
using reading::Record;

/// The confidence intervals of all pairings that were played.
[[nodiscard]] std::vector<Interval> intervals_of(const Record& record, const Rational& level);

/// The games of the lower and of the upper ends: payoffs of the row player, scaled to [0, 1].
struct Box {
  exact::Matrix low;
  exact::Matrix high;
};
[[nodiscard]] Box box_of(const Record& record, const std::vector<Interval>& intervals);

/// The box of a large league with few matches. All strategies without an informative interval are
/// merged into a last strategy of each player, whose payoffs may be anything. As an opponent the
/// merged strategy bounds nobody's payoff, so it is left out.
struct InformedBox {
  std::vector<Index> rows;
  std::vector<Index> columns;
  exact::Matrix high;  ///< upper ends; the last row is the merged one
  exact::Matrix low;   ///< lower ends; the last column is the merged one
};
[[nodiscard]] InformedBox informed_box_of(const Record& record,
                                          const std::vector<Interval>& intervals);

/// Upper limits on the probability of each of the row player's strategies in an equilibrium, where
/// they are below 1, rounded up to multiples of 10^-4. `least` is a lower bound on the value.
[[nodiscard]] std::vector<chance::CapClaim> caps_of(const exact::Matrix& high,
                                                    const Rational& least, const StopToken& stop);

/// The game as the column player sees it: transposed, with each payoff p replaced by 1 - p.
[[nodiscard]] exact::Matrix turned(const exact::Matrix& game);

}  // namespace allnash::league
