// A flow as a mixture of few pure strategies.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "core/base/at.hpp"
#include "large/graphs/parts.hpp"

namespace allnash::large {
namespace {

using exact::Integer;

/// The arcs of each node that still carry flow, the widest on top; of equal ones the first.
class WidestArcs {
  [[nodiscard]] auto narrower() const {
    return [this](int one, int other) {
      const int order = fmpz_cmp(flow_[at(one)].raw(), flow_[at(other)].raw());
      return order != 0 ? order < 0 : one > other;
    };
  }

 public:
  WidestArcs(const Graph& graph, const Numbers& flow)
      : graph_(graph), flow_(flow), end_(at(graph.nodes)) {
    arcs_.resize(at(graph.arcs()));
    for (int n = 0; n < graph.nodes; ++n) {
      int end = graph.first[at(n)];
      for (int a = end; a < graph.first[at(n) + 1]; ++a) {
        if (fmpz_sgn(flow[at(a)].raw()) > 0) arcs_[at(end++)] = a;
      }
      end_[at(n)] = end;
      std::ranges::make_heap(begin(n), this->end(n), narrower());
    }
  }
  /// -1 if none carries flow.
  [[nodiscard]] int widest(int node) const {
    return graph_.first[at(node)] == end_[at(node)] ? -1 : arcs_[at(graph_.first[at(node)])];
  }
  /// Calls change(), which lowers the flow of the widest arc of the node.
  template <typename Change>
  void lower_widest(int node, const Change& change) {
    std::ranges::pop_heap(begin(node), end(node), narrower());
    const int arc = *(end(node) - 1);
    change(arc);
    if (fmpz_sgn(flow_[at(arc)].raw()) > 0) {
      std::ranges::push_heap(begin(node), end(node), narrower());
    } else {
      --end_[at(node)];
    }
  }

 private:
  std::vector<int>::iterator begin(int node) { return arcs_.begin() + graph_.first[at(node)]; }
  std::vector<int>::iterator end(int node) { return arcs_.begin() + end_[at(node)]; }

  const Graph& graph_;
  const Numbers& flow_;
  std::vector<int> arcs_;  // grouped by node, each group a heap
  std::vector<int> end_;   // of each node's heap
};

}  // namespace

// Takes the widest strategy again and again, with as much flow as it carries. Each removes an arc,
// so there are at most as many as arcs.
Decomposition decomposed(const Graph& graph, Numbers flow, const Integer& unit,
                         std::size_t most_arcs, const StopToken& stop) {
  Decomposition result;
  Integer left = unit;
  Pace pace(stop);
  std::size_t listed = 0;
  try {
    WidestArcs widest(graph, flow);
    while (fmpz_sgn(left.raw()) > 0 && listed < most_arcs) {
      std::priority_queue<int, std::vector<int>, std::greater<>> reached;  // in topological order
      if (graph.nodes > 0) reached.push(0);
      std::vector<int> arcs;
      const Integer* least = &left;
      while (!reached.empty()) {
        pace.step();
        const int arc = widest.widest(reached.top());
        reached.pop();
        arcs.push_back(arc);
        if (fmpz_cmp(flow[at(arc)].raw(), least->raw()) < 0) least = &flow[at(arc)];
        for (const int head : graph.heads_of(arc)) reached.push(head);
      }
      const Integer amount = *least;
      PlayedStrategy played;
      played.probability = exact::quotient(amount.raw(), unit.raw());
      fmpz_sub(left.raw(), left.raw(), amount.raw());
      for (const int a : arcs) {
        widest.lower_widest(graph.tail[at(a)], [&](int arc) {
          fmpz_sub(flow[at(arc)].raw(), flow[at(arc)].raw(), amount.raw());
        });
        played.arcs.push_back(graph.given_arc[at(a)]);
      }
      listed += arcs.size() + 1;
      result.mixture.push_back(std::move(played));
    }
  } catch (const Stopped&) {  // the strategies so far
  }
  result.unlisted = exact::quotient(left.raw(), unit.raw());
  return result;
}

}  // namespace allnash::large
