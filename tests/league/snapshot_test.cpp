// What was played between two counts, and in which order it is taken.
#include <gtest/gtest.h>

#include <cmath>

#include "league/league.hpp"

namespace allnash::league::snapshot_test {
namespace {

const Entry pairing{0, 1};

Tally tally(std::int64_t won, std::int64_t lost) {
  return {{{pairing, 1}, won}, {{pairing, 0}, lost}};
}

TEST(Snapshot, TellsWhatIsMore) {
  EXPECT_TRUE(holds(tally(5, 3), tally(5, 2)));
  EXPECT_FALSE(holds(tally(5, 3), tally(6, 0)));
  EXPECT_TRUE(holds(tally(5, 3), {}));
  const auto fallen = fallen_since(tally(6, 0), tally(5, 3));
  ASSERT_TRUE(fallen);
  EXPECT_EQ(fallen->payoff, Rational(1));
  EXPECT_EQ(fallen->before, 6);
  EXPECT_EQ(fallen->now, 5);
  Tally found;
  for (const store::KeptPlay& play : played_since(tally(5, 2), tally(9, 3))) add_to(found, play);
  EXPECT_EQ(found, tally(4, 1));
  EXPECT_TRUE(played_since(tally(5, 3), tally(5, 3)).empty());
}

// Kills: plays in the order of their payoffs; one order for all counts.
TEST(Snapshot, OrderIsDrawnByLot) {
  constexpr int leagues = 2000;
  constexpr int first = 30;
  double sum = 0;
  double squares = 0;
  for (int t = 0; t < leagues; ++t) {
    // The same numbers of new plays each time, of counts that differ.
    int won = 0;
    const auto plays = played_since(tally(t, t), tally(50 + t, 50 + t));
    for (int k = 0; k < first; ++k) {
      won += plays[static_cast<std::size_t>(k)].payoff == Rational(1) ? 1 : 0;
    }
    sum += won;
    squares += won * won;
  }
  // Drawn without replacement: the mean is 15, the variance 30 / 4 * 70 / 99.
  const double mean = sum / leagues;
  const double variance = squares / leagues - mean * mean;
  const double expected = 30.0 / 4 * 70 / 99;
  EXPECT_NEAR(mean, 15, 5 * std::sqrt(expected / leagues));
  EXPECT_NEAR(variance, expected, 5 * expected * std::sqrt(2.0 / leagues));
}

}  // namespace
}  // namespace allnash::league::snapshot_test
