// Games too large to write down: each player's pure strategies are the ways through a graph, and
// what two of them pay is a sum over all pairs of an arc of each.
//
// A player starts at node 0, chooses an arc there, goes on at every head of that arc, and so on
// until no node is left. If every arc has one head this is a path. If arcs have several heads it is
// a plan for a game tree, where a head is an information set that may follow. No pure strategy
// reaches a node twice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// A choice at a node.
struct FlowArc {
  Index tail = 0;
  std::vector<Index> heads;      ///< nodes where the same player decides next; none: an end
  std::optional<Index> feature;  ///< what payoffs know the arc by; none: it pays nothing
  std::string label;             ///< may be empty
};

/// One player's graph. A node without arcs is an end.
struct FlowSide {
  std::vector<std::string> nodes;  ///< their labels; node 0 is where every strategy starts
  std::vector<FlowArc> arcs;
  Index features = 0;  ///< how many there are; several arcs may have the same
};

/// What a feature of the row player's arcs and one of the column player's pay together.
struct FlowPayoff {
  Index row_feature = 0;
  Index column_feature = 0;
  Rational payoff;
};

struct FlowGame {
  enum class Kind { paths, tree };  ///< how its strategies are shown
  Kind kind = Kind::paths;
  FlowSide rows;     ///< of the player who maximises
  FlowSide columns;  ///< of the player who minimises
  std::vector<FlowPayoff> payoffs;
  Rational constant;  ///< paid in any case, to the row player
};

}  // namespace allnash
