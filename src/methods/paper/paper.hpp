// The paper's method and its improvement: the strict saddle point of the matrix of all subgames.
#pragma once

#include "methods/methods.hpp"
#include "methods/paper/psne_halving.hpp"

namespace allnash::methods {

Outcome paper(Run& run);
Outcome padded(Run& run);

/// SetV(A, delta, k1, k2): candidates for the value, rising. Nothing when the run must end.
std::optional<std::vector<Rational>> set_v(Run& run, const Halving& halving, Index k1, Index k2,
                                           Random& random);

/// Nash(A, delta, k1, k2): proved, or failure, or stopped. Requires sizes that the game has.
Outcome nash(Run& run, const Halving& halving, Index k1, Index k2, Random& random);

/// The loops over unknown sizes, with these settings: for tests, which force the sample size.
Outcome paper_loop(Run& run, const Halving& halving, Random& random);
Outcome padded_loop(Run& run, const Halving& halving, Random& random);

/// A bound on the payoffs that one search of the matrix of all k1 x k2 subgames asks, with this
/// many lines of each kind a stage, and the check after it. Several such searches add up.
double search_cost(const ledger::Ledger& ledger, Index k1, Index k2, Index sample);
/// True when the options say to leave the loop rather than spend this.
bool leaves_loop(Run& run, double cost);

}  // namespace allnash::methods
