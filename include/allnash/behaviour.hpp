// Turns a plan of a game tree into a behaviour strategy: probabilities at each information set.
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

/// The behaviour strategy of a plan, given as a flow by arc, at each information set that its own
/// moves do not exclude, in the order of the nodes; at others a plan has no probabilities. A flow
/// may be in units of any size. Node 0, where nothing is decided, is left out.
[[nodiscard]] ALLNASH_EXPORT std::vector<Behaviour> behaviour_of(const FlowSide& side,
                                                                 std::span<const Rational> flow);

}  // namespace allnash
