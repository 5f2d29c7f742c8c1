// The paper's method: the strict saddle point of the matrix of all subgames.
#pragma once

#include <functional>

#include "paper/psne_halving.hpp"
#include "search/run.hpp"

namespace allnash::methods {

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
