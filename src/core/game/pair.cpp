#include "core/game/pair.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/exact/linear_system.hpp"
#include "core/exact/memory.hpp"

namespace allnash::game {

namespace {

std::optional<std::string> fault_in_strategy(const MixedStrategy& strategy, const Mixture& mixture,
                                             Index count, const char* player) {
  Index previous = -1;
  for (const Weight& weight : strategy) {
    if (weight.strategy <= previous || weight.strategy >= count) {
      return fmt::format("the {} strategy is not a sorted list of strategies", player);
    }
    if (weight.probability.sign() <= 0) {
      return fmt::format("the {} strategy plays {} with a probability that is not positive", player,
                         weight.strategy);
    }
    previous = weight.strategy;
  }
  if (!mixture.sums_to_one()) return fmt::format("the {} strategy does not sum to 1", player);
  return std::nullopt;
}

// The game from one player's side: own strategies s, the opponent's t, payoffs to the row player.
// An unknown payoff is the end of the range that is worst for this player.
struct Perspective {
  const KnownPayoffs& game;
  Player player;
  const Rational* worst;  // null without a range

  Perspective(const KnownPayoffs& known, Player own, const PayoffRange* range = nullptr)
      : game(known),
        player(own),
        worst(range == nullptr ? nullptr
              : is_row()       ? &range->low
                               : &range->high) {}

  [[nodiscard]] bool is_row() const { return player == Player::row; }
  [[nodiscard]] int sign() const { return is_row() ? 1 : -1; }  // +1 if the player maximises
  [[nodiscard]] Index opponents() const { return is_row() ? game.columns() : game.rows(); }
  [[nodiscard]] const MixedStrategy& own(const Pair& pair) const {
    return is_row() ? pair.row : pair.column;
  }
  [[nodiscard]] const MixedStrategy& other(const Pair& pair) const {
    return is_row() ? pair.column : pair.row;
  }
  [[nodiscard]] bool knows(Index s, Index t) const {
    return is_row() ? game.knows(s, t) : game.knows(t, s);
  }
  [[nodiscard]] Rational payoff(Index s, Index t) const {
    if (worst != nullptr && !knows(s, t)) return *worst;
    return is_row() ? game.payoff(s, t) : game.payoff(t, s);
  }
  /// The expected payoff against t, scaled by the mixture's denominator.
  [[nodiscard]] Rational expect(const Mixture& mixture, Index t) const {
    return mixture.expect([&](Index s) { return payoff(s, t); });
  }
};

const PayoffRange* address_of(const std::optional<PayoffRange>& range) {
  return range ? &*range : nullptr;
}

// The first opponent strategy that violates the conditions: against played ones exactly the value,
// against others strictly better. A floating-point sum with an error bound avoids most exact sums;
// it never decides a tie, nor with numbers out of its range. When stopped, returns the strategy it
// was at.
std::optional<Index> first_fault(const Perspective& side, const Mixture& mixture, const Pair& pair,
                                 const StopToken& stop, Equalities equalities) {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const std::vector<Index>& strategies = mixture.strategies();
  const MixedStrategy& opponent = side.other(pair);
  const double target = exact::near(pair.value);
  const Rational scaled = mixture.scaled(pair.value);
  std::size_t next = 0;
  for (Index t = 0; t < side.opponents(); ++t) {
    if (stop.stopped()) return t;
    if (next < opponent.size() && opponent[next].strategy == t) {
      ++next;
      if (equalities == Equalities::proved) continue;
      if (side.expect(mixture, t) != scaled) return t;
      continue;
    }
    double sum = 0;
    double size = std::abs(target);
    for (std::size_t s = 0; s < strategies.size(); ++s) {
      const double term = mixture.approximate()[s] * exact::near(side.payoff(strategies[s], t));
      sum += term;
      size += std::abs(term);
    }
    // Four times the error bound of access.hpp. NaN fails the comparison.
    const double error = 4 * unit * size * static_cast<double>(strategies.size() + 4);
    if (side.sign() * (sum - target) > error) continue;
    const Rational gap = side.expect(mixture, t) - scaled;
    if (gap.sign() != side.sign()) return t;
  }
  return std::nullopt;
}

// An unknown entry between the two supports.
std::optional<Entry> unseen_between(const KnownPayoffs& game, const Pair& pair) {
  for (const Weight& row : pair.row) {
    for (const Weight& column : pair.column) {
      if (!game.knows(row.strategy, column.strategy)) return Entry{row.strategy, column.strategy};
    }
  }
  return std::nullopt;
}

// The sum, over the opponent's strategies that are not played, of the number of payoffs (largest
// gains first) that prove the expected payoff better than the value, whatever the others are.
// `unseen` is the gain of an unknown payoff. Unusable when stopped.
std::int64_t fewest_against(const Perspective& side, const Pair& pair, const Rational& unseen,
                            const StopToken& stop) {
  const MixedStrategy& strategy = side.own(pair);
  const MixedStrategy& opponent = side.other(pair);
  const Rational sign(side.sign());
  const Rational needed = sign * (pair.value - *side.worst);
  std::int64_t fewest = 0;
  std::size_t next = 0;
  std::vector<Rational> gains(strategy.size());
  for (Index t = 0; t < side.opponents() && !stop.stopped(); ++t) {
    if (next < opponent.size() && opponent[next].strategy == t) {
      ++next;
      continue;
    }
    for (std::size_t s = 0; s < strategy.size(); ++s) {
      const auto& [own, probability] = strategy[s];
      gains[s] =
          probability * (side.knows(own, t) ? sign * (side.payoff(own, t) - *side.worst) : unseen);
    }
    std::ranges::sort(gains, std::greater{});
    Rational sum;
    for (auto one = gains.begin(); one != gains.end() && !(sum > needed); ++one, ++fewest) {
      sum += *one;
    }
  }
  return fewest;
}

std::optional<std::int64_t> fewest(const KnownPayoffs& game, const Pair& pair,
                                   const PayoffRange& range, bool symmetric, const Rational& unseen,
                                   const StopToken& stop) {
  const auto played = std::ssize(pair.row);
  std::int64_t count = fewest_against(Perspective(game, Player::row, &range), pair, unseen, stop);
  if (symmetric) {
    count += played * (played - 1) / 2;
  } else {
    count += played * std::ssize(pair.column) +
             fewest_against(Perspective(game, Player::column, &range), pair, unseen, stop);
  }
  if (stop.stopped()) return std::nullopt;
  return count;
}

// The payoff that the strategy guarantees, to the row player.
Rational assured(const Perspective& side, const MixedStrategy& strategy) {
  const Mixture mixture(strategy);
  Rational worst;
  for (Index t = 0; t < side.opponents(); ++t) {
    Rational earned = side.expect(mixture, t);
    if (t == 0 || (side.is_row() ? earned < worst : earned > worst)) worst = std::move(earned);
  }
  return mixture.unscaled(worst);
}

}  // namespace

std::optional<std::string> fault_in(const KnownPayoffs& game, const Pair& pair,
                                    const std::optional<PayoffRange>& range, std::size_t threads,
                                    const StopToken& stop, Equalities equalities) {
  constexpr std::size_t worth_a_thread = 160;  // strategies; with fewer, a thread does not pay
  const Both<Mixture> mixtures{Mixture(pair.row), Mixture(pair.column)};
  if (auto fault = fault_in_strategy(pair.row, mixtures.row, game.rows(), "row")) return fault;
  if (auto fault = fault_in_strategy(pair.column, mixtures.column, game.columns(), "column")) {
    return fault;
  }
  if (const auto entry = unseen_between(game, pair)) {
    return fmt::format("entry ({}, {}) has not been seen", entry->row, entry->column);
  }
  Both<std::optional<Index>> faults;
  const bool small = pair.row.size() + pair.column.size() < worth_a_thread;
  exact::side_by_side(small ? 1 : threads, 2, [&](std::size_t t) {
    const Perspective side(game, players[t], address_of(range));
    faults.of(players[t]) = first_fault(side, mixtures.of(players[t]), pair, stop, equalities);
  });
  if ((faults.row || faults.column) && stop.stopped()) return check_stopped;
  if (faults.row) return fmt::format("the row strategy fails against column {}", *faults.row);
  if (faults.column) return fmt::format("the column strategy fails against row {}", *faults.column);
  return std::nullopt;
}

std::optional<std::int64_t> fewest_for_proof(const KnownPayoffs& game, const Pair& pair,
                                             const PayoffRange& range, bool symmetric,
                                             const StopToken& stop) {
  return fewest(game, pair, range, symmetric, Rational(0), stop);
}

std::optional<std::int64_t> fewest_for_any_proof(const KnownPayoffs& game, const Pair& pair,
                                                 const PayoffRange& range, bool symmetric,
                                                 const StopToken& stop) {
  return fewest(game, pair, range, symmetric, range.high - range.low, stop);
}

Rational guaranteed(const KnownPayoffs& game, const MixedStrategy& row,
                    const std::optional<PayoffRange>& range) {
  return assured(Perspective(game, Player::row, address_of(range)), row);
}

Rational conceded(const KnownPayoffs& game, const MixedStrategy& column,
                  const std::optional<PayoffRange>& range) {
  return assured(Perspective(game, Player::column, address_of(range)), column);
}

// A kernel. Border the game by a column of ones and a row of ones, with 0 where they cross. For an
// extreme x the bordered rows of its support, over the columns that are tight against x, are
// independent: a dependence would move x along its optimal set, or to a better guarantee. Likewise
// for y. So to the columns that y plays add tight columns, the first that will do, until the rows
// that x plays have full rank; and to the rows that x plays add rows likewise. The bordered square
// that this gives is
//
//     P Q      P: what x plays against what y plays, of rank r
//     R T      Q, R: what was added, one line for each that P lacks
//
// and its determinant is, up to sign, that of three regular blocks, whatever T is.

namespace {

// The opponent's `played` strategies and the first tight ones that give the bordered lines of the
// own support full rank. Nothing when stopped.
std::optional<Lines> completed(const TightStrategy& own, const Lines& played,
                               const Perspective& side, const StopToken& stop) {
  Lines candidates = played;
  std::ranges::set_difference(own.tight, played, std::back_inserter(candidates));
  const Index size = std::ssize(own.strategy);
  exact::Matrix lines(std::ssize(candidates) + 1, size + 1);
  for (Index s = 0; s < size; ++s) lines.at(0, s) = 1;  // the border
  for (Index t = 0; t < std::ssize(candidates); ++t) {
    for (Index s = 0; s < size; ++s) {
      lines.at(t + 1, s) = side.payoff(own.strategy[at(s)].strategy, candidates[at(t)]);
    }
    lines.at(t + 1, size) = 1;
  }
  const auto independent = exact::independent_rows(exact::clear_denominators(lines), stop);
  if (!independent) return std::nullopt;
  Lines result = played;
  for (const slong line : *independent) {
    if (line > std::ssize(played)) result.push_back(candidates[at(line - 1)]);
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

TightStrategy tight(const KnownPayoffs& game, Player player, const Rational& value,
                    MixedStrategy strategy, const StopToken& stop) {
  TightStrategy result{std::move(strategy), {}};
  const Perspective side(game, player);
  const Mixture mixture(result.strategy);
  const Rational scaled = mixture.scaled(value);
  for (Index t = 0; t < side.opponents(); ++t) {
    if (stop.stopped()) return {std::move(result.strategy), {}};
    if (side.expect(mixture, t) == scaled) result.tight.push_back(t);
  }
  return result;
}

std::optional<Block> kernel_of(const KnownPayoffs& game, const TightStrategy& row,
                               const TightStrategy& column, const StopToken& stop) {
  auto rows = completed(column, support_of(row.strategy), Perspective(game, Player::column), stop);
  auto columns = completed(row, support_of(column.strategy), Perspective(game, Player::row), stop);
  if (!rows || !columns) return std::nullopt;
  return Block{{*std::move(rows), *std::move(columns)}};
}

}  // namespace allnash::game
