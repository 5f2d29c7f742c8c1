// What the replays of a method forecast. These errors make a test fail: a replay that goes on to
// its end, or that ends with its first round; entries that are known among those forecast; votes of
// one replay alone; no end when nobody waits for it any more.
#include <gtest/gtest.h>

#include <random>

#include "answer/solve/parts.hpp"

namespace allnash::forecast_test {
namespace {

constexpr Index side = 80;

/// A run of `lazy`, which asks for most of a game of noise.
RunSetup begun() {
  return {method_named("lazy").run, Options{}, asking::LedgerSettings{}, side, side};
}

/// Noise, known in a block of so many rows and columns.
asking::ReplayStart standing(Index block) {
  std::mt19937_64 random(3);
  asking::ReplayStart now;
  for (Index t = 0; t < block * block; ++t) {
    now.known.emplace(Entry{t / block, t % block}, static_cast<int>(random() % 1000));
  }
  return now;
}

TEST(Forecast, LooksSixteenTimesAsFarAsIsKnown) {
  const asking::ReplayStart now = standing(8);
  const asking::QuestionForecast forecast = forecaster_of(begun())(now, StopFlag());
  const auto known = static_cast<double>(now.known.size());
  EXPECT_GT(forecast.queries, 17 * known);
  EXPECT_LT(forecast.queries, 25 * known);  // a round is forecast whole
}

TEST(Forecast, CountsTheGamesThatAskForAnEntry) {
  const asking::ReplayStart now = standing(8);
  const asking::QuestionForecast forecast = forecaster_of(begun())(now, StopFlag());
  std::size_t all = 0;
  std::size_t some = 0;
  double votes = 0;
  for (const asking::QuestionForecast::LikelyQuestion& asked : forecast.entries) {
    EXPECT_FALSE(now.known.contains(asked.entry));
    EXPECT_GE(asked.votes, 1U);
    EXPECT_LE(asked.votes, asking::QuestionForecast::games);
    (asked.votes == asking::QuestionForecast::games ? all : some) += 1;
    votes += static_cast<double>(asked.votes) / asking::QuestionForecast::games;
  }
  EXPECT_GT(all, 0U);
  EXPECT_GT(some, 0U);
  EXPECT_NEAR(votes + static_cast<double>(now.known.size()), forecast.queries, 1e-6);
}

TEST(Forecast, EndsOnceItIsNoLongerWanted) {
  StopFlag enough;
  enough.raise();
  EXPECT_TRUE(forecaster_of(begun())(standing(8), enough).entries.empty());
}

}  // namespace
}  // namespace allnash::forecast_test
