// clp_alone GAME REPEATS METHOD LIMIT: one floating solution by Clp and nothing else, of the LP
// min v, A y <= v, sum y = 1, y >= 0, by METHOD: `dual`, the dual simplex method, or `barrier`,
// with crossover. Prints the least seconds of the repeats, those of the processor, and the value:
// nan where LIMIT seconds were not enough.
#include <algorithm>
#include <chrono>
#include <coin/ClpSimplex.hpp>
#include <ctime>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"

namespace {

using allnash::Index;

struct Table {
  int rows;
  int columns;
  std::vector<double> by_column;
};

Table read(allnash::Source& game) {
  std::vector<allnash::Entry> entries;
  for (Index j = 0; j < game.columns(); ++j) {
    for (Index i = 0; i < game.rows(); ++i) entries.push_back({i, j});
  }
  Table table{static_cast<int>(game.rows()), static_cast<int>(game.columns()), {}};
  for (const allnash::Rational& payoff : allnash::payoffs_of(game, entries))
    table.by_column.push_back(payoff.to_double());
  return table;
}

double solve(const Table& table, bool barrier, double limit) {
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> rows;
  std::vector<double> values;
  const auto add = [&](int row, double value) {
    if (value == 0) return;
    rows.push_back(row);
    values.push_back(value);
  };
  const auto end_column = [&] { starts.push_back(static_cast<CoinBigIndex>(values.size())); };
  for (int j = 0; j < table.columns; ++j) {
    const double* column = &table.by_column[static_cast<std::size_t>(j) * table.rows];
    for (int i = 0; i < table.rows; ++i) add(i, column[i]);
    add(table.rows, 1);
    end_column();
  }
  for (int i = 0; i < table.rows; ++i) add(i, -1);
  end_column();
  std::vector<double> lower(table.columns + 1, 0);
  const std::vector<double> upper(table.columns + 1, COIN_DBL_MAX);
  std::vector<double> cost(table.columns + 1, 0);
  lower.back() = -COIN_DBL_MAX;
  cost.back() = 1;
  std::vector<double> row_lower(table.rows + 1, -COIN_DBL_MAX);
  std::vector<double> row_upper(table.rows + 1, 0);
  row_lower.back() = row_upper.back() = 1;

  ClpSimplex lp;
  lp.setLogLevel(0);
  lp.loadProblem(table.columns + 1, table.rows + 1, starts.data(), rows.data(), values.data(),
                 lower.data(), upper.data(), cost.data(), row_lower.data(), row_upper.data());
  lp.setMaximumSeconds(limit);
  if (barrier) {
    ClpSolve how;
    how.setSolveType(ClpSolve::useBarrier);
    how.setPresolveType(ClpSolve::presolveOff);
    lp.initialSolve(how);
  } else {
    lp.dual();
  }
  return lp.status() == 0 ? lp.objectiveValue() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: clp_alone GAME REPEATS METHOD LIMIT\n";
    return 2;
  }
  const auto game = allnash::open_game(argv[1]);
  const Table table = read(*game);
  double best = std::numeric_limits<double>::infinity();
  double used = best;
  double value = 0;
  for (int t = std::stoi(argv[2]); t > 0; --t) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t start_used = std::clock();
    value = solve(table, std::string(argv[3]) == "barrier", std::stod(argv[4]));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
    used = std::min(used, static_cast<double>(std::clock() - start_used) / CLOCKS_PER_SEC);
    if (best > 5) break;
  }
  std::cout << best << " " << used << " " << value << "\n";
}
