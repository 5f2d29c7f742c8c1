// Points of the central path: mixtures, with the gap that was asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "large/responses/parts.hpp"
#include "random_games.hpp"

namespace allnash::centre_test {
namespace {

double gap_between(const lp::FloatGame& game, const game::Both<std::vector<double>>& at) {
  double high = -1e9;
  double low = 1e9;
  for (Index i = 0; i < game.rows(); ++i) {
    double earned = 0;
    for (Index j = 0; j < game.columns(); ++j) {
      earned += game.at(i, j) * at.column[static_cast<std::size_t>(j)];
    }
    high = std::max(high, earned);
  }
  for (Index j = 0; j < game.columns(); ++j) {
    double paid = 0;
    for (Index i = 0; i < game.rows(); ++i) {
      paid += game.at(i, j) * at.row[static_cast<std::size_t>(i)];
    }
    low = std::min(low, paid);
  }
  return high - low;
}

void expect_mixture(const std::vector<double>& mixture) {
  EXPECT_NEAR(std::accumulate(mixture.begin(), mixture.end(), 0.0), 1, 1e-9);
  EXPECT_GT(std::ranges::min(mixture), 0);
}

TEST(Centre, HasTheGapThatIsWanted) {
  std::mt19937_64 random(1);
  for (int round = 0; round < test::this_many(400); ++round) {
    const test::WholeGame whole = test::random_game(random, round % 20 == 0 ? 40 : 7);
    const lp::FloatGame game(exact::Matrix(whole.rows, whole.columns, test::payoffs_of(whole)));
    for (const double wanted : {100.0, 10.0, 1.0, 0.01}) {
      const auto found = responses::central_mixtures(game, wanted, {});
      ASSERT_TRUE(found);
      expect_mixture(found->row);
      expect_mixture(found->column);
      EXPECT_LE(gap_between(game, *found), wanted * (1 + 1e-9));
    }
  }
}

// A centre plays all that is optimal: in rock, paper, scissors and a copy of rock each copy half.
TEST(Centre, PlaysEqualStrategiesEquallyOften) {
  const std::vector<Rational> payoffs{0, -1, 1, 1, 0, -1, -1, 1, 0, 0, -1, 1};
  const lp::FloatGame game(exact::Matrix(4, 3, payoffs));
  const auto found = responses::central_mixtures(game, 0.1, {});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->row[0], found->row[3], 1e-9);
  EXPECT_NEAR(found->row[0], 1.0 / 6, 0.01);
  EXPECT_NEAR(found->row[1], 1.0 / 3, 0.01);
}

TEST(Centre, Stops) {
  StopFlag flag;
  flag.raise();
  const lp::FloatGame game(exact::Matrix(2, 2, {1, 0, 0, 2}));
  EXPECT_FALSE(responses::central_mixtures(game, 0.1, StopToken(&flag)));
}

}  // namespace
}  // namespace allnash::centre_test
