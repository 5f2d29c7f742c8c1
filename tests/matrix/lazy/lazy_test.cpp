// The lazy method and auto beyond their answers (tests/answer/solve/answers_test.cpp): what they
// ask, what they say when stopped, and that a seed fixes both.
#include "matrix/lazy/lazy.hpp"

#include <gtest/gtest.h>

#include <random>

#include "matrix/lazy/mix_payoffs.hpp"
#include "random_games.hpp"
#include "results.hpp"

namespace allnash::test::lazy_test {
namespace {

TEST(Lazy, AsksLittleWhereThereIsStructure) {
  // Bounds well above what is measured (docs/query_results.md) and well below what whole lines
  // cost.
  const std::tuple<const char*, double> games[] = {
      {"family:lowrank,n=1000,rank=5", 2.5},    {"family:elo,n=1000,noise=0.1", 2.5},
      {"family:spinning,n=1000,cycles=3", 2.5}, {"family:bell,n=1000,width=16", 3},
      {"family:undercut,n=1000", 2.5},          {"family:lowerbound,n=1000,k=10", 2},
  };
  for (const auto& [game, most] : games) {
    for (const char* method : {"lazy", "auto"}) {
      const Result result = solved(game, with_method(method));
      EXPECT_EQ(result.status, Status::proved);
      EXPECT_LE(result.ratio().value(), most) << game << ' ' << method;
    }
  }
}

TEST(Auto, FindsAStrictSaddlePointInNoiseForTwiceTheFloor) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Result result = solved(planted(1000, 1, seed), with_method("auto"));
    EXPECT_EQ(result.status, Status::proved);
    EXPECT_LE(result.ratio().value(), 2.2) << seed;
  }
}

// Stops runs at every tenth query: the bounds are true, and never wider than earlier ones.
void expect_bounds_that_shrink(Source& game, const std::string& method) {
  Options options = with_method(method);
  options.budget = game.rows() * game.columns();  // payoffs count
  const Result whole = solve(game, options);
  ASSERT_EQ(whole.status, Status::proved);
  std::optional<Rational> low;
  std::optional<Rational> high;
  for (std::int64_t budget = 0; budget < whole.queries; budget += 100 / this_many(10)) {
    options.budget = budget;
    const Result result = solve(game, options);
    ASSERT_EQ(result.status, Status::stopped) << budget;
    EXPECT_EQ(result.stop->reason, StopReason::budget);
    EXPECT_LE(result.queries, budget);
    expect_true_bounds(result, *whole.value);
    if (low) {
      EXPECT_TRUE(result.low && *result.low >= *low) << budget;
    }
    if (high) {
      EXPECT_TRUE(result.high && *result.high <= *high) << budget;
    }
    low = result.low;
    high = result.high;
  }
}

TEST(Anytime, BoundsAreTrueAndShrink) {
  std::mt19937_64 random(5);
  for (const char* method : {"lazy", "auto", "full"}) {
    for (int t = 0; t < 60 && !testing::Test::HasFailure(); ++t) {
      SCOPED_TRACE(method);
      const WholeGame small = random_game(random, 12);
      const auto game = table_game(small.rows, small.columns, payoffs_of(small));
      expect_bounds_that_shrink(*game, method);
    }
    for (const char* name :
         {"family:random,n=40", "family:elo,n=60,noise=0.2", "family:planted,n=50,k=2",
          "family:bell,n=60,width=16", "family:undercut,n=50", "family:lowrank,n=60,rank=3"}) {
      SCOPED_TRACE(name);
      const auto game = open_game(name);
      expect_bounds_that_shrink(*game, method);
    }
  }
}

TEST(PayoffForecast, LearnsWhatOnePayoffTellsOfAnother) {
  // The second payoff is twice the first plus one.
  std::vector<std::vector<double>> sample;
  for (int s = 0; s < 12; ++s) sample.push_back({static_cast<double>(s), 2.0 * s + 1});
  matrix::PayoffForecast forecast(sample, {0.5, 0.5}, 1);
  const auto& rule = forecast.rule(1);  // the first is known
  ASSERT_EQ(rule.count, 1U);
  EXPECT_NEAR(rule.slope[0].slope, 1.0, 1e-6);
  EXPECT_NEAR(rule.constant, 0.5, 1e-6);
  EXPECT_NEAR(rule.spread, 0, 1e-3);
  EXPECT_EQ(forecast.unknown(1), std::vector<std::size_t>{1});
  EXPECT_GT(forecast.rule(0).spread, 1);  // nothing known, nothing told
  EXPECT_TRUE(forecast.unknown(3).empty());
}

TEST(PayoffForecast, DoubtsWhatNeverVaried) {
  const std::vector<std::vector<double>> sample(10, std::vector<double>{1});
  EXPECT_GT(matrix::PayoffForecast(sample, {1}, 2).rule(0).spread, 0);
  EXPECT_LT(matrix::PayoffForecast(sample, {1}, 0).rule(0).spread, 1e-9);  // all payoffs are equal
}

TEST(Structure, TellsNoiseFromStructure) {
  std::mt19937_64 random(3);
  for (int t = 0; t < 200; ++t) {
    std::vector<std::vector<double>> noise(20, std::vector<double>(20));
    std::vector<std::vector<double>> skill = noise;
    for (std::size_t i = 0; i < 20; ++i) {
      for (std::size_t j = 0; j < 20; ++j) {
        noise[i][j] = static_cast<double>(random() % 201) - 100;
        skill[i][j] = 10 * (static_cast<double>(i) - static_cast<double>(j)) + noise[i][j] / 2;
      }
    }
    EXPECT_LE(matrix::structure_in(noise), 1);
    EXPECT_GT(matrix::structure_in(skill), 1);
  }
  EXPECT_GT(matrix::structure_in({{2, 2}, {2, 2}}), 1);
}

}  // namespace
}  // namespace allnash::test::lazy_test
