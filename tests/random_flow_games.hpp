// Small random games on flows, paths or trees, and what they are written out.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "allnash/large.hpp"

namespace allnash::test {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  Index below(Index n) { return static_cast<Index>(random_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 random_;
};

/// Nodes lead to later ones; every node but the last has an arc, every node but 0 is entered.
inline FlowSide random_paths(Draw& draw) {
  FlowSide side;
  const Index nodes = 2 + draw.below(4);
  side.features = 1 + draw.below(5);
  side.nodes.resize(static_cast<std::size_t>(nodes));
  const auto add = [&](Index tail, Index head) {
    FlowArc arc;
    arc.tail = tail;
    arc.heads = {head};
    if (draw.below(5) != 0) arc.feature = draw.below(side.features);
    side.arcs.push_back(arc);
  };
  for (Index n = 0; n + 1 < nodes; ++n) add(n, n + 1);
  for (Index more = draw.below(5); more > 0; --more) {
    const Index tail = draw.below(nodes - 1);
    add(tail, tail + 1 + draw.below(nodes - tail - 1));
  }
  return side;
}

/// Every node but 0 is a head of one arc; an arc may have several heads or none.
inline FlowSide random_tree(Draw& draw) {
  FlowSide side;
  const Index nodes = 1 + draw.below(4);
  side.nodes.resize(static_cast<std::size_t>(nodes));
  for (Index n = 0; n < nodes; ++n) {
    if (n > 0) {
      const auto arcs = std::ssize(side.arcs);
      side.arcs[static_cast<std::size_t>(draw.below(arcs))].heads.push_back(n);
    }
    for (Index count = 1 + draw.below(3); count > 0; --count) {
      FlowArc arc;
      arc.tail = n;
      arc.feature = std::ssize(side.arcs);
      side.arcs.push_back(arc);
    }
  }
  side.features = std::ssize(side.arcs);
  return side;
}

inline FlowGame random_flow_game(std::uint64_t seed) {
  Draw draw(seed);
  FlowGame game;
  const bool trees = draw.below(2) == 0;
  game.kind = trees ? FlowGame::Kind::tree : FlowGame::Kind::paths;
  game.rows = trees ? random_tree(draw) : random_paths(draw);
  game.columns = trees ? random_tree(draw) : random_paths(draw);
  const Index high = draw.below(3) == 0 ? 1 : 4;
  const Index bottom = draw.below(3) == 0 ? 6 : 1;
  const Index zeros = draw.below(4);
  for (Index f = 0; f < game.rows.features; ++f) {
    for (Index g = 0; g < game.columns.features; ++g) {
      if (draw.below(4) < zeros) continue;
      game.payoffs.push_back({f, g, Rational(draw.below(2 * high + 1) - high, bottom)});
    }
  }
  if (draw.below(4) == 0) game.constant = Rational(5, 7);
  return game;
}

using Strategy = std::vector<Index>;  // its arcs, sorted

inline std::vector<Strategy> strategies_of(const FlowSide& side) {
  const std::function<std::vector<Strategy>(Index)> from = [&](Index node) {
    std::vector<Strategy> result;
    for (Index a = 0; a < std::ssize(side.arcs); ++a) {
      const FlowArc& arc = side.arcs[static_cast<std::size_t>(a)];
      if (arc.tail != node) continue;
      std::vector<Strategy> ways = {{a}};
      for (const Index head : arc.heads) {
        const std::vector<Strategy> behind = from(head);
        std::vector<Strategy> longer;
        for (const Strategy& way : ways) {
          for (const Strategy& rest : behind) {
            longer.push_back(way);
            longer.back().insert(longer.back().end(), rest.begin(), rest.end());
          }
        }
        ways = std::move(longer);
      }
      result.insert(result.end(), ways.begin(), ways.end());
    }
    if (result.empty()) result.emplace_back();
    return result;
  };
  std::vector<Strategy> all = from(0);
  for (Strategy& one : all) std::ranges::sort(one);
  return all;
}

inline Rational payoff(const FlowGame& game, const Strategy& row, const Strategy& column) {
  Rational sum = game.constant;
  for (const Index a : row) {
    for (const Index b : column) {
      const auto f = game.rows.arcs[static_cast<std::size_t>(a)].feature;
      const auto g = game.columns.arcs[static_cast<std::size_t>(b)].feature;
      if (!f || !g) continue;
      for (const FlowPayoff& one : game.payoffs) {
        if (one.row_feature == *f && one.column_feature == *g) sum += one.payoff;
      }
    }
  }
  return sum;
}

}  // namespace allnash::test
