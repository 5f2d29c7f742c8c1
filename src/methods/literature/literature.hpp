// Methods of the literature that are here to be compared with. `auto` uses none of them.
#pragma once

#include "methods/noisy/noisy.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

// Each ends in the strict saddle point, proved, or in no_strict_saddle_point, exactly.
Outcome saddle_dallant(Run& run);
Outcome saddle_random(Run& run);
Outcome saddle_lasvegas(Run& run);

/// Every equilibrium of a game whose payoffs are 0 and 1.
Outcome sparse_binary(Run& run);

/// The strict saddle point of a game of chance.
Outcome saddle_midsearch(Run& run);

/// The search of saddle_dallant on the whole game; lists of up to `base` lines go to Bienstock's.
std::optional<Key> dallant_pseudo_saddle(Run& run, std::size_t base);

}  // namespace allnash::methods
