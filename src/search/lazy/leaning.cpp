#include "search/lazy/leaning.hpp"

#include <algorithm>
#include <map>

#include "game/face.hpp"
#include "subgame/float_game.hpp"
#include "subgame/subgame.hpp"

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

constexpr double toll = 1e-4;  // of the reach, on a strategy of which nothing is known
constexpr double least_played = 1e-9;

// The block's payoffs of these strategies, less the toll.
std::vector<double> tolled(const View& view, const Lines& own, const Lines& others) {
  std::vector<double> payoffs;
  for (const Index s : own) {
    for (const Index t : others) payoffs.push_back(view.approximate(s, t));
  }
  const auto [least, most] = std::ranges::minmax(payoffs);
  std::size_t next = 0;
  for (const Index s : own) {
    const auto unread = static_cast<double>(view.opponents() - view.known_of(s));
    const double pays = toll * (most - least) * unread / static_cast<double>(view.opponents());
    for (std::size_t t = 0; t < others.size(); ++t) payoffs[next++] -= pays;
  }
  return payoffs;
}

// Where there are too many extreme optimal strategies to list.
// An optimal strategy of the block, on the support of the player's half of the pair, for which
// little is unread of what it plays. The simplex method walks there along the edges of the
// optimal set, in floating point: a strategy earns a little less the more of it is unread, so
// little that what is optimal then was optimal before. What it plays is solved exactly, and
// nothing comes of it where that does not earn the value. Nothing when stopped.
std::optional<MixedStrategy> walk_to_known(const View& view, const Block& block,
                                           const game::Pair& pair, const StopToken& stop) {
  const Lines own = game::support_of(view.mine(pair));
  const Lines& others = block.of(opponent_of(view.player()));
  std::vector<double> payoffs = tolled(view, own, others);
  if (!subgame::FloatGame::can_be_moved(payoffs)) return std::nullopt;
  const subgame::FloatGame floating(std::ssize(own), std::ssize(others), std::move(payoffs));
  const auto optimum = subgame::solve_floating(floating, stop);
  if (!optimum) return std::nullopt;
  Lines kept;
  for (std::size_t s = 0; s < own.size(); ++s) {
    if (optimum->row.played[s] > least_played) kept.push_back(own[s]);
  }
  exact::Matrix game(std::ssize(kept), std::ssize(others));
  for (Index s = 0; s < game.rows(); ++s) {
    for (Index t = 0; t < game.columns(); ++t) {
      game.at(s, t) = view.payoff(kept[at(s)], others[at(t)]);
    }
  }
  const auto found = subgame::solve(game, stop);
  if (!found || found->value != view.turned(pair.value)) return std::nullopt;
  return game::renumbered(found->row, kept);
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
