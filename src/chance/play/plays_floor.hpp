// Finds a floor for plays: alternatives and weights (evidence/floor.hpp has the claim and why).
//
// An arm that shares no cell with another has the weight 1/D for the D at which all its cells can
// be lowered enough. The others share matches (in a symmetric game) or cells of both players'
// mixtures. For these the best weights are the optimum of a linear program with infinitely many
// columns, which is solved by adding those that the division of plays of the last program tells
// least from the game. Any weights are a bound, so that it may end early.
#pragma once

#include "chance/evidence/attempt.hpp"
#include "chance/evidence/floor.hpp"
#include "core/base/stop_token.hpp"

namespace allnash::chance {

/// Both floors of the mixtures of an attempt, for bounds on a mean scaled to [0, 1]: `low` for what
/// the row player's mixture earns and, unless the game is symmetric, `high` for what the column
/// player's concedes. Requires delta in (0, 1). When stopped the floors are lower than need be.
[[nodiscard]] FloorClaims plays_floor(const Attempt& attempt, const Rational& low,
                                      const Rational& high, const Rational& delta,
                                      const StopToken& stop);

}  // namespace allnash::chance
