#include <gtest/gtest.h>

#include <random>

#include "core/game/known.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/repair.hpp"
#include "core/lp/subgame.hpp"
#include "matrices.hpp"
#include "random_games.hpp"

namespace allnash::solve_test {
namespace {

exact::Matrix matrix_of(const test::WholeGame& game) {
  return {game.rows, game.columns, test::payoffs_of(game)};
}

void expect_answer(const exact::Matrix& game, const game::Pair& pair, const test::Answer& answer) {
  EXPECT_EQ(game::fault_in(game::MatrixGame(game), pair), std::nullopt);
  EXPECT_EQ(pair.value, answer.value);
  EXPECT_EQ(game::support_of(pair.row), test::union_support(answer.row_vertices));
  EXPECT_EQ(game::support_of(pair.column), test::union_support(answer.column_vertices));
}

TEST(Subgame, PivotingAgreesWithAllSquareSubmatrices) {
  std::mt19937_64 random(1);
  for (int t = 0; t < test::this_many(20000) && !testing::Test::HasFailure(); ++t) {
    const test::WholeGame game = test::random_game(random);
    const exact::Matrix matrix = matrix_of(game);
    const auto pair = lp::solve_by_pivoting(matrix, {});
    ASSERT_TRUE(pair);
    SCOPED_TRACE(t);
    expect_answer(matrix, *pair, test::brute_force(game));
  }
}

TEST(Subgame, GuessesAreRepairedToTheSameAnswer) {
  std::mt19937_64 random(2);
  int guessed = 0;
  constexpr int games = test::this_many(3000);
  for (int t = 0; t < games && !testing::Test::HasFailure(); ++t) {
    const test::WholeGame game = test::random_game(random);
    const exact::Matrix matrix = matrix_of(game);
    const auto centre = lp::solve_by_interior_point(lp::FloatGame(matrix), 1, {});
    const auto guess = centre ? lp::guess_supports(*centre, 0) : std::nullopt;
    if (!guess) continue;
    const auto repaired = lp::repair(matrix, *guess, 10, 1, {});
    if (!repaired || game::fault_in(game::MatrixGame(matrix), repaired->pair)) continue;
    ++guessed;
    SCOPED_TRACE(t);
    expect_answer(matrix, repaired->pair, test::brute_force(game));
  }
  // A wrong guess is allowed, but a guesser that often fails is broken.
  EXPECT_GE(guessed, games * 99 / 100);
}

TEST(Subgame, TheCheckRefusesEveryOtherPair) {
  const exact::Matrix game(3, 3, {0, -1, 1, 1, 0, -1, -1, 1, 0});
  const game::MatrixGame known(game);
  const Rational third(1, 3);
  const MixedStrategy uniform{{0, third}, {1, third}, {2, third}};
  EXPECT_EQ(game::fault_in(known, {0, uniform, uniform}), std::nullopt);
  EXPECT_NE(game::fault_in(known, {Rational(1, 1000000), uniform, uniform}), std::nullopt);
  EXPECT_NE(game::fault_in(known, {0, {{0, 1}}, uniform}), std::nullopt);
  EXPECT_NE(game::fault_in(known, {0, uniform, {{0, third}, {1, third}}}), std::nullopt);
  EXPECT_NE(game::fault_in(known, {0, uniform, {{0, third}, {2, third}, {1, third}}}),
            std::nullopt);
  EXPECT_NE(game::fault_in(known, {0, {}, uniform}), std::nullopt);
  EXPECT_NE(game::fault_in(known, {0, {{0, third}, {1, third}, {3, third}}, uniform}),
            std::nullopt);
  // Optimal, but not of full support: the other equilibria would be lost.
  const exact::Matrix constant(2, 2, {5, 5, 5, 5});
  EXPECT_NE(game::fault_in(game::MatrixGame(constant), {5, {{0, 1}}, {{0, 1}}}), std::nullopt);
}

TEST(Subgame, NearTiesAreDecidedExactly) {
  // Row 2 falls short of the value 1/2 by 1e-30, then meets it, then beats it.
  const Rational tiny = Rational::parse("1e-30");
  const Rational half(1, 2);
  for (const int sign : {-1, 0, 1}) {
    const Rational payoff = half + Rational(sign) * tiny;
    const exact::Matrix game(3, 2, {1, 0, 0, 1, payoff, payoff});
    const auto pair = lp::solve(game);
    ASSERT_TRUE(pair);
    EXPECT_EQ(game::fault_in(game::MatrixGame(game), *pair), std::nullopt);
    const std::vector<Index> expected = sign < 0    ? std::vector<Index>{0, 1}
                                        : sign == 0 ? std::vector<Index>{0, 1, 2}
                                                    : std::vector<Index>{2};
    EXPECT_EQ(game::support_of(pair->row), expected);
    EXPECT_EQ(pair->value, sign > 0 ? payoff : half);
  }
}

TEST(Subgame, LargerGamesPassTheExactCheck) {
  std::mt19937_64 random(3);
  for (const int side : {30, 60, 90}) {
    for (const int largest : {1, 2, 1000}) {
      const exact::Matrix game =
          test::matrix_of(side, side + 7, [&](Index, Index) { return random() % (largest + 1); });
      const auto pair = lp::solve(game);
      ASSERT_TRUE(pair);
      EXPECT_EQ(game::fault_in(game::MatrixGame(game), *pair), std::nullopt)
          << side << ' ' << largest;
    }
  }
}

TEST(Subgame, StopsWhenAsked) {
  StopFlag flag;
  flag.raise();
  const auto game = test::matrix_of(40, 40, [](Index i, Index j) { return i == j ? 1 : 0; });
  EXPECT_FALSE(lp::solve(game, StopToken(&flag)));
}

}  // namespace
}  // namespace allnash::solve_test
