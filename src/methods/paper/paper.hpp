// The paper's method: the strict saddle point of the matrix of all subgames.
#pragma once

#include <functional>

#include "methods/methods.hpp"
#include "methods/paper/psne_halving.hpp"

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

/// SetV(A, delta, k1, k2): candidates for the value, rising. Nothing when the run must end.
std::optional<std::vector<Rational>> set_v(Run& run, const Halving& halving, Index k1, Index k2,
                                           Random& random);

/// Nash(A, delta, k1, k2): proved, or failure, or stopped. Requires sizes that the game has.
Outcome nash(Run& run, const Halving& halving, Index k1, Index k2, Random& random);

/// The loop over unknown sizes, with these settings: for tests, which force the sample size.
Outcome paper_loop(Run& run, const Halving& halving, Random& random);

/// A bound on the payoffs that one search of the matrix of all k1 x k2 subgames asks, with this
/// many lines of each kind a stage, and the check after it. Several such searches add up.
double search_cost(const game::Known& known, Index k1, Index k2, Index sample);
/// True when the loop must be left before a search with these sizes, or the options say so; what is
/// left is then for another method. `cost` is a bound on its queries, looked at where it matters.
bool leaves_loop(Run& run, Index k1, Index k2, const std::function<double()>& cost);

}  // namespace allnash::methods
