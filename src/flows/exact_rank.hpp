// The number of independent conditions on the optimal flows of a game, exactly.
//
// Let the arcs of both supports be known. A flow on the row player's arcs is optimal if every
// played arc of the column player stays a best response. These conditions are linear in the
// difference of two flows, and such a difference is a sum of cycles, one for each arc beyond the
// first of a node. So the matrix of conditions is Psi' K' Phi: the features of the cycles of both
// players, one cycle a column, around the payoffs K. The dimension of either player's set of
// optimal flows is the number of its cycles less the rank of this matrix.
//
// The matrix itself is large and dense. But its rank is at most that of Phi or of Psi, which have a
// row only for each feature. Most often one of these ranks equals the lower bound that is known.
// Otherwise it is the rank of the matrix that is left when both are replaced by a basis of their
// columns.
#pragma once

#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/access.hpp"
#include "flows/exact_pair.hpp"

namespace allnash::flows {

struct SparseEntry {
  int column = 0;
  exact::Integer value;  ///< not 0
};
using SparseRow = std::vector<SparseEntry>;  ///< columns rise

/// As many rows as the rank, which span what the given ones do. Nothing when stopped.
std::optional<std::vector<SparseRow>> independent_rows_of(std::vector<SparseRow> rows, int columns,
                                                          const StopToken& stop);

/// The rank of the conditions on flows through these arcs, which must be usable. Requires that it
/// is not below `at_least`. Nothing when stopped, or where the cycles would take too much memory.
std::optional<Index> rank_of_conditions(const Form& form, const ArcSets& played, Index at_least,
                                        const StopToken& stop);

}  // namespace allnash::flows
