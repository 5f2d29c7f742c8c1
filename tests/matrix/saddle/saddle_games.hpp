// Games for the tests of the saddle-point methods, with their strict saddle points by looking at
// everything, and a way to run a method on one.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "brute_force.hpp"
#include "matrix/saddle/saddle.hpp"
#include "payoffs/asking/counting_source.hpp"

namespace allnash::test {

inline bool is_strict_saddle(const WholeGame& game, int row, int column) {
  for (int j = 0; j < game.columns; ++j) {
    if (j != column && game.at(row, j) <= game.at(row, column)) return false;
  }
  for (int i = 0; i < game.rows; ++i) {
    if (i != row && game.at(i, column) >= game.at(row, column)) return false;
  }
  return true;
}

inline std::optional<Entry> strict_saddle(const WholeGame& game) {
  for (int i = 0; i < game.rows; ++i) {
    for (int j = 0; j < game.columns; ++j) {
      if (is_strict_saddle(game, i, j)) return Entry{i, j};
    }
  }
  return std::nullopt;
}

inline std::int64_t max_min(const WholeGame& game) {
  std::int64_t best = std::numeric_limits<std::int64_t>::min();
  for (int i = 0; i < game.rows; ++i) {
    const auto row = game.payoffs.begin() + i * game.columns;
    best = std::max(best, *std::min_element(row, row + game.columns));
  }
  return best;
}

inline WholeGame minus_transpose(const WholeGame& game) {
  WholeGame result{game.columns, game.rows, {}};
  for (int j = 0; j < game.columns; ++j) {
    for (int i = 0; i < game.rows; ++i) result.payoffs.push_back(-game.at(i, j));
  }
  return result;
}

inline std::int64_t min_max(const WholeGame& game) { return -max_min(minus_transpose(game)); }

/// Uniform payoffs from ranges of 2, 5, 50 and 10^6, some with a planted saddle point, strict or
/// not; additive games a_i + b_j; few high entries among low ones.
class SaddleGames {
 public:
  explicit SaddleGames(std::uint64_t seed) : random_(seed) {}

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  WholeGame next(int rows, int columns) {
    static constexpr int ranges[] = {2, 5, 50, 1'000'000};
    const int range = ranges[below(4)];
    WholeGame game{rows, columns, {}};
    const int kind = below(8);
    const bool additive = kind == 0;
    std::vector<int> parts(static_cast<std::size_t>(rows + columns));
    for (int& part : parts) part = below(range);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const int sum =
            parts[static_cast<std::size_t>(i)] + parts[static_cast<std::size_t>(rows + j)];
        game.payoffs.push_back(additive    ? sum
                               : kind == 1 ? (below(20) == 0 ? range : below(range))
                                           : below(range));
      }
    }
    if (kind >= 4) plant(game, range, kind >= 6 ? 1 : 0);
    return game;
  }

  WholeGame next_symmetric(int size) {
    const int range = 1 + below(4);
    WholeGame game{size, size, std::vector<std::int64_t>(static_cast<std::size_t>(size * size))};
    const int winner = below(2 * size);  // half of the time there is one
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < i; ++j) {
        const int drawn = below(2 * range + 1) - range;
        const int payoff = i == winner ? 1 + below(range) : j == winner ? -1 - below(range) : drawn;
        game.payoffs[static_cast<std::size_t>(i * size + j)] = payoff;
        game.payoffs[static_cast<std::size_t>(j * size + i)] = -payoff;
      }
    }
    return game;
  }

 private:
  // `gap` 1 makes it strict; with 0 there are ties.
  void plant(WholeGame& game, int range, int gap) {
    const int row = below(game.rows);
    const int column = below(game.columns);
    const std::int64_t value = game.at(row, column);
    for (int j = 0; j < game.columns; ++j) {
      if (j != column) at(game, row, j) = value + gap + below(range);
    }
    for (int i = 0; i < game.rows; ++i) {
      if (i != row) at(game, i, column) = value - gap - below(range);
    }
  }
  static std::int64_t& at(WholeGame& game, int i, int j) {
    return game.payoffs[static_cast<std::size_t>(i * game.columns + j)];
  }

  std::mt19937_64 random_;
};

/// A method's turn on a game: everything it touches, and what it asked.
struct Turn {
  explicit Turn(const WholeGame& game, asking::LedgerSettings settings = {}, std::uint64_t seed = 1)
      : source(game.rows, game.columns,
               [game](Index i, Index j) {
                 return Rational(game.at(static_cast<int>(i), static_cast<int>(j)), game.scale);
               }),
        ledger(source, settings) {
    options.seed = seed;
  }

  test::CountingSource source;
  asking::Ledger ledger;
  const game::Known& known = ledger.known();
  Options options;
  matrix::Run run{ledger, options, {}};
};

}  // namespace allnash::test
