// Ranges: bounds that every optimal strategy of a player keeps, as text. table_ranges.hpp and
// flow_ranges.hpp verify them.
//
// A bound on what is played of one strategy or arc says that w x <= m for all optimal x, with some
// numbers w. It is proved by numbers d for the opponent's strategies or arcs which, for a large M,
// make a flow M y + d of his own flow y. An optimal x earns the value against that, so that
//
//   w x <= w x + x A d - L (V - C),
//
// whose most over the best responses to y is at most m; docs/certificate_format.md says why. That
// the bound is the best one is shown by an optimal strategy that reaches it.
#pragma once

#include <optional>
#include <vector>

#include "amounts.hpp"

namespace checker {

struct Bound {
  Line text;           // for messages
  Index index = 0;     // a strategy, or an arc
  bool share = false;  // a bound on the arc's part of what leaves its tail
  bool most = false;   // an upper bound
  Fraction number;
  Amounts against;                  // d
  std::optional<Amounts> attained;  // what an optimal strategy plays that reaches the bound
  std::optional<std::size_t> by;    // or: the place of the bound whose strategy reaches this one

  [[noreturn]] void reject(const string& what) const { text.reject(what); }
  /// The right side of w x <= m.
  [[nodiscard]] Fraction right_side() const;
};

/// The bounds of each player.
struct Ranges {
  std::vector<Bound> row;
  std::vector<Bound> column;
};

/// Reads the bounds of a player, if there are any; `own` and `others` are the numbers of strategies
/// or arcs.
std::vector<Bound> read_bounds(Lines& lines, string_view keyword, bool of_flows, Index own,
                               Index others);
/// Describes what was proved.
string words_for(const Ranges& ranges);

}  // namespace checker
