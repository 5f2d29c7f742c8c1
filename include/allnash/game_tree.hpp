// Game trees: two players, who maximise and minimise one payoff, and chance.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/flow_game.hpp"
#include "allnash/index.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// A game in extensive form. The first player is the row player.
struct GameTree {
  enum class Mover { first, second, chance };

  /// What the one who moves knows, and may do.
  struct InformationSet {
    Mover mover = Mover::first;
    std::string label;                 ///< may be empty
    std::vector<std::string> actions;  ///< their labels, which may be empty; at least one
    std::vector<Rational> chances;     ///< of chance alone: the probability of each action
    std::int64_t number = 0;           ///< by which whoever made the tree knows it
  };
  /// What is paid where a node is passed. What is paid along a path adds up.
  struct Outcome {
    Rational first;
    Rational second;
  };
  struct Node {
    std::optional<Index> set;      ///< none: an end
    std::optional<Index> outcome;  ///< none: nothing is paid here
    std::int64_t line = 0;         ///< of the file; 0: there is none
    std::string label = {};        ///< may be empty
  };

  std::vector<InformationSet> sets;
  std::vector<Outcome> outcomes;
  /// A node, then all that follows its first action, then all that follows its second, and so on.
  std::vector<Node> nodes;
};

/// The tree as a game on flows, in sequence form (von Stengel 1996): a node of a side is an
/// information set, an arc one of its actions, and the arc at node 0 is to have done nothing yet.
/// The payoff is the first player's. Labels that are empty or not alone are told apart: sets by
/// their numbers, actions by their places.
///
/// Throws InputError, with `name` and the line in front, for a tree of which this is not possible
/// or not right: who moves at a set has forgotten what it knew or did, meets the set twice on one
/// path, payoffs of ends do not add up to one number, or probabilities to 1. Numbers that name
/// nothing, and a tree that is not whole, are refused likewise.
[[nodiscard]] ALLNASH_EXPORT FlowGame tree_game(const GameTree& tree, const std::string& name);

/// Reads an .efg of two players, Gambit's format. `name` stands for the file in messages. Throws
/// InputError for what is no such file, with the line; what cannot be solved as a game on flows is
/// left to `tree_game`.
[[nodiscard]] ALLNASH_EXPORT GameTree read_efg(std::istream& in, const std::string& name);

}  // namespace allnash
