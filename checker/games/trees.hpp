// Gambit's game trees: .efg.
//
// A tree of two players with perfect recall, whose payoffs have a constant sum, is a game on flows:
// a node of a player is an information set, in the order in which the file first has them, after
// node 0, which precedes all; an arc is an action, set by set, after arc 0, at node 0, which is the
// empty sequence, and its feature is its own number. Its heads are the sets that the player may
// come to next. The first player's payoff at a node of the tree, times the probability of the
// chance moves before it, belongs to the two arcs that the players took last.
#pragma once

#include <map>
#include <utility>

#include "../graph.hpp"
#include "source.hpp"

namespace checker {

struct GameTree {
  Graph row;
  Graph column;
  std::map<std::pair<Index, Index>, Fraction> payoffs;  // not 0, by arcs
  Fraction constant;
};

GameTree read_tree(Source in);

}  // namespace checker
