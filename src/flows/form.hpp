// The form of a game on flows that the solver uses: nodes in an order in which every arc leads
// forward, arcs grouped by their tails, payoffs as whole numbers.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "allnash/flow_game.hpp"
#include "base/at.hpp"
#include "exact/access.hpp"

namespace allnash::flows {

/// What a feature pays beside each feature of the opponent that it pays with.
struct Lines {
  std::vector<int> first;              ///< entries of feature f are first[f] .. first[f + 1] - 1
  std::vector<int> other;              ///< the opponent's feature
  std::vector<exact::Integer> payoff;  ///< to the player whose feature it is, times the scale
};

inline exact::Integer& operator+=(exact::Integer& sum, const exact::Integer& one) {
  fmpz_add(sum.raw(), sum.raw(), one.raw());
  return sum;
}
inline exact::Integer& operator-=(exact::Integer& sum, const exact::Integer& one) {
  fmpz_sub(sum.raw(), sum.raw(), one.raw());
  return sum;
}
inline exact::Integer& operator*=(exact::Integer& product, const exact::Integer& factor) {
  fmpz_mul(product.raw(), product.raw(), factor.raw());
  return product;
}
inline bool is_zero(const exact::Integer& one) { return fmpz_is_zero(one.raw()) != 0; }
inline void add_product(exact::Integer& sum, const exact::Integer& left,
                        const exact::Integer& right) {
  if (!is_zero(right)) fmpz_addmul(sum.raw(), left.raw(), right.raw());
}

struct Differences {
  int paired = 0;         ///< the player whose features have bases: the one with fewer features
  std::vector<int> base;  ///< of each feature, one before it; none: -1
  std::array<Lines, 2> lines;  ///< the differences, by the features of each player

  /// What a unit of each feature of the player earns against these amounts of the opponent's, in
  /// numbers that `+=` and `add_product` take; `payoff` has those of the player's lines.
  template <typename Number, typename Payoff>
  [[nodiscard]] std::vector<Number> earned(int player, const std::vector<Payoff>& payoff,
                                           std::vector<Number> amounts) const {
    if (player != paired) {  // what is built on a base plays it, too
      for (std::size_t f = amounts.size(); f-- > 0;) {
        if (base[f] >= 0) amounts[at(base[f])] += amounts[f];
      }
    }
    const Lines& mine = lines[at(player)];
    std::vector<Number> gain(mine.first.size() - 1);
    for (std::size_t f = 0; f < gain.size(); ++f) {
      if (player == paired && base[f] >= 0) gain[f] = gain[at(base[f])];
      for (int t = mine.first[f]; t < mine.first[f + 1]; ++t) {
        const auto entry = at(t);
        add_product(gain[f], payoff[entry], amounts[at(mine.other[entry])]);
      }
    }
    return gain;
  }
};

/// `lines` are those of the row player and the column player, which say the same.
Differences differences_of(const Lines (&lines)[2]);

/// A player's graph. Ends are left out: a head is a node that has arcs. Node 0 is the start; where
/// it is an end itself there are no nodes, and the player has one strategy, which does nothing.
struct Graph {
  int nodes = 0;
  int features = 0;
  std::vector<int> first;  ///< arcs of node n are first[n] .. first[n + 1] - 1
  std::vector<int> tail;   ///< of each arc
  std::vector<int>
      head_first;  ///< heads of arc a: heads[head_first[a]] .. heads[head_first[a + 1]]
  std::vector<int> heads;
  std::vector<int> feature;      ///< of each arc; none: -1
  std::vector<Index> given_arc;  ///< its number in the game
  std::vector<Index> given_node;

  [[nodiscard]] int arcs() const { return static_cast<int>(tail.size()); }
  [[nodiscard]] std::span<const int> heads_of(int arc) const {
    return std::span(heads).subspan(head_first[arc], head_first[arc + 1] - head_first[arc]);
  }
};

/// Both players, who maximise what their own lines say: the row player's are the payoffs, the
/// column player's the negative ones. Features that nothing tells apart are one, and those that pay
/// nothing are none.
struct Form {
  Graph side[2];  ///< of the row player and the column player
  Lines lines[2];
  Differences differences;  ///< the same payoffs
  exact::Integer scale;     ///< payoffs of the game times it are whole
  Rational constant;
};

struct PlacedPayoff {
  int row_feature = 0;
  int column_feature = 0;
  const Rational* payoff = nullptr;
};
/// The game's payoffs by the row player's feature, then the column player's; of equal ones the
/// first comes first. Requires features that the graphs have.
std::vector<PlacedPayoff> sorted_payoffs(const FlowGame& game);

/// Throws InputError, one line, for a graph with a cycle, a node that cannot be reached, a pure
/// strategy that could reach a node twice, or numbers that name nothing.
Form form_of(const FlowGame& game);

using Numbers = std::vector<exact::Integer>;

/// How many pure strategies use only arcs that `allowed` marks; an empty list allows all.
exact::Integer strategies(const Graph& graph, const std::vector<char>& allowed = {});

/// What a unit of each feature of the player earns against these amounts of the opponent's.
Numbers gains(const Form& form, int player, const Numbers& amounts);
/// How much of each feature there is where arcs have so much.
template <typename Number>
std::vector<Number> amounts(const Graph& graph, const std::vector<Number>& on_arcs) {
  std::vector<Number> sums(at(graph.features));
  for (std::size_t a = 0; a < on_arcs.size(); ++a) {
    if (graph.feature[a] >= 0) sums[at(graph.feature[a])] += on_arcs[a];
  }
  return sums;
}

/// Best responses to what the features earn.
struct Response {
  exact::Integer best;      ///< what the best pure strategies earn
  std::vector<char> tight;  ///< arcs that some of them use
  std::vector<int> choice;  ///< one of these at each node: the first
};
Response best_response(const Graph& graph, const Numbers& gain);

/// The name of a node in messages and strategies.
std::string node_name(const FlowSide& side, Index node);

}  // namespace allnash::flows
