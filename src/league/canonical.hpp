// An order of the strategies that depends on the matches alone. It is the same for a log, for
// counts and for a chart of the same matches, whatever the strategies are called and in whatever
// order they are named. Random draws and floating-point choices use this order, so that the same
// matches give the same bounds.
//
// Strategies are sorted by a hash of their pairings, then of their opponents' pairings, and so on
// for a few rounds. All matches decide the order, later ones as well as earlier ones; because of
// the hash it tells no more about the later ones than a random order would. Strategies that still
// look alike keep the order in which they came.
#pragma once

#include <vector>

#include "allnash/index.hpp"
#include "lists/record.hpp"

namespace allnash::league {

struct CanonicalOrder {
  std::vector<Index> rows;     ///< the place of each row
  std::vector<Index> columns;  ///< of each column; in a symmetric game those of the rows
};

[[nodiscard]] CanonicalOrder canonical_order(const lists::Record& record);
/// The order in which the record names rows and columns.
[[nodiscard]] CanonicalOrder given_order(const lists::Record& record);

}  // namespace allnash::league
