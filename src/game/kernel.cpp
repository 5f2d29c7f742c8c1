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

namespace allnash::game {

namespace {

// What own strategy s earns against opponent strategy t, for either player.
using Payoff = std::function<Rational(Index s, Index t)>;

Payoff row_payoff(const KnownGame& game) {
  return [&game](Index s, Index t) { return game.entry(s, t); };
}
Payoff column_payoff(const KnownGame& game) {
  return [&game](Index s, Index t) { return game.entry(t, s); };
}

TightStrategy tight(MixedStrategy strategy, const Payoff& payoff, Index opponents,
                    const Rational& value) {
  TightStrategy result{std::move(strategy), {}};
  for (Index t = 0; t < opponents; ++t) {
    Rational earned = 0;
    for (const Weight& weight : result.strategy) {
      earned += weight.probability * payoff(weight.strategy, t);
    }
    if (earned == value) result.tight.push_back(t);
  }
  return result;
}

// The opponent's `played` strategies and the first tight ones that give the bordered lines of the
// own support full rank.
std::vector<Index> completed(const TightStrategy& own, const std::vector<Index>& played,
                             const Payoff& payoff) {
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
  std::vector<Index> result = played;
  for (const slong line : exact::independent_rows(exact::clear_denominators(lines), size + 1)) {
    if (line > std::ssize(played)) {
      result.push_back(candidates[at(line - 1)]);
    }
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

TightStrategy tight_row(const KnownGame& game, const Rational& value, MixedStrategy row) {
  return tight(std::move(row), row_payoff(game), game.columns(), value);
}

TightStrategy tight_column(const KnownGame& game, const Rational& value, MixedStrategy column) {
  return tight(std::move(column), column_payoff(game), game.rows(), value);
}

KernelLines kernel_of(const KnownGame& game, const TightStrategy& row,
                      const TightStrategy& column) {
  return {completed(column, support_of(row.strategy), column_payoff(game)),
          completed(row, support_of(column.strategy), row_payoff(game))};
}

}  // namespace allnash::game
