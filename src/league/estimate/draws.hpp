// Draws from distributions, by plain arithmetic in a fixed order: one seed gives the same draws on
// every machine.
#pragma once

#include "core/base/random.hpp"

namespace allnash::league {

/// A standard normal number.
[[nodiscard]] double normal_draw(Random& random);
/// A draw from the gamma distribution. Requires shape > 0.
[[nodiscard]] double gamma_draw(Random& random, double shape);
/// A draw from the beta distribution, moved inside [0, 1] by a random amount of at most 1e-5, so
/// that ties between many rates of nearly 0 or 1 do not make a league's equilibrium ambiguous.
[[nodiscard]] double beta_draw(Random& random, double a, double b);

}  // namespace allnash::league
