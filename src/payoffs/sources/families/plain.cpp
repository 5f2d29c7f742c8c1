// The families that need no more than a comparison or one hash: random, matching, rps, undercut,
// lowerbound and hidden-cells.
#include <algorithm>
#include <string>
#include <vector>

#include "payoffs/sources/families.hpp"

namespace allnash::sources {

std::unique_ptr<FormulaGame> random_family(const Keys& keys) {
  constexpr std::int64_t largest = std::int64_t{1} << 61;
  const Index rows = keys.size("n");
  const Index columns = keys.size("m");
  const std::int64_t low = keys.integer("low", -largest, largest);
  const std::int64_t high = keys.integer("high", -largest, largest);
  if (low > high) keys.refuse("low is above high");
  const Noise noise(keys.seed(), 0);
  return formula_game(rows, columns, [=](Index row, Index column) {
    return Rational(noise.uniform(low, high, row, column));
  });
}

std::unique_ptr<FormulaGame> matching_family(const Keys& keys) {
  const Index sides = keys.size("n");
  auto game = formula_game(sides, sides,
                           [](Index row, Index column) { return Rational(row == column ? 1 : 0); });
  const std::vector<std::string> coin{"heads", "tails"};
  if (sides == 2) game->rename({coin, coin});
  return game;
}

// Strategy i loses to the (n - 1) / 2 that follow it around the circle.
std::unique_ptr<FormulaGame> rps_family(const Keys& keys) {
  const Index strategies = keys.size("n");
  if (strategies % 2 == 0) {
    keys.refuse("n must be odd, not " + std::to_string(strategies));
  }
  auto game = formula_game(strategies, strategies, [=](Index row, Index column) -> Rational {
    const Index ahead = column >= row ? column - row : column - row + strategies;
    if (ahead == 0) return 0;
    return ahead <= strategies / 2 ? -1 : 1;
  });
  const std::vector<std::string> three{"rock", "paper", "scissors"};
  const std::vector<std::string> five{"rock", "Spock", "paper", "lizard", "scissors"};
  if (strategies == 3) game->rename({three, three});
  if (strategies == 5) game->rename({five, five});
  return game;
}

std::unique_ptr<FormulaGame> undercut_family(const Keys& keys) {
  const Index numbers = keys.size("n");
  return formula_game(numbers, numbers, [](Index row, Index column) -> Rational {
    const Index above = row - column;
    if (above == 0) return 0;
    if (above == -1) return 2;
    if (above == 1) return -2;
    return above > 0 ? 1 : -1;
  });
}

// The hard games for the Omega(nk) bound of Maiti, Boczar, Jamieson and Ratliff: row 0 is optimal
// because of the one 0 that each other row hides among k columns.
std::unique_ptr<FormulaGame> lowerbound_family(const Keys& keys) {
  const Index size = keys.size("n");
  const Index special = keys.integer("k", 1, size);
  const Noise noise(keys.seed(), 0);
  return formula_game(size, size, [=](Index row, Index column) -> Rational {
    if (column >= special) return 2;
    return row != 0 && noise.uniform(0, special - 1, row) == column ? 0 : 1;
  });
}

// Games on which finding costs more than proving (docs/research/theory.md, Theorem 11): what is
// not 0 shows where the equilibrium is, and is in few cells.
std::unique_ptr<FormulaGame> hidden_cells_family(const Keys& keys) {
  const Index rows = keys.size("n");
  const Index columns = keys.size("m");
  const Index count = keys.integer("k", 1, std::max<Index>(1, std::min(rows, columns) - 1));
  if (columns % count != 0) {
    keys.refuse("k must divide m: " + std::to_string(columns) + " is no multiple of " +
                std::to_string(count));
  }
  const Index width = columns / count;
  if (rows <= count || width < 2) keys.refuse("k must be below n, and at most half of m");
  const HidingPlaces hidden(rows, count, Noise(keys.seed(), 0));
  const Noise lowest(keys.seed(), 1);
  return formula_game(rows, columns, [=](Index row, Index column) -> Rational {
    const Index part = hidden.number(row);
    if (part < 0 || column / width != part) return 0;
    return column % width == lowest.uniform(0, width - 1, part) ? 1 : 2;
  });
}

}  // namespace allnash::sources
