// Floating vertices found from the basis of a game before.
#include "subgame/float_game.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "allnash/game.hpp"

namespace allnash::subgame::float_game_test {
namespace {

/// The first rows and columns of a game, as doubles.
std::vector<double> corner(Source& game, Index rows, Index columns) {
  std::vector<Entry> entries;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) entries.push_back({i, j});
  }
  const std::vector<Rational> payoffs = payoffs_of(game, entries);
  std::vector<double> result;
  for (const Rational& payoff : payoffs) result.push_back(payoff.to_double());
  return result;
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
  const auto source = open_game("family:random,n=60,m=70,seed=3");
  Basis basis;
  for (const auto& [rows, columns] :
       {std::pair<Index, Index>{20, 25}, {30, 25}, {30, 40}, {31, 41}, {60, 42}, {60, 70}}) {
    SCOPED_TRACE(rows);
    const FloatGame game(rows, columns, corner(*source, rows, columns));
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
  const auto source = open_game("family:random,n=20,seed=5");
  const FloatGame game(20, 20, corner(*source, 20, 20));
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

TEST(FloatGame, DoublesAreMovedOnlyWhereTheirDifferencesSurvive) {
  EXPECT_TRUE(FloatGame::can_be_moved(std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1, 1}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1e15, 1e15 + 1}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1e300, 1e-300}));
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1e-300, 2e-300}));
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(FloatGame::can_be_moved(std::vector<double>{1, unknown}));
}

}  // namespace
}  // namespace allnash::subgame::float_game_test
