// Path games from arcs between words: each player takes a path through a graph, and two paths pay
// the sum, over all pairs of an arc of each, of the payoffs of the two arcs' features. So features
// that meet twice pay twice: "caught at least once" is no such game, unless two paths meet at most
// once.
//
//   // A smuggler takes the bridge or the ferry; a patrol watches one of them.
//   const std::vector<allnash::PathArc> patrol = {{"s", "t", "bridge"}, {"s", "t", "ferry"}};
//   const std::vector<allnash::PathArc> smuggler = {
//       {"home", "river", ""}, {"river", "town", "bridge"}, {"river", "town", "ferry"}};
//   const std::vector<allnash::PathPayoff> caught = {
//       {"bridge", "bridge", 3}, {"ferry", "ferry", 1}};
//   const allnash::FlowGame game = allnash::path_game(patrol, smuggler, caught);
//   const allnash::FlowAnswer answer = allnash::solve_flows(game);  // value 3/4
#pragma once

#include <span>
#include <string>

#include "allnash/export.hpp"
#include "allnash/flow_game.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// An arc from one node to another.
struct PathArc {
  std::string tail;
  std::string head;
  std::string feature;  ///< the arc's name in payoffs; empty: it pays nothing
};

/// The payoff of a feature of the row player's arcs with one of the column player's. Pairs of
/// features without a payoff pay 0.
struct PathPayoff {
  std::string row_feature;
  std::string column_feature;
  Rational payoff;
};

/// Throws InputError, one line that names the nodes or features, unless each graph has one node
/// that no arc enters, where paths start, one that none leaves, where they end, and no cycle, and
/// each payoff names features that arcs have, no pair of features twice.
[[nodiscard]] ALLNASH_EXPORT FlowGame path_game(std::span<const PathArc> row_arcs,
                                                std::span<const PathArc> column_arcs,
                                                std::span<const PathPayoff> payoffs);

}  // namespace allnash
