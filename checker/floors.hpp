// The floor for plays.
//
// A certificate may say that no method certifies its mixtures to its bounds, and is wrong with
// probability delta at most, with fewer than so many plays in the mean. It lists *alternatives*:
// each lowers the means of one arm's cells to b_i, so that the mixture earns no more than its bound
// against the arm. If a weight W of each alternative is such that for every cell the weights times
// the divergences sum to 1 at most, log(1/delta) times the sum of all weights is such a number.
//
// The divergence of a law of mean m, variance V and largest value X' from one of mean b is at most
// log(m/b), and, if t = (m - b) / V is above 0 and t (X' - m) below 1, at most
// -E log(1 - t (X - m)). The law of a cell is that of its draws. Or it may be any with
// E X <= u and E X (1 - X) <= w, for bounds that the draws show: then it is the law of a coin of
// mean u, with V = u (1 - u) - w. docs/research/plays_floor.md has the proofs.
#pragma once

#include "confidence.hpp"

namespace checker {

void read_floors(Lines& lines, Confidence& claim);
/// The shares of the bounds of the row and the column player's mixture, as each sees them.
void check_floor(const Confidence& claim, const Floor& floor, const Fraction& row_bound,
                 const Fraction& column_bound);

}  // namespace checker
