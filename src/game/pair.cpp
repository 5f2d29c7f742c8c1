#include "game/pair.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/at.hpp"
#include "exact/memory.hpp"
#include "exact/near.hpp"
#include "game/mixture.hpp"

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

// Against each opponent strategy t of `count`: exactly the value where `played` says so, strictly
// beyond it (sign +1 above, -1 below) elsewhere. A floating sum with a bound on its error spares
// most of the exact ones; it never decides a tie, and where a number is beyond its range, nothing.
// Where it was stopped, too, some strategy is in doubt.
template <typename Payoff>
std::optional<Index> first_fault(const Mixture& mixture, const MixedStrategy& opponent, Index count,
                                 const Rational& value, int sign, const Payoff& payoff,
                                 const StopToken& stop, Equalities equalities) {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const std::vector<Index>& strategies = mixture.strategies();
  const double target = exact::near(value);
  const Rational scaled = mixture.scaled(value);
  std::size_t next = 0;
  for (Index t = 0; t < count; ++t) {
    if (stop.stopped()) return t;
    const bool played = next < opponent.size() && opponent[next].strategy == t;
    if (played) {
      ++next;
      if (equalities == Equalities::proved) continue;
      if (mixture.expect([&](Index s) { return payoff(s, t); }) != scaled) return t;
      continue;
    }
    double sum = 0;
    double size = std::abs(target);
    for (std::size_t s = 0; s < strategies.size(); ++s) {
      const double term = mixture.approximate()[s] * exact::near(payoff(strategies[s], t));
      sum += term;
      size += std::abs(term);
    }
    // Four times what near.hpp bounds it by. NaN fails the comparison.
    const double error = 4 * unit * size * static_cast<double>(strategies.size() + 4);
    if (sign * (sum - target) > error) continue;
    const Rational gap = mixture.expect([&](Index s) { return payoff(s, t); }) - scaled;
    if (gap.sign() != sign) return t;
  }
  return std::nullopt;
}

// What the pair plays against itself and has not been seen.
std::optional<Entry> unseen_between(const KnownPayoffs& game, const Pair& pair) {
  for (const Weight& row : pair.row) {
    for (const Weight& column : pair.column) {
      if (!game.knows(row.strategy, column.strategy)) return Entry{row.strategy, column.strategy};
    }
  }
  return std::nullopt;
}

// Against each opponent strategy that is not played: how many of the payoffs it takes, the
// weightiest first, for gain . probability to exceed `needed`; added up. Of no use when stopped.
template <typename Gain>
std::int64_t fewest_against(const MixedStrategy& strategy, const MixedStrategy& opponent,
                            Index count, const Rational& needed, const Gain& gain,
                            const StopToken& stop) {
  std::int64_t fewest = 0;
  std::size_t next = 0;
  std::vector<Rational> gains(strategy.size());
  for (Index t = 0; t < count && !stop.stopped(); ++t) {
    if (next < opponent.size() && opponent[next].strategy == t) {
      ++next;
      continue;
    }
    for (std::size_t s = 0; s < strategy.size(); ++s) {
      gains[s] = strategy[s].probability * gain(strategy[s].strategy, t);
    }
    std::ranges::sort(gains, std::greater{});
    Rational sum;
    for (auto one = gains.begin(); one != gains.end() && !(sum > needed); ++one, ++fewest) {
      sum += *one;
    }
  }
  return fewest;
}

template <typename Payoff>
Rational least_earned(const Mixture& mixture, Index count, const Payoff& payoff) {
  Rational least;
  for (Index t = 0; t < count; ++t) {
    Rational earned = mixture.expect([&](Index s) { return payoff(s, t); });
    if (t == 0 || earned < least) least = std::move(earned);
  }
  return mixture.unscaled(least);
}

// The row player's payoff; with a range, the end of it where it has not been seen.
auto payoff_or(const KnownPayoffs& game, const Rational* end) {
  return [&game, end](Index i, Index j) {
    return end == nullptr || game.knows(i, j) ? game.payoff(i, j) : *end;
  };
}
const Rational* low_of(const std::optional<PayoffRange>& range) {
  return range ? &range->low : nullptr;
}
const Rational* high_of(const std::optional<PayoffRange>& range) {
  return range ? &range->high : nullptr;
}

}  // namespace

std::vector<Index> support_of(const MixedStrategy& strategy) {
  std::vector<Index> support;
  for (const Weight& weight : strategy) support.push_back(weight.strategy);
  return support;
}

MixedStrategy renumbered(MixedStrategy strategy, const std::vector<Index>& numbers) {
  for (Weight& weight : strategy) weight.strategy = numbers[at(weight.strategy)];
  std::ranges::sort(strategy, {}, &Weight::strategy);
  return strategy;
}

std::optional<std::string> fault_in(const KnownPayoffs& game, const Pair& pair,
                                    const std::optional<PayoffRange>& range, std::size_t threads,
                                    const StopToken& stop, Equalities equalities) {
  constexpr std::size_t worth_a_thread = 160;  // strategies; below, starting it costs more
  const Mixture row(pair.row);
  const Mixture column(pair.column);
  if (auto fault = fault_in_strategy(pair.row, row, game.rows(), "row")) return fault;
  if (auto fault = fault_in_strategy(pair.column, column, game.columns(), "column")) return fault;
  if (const auto entry = unseen_between(game, pair)) {
    return fmt::format("entry ({}, {}) has not been seen", entry->row, entry->column);
  }

  const auto low = payoff_or(game, low_of(range));
  const auto high = payoff_or(game, high_of(range));
  std::optional<Index> column_at;
  std::optional<Index> row_at;
  const bool small = pair.row.size() + pair.column.size() < worth_a_thread;
  exact::side_by_side(small ? 1 : threads, 2, [&](std::size_t player) {
    if (player == 0) {
      column_at =
          first_fault(row, pair.column, game.columns(), pair.value, 1, low, stop, equalities);
    } else {
      row_at = first_fault(
          column, pair.row, game.rows(), pair.value, -1,
          [&](Index j, Index i) { return high(i, j); }, stop, equalities);
    }
  });
  if ((column_at || row_at) && stop.stopped()) return check_stopped;
  if (column_at) return fmt::format("the row strategy fails against column {}", *column_at);
  if (row_at) return fmt::format("the column strategy fails against row {}", *row_at);
  return std::nullopt;
}

namespace {

// `unseen` is what a payoff that has not been seen is worth to the proof. Nothing when stopped.
std::optional<std::int64_t> fewest(const KnownPayoffs& game, const Pair& pair,
                                   const PayoffRange& range, bool symmetric, const Rational& unseen,
                                   const StopToken& stop) {
  const auto above = [&](Index i, Index j) {
    return game.knows(i, j) ? game.payoff(i, j) - range.low : unseen;
  };
  const auto below = [&](Index j, Index i) {
    return game.knows(i, j) ? range.high - game.payoff(i, j) : unseen;
  };
  std::int64_t count =
      fewest_against(pair.row, pair.column, game.columns(), pair.value - range.low, above, stop);
  const auto played = static_cast<std::int64_t>(pair.row.size());
  if (symmetric) {
    count += played * (played - 1) / 2;
  } else {
    count +=
        played * static_cast<std::int64_t>(pair.column.size()) +
        fewest_against(pair.column, pair.row, game.rows(), range.high - pair.value, below, stop);
  }
  if (stop.stopped()) return std::nullopt;
  return count;
}

}  // namespace

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
  return least_earned(Mixture(row), game.columns(), payoff_or(game, low_of(range)));
}

Rational conceded(const KnownPayoffs& game, const MixedStrategy& column,
                  const std::optional<PayoffRange>& range) {
  const auto payoff = payoff_or(game, high_of(range));
  return -least_earned(Mixture(column), game.rows(),
                       [&](Index j, Index i) { return -payoff(i, j); });
}

}  // namespace allnash::game
