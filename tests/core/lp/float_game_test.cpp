// Floating vertices found from the basis of a game before.
#include "core/lp/float_game.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "core/lp/repair.hpp"
#include "core/lp/subgame.hpp"
#include "core/lp/tables.hpp"

namespace allnash::lp::float_game_test {
namespace {

FloatGame corner(const std::string& name, Index rows, Index columns) {
  const exact::Matrix table = table_of(name, rows, columns);
  std::vector<double> payoffs;
  for (const Rational& payoff : table.values()) payoffs.push_back(payoff.to_double());
  return {rows, columns, std::move(payoffs)};
}

void expect_same(const FloatSide& one, const FloatSide& other) {
  ASSERT_EQ(one.played.size(), other.played.size());
  for (std::size_t t = 0; t < one.played.size(); ++t) {
    EXPECT_NEAR(one.played[t], other.played[t], 1e-7);
    EXPECT_NEAR(one.slack[t], other.slack[t], 1e-5);
  }
}

// Rows come, then columns, then both. Equilibria of random games are unique.
TEST(FloatGame, ABasisLeadsToTheSameVertex) {
  Basis basis;
  for (const auto& [rows, columns] :
       {std::pair<Index, Index>{20, 25}, {30, 25}, {30, 40}, {31, 41}, {60, 42}, {60, 70}}) {
    SCOPED_TRACE(rows);
    const FloatGame game = corner("family:random,n=60,m=70,seed=3", rows, columns);
    basis.row.resize(static_cast<std::size_t>(rows), SimplexPlace::fresh);
    basis.column.resize(static_cast<std::size_t>(columns), SimplexPlace::fresh);
    const auto warm = solve_floating(game, basis, {});
    const auto cold = solve_floating(game, {});
    ASSERT_TRUE(warm && cold);
    EXPECT_NEAR(warm->value, cold->value, 1e-7);
    expect_same(warm->row, cold->row);
    expect_same(warm->column, cold->column);
    EXPECT_EQ(std::ssize(basis.row), rows);
    EXPECT_EQ(std::ssize(basis.column), columns);
  }
}

TEST(FloatGame, ABasisThatIsNoneIsLeftAside) {
  const FloatGame game = corner("family:random,n=20,seed=5", 20, 20);
  const auto cold = solve_floating(game, {});
  Basis uneven{std::vector<SimplexPlace>(20, SimplexPlace::in),
               std::vector<SimplexPlace>(20, SimplexPlace::out)};
  Basis everyone{std::vector<SimplexPlace>(20, SimplexPlace::in),
                 std::vector<SimplexPlace>(20, SimplexPlace::in)};
  for (Basis* basis : {&uneven, &everyone}) {
    const auto warm = solve_floating(game, *basis, {});
    ASSERT_TRUE(warm && cold);
    expect_same(warm->row, cold->row);
    expect_same(warm->column, cold->column);
  }
}

// Where Clp's default tolerances stop one pivot short of the optimum.
TEST(FloatGame, DoesNotStopOnePivotShort) {
  const auto optimum = solve_floating(FloatGame(table_of("family:random,n=500,seed=1")), {});
  ASSERT_TRUE(optimum.has_value());
  const auto guess = guess_supports(*optimum, 1e-9);
  ASSERT_TRUE(guess.has_value());
  EXPECT_EQ(guess->row.support.size(), 260U);
  EXPECT_EQ(guess->column.support.size(), 260U);
}

TEST(FloatGame, DoublesAreMovedOnlyWhereTheirDifferencesSurvive) {
  EXPECT_TRUE(FloatGame::can_be_moved(std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1, 1}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1e15, 1e15 + 1}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1e300, 1e-300}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1e-300, 2e-300}));
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1, unknown}));
}

// Bounds that hold for sure, and are near enough to be of use.

// Uniform doubles, doubles of very different sizes, and games full of ties.
double drawn(std::mt19937_64& random, int kind) {
  const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
  if (kind == 0) return uniform;
  if (kind == 1) return std::ldexp(uniform - 0.5, static_cast<int>(random() % 80) - 40);
  if (kind == 2) return 1e9 + uniform;
  return static_cast<double>(random() % 3) / 3;
}

TEST(FloatBounds, HoldAndAreNear) {
  std::mt19937_64 random(1);
  for (int t = 0; t < 6000; ++t) {
    const Index rows = 1 + static_cast<Index>(random() % 5);
    const Index columns = 1 + static_cast<Index>(random() % 5);
    const int kind = t % 4;
    std::vector<double> payoffs(static_cast<std::size_t>(rows * columns));
    std::vector<Rational> exact_payoffs;
    double size = 0;
    for (double& payoff : payoffs) {
      payoff = drawn(random, kind);
      size = std::max(size, std::abs(payoff));
      exact_payoffs.push_back(Rational::from_double(payoff));
    }
    const auto bounds = lp::floating_bounds(payoffs.data(), rows, columns);
    const auto pair = lp::solve_by_pivoting({rows, columns, exact_payoffs}, {});
    if (std::isinf(bounds.low)) continue;  // all payoffs equal
    EXPECT_LE(Rational::from_double(bounds.low), pair->value);
    EXPECT_GE(Rational::from_double(bounds.high), pair->value);
    if (kind != 1) {
      EXPECT_LT(bounds.high - bounds.low, 1e-9 * size);
    }
  }
}

TEST(FloatBounds, KnowNothingOfLargeOrInfiniteGames) {
  const std::vector<double> many(81, 1.0);
  EXPECT_TRUE(std::isinf(lp::floating_bounds(many.data(), 9, 9).low));
  const double huge[] = {1e308, -1e308, -1e308, 1e308};
  EXPECT_TRUE(std::isinf(lp::floating_bounds(huge, 2, 2).high));
}

}  // namespace
}  // namespace allnash::lp::float_game_test
