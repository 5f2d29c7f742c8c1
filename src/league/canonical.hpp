// An order of the strategies that the matches alone decide: the same for a log, for counts and for
// a chart of the same matches, in whatever order they name the strategies, and whatever these are
// called. What is drawn by lot, and what floating point chooses, goes by it, so that the same
// matches promise the same.
//
// Strategies are sorted by what their pairings were, then by those of their opponents, and so on
// for a few rounds; or rather by hashes of these, so that the order, which later matches decide as
// well as earlier ones, tells no more of them than a lot. Strategies that look alike even then keep
// the order in which they came.
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
/// Of rows and columns as they are.
[[nodiscard]] CanonicalOrder given_order(const lists::Record& record);

}  // namespace allnash::league
