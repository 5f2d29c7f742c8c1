// Structure or noise?
#pragma once

#include <vector>

namespace allnash::methods {

/// True when a table of payoffs is plainly more than independent noise: when row and column effects
/// (a number a row, a number a column) or two products of such numbers explain more of its variance
/// than they would of noise. So it is with games of skill, of few features, on smooth kernels, and
/// with a constant table. Rows have one length; needs at least two rows and two columns.
bool shows_structure(std::vector<std::vector<double>> table);

}  // namespace allnash::methods
