// A value and a mixed strategy for each player: what every method ends in.
#pragma once

#include <optional>
#include <string>

#include "allnash/result.hpp"

namespace allnash::game {

struct Pair {
  Rational value;
  MixedStrategy row;
  MixedStrategy column;
};

/// Entries that have been seen.
class KnownGame {
 public:
  virtual ~KnownGame() = default;
  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index columns() const = 0;
  /// Requires that the entry has been seen.
  [[nodiscard]] virtual Rational entry(Index row, Index column) const = 0;
};

/// The exact check that ends every run: the pair is strictly complementary, that is
///
///   the row strategy earns exactly the value against every column that the column strategy plays,
///   and strictly more against every other; the column strategy concedes exactly the value to every
///   row that the row strategy plays, and strictly less to every other.
///
/// Then the value is the game's and the two supports are the unions of the supports of all optimal
/// strategies (Goldman and Tucker 1956). Looks only at the rows and the columns that the pair
/// plays. Returns nothing when the pair holds, otherwise what is wrong.
[[nodiscard]] std::optional<std::string> fault_in(const KnownGame& game, const Pair& pair);

}  // namespace allnash::game
