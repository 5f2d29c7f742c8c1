// A game on flows that is known by best responses alone: each is a dynamic program over the
// player's graph. For measurements and tests of what such an oracle takes; `solve_flows` knows the
// graph and finds more in less time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "allnash/flow_game.hpp"
#include "allnash/responses.hpp"

namespace allnash::bench {

/// A strategy's text is its arcs by number, with commas between; every arc has one head.
class FlowResponses final : public ResponseGame {
 public:
  explicit FlowResponses(FlowGame game) : game_(std::move(game)) {}

  std::string start(Player player) override {
    const FlowSide& side = side_of(player);
    return way_through(side, std::vector<Rational>(side.arcs.size())).first;
  }

  Rational payoff(const std::string& row, const std::string& column) override {
    const std::vector<Rational> mine = amounts(Player::row, row, 1);
    const std::vector<Rational> yours = amounts(Player::column, column, 1);
    Rational sum = game_.constant;
    for (const FlowPayoff& one : game_.payoffs) {
      const Rational& first = mine[at(one.row_feature)];
      const Rational& second = yours[at(one.column_feature)];
      if (first.sign() != 0 && second.sign() != 0) sum += first * second * one.payoff;
    }
    return sum;
  }

  Response respond(Player player, std::span<const WeightedStrategy> opponent) override {
    const bool row = player == Player::row;
    const Player other = row ? Player::column : Player::row;
    std::vector<Rational> played(at(side_of(other).features));
    Rational total;
    for (const auto& [strategy, weight] : opponent) {
      total += weight;
      const std::vector<Rational> amount = amounts(other, strategy, weight);
      for (std::size_t f = 0; f < played.size(); ++f) played[f] += amount[f];
    }
    std::vector<Rational> gain(at(side_of(player).features));
    for (const FlowPayoff& one : game_.payoffs) {
      const Rational& amount = played[at(row ? one.column_feature : one.row_feature)];
      if (amount.sign() == 0) continue;
      Rational& own = gain[at(row ? one.row_feature : one.column_feature)];
      if (row) {
        own += amount * one.payoff;
      } else {
        own -= amount * one.payoff;
      }
    }
    const FlowSide& side = side_of(player);
    std::vector<Rational> by_arc(side.arcs.size());
    for (std::size_t a = 0; a < by_arc.size(); ++a) {
      if (side.arcs[a].feature) by_arc[a] = gain[at(*side.arcs[a].feature)];
    }
    const auto [strategy, earned] = way_through(side, by_arc);
    const Rational constant = game_.constant * total;
    return {strategy, row ? earned + constant : constant - earned};
  }

 private:
  static std::size_t at(Index index) { return static_cast<std::size_t>(index); }
  [[nodiscard]] const FlowSide& side_of(Player player) const {
    return player == Player::row ? game_.rows : game_.columns;
  }

  [[nodiscard]] std::vector<Rational> amounts(Player player, const std::string& strategy,
                                              const Rational& weight) const {
    const FlowSide& side = side_of(player);
    std::vector<Rational> result(at(side.features));
    std::istringstream words(strategy);
    for (std::string word; std::getline(words, word, ',');) {
      const FlowArc& arc = side.arcs[at(std::stoll(word))];
      if (arc.feature) result[at(*arc.feature)] += weight;
    }
    return result;
  }

  /// The way from node 0 to an end that gains most, the first of several, and what it gains.
  static std::pair<std::string, Rational> way_through(const FlowSide& side,
                                                      const std::vector<Rational>& gain) {
    std::vector<std::vector<std::size_t>> arcs(side.nodes.size());
    for (std::size_t a = 0; a < side.arcs.size(); ++a) arcs[at(side.arcs[a].tail)].push_back(a);
    std::vector<Rational> best(side.nodes.size());
    std::vector<std::size_t> choice(side.nodes.size());
    std::vector<char> known(side.nodes.size(), 0);
    std::vector<std::size_t> open{0};
    while (!open.empty()) {  // a node once all nodes that it leads to are known
      const std::size_t node = open.back();
      const std::size_t before = open.size();
      for (const std::size_t a : arcs[node]) {
        for (const Index head : side.arcs[a].heads) {
          if (known[at(head)] == 0) open.push_back(at(head));
        }
      }
      if (open.size() > before) continue;
      open.pop_back();
      if (std::exchange(known[node], 1) != 0) continue;
      bool first = true;
      for (const std::size_t a : arcs[node]) {
        Rational sum = gain[a];
        for (const Index head : side.arcs[a].heads) sum += best[at(head)];
        if (!first && sum <= best[node]) continue;
        best[node] = sum;
        choice[node] = a;
        first = false;
      }
    }
    std::string text;
    for (std::size_t node = 0; !arcs[node].empty();) {
      text += (text.empty() ? "" : ",") + std::to_string(choice[node]);
      const std::vector<Index>& heads = side.arcs[choice[node]].heads;
      if (heads.empty()) break;
      node = at(heads.front());
    }
    return {text.empty() ? "-" : text, best[0]};
  }

  FlowGame game_;
};

}  // namespace allnash::bench
