// Game trees: two players, one who maximises and one who minimises the payoff, and chance.
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
#include "allnash/restored.hpp"

namespace allnash {

/// A game in extensive form. The first player is the row player.
struct GameTree {
  enum class Mover { first, second, chance };

  /// The information and the actions of the player who moves.
  struct InformationSet {
    Mover mover = Mover::first;
    std::string label;                 ///< may be empty
    std::vector<std::string> actions;  ///< their labels, which may be empty; at least one
    std::vector<Rational> chances;     ///< probability of each action; only for chance
    std::int64_t number = 0;           ///< in the tree's source
  };
  /// The payoffs at a node. Payoffs along a path add up.
  struct Outcome {
    Rational first;
    Rational second;
  };
  struct Node {
    std::optional<Index> set;      ///< none: a terminal node
    std::optional<Index> outcome;  ///< none: no payoff here
    std::int64_t line = 0;         ///< of the file; 0: no file
    std::string label = {};        ///< may be empty
  };

  std::vector<InformationSet> sets;
  std::vector<Outcome> outcomes;
  /// In depth-first order: a node, then all that follows its first action, then its second, ...
  std::vector<Node> nodes;
  Restored restored_chances = {};  ///< where the tree was read
};

/// The tree as a game on flows, in sequence form (von Stengel 1996): a node of a side is an
/// information set, an arc one of its actions, and the arc at node 0 is the empty sequence. The
/// payoff is the first player's. Empty or repeated labels are made unique: sets by their numbers,
/// actions by their places.
///
/// Throws InputError, with `name` and the line in front, if this is not possible or not correct: a
/// player has imperfect recall or meets a set twice on one path, payoffs of terminal nodes do not
/// sum to a constant, or probabilities not to 1. Unknown numbers and an incomplete tree are refused
/// likewise.
[[nodiscard]] ALLNASH_EXPORT FlowGame tree_game(const GameTree& tree, const std::string& name);

/// Reads an .efg of two players, Gambit's format. Decimals of at least six places that do not quite
/// add up to 1 as probabilities of chance are read as the fractions that they were rounded from, if
/// these do. Messages call the file `name`. Throws InputError,
/// with the line, if it is no such file; `tree_game` refuses trees that cannot be solved as games
/// on flows.
[[nodiscard]] ALLNASH_EXPORT GameTree read_efg(std::istream& in, const std::string& name);

}  // namespace allnash
