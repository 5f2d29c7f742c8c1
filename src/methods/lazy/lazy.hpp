// The lazy method, and what `auto` makes of it.
#pragma once

#include "methods/methods.hpp"

namespace allnash::methods {

Outcome lazy(Run& run);
Outcome automatic(Run& run);

/// The lazy method, but where payoffs look like noise the other method goes first, if there is one:
/// for a saddle point, or with a tolerance one that answers.
Outcome lazy_or(Run& run, Method in_noise);

}  // namespace allnash::methods
