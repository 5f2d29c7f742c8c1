// Small random games with the ties, duplicates and odd shapes that break solvers.
#pragma once

#include <memory>
#include <random>

#include "allnash/game.hpp"
#include "brute_force.hpp"

namespace allnash::test {

/// How many random games a test looks at. A sanitizer makes each of them take ten times as long,
/// and what it looks for shows in a tenth of them, or a hundredth where it is how threads meet.
constexpr int this_many(int count) {
#if defined(__SANITIZE_THREAD__)
  return (count + 99) / 100;
#elif defined(__SANITIZE_ADDRESS__)
  return (count + 9) / 10;
#else
  return count;
#endif
}
/// One in so many of what a test goes through in order.
constexpr int one_in = 10 / this_many(10);

/// Shapes from 1 x 1 to 6 x 6; payoffs in {0,1}, {-1,0,1}, {0..9} or sixths; every third game has a
/// duplicated row or column, every twentieth is constant.
inline WholeGame random_game(std::mt19937_64& random, int largest = 6) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  WholeGame game;
  game.rows = 1 + below(largest);
  game.columns = 1 + below(largest);
  const int kind = below(4);
  if (kind == 3) game.scale = 6;
  const bool constant = below(20) == 0;
  for (int t = 0; t < game.rows * game.columns; ++t) {
    const int payoff = kind == 0   ? below(2)
                       : kind == 1 ? below(3) - 1
                       : kind == 2 ? below(10)
                                   : below(25) - 12;
    game.payoffs.push_back(constant && t > 0 ? game.payoffs[0] : payoff);
  }
  const int duplicate = below(6);
  const auto copy = [&](int to_i, int to_j, int from_i, int from_j) {
    game.payoffs[static_cast<std::size_t>(to_i * game.columns + to_j)] = game.at(from_i, from_j);
  };
  if (duplicate == 0) {
    const int from = below(game.rows);
    const int to = below(game.rows);
    for (int j = 0; j < game.columns; ++j) copy(to, j, from, j);
  } else if (duplicate == 1) {
    const int from = below(game.columns);
    const int to = below(game.columns);
    for (int i = 0; i < game.rows; ++i) copy(i, to, i, from);
  }
  return game;
}

/// Payoffs of matches add up to twice the middle; `edge(i, j)` is what i wins from j < i above it.
template <typename Edge>
WholeGame symmetric_game(int size, const Edge& edge, std::int64_t middle = 0) {
  WholeGame game{size, size, std::vector(static_cast<std::size_t>(size * size), middle)};
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < i; ++j) {
      const std::int64_t won = edge(i, j);
      game.payoffs[static_cast<std::size_t>(i * size + j)] += won;
      game.payoffs[static_cast<std::size_t>(j * size + i)] -= won;
    }
  }
  return game;
}

inline std::vector<Rational> payoffs_of(const WholeGame& game) {
  std::vector<Rational> result;
  for (const std::int64_t payoff : game.payoffs) result.emplace_back(payoff, game.scale);
  return result;
}

inline Rational payoff_of(const WholeGame& game, Index row, Index column) {
  return {game.at(static_cast<int>(row), static_cast<int>(column)), game.scale};
}

/// The game as a function, which must not outlive it.
inline std::unique_ptr<Source> function_of(const WholeGame& game) {
  return function_game(game.rows, game.columns,
                       [&game](Index row, Index column) { return payoff_of(game, row, column); });
}

}  // namespace allnash::test
