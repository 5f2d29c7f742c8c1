#include "methods/noisy/tally.hpp"

#include <gtest/gtest.h>

namespace allnash::methods::noisy::tally_test {
namespace {

TEST(Tally, GuessesAreMeansAndTheirVariances) {
  Tally tally(2, 3, false);
  // With an imagined win and loss: 0, 1, 1, 1/2, 0 have the mean 1/2 and the squares 2.25.
  for (const double share : {1.0, 0.5, 0.0}) tally.add({1, 2}, share);
  const MeanGuess guess = tally.guess(1, 2, false);
  EXPECT_DOUBLE_EQ(guess.mean, 0.5);
  EXPECT_DOUBLE_EQ(guess.variance, (2.25 / 5 - 0.25) / 6);
  EXPECT_DOUBLE_EQ(tally.plays_of(1, 2), 3);
  EXPECT_DOUBLE_EQ(tally.guess(0, 0, false).mean, 0.5);
  EXPECT_DOUBLE_EQ(tally.row_average(1), 0.5);
}

TEST(Tally, AMatchOfASymmetricGameIsSeenFromBothSides) {
  Tally tally(3, 3, true);
  for (const double share : {1.0, 0.75, 0.75}) tally.add({2, 0}, share);
  tally.add({0, 2}, 0.5);
  const MeanGuess guess = tally.guess(2, 0, false);
  const MeanGuess mirrored = tally.guess(0, 2, false);
  // 0, 1, 1, 3/4, 3/4, 1/2: the sum is 4, that of the squares 3.375.
  EXPECT_DOUBLE_EQ(guess.mean, 4.0 / 6);
  EXPECT_DOUBLE_EQ(guess.variance, (3.375 / 6 - 16.0 / 36) / 7);
  EXPECT_DOUBLE_EQ(mirrored.mean, 1 - guess.mean);
  EXPECT_NEAR(mirrored.variance, guess.variance, 1e-15);
  EXPECT_DOUBLE_EQ(tally.guess(1, 1, false).variance, 0);
  EXPECT_DOUBLE_EQ(tally.row_average(0), 1 - tally.column_average(0));
}

}  // namespace
}  // namespace allnash::methods::noisy::tally_test
