// Games on flows in plain arithmetic, as their definition has them.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "large/trees/game_trees.hpp"
#include "large/trees/trees.hpp"

namespace allnash::test {

/// A built-in tree, such as "kuhn,cards=13".
inline FlowGame made_tree(const std::string& description) {
  return large::make_built_in(large::built_in_trees(), description);
}

/// Arcs by their tails.
inline std::vector<std::vector<Index>> arcs_by_node(const FlowSide& side) {
  std::vector<std::vector<Index>> result(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    result[at(side.arcs[a].tail)].push_back(static_cast<Index>(a));
  }
  return result;
}

/// The flow of a plan that takes the arc at its tail with the probability `share(arc)`.
template <typename Share>
std::vector<Rational> flow_of(const FlowSide& side, const Share& share) {
  const auto arcs = arcs_by_node(side);
  std::vector<Rational> flow(side.arcs.size());
  const std::function<void(Index, const Rational&)> go = [&](Index node, const Rational& amount) {
    for (const Index arc : arcs[at(node)]) {
      flow[at(arc)] += amount * share(arc);
      for (const Index head : side.arcs[at(arc)].heads) go(head, amount * share(arc));
    }
  };
  go(0, Rational(1));
  return flow;
}

inline std::vector<Rational> by_feature(const FlowSide& side, const std::vector<Rational>& flow) {
  std::vector<Rational> result(at(side.features));
  for (std::size_t a = 0; a < flow.size(); ++a) {
    if (side.arcs[a].feature) result[at(*side.arcs[a].feature)] += flow[a];
  }
  return result;
}

inline Rational paid(const FlowGame& game, const std::vector<Rational>& row,
                     const std::vector<Rational>& column) {
  const auto x = by_feature(game.rows, row);
  const auto y = by_feature(game.columns, column);
  Rational sum = game.constant;
  for (const FlowPayoff& entry : game.payoffs) {
    sum += x[at(entry.row_feature)] * entry.payoff * y[at(entry.column_feature)];
  }
  return sum;
}

/// The most that the row player can get against a flow of the column player, or the least that the
/// column player can concede.
inline Rational best_against(const FlowGame& game, bool row, const std::vector<Rational>& flow) {
  const FlowSide& side = row ? game.rows : game.columns;
  const auto amounts = by_feature(row ? game.columns : game.rows, flow);
  std::vector<Rational> gain(at(side.features));
  for (const FlowPayoff& entry : game.payoffs) {
    const Index mine = row ? entry.row_feature : entry.column_feature;
    const Index theirs = row ? entry.column_feature : entry.row_feature;
    gain[at(mine)] += entry.payoff * amounts[at(theirs)];
  }
  const auto arcs = arcs_by_node(side);
  const std::function<Rational(Index)> best = [&](Index node) {
    std::optional<Rational> found;
    for (const Index a : arcs[at(node)]) {
      const FlowArc& arc = side.arcs[at(a)];
      Rational sum = arc.feature ? gain[at(*arc.feature)] : Rational(0);
      for (const Index head : arc.heads) sum += best(head);
      if (!found || (row ? sum > *found : sum < *found)) found = sum;
    }
    return found.value_or(Rational(0));
  };
  return game.constant + best(0);
}

/// How many pure strategies a side has.
inline Rational strategies_of(const FlowSide& side) {
  const auto arcs = arcs_by_node(side);
  const std::function<Rational(Index)> count = [&](Index node) {
    if (arcs[at(node)].empty()) return Rational(1);
    Rational sum;
    for (const Index a : arcs[at(node)]) {
      Rational product = 1;
      for (const Index head : side.arcs[at(a)].heads) product *= count(head);
      sum += product;
    }
    return sum;
  };
  return count(0);
}

// Plans of a tree's sequence form, from what is done at the sets of the tree. Requires that labels
// of sets and of actions are all different.

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

/// The plans of pure strategies.
inline std::vector<std::vector<Rational>> plans_of(const GameTree& tree, Mover mover,
                                                   const FlowSide& side,
                                                   const std::vector<Choice>& choices) {
  std::vector<std::vector<Rational>> plans;
  for (const Choice& choice : choices) plans.push_back(plan_of(tree, mover, side, Pure{choice}));
  return plans;
}

}  // namespace allnash::test
