// The interior point: supports of games whose answer is known, on any number of threads, at any
// scale, and how it stops.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <random>
#include <thread>

#include "core/lp/float_game.hpp"
#include "core/lp/normal_matrix.hpp"
#include "core/lp/repair.hpp"
#include "core/lp/subgame.hpp"
#include "core/lp/tables.hpp"
#include "matrices.hpp"
#include "random_games.hpp"

namespace allnash::lp::interior_point_test {
namespace {

exact::Matrix sparse_zero_one(Index side) {
  std::mt19937_64 random(1);
  return test::matrix_of(side, side, [&](Index, Index) { return random() % 50 == 0 ? 1 : 0; });
}

TEST(InteriorPoint, HandsOverTheSupports) {
  const struct {
    const char* game;
    std::size_t rows;
    std::size_t columns;
  } table[] = {
      {"family:random,n=500,seed=1", 260, 260},   // as the simplex method finds
      {"family:random,n=1000,seed=6", 500, 500},  // one is played once in 4e7 times
      {"family:matching,n=60", 60, 60},
      {"family:rps,n=51", 51, 51},
      {"family:planted,n=120,m=70,k=5", 5, 5},  // taller than wide
      {"family:planted,n=70,m=120,k=5", 5, 5},
      {"family:lowerbound,n=100,k=10", 1, 10},      // a face of positive dimension
      {"family:blotto,fields=3,soldiers=5", 9, 9},  // on both sides
      {"family:blotto,fields=3,soldiers=10", 48, 48},
  };
  for (const auto& row : table) {
    const FloatGame game(table_of(row.game));
    const auto centre = solve_by_interior_point(game, 2, {});
    ASSERT_TRUE(centre) << row.game;
    const auto guess = guess_supports(*centre, 0);
    ASSERT_TRUE(guess) << row.game;
    EXPECT_EQ(guess->row.support.size(), row.rows) << row.game;
    EXPECT_EQ(guess->column.support.size(), row.columns) << row.game;
  }
}

TEST(InteriorPoint, IsAnOptimumInTheUnitsOfTheGame) {
  for (const char* name : {"family:random,n=60,m=90", "family:random,n=90,m=60"}) {
    const FloatGame game(table_of(name));
    const auto centre = solve_by_interior_point(game, 1, {});
    const auto vertex = solve_floating(game, {});
    ASSERT_TRUE(centre && vertex) << name;
    EXPECT_NEAR(centre->value, vertex->value, 1e-6) << name;
    for (const auto side : {&FloatOptimum::row, &FloatOptimum::column}) {
      const auto& [played, slack] = (*vertex).*side;
      for (std::size_t t = 0; t < played.size(); ++t) {
        EXPECT_NEAR(((*centre).*side).played[t], played[t], 1e-6) << name;
        EXPECT_NEAR(((*centre).*side).slack[t], slack[t], 1e-5) << name;
      }
    }
  }
}

TEST(InteriorPoint, TheSameNumbersOnAnyNumberOfThreads) {
  const FloatGame game(table_of("family:random,n=300,m=400"));
  const auto one = solve_by_interior_point(game, 1, {});
  ASSERT_TRUE(one);
  for (const std::size_t threads : {2U, 3U, 7U}) {
    const auto several = solve_by_interior_point(game, threads, {});
    ASSERT_TRUE(several);
    EXPECT_EQ(one->row.played, several->row.played);
    EXPECT_EQ(one->column.slack, several->column.slack);
    EXPECT_EQ(one->value, several->value);
  }
}

TEST(InteriorPoint, PayoffsOfAnySize) {
  const exact::Matrix plain = table_of("family:random,n=16");
  const auto expected = solve(plain);
  ASSERT_TRUE(expected);
  for (const char* unit : {"1e-300", "1e300", "1e-1000", "1e1000"}) {
    const Rational scale = Rational::parse(unit);
    const auto game =
        test::matrix_of(16, 16, [&](Index i, Index j) { return plain.at(i, j) * scale; });
    const auto pair = solve(game);
    ASSERT_TRUE(pair) << unit;
    EXPECT_EQ(pair->value, expected->value * scale) << unit;
    EXPECT_TRUE(pair->row == expected->row) << unit;
  }
}

TEST(InteriorPoint, AllPayoffsEqual) {
  const FloatGame game(exact::Matrix(20, 30));
  const auto centre = solve_by_interior_point(game, 1, {});
  ASSERT_TRUE(centre);
  EXPECT_EQ(guess_supports(*centre, 0)->row.support.size(), 20U);
  EXPECT_EQ(guess_supports(*centre, 0)->column.support.size(), 30U);
}

TEST(InteriorPoint, SparseZeroOneGamesEnd) {
  const StopToken minute(nullptr, StopToken::Clock::now() + std::chrono::minutes(1));
  EXPECT_TRUE(solve(sparse_zero_one(400), minute, 2));
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// Processor time, which a busy machine does not stretch: a fifth of a second on each thread. The
// moments at which it is stopped fall into different parts of a step. A sanitizer does stretch it.
TEST(InteriorPoint, StopsInsideAStep) {
  const FloatGame game(table_of("family:random,n=2000"));
  for (const int milliseconds : {50, 400, 730}) {
    StopFlag flag;
    double raised = 0;
    std::jthread watch([&] {
      const double start = processor_seconds();
      while (processor_seconds() - start < milliseconds / 1000.0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      raised = processor_seconds();
      flag.raise();
    });
    EXPECT_FALSE(solve_by_interior_point(game, 2, StopToken(&flag)));
    const double ended = processor_seconds();
    watch.join();
    EXPECT_LT(ended - raised, 2 * 0.2 * 10 / test::this_many(10)) << milliseconds;
  }
}

TEST(NormalMatrix, SolvesTheSystemThatWasFactored) {
  std::mt19937_64 random(5);
  const auto draw = [&] { return static_cast<double>(random() % 1000 + 1) / 1000; };
  for (const std::size_t rows : {1U, 7U, 256U, 300U}) {
    FloatTable table{rows, 600, {}};
    for (std::size_t t = 0; t < rows * 600; ++t) table.values.push_back(draw() - 0.5);
    std::vector<double> weights(600);
    for (double& weight : weights) weight = draw();
    std::vector<double> diagonal(rows);
    std::vector<double> wanted(rows);
    for (double& entry : diagonal) entry = draw();
    for (double& entry : wanted) entry = draw();
    std::vector<double> inner = turned_product(table, wanted, 2);
    for (std::size_t j = 0; j < inner.size(); ++j) inner[j] *= weights[j];
    std::vector<double> right = product(table, inner, 2);
    for (std::size_t i = 0; i < rows; ++i) right[i] += diagonal[i] * wanted[i];

    const auto expect_solution = [&](auto matrix, double error) {
      ASSERT_TRUE(matrix.set(table, weights, diagonal));
      ASSERT_TRUE(matrix.factor());
      std::vector<double> solution = right;
      matrix.solve(solution);
      for (std::size_t i = 0; i < rows; ++i) EXPECT_NEAR(solution[i], wanted[i], error);
    };
    expect_solution(NormalMatrix<double>(rows, 3, {}), 1e-9);
    expect_solution(NormalMatrix<float>(rows, 3, {}), 1e-3);
  }
}

TEST(NormalMatrix, SaysSoWhenNotDefinite) {
  const FloatTable table{2, 1, {1, 1}};
  NormalMatrix<double> matrix(2, 1, {});
  ASSERT_TRUE(matrix.set(table, {1}, {0, -1}));
  EXPECT_FALSE(matrix.factor());
}

}  // namespace
}  // namespace allnash::lp::interior_point_test
