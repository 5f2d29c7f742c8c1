// How much of a table of payoffs is structure.
#pragma once

#include <vector>

namespace allnash::methods {

/// The share of the variance that two effects (a number a row, a number a column) and two products
/// of such numbers explain: near 1 for games of skill, of few features, on smooth kernels; about
/// 0.45 for a 20 x 20 table of noise. 1 for a constant table. Rows have one length.
double explained_share(std::vector<std::vector<double>> table);

}  // namespace allnash::methods
