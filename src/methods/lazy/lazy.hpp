// The lazy method, and what `auto` shares with it.
#pragma once

#include <vector>

#include "methods/methods.hpp"

namespace allnash::methods {

Outcome lazy(Run& run);
Outcome automatic(Run& run);

/// Reads a small random block, the one that `lazy` starts from. False when the run must end.
[[nodiscard]] bool read_sample(Run& run);
/// True when what `read_sample` read shows no structure that forecasts could use. The sample is the
/// same for the same seed, so nothing is asked again.
[[nodiscard]] bool looks_like_noise(const Run& run);

}  // namespace allnash::methods
