#include "allnash/behaviour.hpp"

#include <utility>

#include "base/at.hpp"

namespace allnash {

std::vector<Behaviour> behaviour_of(const FlowSide& side, std::span<const Rational> flow) {
  std::vector<Rational> through(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) through[at(side.arcs[a].tail)] += flow[a];
  std::vector<Behaviour> by_node(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    const FlowArc& arc = side.arcs[a];
    if (flow[a].sign() == 0) continue;
    by_node[at(arc.tail)].actions.push_back({arc.label, flow[a] / through[at(arc.tail)]});
  }
  std::vector<Behaviour> result;
  for (std::size_t n = 1; n < by_node.size(); ++n) {
    if (by_node[n].actions.empty()) continue;
    by_node[n].set = side.nodes[n];
    result.push_back(std::move(by_node[n]));
  }
  return result;
}

}  // namespace allnash
