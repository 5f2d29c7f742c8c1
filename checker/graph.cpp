#include "graph.hpp"

#include <algorithm>
#include <bitset>

#include "text.hpp"

namespace checker {
namespace {

constexpr std::size_t most_count_limbs = std::size_t{1} << 25;  // of numbers of strategies at once

/// Nodes with arcs that are entered from two nodes, or twice by one arc.
std::vector<char> meeting_nodes(const OrderedGraph& graph) {
  std::vector<char> meets(to_size(graph.nodes), 0);
  std::vector<std::optional<std::size_t>> by(to_size(graph.nodes));  // the last arc so far
  for (std::size_t a = 0; a < graph.arcs.size(); ++a) {
    for (const Index head : graph.arcs[a].heads) {
      std::optional<std::size_t>& last = by[to_size(head)];
      const bool other = last && (*last == a || graph.arcs[*last].tail != graph.arcs[a].tail);
      if (other && !graph.leaving[to_size(head)].empty()) meets[to_size(head)] = 1;
      last = a;
    }
  }
  return meets;
}

}  // namespace

void order_nodes(OrderedGraph& graph, const string& player) {
  const auto nodes = to_size(graph.nodes);
  graph.leaving.resize(nodes);
  std::vector<Index> waits(nodes, 0);
  for (std::size_t a = 0; a < graph.arcs.size(); ++a) {
    graph.leaving[to_size(graph.arcs[a].tail)].push_back(static_cast<Index>(a));
    for (const Index head : graph.arcs[a].heads) ++waits[to_size(head)];
  }
  // A node is listed after all arcs into it; the first arcs leave node 0.
  if (waits[0] > 0) throw Rejected("an arc of the " + player + " player leads to node 0");
  graph.order.push_back(0);
  for (std::size_t t = 0; t < graph.order.size(); ++t) {
    for (const Index a : graph.leaving[to_size(graph.order[t])]) {
      for (const Index head : graph.arcs[to_size(a)].heads) {
        if (--waits[to_size(head)] == 0) graph.order.push_back(head);
      }
    }
  }
  if (graph.order.size() < nodes) {
    throw Rejected("the graph of the " + player + " player has a cycle or a node out of reach");
  }
}

void check_reached_once(const OrderedGraph& graph, const string& player) {
  if (std::ranges::all_of(graph.arcs, [](const FlowArc& a) { return a.heads.size() < 2; })) return;
  using Meetings = std::bitset<512>;
  const std::vector<char> meets = meeting_nodes(graph);
  std::vector<Meetings> ahead(to_size(graph.nodes));
  for (std::size_t end = graph.order.size(); end > 0;) {
    std::ranges::fill(ahead, Meetings());
    std::size_t bits = 0;
    std::size_t next = end;  // the first place in the order whose node was considered for a bit
    for (std::size_t t = end; t-- > 0;) {
      const auto node = to_size(graph.order[t]);
      for (const Index a : graph.leaving[node]) {
        Meetings sum;
        for (const Index head : graph.arcs[to_size(a)].heads) {
          if ((sum & ahead[to_size(head)]).any()) {
            throw Rejected("a strategy of the " + player + " player reaches a node twice");
          }
          sum |= ahead[to_size(head)];
        }
        ahead[node] |= sum;
      }
      if (bits == ahead[node].size()) continue;
      next = t;
      if (meets[node] != 0) ahead[node].set(bits++);
    }
    end = next;
  }
}

void check_count(const OrderedGraph& graph, const std::vector<char>& inside, const Integer& claimed,
                 const string& what) {
  const auto nodes = to_size(graph.nodes);
  std::vector<Index> uses(nodes, 0);  // arcs that will still ask for a node's number
  for (std::size_t a = 0; a < graph.arcs.size(); ++a) {
    if (inside[a] == 0) continue;
    for (const Index head : graph.arcs[a].heads) ++uses[to_size(head)];
  }
  std::vector<Integer> count(nodes);
  const auto wrong = [&] { throw Rejected(what + " are not as many as claimed"); };
  Integer ways;
  std::size_t limbs = 0;
  for (std::size_t t = graph.order.size(); t-- > 0;) {
    const auto node = to_size(graph.order[t]);
    if (uses[node] == 0 && node != 0) continue;
    if (graph.leaving[node].empty()) mpz_set_ui(count[node], 1);
    for (const Index a : graph.leaving[node]) {
      if (inside[to_size(a)] == 0) continue;
      mpz_set_ui(ways, 1);
      for (const Index head : graph.arcs[to_size(a)].heads) {
        Integer& there = count[to_size(head)];
        mpz_mul(ways, ways, there);
        if (--uses[to_size(head)] > 0) continue;
        limbs -= mpz_size(there);
        there = Integer();  // the last arc that asks: numbers may be as long as the file
      }
      mpz_add(count[node], count[node], ways);
      if (mpz_cmp(count[node], claimed) > 0) wrong();
    }
    limbs += mpz_size(count[node]);
    if (limbs > most_count_limbs) throw Rejected(what + " are too many to count");
  }
  if (mpz_cmp(count[0], claimed) != 0) wrong();
}

std::vector<Integer> surplus_of(const Graph& graph, const Amounts& flow) {
  std::vector<Integer> surplus(to_size(graph.nodes));
  for (std::size_t t = 0; t < flow.at.size(); ++t) {
    const FlowArc& arc = graph.arcs[to_size(flow.at[t])];
    Integer& tail = surplus[to_size(arc.tail)];
    mpz_sub(tail, tail, flow.amount[t]);
    for (const Index head : arc.heads) {
      Integer& there = surplus[to_size(head)];
      mpz_add(there, there, flow.amount[t]);
    }
  }
  return surplus;
}

std::vector<Integer> best_worth(const OrderedGraph& graph, std::vector<Integer>& earns,
                                const std::vector<char>* inside) {
  std::vector<Integer> worth(to_size(graph.nodes));
  for (std::size_t t = graph.order.size(); t-- > 0;) {
    const auto node = to_size(graph.order[t]);
    bool first = true;
    for (const Index number : graph.leaving[node]) {
      const auto a = to_size(number);
      if (inside != nullptr && (*inside)[a] == 0) continue;
      for (const Index head : graph.arcs[a].heads) {
        mpz_add(earns[a], earns[a], worth[to_size(head)]);
      }
      if (first || mpz_cmp(earns[a], worth[node]) > 0) mpz_set(worth[node], earns[a]);
      first = false;
    }
  }
  return worth;
}

std::vector<char> best_arcs(const OrderedGraph& graph, const std::vector<Integer>& worth,
                            const std::vector<Integer>& earns) {
  std::vector<char> best(graph.arcs.size(), 0);
  std::vector<char> reached(to_size(graph.nodes), 0);
  reached[0] = 1;
  for (const Index node : graph.order) {
    const auto here = to_size(node);
    if (reached[here] == 0) continue;
    for (const Index number : graph.leaving[here]) {
      const auto a = to_size(number);
      if (mpz_cmp(earns[a], worth[here]) != 0) continue;
      best[a] = 1;
      for (const Index head : graph.arcs[a].heads) reached[to_size(head)] = 1;
    }
  }
  return best;
}

}  // namespace checker
