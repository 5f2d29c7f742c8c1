// Games of chance whose payoffs are known: coins, as often as they say.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/allnash.hpp"
#include "core/base/at.hpp"

namespace allnash::coverage {

struct Game {
  std::string name;
  Index rows = 0;
  Index columns = 0;
  std::vector<Rational> payoffs;  // in [0, 1]
  bool symmetric = false;

  [[nodiscard]] const Rational& at(Index i, Index j) const {
    return payoffs[allnash::at(i * columns + j)];
  }
  [[nodiscard]] std::unique_ptr<Source> coins(const PayoffRange& range = {0, 1}) const {
    return coin_game(table_game(rows, columns, payoffs), range);
  }
};

/// Whether the strategies, where there are any, guarantee what is said of them.
inline bool holds(const Game& game, const MixedStrategy& row, const std::optional<Rational>& low,
                  const MixedStrategy& column, const std::optional<Rational>& high) {
  for (Index j = 0; j < game.columns && !row.empty(); ++j) {
    Rational earned;
    for (const Weight& one : row) earned += one.probability * game.at(one.strategy, j);
    if (earned < *low) return false;
  }
  for (Index i = 0; i < game.rows && !column.empty(); ++i) {
    Rational paid;
    for (const Weight& one : column) paid += one.probability * game.at(i, one.strategy);
    if (paid > *high) return false;
  }
  return true;
}

inline Options options_for(const Game& game, Rational epsilon, std::uint64_t seed) {
  Options options;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = std::move(epsilon);
  options.delta = Rational(1, 5);
  options.seed = seed;
  options.symmetric = game.symmetric;
  return options;
}

inline Result solved(const Game& game, const Options& options) {
  return solve(*game.coins(*options.payoff_range), options);
}

}  // namespace allnash::coverage
