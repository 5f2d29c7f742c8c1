#include "methods/lazy/block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "exact/near.hpp"
#include "subgame/float_game.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

constexpr double zero = 1e-9;         // a smaller probability is none, in a guess
constexpr double near_value = 1e-12;  // a smaller shortfall, payoffs being up to 100, is none

void take(const subgame::FloatSide& side, const std::vector<Index>& strategies, FloatMix& mix,
          std::vector<Index>& near) {
  double sum = 0;
  for (const double played : side.played) sum += played > zero ? played : 0;
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    if (side.played[t] > zero) mix.push_back({strategies[t], side.played[t] / sum});
    if (side.slack[t] < near_value) near.push_back(strategies[t]);
  }
}

void rename(MixedStrategy& strategy, const std::vector<Index>& names) {
  for (Weight& weight : strategy) {
    weight.strategy = names[static_cast<std::size_t>(weight.strategy)];
  }
  std::sort(strategy.begin(), strategy.end(),
            [](const Weight& a, const Weight& b) { return a.strategy < b.strategy; });
}

// What floating point says a strategy gains, and how far that may be off: infinite or NaN, which
// leave it to exact arithmetic, where a number is beyond the range of filters.
struct Approximate {
  double gain = 0;
  double error = 0;
};

template <typename Payoff>
Approximate approximate_gain(const MixedStrategy& opponent, const Rational& value,
                             const Payoff& payoff) {
  const double target = exact::near(value);
  double sum = 0;
  double size = std::abs(target);
  for (const Weight& weight : opponent) {
    const double term = exact::near(weight.probability) * payoff(weight.strategy);
    sum += term;
    size += std::abs(term);
  }
  // Payoffs and products that underflow are off by less than the least double.
  const auto roundings = static_cast<double>(opponent.size() + 8);
  return {sum - target, std::ldexp(size * roundings, -50) + std::ldexp(roundings, -1000)};
}

// Adds to `part` the member of `all` outside it that gains most, or where none gains all that tie.
// One at a time, because on smooth games the best of many near equals leaves the others behind.
template <typename Guess, typename Gain>
bool enlarge(std::vector<Index>& part, const std::vector<Index>& all, const Guess& guess,
             const Gain& gain) {
  std::vector<Index> sorted = part;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Index> best;
  Rational most;
  for (const Index s : all) {
    if (std::binary_search(sorted.begin(), sorted.end(), s)) continue;
    const Approximate about = guess(s);
    if (about.gain < -about.error) continue;
    const Rational gained = gain(s);
    if (gained < most) continue;
    if (gained > most) best.clear();
    if (gained > most || most.sign() == 0) best.push_back(s);
    most = gained;
  }
  part.insert(part.end(), best.begin(), best.end());
  return !best.empty();
}

bool enlarge_rows(const ledger::Ledger& ledger, const game::Pair& pair, std::vector<Index>& part,
                  const std::vector<Index>& all) {
  const auto guess = [&](Index i) {
    return approximate_gain(pair.column, pair.value,
                            [&](Index j) { return ledger.approximate(i, j); });
  };
  return enlarge(part, all, guess,
                 [&](Index i) { return earned_by_row(ledger, i, pair.column) - pair.value; });
}

bool enlarge_columns(const ledger::Ledger& ledger, const game::Pair& pair, std::vector<Index>& part,
                     const std::vector<Index>& all) {
  const auto guess = [&](Index j) {
    return approximate_gain(pair.row, -pair.value,
                            [&](Index i) { return -ledger.approximate(i, j); });
  };
  return enlarge(part, all, guess,
                 [&](Index j) { return pair.value - conceded_by_column(ledger, j, pair.row); });
}

// Payoffs of sizes so different that floating point loses some beside others: what it calls near
// says nothing then.
bool beyond_floating(const exact::Matrix& game) {
  constexpr std::int64_t widest = 400;  // bits between the largest and the least
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const Rational& payoff : game.values()) {
    if (payoff.sign() == 0) continue;
    least = std::min(least, exact::binary_exponent(payoff));
    most = std::max(most, exact::binary_exponent(payoff));
  }
  return least <= most && most - least > widest;
}

std::vector<Index> all_below(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

}  // namespace

std::optional<FloatEquilibrium> floating_equilibrium(const ledger::Ledger& ledger,
                                                     const std::vector<Index>& rows,
                                                     const std::vector<Index>& columns,
                                                     const StopToken& stop) {
  const subgame::FloatGame game(ledger.submatrix(rows, columns));
  const auto optimum = subgame::solve_floating(game, stop);
  if (!optimum) return std::nullopt;
  FloatEquilibrium result;
  result.value = game.original(optimum->value);
  result.reach = game.reach();
  take(optimum->row, rows, result.row, result.near_rows);
  take(optimum->column, columns, result.column, result.near_columns);
  return result;
}

std::optional<game::Pair> exact_equilibrium(
    const ledger::Ledger& ledger, const std::vector<Index>& rows, const std::vector<Index>& columns,
    std::vector<Index> near_rows, std::vector<Index> near_columns, const StopToken& stop) {
  if (beyond_floating(ledger.submatrix(rows, columns))) {
    near_rows = rows;
    near_columns = columns;
  }
  for (;;) {
    auto pair = subgame::solve(ledger.submatrix(near_rows, near_columns), stop);
    if (!pair) return std::nullopt;
    rename(pair->row, near_rows);
    rename(pair->column, near_columns);
    const bool more_rows = enlarge_rows(ledger, *pair, near_rows, rows);
    const bool more_columns = enlarge_columns(ledger, *pair, near_columns, columns);
    if (!more_rows && !more_columns) return pair;
  }
}

Responses responses_outside(const ledger::Ledger& ledger, const game::Pair& pair,
                            const std::vector<Index>& rows, const std::vector<Index>& columns) {
  Responses responses{rows, columns};
  enlarge_rows(ledger, pair, responses.rows, all_below(ledger.rows()));
  enlarge_columns(ledger, pair, responses.columns, all_below(ledger.columns()));
  responses.rows.erase(responses.rows.begin(), responses.rows.begin() + std::ssize(rows));
  responses.columns.erase(responses.columns.begin(),
                          responses.columns.begin() + std::ssize(columns));
  return responses;
}

Rational earned_by_row(const ledger::Ledger& ledger, Index row, const MixedStrategy& column) {
  Rational sum;
  for (const Weight& weight : column)
    sum += weight.probability * ledger.entry(row, weight.strategy);
  return sum;
}

Rational conceded_by_column(const ledger::Ledger& ledger, Index column, const MixedStrategy& row) {
  Rational sum;
  for (const Weight& weight : row)
    sum += weight.probability * ledger.entry(weight.strategy, column);
  return sum;
}

}  // namespace allnash::methods
