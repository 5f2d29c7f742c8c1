#include "methods/lazy/walk.hpp"

#include "subgame/float_game.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

constexpr double toll = 1e-4;  // of the reach, on a strategy of which nothing is known
constexpr double played = 1e-9;

// The block's payoffs of these strategies, less the toll.
std::vector<double> tolled(const View& view, const Lines& own, const Lines& others) {
  std::vector<double> payoffs;
  double least = 0;
  double most = 0;
  for (const Index s : own) {
    for (const Index t : others) {
      payoffs.push_back(view.approximate(s, t));
      least = std::min(payoffs.size() == 1 ? payoffs.back() : least, payoffs.back());
      most = std::max(payoffs.size() == 1 ? payoffs.back() : most, payoffs.back());
    }
  }
  std::size_t next = 0;
  for (const Index s : own) {
    const auto unread = static_cast<double>(view.opponents() - view.known_of(s));
    const double pays = toll * (most - least) * unread / static_cast<double>(view.opponents());
    for (std::size_t t = 0; t < others.size(); ++t) payoffs[next++] -= pays;
  }
  return payoffs;
}

}  // namespace

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
    if (optimum->row.played[s] > played) kept.push_back(own[s]);
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

}  // namespace allnash::methods
