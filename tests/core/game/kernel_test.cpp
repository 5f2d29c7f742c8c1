// Kernels against their definition: square, regular when bordered, and the pair is what they give.
#include <gtest/gtest.h>

#include "allnash/allnash.hpp"
#include "core/game/pair.hpp"
#include "random_games.hpp"

namespace allnash::test::kernel_test {
namespace {

std::vector<int> as_ints(const std::vector<Index>& list) { return {list.begin(), list.end()}; }

void expect_kernel(const WholeGame& game, const Result& result, const Kernel& kernel) {
  const MixedStrategy& x = result.row().vertices[static_cast<std::size_t>(kernel.row_vertex)];
  const MixedStrategy& y = result.column().vertices[static_cast<std::size_t>(kernel.column_vertex)];
  ASSERT_EQ(kernel.rows.size(), kernel.columns.size());
  const std::vector<int> rows = as_ints(kernel.rows);
  const std::vector<int> columns = as_ints(kernel.columns);
  const auto row = brute::equalise(rows, columns, [&](int i, int j) { return game.at(i, j); });
  const auto column = brute::equalise(columns, rows, [&](int j, int i) { return game.at(i, j); });
  ASSERT_TRUE(row && column);  // regular
  EXPECT_EQ(brute::strategy(rows, *row), x);
  EXPECT_EQ(brute::strategy(columns, *column), y);
  EXPECT_EQ(Rational(row->top.back(), row->bottom) / game.scale, *result.value);
}

// The least size that any kernel of the pair has.
std::size_t smallest_kernel(const WholeGame& game, const MixedStrategy& x, const MixedStrategy& y) {
  std::size_t least = 99;
  for (const auto& rows : brute::subsets(game.rows)) {
    for (const auto& columns : brute::subsets(game.columns)) {
      if (rows.size() != columns.size() || rows.size() >= least) continue;
      const auto row = brute::equalise(rows, columns, [&](int i, int j) { return game.at(i, j); });
      const auto column =
          brute::equalise(columns, rows, [&](int j, int i) { return game.at(i, j); });
      if (!row || !column) continue;
      if (brute::strategy(rows, *row) == x && brute::strategy(columns, *column) == y) {
        least = rows.size();
      }
    }
  }
  return least;
}

TEST(Kernels, MakeEveryPairOfExtremeStrategies) {
  std::mt19937_64 random(41);
  std::int64_t larger = 0;  // than both supports
  for (int t = 0; t < 1500 && !HasFailure(); ++t) {
    const WholeGame game = random_game(random, 5);
    const auto source = table_game(game.rows, game.columns, payoffs_of(game));
    Options options;
    options.kernels = true;
    options.method = t % 2 == 0 ? "full" : "lazy";
    const Result result = solve(*source, options);
    ASSERT_TRUE(result.equilibria->kernels_complete.value());
    EXPECT_EQ(result.equilibria->kernels.size(),
              result.row().vertices.size() * result.column().vertices.size());
    for (const Kernel& kernel : result.equilibria->kernels) {
      expect_kernel(game, result, kernel);
      const MixedStrategy& x = result.row().vertices[static_cast<std::size_t>(kernel.row_vertex)];
      const MixedStrategy& y =
          result.column().vertices[static_cast<std::size_t>(kernel.column_vertex)];
      EXPECT_EQ(kernel.rows.size(), smallest_kernel(game, x, y));
      if (kernel.rows.size() > std::max(x.size(), y.size())) ++larger;
    }
  }
  EXPECT_GT(larger, 0);
}

TEST(Kernels, AreCutAsVerticesAre) {
  // Rows 0 and 3 are as good as each other, whatever the column player mixes of his first four.
  std::vector<Rational> payoffs;
  for (Index i = 0; i < 8; ++i) {
    for (Index j = 0; j < 8; ++j) {
      payoffs.push_back(j >= 4 ? 2 : i != 0 && i != 3 && i % 4 == j ? 0 : 1);
    }
  }
  const auto game = table_game(8, 8, payoffs);
  Options options;
  options.kernels = true;
  Result result = solve(*game, options);
  EXPECT_EQ(result.equilibria->kernels.size(), 8U);
  EXPECT_TRUE(*result.equilibria->kernels_complete);
  options.vertices = 3;
  result = solve(*game, options);
  EXPECT_EQ(result.equilibria->kernels.size(), 3U);
  EXPECT_FALSE(*result.equilibria->kernels_complete);
  EXPECT_NE(to_json(result).find("\"kernels_complete\":false"), std::string::npos);
  options.vertices = 0;
  result = solve(*game, options);
  EXPECT_TRUE(result.equilibria->kernels.empty());
  options.kernels = false;
  EXPECT_EQ(to_json(solve(*game, options)).find("kernels"), std::string::npos);
}

}  // namespace
}  // namespace allnash::test::kernel_test
