// Plans of a tree's sequence form, from what is done at the sets of the tree. Requires that labels
// of sets and of actions are all different.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "flows/plans.hpp"
#include "flows/trees.hpp"

namespace allnash::test {

/// `share(set, action)` is the probability of each action of the player's.
template <typename Share>
std::vector<Rational> plan_of(const GameTree& tree, Mover mover, const FlowSide& side,
                              const Share& share) {
  std::map<std::string, Index> sets;
  for (std::size_t s = 0; s < tree.sets.size(); ++s) {
    if (tree.sets[s].mover == mover) sets[tree.sets[s].label] = static_cast<Index>(s);
  }
  return flow_of(side, [&](Index a) {
    const FlowArc& arc = side.arcs[at(a)];
    if (arc.tail == 0) return Rational(1);
    const Index set = sets.at(side.nodes[at(arc.tail)]);
    const auto& actions = tree.sets[at(set)].actions;
    const auto found = std::find(actions.begin(), actions.end(), arc.label);
    return share(set, static_cast<Index>(found - actions.begin()));
  });
}

/// A pure strategy as probabilities.
struct Pure {
  const Choice& choice;
  Rational operator()(Index set, Index action) const {
    const auto chosen = choice.find(set);
    return {chosen != choice.end() && chosen->second == action ? 1 : 0};
  }
};

}  // namespace allnash::test
