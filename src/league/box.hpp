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

#include "base/stop_token.hpp"
#include "chance/claim.hpp"
#include "exact/matrix.hpp"
#include "lists/record.hpp"

namespace allnash::league {

using chance::Interval;
using lists::Record;

/// The intervals of every pairing that met.
[[nodiscard]] std::vector<Interval> intervals_of(const Record& record, const Rational& level);

/// The ends of the intervals as games: shares of the range, as the row player sees them.
struct Box {
  exact::Matrix low;
  exact::Matrix high;
};
[[nodiscard]] Box box_of(const Record& record, const std::vector<Interval>& intervals);

/// For a league with many strategies of which little is known: the games of those strategies of
/// which some interval says something. All others are one strategy of each player, the last, of
/// which nothing is known. As an opponent it holds nobody down, and is left out.
struct InformedBox {
  std::vector<Index> rows;
  std::vector<Index> columns;
  exact::Matrix high;  ///< as the row player sees it: one row more
  exact::Matrix low;   ///< one column more
};
[[nodiscard]] InformedBox informed_box_of(const Record& record,
                                          const std::vector<Interval>& intervals);

/// Upper limits on how much each of the row player's strategies is played, where they are below 1,
/// rounded up to multiples of 10^-4. `least` is a lower bound on the value.
[[nodiscard]] std::vector<chance::CapClaim> caps_of(const exact::Matrix& high,
                                                    const Rational& least, const StopToken& stop);

/// The game as the column player sees it: transposed, and every payoff taken from 1.
[[nodiscard]] exact::Matrix turned(const exact::Matrix& game);

}  // namespace allnash::league
