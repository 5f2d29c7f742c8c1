// The floor for plays: what shows that no method could certify a mixture in fewer, in the mean.
//
// Claim: a method that says of this strategy x that it guarantees l, and is wrong with probability
// at most delta on every game, asks for at least log(1/delta) times the sum of the weights in the
// mean. It is about this mixture with this promise: neither about the value, which can be known for
// less, nor about a single run, which may have luck.
//
// Why: an alternative lowers the means of one arm's cells until x earns no more than l against it.
// The method must not say yes there. So the plays of its cells, each times the divergence of its
// law from one of the lower mean, are at least log(1/delta) in the mean (Kaufmann, Cappe and
// Garivier 2016). If the weighted divergences of no cell sum to more than 1, the weighted sum of
// these inequalities is the claim. docs/research/plays_floor.md has the proofs.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "chance/evidence/lowering.hpp"
#include "core/game/players.hpp"

namespace allnash::chance {

/// A game in which a mixture earns no more than its bound against one arm.
struct Alternative {
  game::Player player = game::Player::row;  ///< whose mixture
  Index arm = 0;
  Rational weight;
  std::vector<Rational> means;  ///< against the arm, of each strategy of the mixture
};

/// Bounds on the laws of an arm's cells, one for each strategy of the mixture.
struct ArmBounds {
  game::Player player = game::Player::row;
  Index arm = 0;
  std::vector<LawBounds> cells;
};

struct FloorClaim {
  std::int64_t plays = 0;
  std::vector<ArmBounds> bounds = {};  ///< none: the laws are those that the plays showed
  std::vector<Alternative> alternatives = {};
};

/// Both floors of an attempt, where they are known.
struct FloorClaims {
  std::optional<FloorClaim> seen;  ///< if the laws are those that the plays showed
  std::optional<FloorClaim> sure;  ///< whatever they are, with the confidence of the run
};

/// Writes the lines of a certificate.
void write_floors(std::ostream& out, const FloorClaims& floors);

}  // namespace allnash::chance
