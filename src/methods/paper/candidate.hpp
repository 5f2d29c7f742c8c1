// The conditions C1 to C3 of the paper for two candidate supports.
#pragma once

#include <vector>

#include "methods/methods.hpp"

namespace allnash::methods {

/// Throws OptionError for sizes that the game does not have.
void refuse_misfit(const Run& run, Index k1, Index k2);

/// Reads these rows and these columns whole and checks, exactly, that they are the supports: the
/// game on the rows and the game on the columns have one value, the columns are the union of the
/// supports of the optimal column strategies of the first, and the rows that of the optimal row
/// strategies of the second. Proved when they are, with the pair that the two games give; failure
/// when not. Both values are bounds on the game's and are noted. Requires non-empty rising lists.
Outcome check_candidate(Run& run, const std::vector<Index>& rows,
                        const std::vector<Index>& columns);

}  // namespace allnash::methods
