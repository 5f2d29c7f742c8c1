// Turns a plan of a game tree into behaviour: what to do at each information set.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/flow_game.hpp"

namespace allnash {

struct Behaviour {
  struct Action {
    std::string label;
    Rational probability;
  };
  std::string set;              ///< its label
  std::vector<Action> actions;  ///< those with a probability above 0, in the order of the arcs
};

/// The probabilities that a plan, a flow by arc, has at each information set that its own moves do
/// not rule out, in the order of the nodes; of others a plan says nothing. A flow may be in units
/// of any size. Node 0, where nothing is decided, is left out.
[[nodiscard]] ALLNASH_EXPORT std::vector<Behaviour> behaviour_of(const FlowSide& side,
                                                                 std::span<const Rational> flow);

}  // namespace allnash
