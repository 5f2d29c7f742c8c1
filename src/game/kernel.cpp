// Border the game by a column of ones and a row of ones, with 0 where they cross. For an extreme x
// the bordered rows of its support, over the columns that are tight against x, are independent: a
// dependence would move x along its optimal set, or to a better guarantee. Likewise for y. So to
// the columns that y plays add tight columns, the first that will do, until the rows that x plays
// have full rank; and to the rows that x plays add rows likewise. The bordered square that this
// gives is
//
//     P Q      P: what x plays against what y plays, of rank r
//     R T      Q, R: what was added, one line for each that P lacks
//
// and its determinant is, up to sign, that of three regular blocks, whatever T is.
#include "game/kernel.hpp"

#include <algorithm>
#include <functional>

#include "exact/affine.hpp"
#include "game/mixture.hpp"

namespace allnash::game {

namespace {

// What own strategy s earns against opponent strategy t, for either player.
using Payoff = std::function<Rational(Index s, Index t)>;

Payoff payoff_to(const KnownPayoffs& game, Player player) {
  return [&game, player](Index s, Index t) {
    return player == Player::row ? game.payoff(s, t) : game.payoff(t, s);
  };
}

// The opponent's `played` strategies and the first tight ones that give the bordered lines of the
// own support full rank. Nothing when stopped.
std::optional<std::vector<Index>> completed(const TightStrategy& own,
                                            const std::vector<Index>& played, const Payoff& payoff,
                                            const StopToken& stop) {
  std::vector<Index> candidates = played;
  std::ranges::set_difference(own.tight, played, std::back_inserter(candidates));
  const Index size = std::ssize(own.strategy);
  exact::Matrix lines(std::ssize(candidates) + 1, size + 1);
  for (Index s = 0; s < size; ++s) lines.at(0, s) = 1;  // the border
  for (Index t = 0; t < std::ssize(candidates); ++t) {
    for (Index s = 0; s < size; ++s) {
      lines.at(t + 1, s) = payoff(own.strategy[at(s)].strategy, candidates[at(t)]);
    }
    lines.at(t + 1, size) = 1;
  }
  const auto independent = exact::independent_rows(exact::clear_denominators(lines), stop);
  if (!independent) return std::nullopt;
  std::vector<Index> result = played;
  for (const slong line : *independent) {
    if (line > std::ssize(played)) {
      result.push_back(candidates[at(line - 1)]);
    }
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

TightStrategy tight(const KnownPayoffs& game, Player player, const Rational& value,
                    MixedStrategy strategy, const StopToken& stop) {
  TightStrategy result{std::move(strategy), {}};
  const Payoff payoff = payoff_to(game, player);
  const Mixture mixture(result.strategy);
  const Rational scaled = mixture.scaled(value);
  for (Index t = 0; t < (player == Player::row ? game.columns() : game.rows()); ++t) {
    if (stop.stopped()) return {std::move(result.strategy), {}};
    if (mixture.expect([&](Index s) { return payoff(s, t); }) == scaled) result.tight.push_back(t);
  }
  return result;
}

std::optional<Block> kernel_of(const KnownPayoffs& game, const TightStrategy& row,
                               const TightStrategy& column, const StopToken& stop) {
  auto rows = completed(column, support_of(row.strategy), payoff_to(game, Player::column), stop);
  auto columns = completed(row, support_of(column.strategy), payoff_to(game, Player::row), stop);
  if (!rows || !columns) return std::nullopt;
  return Block{{*std::move(rows), *std::move(columns)}};
}

}  // namespace allnash::game
