// floor_plays: how many plays no method could do without.
//
// Claim: a method that says of this strategy x that it guarantees l, and is wrong with probability
// at most delta on every game, asks for at least this many plays in the mean, on a game whose laws
// are those that the plays showed. It is about this mixture with this promise: neither about the
// value, nor about a single run, which may have luck.
//
// Why: let an alternative lower the means of one arm's cells until x earns no more than l against
// it. The method must not say yes there. So the plays of its cells, each counted with the
// divergence K of its law from laws of the lower mean (chance/lowering.hpp), are at least
// log(1/delta) in the mean (Kaufmann, Cappe and Garivier 2016). For alternatives with weights m
// such that the weighted divergences of no cell sum to more than 1, the sum of these inequalities
// says that the plays are at least log(1/delta) times the sum of m. Any such weights are a bound;
// the best are the optimum of a linear program. An arm that shares no cell with another has the
// weight 1/D for the D at which all its cells can be lowered enough; others share matches (in a
// symmetric game) or cells of both players' mixtures, and have a program with an alternative for
// each arm and step. docs/research/plays_floor.md has the proof.
#pragma once

#include <optional>

#include "allnash/result.hpp"
#include "base/stop_token.hpp"
#include "chance/attempt.hpp"

namespace allnash::methods::noisy {

/// Both floors of the mixtures of an attempt, for bounds on a mean scaled to [0, 1]: `low` for what
/// the row player's strategy earns and, unless the game is symmetric, `high` for what the column
/// player's concedes. Requires delta in (0, 1). When stopped the floors are lower than need be, or
/// missing.
[[nodiscard]] PlaysFloor plays_floor(const chance::Attempt& attempt, const Rational& low,
                                     const Rational& high, const Rational& delta,
                                     const StopToken& stop);

}  // namespace allnash::methods::noisy
