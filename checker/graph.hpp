// A graph whose ways are the pure strategies of a player. A strategy starts at node 0, takes an arc
// at each node that it reaches, and goes on at every head of it. An arc pays by its feature.
#pragma once

#include <optional>
#include <vector>

#include "amounts.hpp"

namespace checker {

struct FlowArc {
  Index tail = 0;
  std::optional<Index> feature;
  std::vector<Index> heads;
  bool operator==(const FlowArc&) const = default;
};

struct Graph {
  Index nodes = 0;
  std::vector<FlowArc> arcs;
};

/// A graph in which every strategy comes to an end.
struct OrderedGraph : Graph {
  std::vector<std::vector<Index>> leaving;  // arcs by node
  std::vector<Index> order;                 // nodes, tails before heads
};

/// Puts tails before heads. Rejects cycles and nodes that no strategy reaches.
void order_nodes(OrderedGraph& graph, const string& player);

/// Checks that no strategy reaches a node with arcs twice: ways through two heads of one arc never
/// meet again. Where they first meet, a node is entered from two nodes, or twice by one arc. Of
/// such nodes many are looked at together: each has a bit, and going through the nodes from the
/// last to the first, those with a way to it get the bit. Two heads of an arc must not share one.
void check_reached_once(const OrderedGraph& graph, const string& player);

/// Checks that the number of strategies inside these arcs is as claimed. Requires that every node
/// that they enter has one of them or no arcs at all, so that no number on the way exceeds the sum.
void check_count(const OrderedGraph& graph, const std::vector<char>& inside, const Integer& claimed,
                 const string& what);

/// What arrives at each node less what leaves it.
std::vector<Integer> surplus_of(const Graph& graph, const Amounts& flow);

/// The most that a strategy earns from each node on, where `earns` has what each arc pays; adds to
/// that what comes after the arc. Strategies take arcs `inside` alone, if they are named.
std::vector<Integer> best_worth(const OrderedGraph& graph, std::vector<Integer>& earns,
                                const std::vector<char>* inside = nullptr);

/// The arcs that the strategies that earn the most use.
std::vector<char> best_arcs(const OrderedGraph& graph, const std::vector<Integer>& worth,
                            const std::vector<Integer>& earns);

}  // namespace checker
