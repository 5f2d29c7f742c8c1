#include "chance/play/play_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace allnash::chance::play_statistics_test {
namespace {

TEST(PlayStatistics, GuessesAreMeansAndTheirVariances) {
  PlayStatistics tally(2, 3, false);
  // With an imagined win and loss: 0, 1, 1, 1/2, 0 have the mean 1/2 and the squares 2.25.
  for (const double share : {1.0, 0.5, 0.0}) tally.add({1, 2}, share);
  const MeanGuess guess = tally.guess(1, 2);
  EXPECT_DOUBLE_EQ(guess.mean, 0.5);
  EXPECT_DOUBLE_EQ(guess.variance, (2.25 / 5 - 0.25) / 6);
  EXPECT_DOUBLE_EQ(tally.plays_of(1, 2), 3);
  EXPECT_DOUBLE_EQ(tally.guess(0, 0).mean, 0.5);
  EXPECT_DOUBLE_EQ(tally.row_average(1), 0.5);
}

TEST(PlayStatistics, AMatchOfASymmetricGameIsSeenFromBothSides) {
  PlayStatistics tally(3, 3, true);
  for (const double share : {1.0, 0.75, 0.75}) tally.add({2, 0}, share);
  tally.add({0, 2}, 0.5);
  const MeanGuess guess = tally.guess(2, 0);
  const MeanGuess mirrored = tally.guess(0, 2);
  // 0, 1, 1, 3/4, 3/4, 1/2: the sum is 4, that of the squares 3.375.
  EXPECT_DOUBLE_EQ(guess.mean, 4.0 / 6);
  EXPECT_DOUBLE_EQ(guess.variance, (3.375 / 6 - 16.0 / 36) / 7);
  EXPECT_DOUBLE_EQ(mirrored.mean, 1 - guess.mean);
  EXPECT_NEAR(mirrored.variance, guess.variance, 1e-15);
  EXPECT_DOUBLE_EQ(tally.guess(1, 1).variance, 0);
  EXPECT_DOUBLE_EQ(tally.row_average(0), 1 - tally.column_average(0));
}

// Twelve strategies of known strengths, ten plays of each pairing but one, whose guess then comes
// from the strengths alone.
TEST(PlayStatistics, StrengthsSayWhatACellPaysThatWasNeverPlayed) {
  PlayStatistics tally(12, 12, true);
  const auto share = [](Index i, Index j) { return 0.5 + 0.03 * static_cast<double>(i - j); };
  for (Index i = 0; i < 12; ++i) {
    for (Index j = i + 1; j < 12; ++j) {
      if (i == 1 && j == 10) continue;
      for (int time = 0; time < 10; ++time) {
        tally.add({i, j}, std::clamp(share(i, j) + (time % 2 == 0 ? 0.1 : -0.1), 0.0, 1.0));
      }
    }
  }
  tally.learn();
  EXPECT_NEAR(tally.guess(1, 10).mean, share(1, 10), 0.02);
  EXPECT_NEAR(tally.guess(10, 1).mean, share(10, 1), 0.02);
  EXPECT_DOUBLE_EQ(tally.guess(1, 10).lean, 1);
  EXPECT_LT(tally.doubt_of_column(10), 0.01);
}

// Cells that follow no strengths are guessed from their own plays, but for two.
TEST(PlayStatistics, CellsThatStrayAreTheirOwn) {
  PlayStatistics tally(9, 9, true);
  for (Index i = 0; i < 9; ++i) {
    for (Index j = i + 1; j < 9; ++j) {
      for (int time = 0; time < 6; ++time) tally.add({i, j}, (j - i) % 2 == 0 ? 1 : 0);
    }
  }
  tally.learn();
  EXPECT_DOUBLE_EQ(tally.guess(0, 1).lean, 2.0 / 8);
  EXPECT_LT(tally.guess(0, 1).mean, 0.2);
  EXPECT_GT(tally.guess(0, 2).mean, 0.8);
}

// Rows and columns of a game that is not symmetric have strengths of their own.
TEST(PlayStatistics, BothPlayersHaveStrengths) {
  PlayStatistics tally(6, 8, false);
  const auto share = [](Index i, Index j) { return 0.3 + 0.05 * static_cast<double>(i + j % 3); };
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 8; ++j) {
      for (int time = 0; time < 10 && i + j > 0; ++time) {
        tally.add({i, j}, share(i, j) + (time % 2 == 0 ? 0.1 : -0.1));
      }
    }
  }
  tally.learn();
  EXPECT_NEAR(tally.guess(0, 0).mean, share(0, 0), 0.03);
}

}  // namespace
}  // namespace allnash::chance::play_statistics_test
