#include "methods/lazy/leaning.hpp"

#include <algorithm>
#include <map>

#include "game/face.hpp"
#include "methods/lazy/walk.hpp"

namespace allnash::methods {

namespace {

constexpr std::int64_t looked_at = 50;  // extreme strategies
constexpr Index quickly_listed = 8;  // dimensions in which the extreme strategies are found at once

Index unread_of(const View& view, const MixedStrategy& strategy) {
  Index unread = 0;
  for (const Weight& weight : strategy) unread += view.opponents() - view.known_of(weight.strategy);
  return unread;
}

MixedStrategy mixture(const MixedStrategy& seldom, const MixedStrategy& often) {
  const Rational share(1, 8);
  std::map<Index, Rational> weights;
  for (const Weight& weight : seldom) weights[weight.strategy] += share * weight.probability;
  for (const Weight& weight : often) weights[weight.strategy] += (1 - share) * weight.probability;
  MixedStrategy result;
  for (const auto& [strategy, probability] : weights) result.push_back({strategy, probability});
  return result;
}

}  // namespace

MixedStrategy leaning(const View& view, const Block& block, const game::Pair& pair,
                      const StopToken& stop) {
  const MixedStrategy& inside = view.mine(pair);
  const Lines support = game::support_of(inside);
  const Lines tight = game::support_of(view.theirs(pair));
  const game::Face face(support, view.against(tight, support), view.turned(pair.value), inside,
                        stop);
  if (face.dimension().value_or(0) == 0) return inside;
  if (face.dimension() > quickly_listed) {
    const auto extreme = walk_to_known(view, block, pair, stop);
    return extreme ? mixture(inside, *extreme) : inside;
  }
  Lines loose;
  for (const Index t : block.of(opponent_of(view.player()))) {
    if (!std::ranges::binary_search(tight, t)) loose.push_back(t);
  }
  const auto extreme = face.extreme_points(view.against(loose, support), looked_at, stop).points;
  const auto best = std::ranges::min_element(
      extreme, {}, [&](const MixedStrategy& point) { return unread_of(view, point); });
  return best == extreme.end() ? inside : mixture(inside, *best);
}

}  // namespace allnash::methods
