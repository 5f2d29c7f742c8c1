// The form of a game on flows that the solver uses: nodes in an order in which every arc leads
// forward, arcs grouped by their tails, payoffs as whole numbers.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"

namespace allnash::large {

/// The payoffs of each feature with features of the opponent.
struct Lines {
  std::vector<int> first;              ///< entries of feature f are first[f] .. first[f + 1] - 1
  std::vector<int> other;              ///< the opponent's feature
  std::vector<exact::Integer> payoff;  ///< to the owner of the line, times the scale
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
  int paired = 0;              ///< the player whose features have bases, who has fewer features
  std::vector<int> base;       ///< of each feature: an earlier feature, or -1 for none
  std::array<Lines, 2> lines;  ///< the differences, by each player's features

  /// The gain of each feature of the player against these amounts of the opponent's features, in
  /// any number type with `+=` and `add_product`; `payoff` holds the entries of the player's lines.
  template <typename Number, typename Payoff>
  [[nodiscard]] std::vector<Number> earned(int player, const std::vector<Payoff>& payoff,
                                           std::vector<Number> amounts) const {
    if (player != paired) {  // a feature also counts as an amount of its base
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

/// `lines` are both players' lines of the same payoffs.
Differences differences_of(const Lines (&lines)[2], Pace& pace);

/// A player's graph without its ends: every head is a node that has arcs. Node 0 is the start. If
/// the start is an end there are no nodes, and the only strategy is to do nothing.
struct Graph {
  int nodes = 0;
  int features = 0;
  std::vector<int> first;  ///< arcs of node n are first[n] .. first[n + 1] - 1
  std::vector<int> tail;   ///< of each arc
  std::vector<int>
      head_first;  ///< heads of arc a: heads[head_first[a]] .. heads[head_first[a + 1]]
  std::vector<int> heads;
  std::vector<int> feature;      ///< of each arc; -1 for none
  std::vector<Index> given_arc;  ///< the arc's number in the given game
  std::vector<Index> given_node;

  [[nodiscard]] int arcs() const { return static_cast<int>(tail.size()); }
  [[nodiscard]] std::span<const int> heads_of(int arc) const {
    return std::span(heads).subspan(head_first[arc], head_first[arc + 1] - head_first[arc]);
  }
};

/// Both players maximise by their own lines: the row player's are the payoffs, the column player's
/// the negated ones. Features with equal payoffs are merged; those that pay nothing are removed.
struct Form {
  Graph side[2];  ///< of the row player and the column player
  Lines lines[2];
  Differences differences;  ///< the same payoffs
  exact::Integer scale;     ///< common denominator of the payoffs
  Rational constant;
};

struct PlacedPayoff {
  int row_feature = 0;
  int column_feature = 0;
  const Rational* payoff = nullptr;
};
/// The game's payoffs sorted by the row player's feature, then the column player's, in stable
/// order. Requires valid features. Throws Stopped.
std::vector<PlacedPayoff> sorted_payoffs(const FlowGame& game, const StopToken& stop = {});

/// Throws InputError, one line, for a graph with a cycle, an unreachable node, a pure strategy that
/// could reach a node twice, or numbers out of range; and Stopped.
Form form_of(const FlowGame& game, const StopToken& stop = {});

using Numbers = std::vector<exact::Integer>;

/// The number of pure strategies on arcs that `allowed` marks; an empty list allows all.
exact::Integer strategies(const Graph& graph, const std::vector<char>& allowed = {});

/// The gain of each feature of the player against these amounts of the opponent's features.
Numbers gains(const Form& form, int player, const Numbers& amounts);
/// The amount of each feature for these flows on arcs.
template <typename Number>
std::vector<Number> amounts(const Graph& graph, const std::vector<Number>& on_arcs) {
  std::vector<Number> sums(at(graph.features));
  for (std::size_t a = 0; a < on_arcs.size(); ++a) {
    if (graph.feature[a] >= 0) sums[at(graph.feature[a])] += on_arcs[a];
  }
  return sums;
}

/// Best responses to given gains of the features.
struct Response {
  exact::Integer best;      ///< payoff of a best response
  std::vector<char> tight;  ///< arcs of best responses
  std::vector<int> choice;  ///< by node: the first best arc
};
Response best_response(const Graph& graph, const Numbers& gain);
/// The arcs that a choice of an arc at each node reaches, in topological order.
std::vector<int> strategy_of(const Graph& graph, const std::vector<int>& choice);

/// The name of a node in messages and strategies.
std::string node_name(const FlowSide& side, Index node);

}  // namespace allnash::large
