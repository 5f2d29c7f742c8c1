// The gate that every answer passes, against exact arithmetic, on numbers from 1e-600 to 1e600.
#include "core/game/pair.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/game/definition.hpp"
#include "core/game/known.hpp"
#include "core/lp/subgame.hpp"
#include "matrices.hpp"

namespace allnash::pair_test {
namespace {

bool holds(const exact::Matrix& game, const game::Pair& pair) {
  return game::holds(game, game, pair);
}

bool passes(const exact::Matrix& game, const game::Pair& pair) {
  return !game::fault_in(game::MatrixGame(game), pair);
}

class Wild {
 public:
  explicit Wild(std::uint64_t seed) : random_(seed) {}

  Index below(Index count) {
    return static_cast<Index>(random_() % static_cast<std::uint64_t>(count));
  }
  bool once_in(Index count) { return below(count) == 0; }
  // Of any size up to 10^reach; small whole numbers when reach is 0.
  Rational number(Index reach) {
    if (once_in(4)) return below(3) - 1;
    const Index mantissa = below(19) - 9;
    return Rational::parse(std::to_string(mantissa) + "e" +
                           std::to_string(below(2 * reach + 1) - reach));
  }
  exact::Matrix game(Index reach) {
    const Index rows = 1 + below(4);
    exact::Matrix result =
        test::matrix_of(rows, 1 + below(4), [&](Index, Index) { return number(reach); });
    // What is alike must be played alike.
    if (result.columns() > 1 && once_in(3)) {
      for (Index i = 0; i < result.rows(); ++i) result.at(i, 0) = result.at(i, 1);
    }
    return result;
  }

 private:
  std::mt19937_64 random_;
};

// The game with one more column, which earns the row strategy `earned`, and which it does not play.
exact::Matrix with_column(const exact::Matrix& game, const MixedStrategy& row,
                          const Rational& earned, Index reach, Wild& wild) {
  exact::Matrix result = test::matrix_of(game.rows(), game.columns() + 1, [&](Index i, Index j) {
    return j < game.columns() ? game.at(i, j) : wild.number(reach);
  });
  const Weight& last = row[static_cast<std::size_t>(wild.below(std::ssize(row)))];
  Rational rest = earned;
  for (const Weight& weight : row) {
    if (weight.strategy == last.strategy) continue;
    rest -= weight.probability * result.at(weight.strategy, game.columns());
  }
  result.at(last.strategy, game.columns()) = rest / last.probability;
  return result;
}

class Gate : public testing::TestWithParam<Index> {};

TEST_P(Gate, TakesWhatIsRightAndRefusesWhatIsWrongByTheLeast) {
  const Index reach = GetParam();
  Wild wild(7);
  for (int t = 0; t < 1500; ++t) {
    const exact::Matrix game = wild.game(reach);
    const auto pair = lp::solve_by_pivoting(game, {});
    ASSERT_TRUE(pair);
    ASSERT_TRUE(holds(game, *pair)) << t;
    ASSERT_TRUE(passes(game, *pair)) << t;
    // A tie, a hair above, a hair below, and by any amount.
    const Rational hair = Rational::parse("1e-" + std::to_string(reach + wild.below(20)));
    for (const Rational& gap : {Rational(0), hair, -hair, wild.number(reach)}) {
      const exact::Matrix wider = with_column(game, pair->row, pair->value + gap, reach, wild);
      const bool right = gap.sign() > 0;
      ASSERT_EQ(holds(wider, *pair), right) << t;
      ASSERT_EQ(passes(wider, *pair), right) << t << " off by " << gap;
      const game::Pair other{-pair->value, pair->column, pair->row};
      ASSERT_EQ(passes(test::turned(wider), other), right) << t << " off by " << gap;
    }
  }
}

TEST_P(Gate, AgreesWithExactArithmeticOnAnyPair) {
  const Index reach = GetParam();
  Wild wild(8);
  int right = 0;
  for (int t = 0; t < 3000; ++t) {
    exact::Matrix game = wild.game(reach);
    const auto pair = lp::solve_by_pivoting(game, {});
    // One payoff changes, and the pair with it or not.
    const Index i = wild.below(game.rows());
    const Index j = wild.below(game.columns());
    game.at(i, j) = wild.once_in(2) ? wild.number(reach) : game.at(i, j) + wild.number(reach);
    ASSERT_EQ(passes(game, *pair), holds(game, *pair)) << t;
    right += holds(game, *pair) ? 1 : 0;
  }
  EXPECT_GT(right, 100);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Gate, testing::Values(0, 5, 30, 120, 160, 310, 600),
                         [](const auto& info) { return "e" + std::to_string(info.param); });

// Columns 1 and 3 are the same; the strategy against them is played with a probability that no
// double holds.
TEST(Gate, RefusesASupportThatLeavesATwinOut) {
  const auto number = [](const char* text) { return Rational::parse(text); };
  const exact::Matrix game(3, 4,
                           {number("0"), number("1e-250"), number("0"), number("1e-250"),  //
                            number("1"), number("-1e250"), number("1"), number("-1e250"),  //
                            number("0"), number("0"), number("-1e250"), number("0")});
  const auto whole = lp::solve_by_pivoting(game, {});
  EXPECT_EQ(whole->column.size(), 4U);
  EXPECT_TRUE(passes(game, *whole));
  const exact::Matrix part = test::matrix_of(3, 3, [&](Index i, Index j) { return game.at(i, j); });
  const auto short_of = lp::solve_by_pivoting(part, {});
  EXPECT_EQ(short_of->value, whole->value);
  EXPECT_FALSE(passes(game, *short_of));
}

}  // namespace
}  // namespace allnash::pair_test
