// The box: every pairing by itself. A confidence sequence a pairing and side, at level
// d / (2 pairings), gives intervals that hold together with probability at least 1 - d, however the
// pairings came about. For every game within them:
//
//   the value lies between the values of the two games of their ends;
//   a strategy is played in no equilibrium more than
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

/// Of every pairing that met.
[[nodiscard]] std::vector<Interval> intervals_of(const Record& record, const Rational& level);

/// The ends of the intervals as games: shares of the range, as the row player sees them.
struct Box {
  exact::Matrix low;
  exact::Matrix high;
};
[[nodiscard]] Box box_of(const Record& record, const std::vector<Interval>& intervals);

/// Of a league with many strategies of which little is known: the games of those alone that some
/// interval says something of. All others are one more strategy of each player, the last, of which
/// nothing is known; as an opponent it holds nobody down, and is left out.
struct InformedBox {
  std::vector<Index> rows;
  std::vector<Index> columns;
  exact::Matrix high;  ///< as the row player sees it: one row more
  exact::Matrix low;   ///< one column more
};
[[nodiscard]] InformedBox informed_box_of(const Record& record,
                                          const std::vector<Interval>& intervals);

/// What each of the row player's strategies is played at most, where that is below 1; `least` is a
/// lower bound on the value. Rounded up to multiples of 10^-4.
[[nodiscard]] std::vector<chance::CapClaim> caps_of(const exact::Matrix& high,
                                                    const Rational& least, const StopToken& stop);

/// The game as the column player sees it: transposed, and every payoff taken from 1.
[[nodiscard]] exact::Matrix turned(const exact::Matrix& game);

}  // namespace allnash::league
