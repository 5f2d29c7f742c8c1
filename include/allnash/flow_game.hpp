// Games too large to write down: each player's pure strategies are the ways through a graph, and
// the payoff of two of them is a sum over all pairs of an arc of each.
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
#include "allnash/restored.hpp"

namespace allnash {

/// A choice at a node.
struct FlowArc {
  Index tail = 0;
  std::vector<Index> heads;      ///< nodes where the same player decides next; none: the way ends
  std::optional<Index> feature;  ///< the arc's name in payoffs; none: it pays nothing
  std::string label;             ///< may be empty
};

/// One player's graph. A node without arcs is an end.
struct FlowSide {
  std::vector<std::string> nodes;  ///< their labels; every strategy starts at node 0
  std::vector<FlowArc> arcs;
  Index features = 0;  ///< number of features; several arcs may have the same
};

/// The payoff of a feature of the row player's arcs with one of the column player's.
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
  /// What was restored where the game was read: probabilities of chance, and payoffs.
  Restored restored_chances = {};
  Restored restored_payoffs = {};
};

}  // namespace allnash
