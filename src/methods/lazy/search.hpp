// The search of `lazy`, and the proof that it ends in.
#pragma once

#include "methods/lazy/sample.hpp"
#include "methods/methods.hpp"

namespace allnash::methods {

/// From a block of strategies to start with. Forecasts are of no use in noise.
Outcome search_lazily(Run& run, Sample sample, const Block& start, bool trust_forecasts);

}  // namespace allnash::methods
