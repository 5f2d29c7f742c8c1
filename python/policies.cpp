// A strategy for a game tree as probabilities at every information set, also at those that its own
// moves rule out, where a plan says nothing.
//
// There the best reply is taken to the opponent's strategy y of the proof, with the player's own
// best play afterwards. Where y does not get there, or leaves several actions equal, the tie is
// broken by the best reply to the opponent's uniform play u: together, the best reply to y mixed
// with infinitely little of u. Actions that are equal in both are equally likely. Nothing of this
// matters against anybody, since the player never gets there: the strategy stays what it is.
//
// Gains are pairs, compared like words in a dictionary; a node's worth is the greatest pair of an
// arc's own gain and the worth of what follows it. One sweep from the last node to the first.
#include <pybind11/stl.h>

#include <tuple>

#include "bindings.hpp"
#include "flow_solution.hpp"
#include "numbers.hpp"

namespace allnash::python {
namespace {

/// Against the opponent's strategy, and against uniform play.
struct Gain {
  Rational first;
  Rational second;
  auto operator<=>(const Gain&) const = default;
  Gain& operator+=(const Gain& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
};

/// The sequences after each node's arcs; nodes come after the nodes before them.
std::vector<std::vector<std::size_t>> arcs_by_node(const FlowSide& side) {
  std::vector<std::vector<std::size_t>> result(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    result[static_cast<std::size_t>(side.arcs[a].tail)].push_back(a);
  }
  return result;
}

std::vector<Rational> uniform_flow(const FlowSide& side) {
  std::vector<Rational> inflow(side.nodes.size());
  std::vector<Rational> flow(side.arcs.size());
  const auto arcs = arcs_by_node(side);
  inflow[0] = 1;
  for (std::size_t n = 0; n < side.nodes.size(); ++n) {
    for (const std::size_t a : arcs[n]) {
      flow[a] = inflow[n] / Rational(arcs[n].size());
      for (const Index head : side.arcs[a].heads) inflow[static_cast<std::size_t>(head)] += flow[a];
    }
  }
  return flow;
}

/// What each feature of a player earns against two flows of the opponent, in the player's payoffs.
std::vector<Gain> gains(const FlowGame& game, bool is_row, const std::vector<Rational>& flow,
                        const std::vector<Rational>& other) {
  const FlowSide& own = is_row ? game.rows : game.columns;
  const FlowSide& side = is_row ? game.columns : game.rows;
  const auto by_feature = [&](const std::vector<Rational>& amounts) {
    std::vector<Rational> result(static_cast<std::size_t>(side.features));
    for (std::size_t a = 0; a < side.arcs.size(); ++a) {
      if (side.arcs[a].feature)
        result[static_cast<std::size_t>(*side.arcs[a].feature)] += amounts[a];
    }
    return result;
  };
  const std::vector<Rational> first = by_feature(flow);
  const std::vector<Rational> second = by_feature(other);
  std::vector<Gain> result(static_cast<std::size_t>(own.features));
  for (const FlowPayoff& one : game.payoffs) {
    Gain& gain = result[static_cast<std::size_t>(is_row ? one.row_feature : one.column_feature)];
    const auto feature = static_cast<std::size_t>(is_row ? one.column_feature : one.row_feature);
    const Rational payoff = is_row ? one.payoff : -one.payoff;
    if (first[feature].sign() != 0) gain.first += payoff * first[feature];
    gain.second += payoff * second[feature];
  }
  return result;
}

/// Probabilities by arc at every node, and which nodes the flow itself does not reach.
std::pair<std::vector<Rational>, std::vector<bool>> completed(const FlowSolution& solution,
                                                              bool is_row) {
  const FlowGame& game = *solution.game;
  const FlowSide& side = solution.side(is_row);
  const std::vector<Rational>& flow = solution.player(is_row).flow;
  const auto arcs = arcs_by_node(side);
  std::vector<Rational> probability(side.arcs.size());
  std::vector<bool> ruled_out(side.nodes.size(), false);
  bool any = false;
  for (std::size_t n = 0; n < side.nodes.size(); ++n) {
    Rational through;
    for (const std::size_t a : arcs[n]) through += flow[a];
    ruled_out[n] = through.sign() == 0;
    any = any || ruled_out[n];
    if (ruled_out[n]) continue;
    for (const std::size_t a : arcs[n]) probability[a] = flow[a] / through;
  }
  if (!any) return {std::move(probability), std::move(ruled_out)};

  const std::vector<Gain> earned =
      gains(game, is_row, solution.player(!is_row).flow, uniform_flow(solution.side(!is_row)));
  std::vector<Gain> worth(side.nodes.size());
  for (std::size_t n = side.nodes.size(); n-- > 0;) {
    std::vector<std::size_t> best;
    for (const std::size_t a : arcs[n]) {
      Gain gain;
      if (side.arcs[a].feature) gain = earned[static_cast<std::size_t>(*side.arcs[a].feature)];
      for (const Index head : side.arcs[a].heads) gain += worth[static_cast<std::size_t>(head)];
      if (best.empty() || gain > worth[n]) {
        best.clear();
        worth[n] = std::move(gain);
      } else if (gain < worth[n]) {
        continue;
      }
      best.push_back(a);
    }
    if (!ruled_out[n]) continue;
    for (const std::size_t a : best) probability[a] = Rational(1, best.size());
  }
  return {std::move(probability), std::move(ruled_out)};
}

/// By information set, in the order of the nodes: its label, the labels of its actions, their
/// probabilities, and whether the strategy's own moves rule it out.
py::list complete_policy(const FlowSolution& solution, bool is_row) {
  py::list result;
  const FlowSide& side = solution.side(is_row);
  if (solution.player(is_row).flow.empty()) return result;
  const auto [probability, ruled_out] = completed(solution, is_row);
  const auto arcs = arcs_by_node(side);
  const py::object nought = to_fraction(0);
  const py::object one = to_fraction(1);
  for (std::size_t n = 1; n < side.nodes.size(); ++n) {
    py::list labels;
    py::list numbers;
    for (const std::size_t a : arcs[n]) {
      labels.append(side.arcs[a].label);
      const Rational& p = probability[a];
      numbers.append(p.sign() == 0 ? nought : p == Rational(1) ? one : to_fraction(p));
    }
    result.append(py::make_tuple(side.nodes[n], labels, numbers, py::bool_(ruled_out[n])));
  }
  return result;
}

}  // namespace

void define_policies(py::module_& module) { module.def("complete_policy", complete_policy); }

}  // namespace allnash::python
