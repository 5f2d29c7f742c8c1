// The floor for plays, against games whose linear program has a closed form, and against runs.
//
// Each of these errors was made on purpose, and a test here fails of it: weights of arms that share
// cells added as if they did not; of those, half taken for the best; only one of two mixtures'
// arms; the cells lowered by the same amount instead of the same divergence; the bounds of `sure`
// left out; log(1/delta) of an attempt's part of delta.
#include "chance/play/plays_floor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "chance/play/chance_game.hpp"

namespace allnash::chance::plays_floor_test {
namespace {

const Rational delta(1, 20);

PlaysFloor floors_of(const Attempt& attempt, const Rational& low, const Rational& high) {
  const FloorClaims floors = plays_floor(attempt, low, high, delta, {});
  PlaysFloor plays;
  if (floors.seen) plays.seen = floors.seen->plays;
  if (floors.sure) plays.sure = floors.sure->plays;
  return plays;
}

double of_coins(double p, double q) {
  return p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q));
}

/// An arm whose strata are coins that came up so often in `draws`.
Arm arm_of(const std::vector<double>& means, std::int64_t draws) {
  Arm arm;
  arm.level = arm.together = 100;
  arm.draws = Sample(means.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    const auto wins = static_cast<std::int64_t>(std::lround(means[i] * static_cast<double>(draws)));
    arm.draws[i].add(0, draws - wins);
    arm.draws[i].add(1, wins);
  }
  return arm;
}

Half half_of(const std::vector<Rational>& mix, const std::vector<std::vector<double>>& arms,
             std::int64_t draws = 10'000) {
  Half half;
  for (std::size_t i = 0; i < mix.size(); ++i) {
    half.strategy.push_back({static_cast<Index>(i), mix[i]});
  }
  for (const auto& means : arms) half.arms.push_back(arm_of(means, draws));
  half.round.assign(mix.size(), 1);
  return half;
}

/// min kl(p, b) + kl(1 - p, c) with b + c = sum.
double cheapest_pair(double p, double sum) {
  double least = INFINITY;
  for (int step = 1; step < 100'000; ++step) {
    const double b = step / 100'000.0;
    const double c = sum - b;
    if (b > p || c <= 0 || c > 1 - p) continue;
    least = std::min(least, of_coins(p, b) + of_coins(1 - p, c));
  }
  return least;
}

void expect_floor(const std::optional<std::int64_t>& found, double weight) {
  ASSERT_TRUE(found);
  const double exact = std::log(20) * weight;
  EXPECT_LE(static_cast<double>(*found), exact * 1.0001);
  EXPECT_GE(static_cast<double>(*found), exact * 0.98 - 1);
}

TEST(PlaysFloor, AddsArmsThatShareNoCell) {
  Attempt attempt;
  attempt.number = 1;
  attempt.row = half_of({1}, {{0.6}, {0.8}, {0.55}});
  attempt.column = half_of({1}, {{0.4}});  // its bound, 0, is no bound
  const PlaysFloor floor = floors_of(attempt, Rational(1, 2), 1);
  expect_floor(floor.seen,
               1 / of_coins(0.6, 0.5) + 1 / of_coins(0.8, 0.5) + 1 / of_coins(0.55, 0.5));
}

TEST(PlaysFloor, AMixtureIsLoweredInAllItsCells) {
  Attempt attempt;
  attempt.number = 1;
  attempt.row = half_of({Rational(1, 4), Rational(3, 4)}, {{0.7, 0.5}, {0.4, 0.6}});
  attempt.row.symmetric = false;
  attempt.column = half_of({1}, {{0.01}, {0.01}});  // of a third column
  attempt.column.strategy = {{2, 1}};
  attempt.row.arms.push_back(arm_of({0.99, 0.99}, 10'000));
  double weight = 0;
  for (const auto& [a, b] : {std::pair{0.7, 0.5}, std::pair{0.4, 0.6}}) {
    // D such that both cells, lowered by D, give 1/2.
    double low = 0;
    double high = 1;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (low + high) / 2;
      const auto lowered = [&](double p) {
        double down = 0;
        double up = p;
        for (int t = 0; t < 60; ++t) {
          const double q = (down + up) / 2;
          (of_coins(p, q) > middle ? down : up) = q;
        }
        return up;
      };
      (0.25 * lowered(a) + 0.75 * lowered(b) < 0.45 ? high : low) = middle;
    }
    weight += 1 / low;
  }
  const PlaysFloor floor = floors_of(attempt, Rational(9, 20), 1);
  ASSERT_TRUE(floor.seen);
  // The third column is far from the bound, and adds a little.
  EXPECT_GE(static_cast<double>(*floor.seen), 0.97 * std::log(20) * weight);
  EXPECT_LE(static_cast<double>(*floor.seen), std::log(20) * (weight + 40));
}

// Rock, paper, scissors: every match counts for two arms, and by symmetry all weights are equal.
TEST(PlaysFloor, AMatchOfASymmetricGameCountsForTwoArms) {
  const double p = 0.7;
  Attempt attempt;
  attempt.number = 1;
  attempt.row = half_of({Rational(1, 3), Rational(1, 3), Rational(1, 3)},
                        {{0.5, p, 1 - p}, {1 - p, 0.5, p}, {p, 1 - p, 0.5}});
  attempt.row.symmetric = true;
  const Rational low(9, 20);
  const double weight = 3 / cheapest_pair(p, 3 * 0.45 - 0.5);
  const PlaysFloor floor = floors_of(attempt, low, Rational(11, 20));
  expect_floor(floor.seen, weight);
}

// One match in two arms, one of which is much nearer to the bound: all weight is on that one.
TEST(PlaysFloor, OfTwoArmsOfOneMatchTheNearerHasAllWeight) {
  Attempt attempt;
  attempt.number = 1;
  attempt.row = half_of({Rational(1, 2), Rational(1, 2)}, {{0.5, 0.4}, {0.6, 0.5}, {0.5, 0.5}});
  attempt.row.symmetric = true;
  const PlaysFloor floor = floors_of(attempt, Rational(2, 5), Rational(3, 5));
  // Both cells of the third arm are lowered from 1/2 to 2/5.
  expect_floor(floor.seen, 1 / of_coins(0.4, 0.3) + 1 / of_coins(0.5, 0.4));
}

// Matching pennies: every cell counts for a row and a column.
TEST(PlaysFloor, ACellOfBothMixturesCountsForTwoArms) {
  const double p = 0.7;
  Attempt attempt;
  attempt.number = 1;
  const Rational half(1, 2);
  attempt.row = half_of({half, half}, {{p, 1 - p}, {1 - p, p}});
  attempt.column = half_of({half, half}, {{1 - p, p}, {p, 1 - p}});
  const PlaysFloor floor = floors_of(attempt, Rational(9, 20), Rational(11, 20));
  expect_floor(floor.seen, 4 / cheapest_pair(p, 0.9));
}

TEST(PlaysFloor, SaysNothingWhereTheRatesGuaranteeNothing) {
  Attempt attempt;
  attempt.number = 1;
  attempt.row = half_of({1}, {{0.4}});
  attempt.column = half_of({1}, {{0.6}});
  const PlaysFloor floor = floors_of(attempt, Rational(1, 2), Rational(1, 2));
  EXPECT_FALSE(floor.seen);
}

TEST(PlaysFloor, WithoutAnIfIsLowerAndMissingWherePlaysWereLost) {
  Attempt attempt;
  attempt.number = 1;
  const Rational half(1, 2);
  attempt.row = half_of({half, half}, {{0.7, 0.3}, {0.3, 0.7}}, 1000);
  attempt.column = half_of({half, half}, {{0.3, 0.7}, {0.7, 0.3}}, 1000);
  PlaysFloor floor = floors_of(attempt, Rational(9, 20), Rational(11, 20));
  ASSERT_TRUE(floor.seen && floor.sure);
  EXPECT_LT(*floor.sure, *floor.seen);
  EXPECT_GT(*floor.sure, 0);
  for (Half* one : {&attempt.row, &attempt.column}) {
    for (Arm& arm : one->arms) arm.together = 1000;  // a part of delta is spent
  }
  const PlaysFloor later = floors_of(attempt, Rational(9, 20), Rational(11, 20));
  EXPECT_EQ(later.seen, floor.seen);
  EXPECT_LT(*later.sure, *floor.sure);
  attempt.lost = 1;
  floor = floors_of(attempt, Rational(9, 20), Rational(11, 20));
  EXPECT_TRUE(floor.seen);
  EXPECT_FALSE(floor.sure);
}

// Looked at after every 20 plays: how often is it above the truth at any look? Both bounds of a
// cell may fail with 1/200; without confidence it is seen to fail.
TEST(PlaysFloor, WithoutAnIfIsAboveTheTruthNoMoreOftenThanItSays) {
  constexpr int trials = 400;
  const double truth = std::log(20) / of_coins(0.6, 0.49);
  std::mt19937_64 random(3);
  const auto wrong = [&](const Rational& together) {
    int count = 0;
    for (int trial = 0; trial < trials; ++trial) {
      Attempt attempt;
      attempt.number = 1;
      attempt.row = half_of({1}, {{0.5}, {0.5}});
      attempt.row.symmetric = true;
      Arm& arm = attempt.row.arms[1];
      arm.draws = Sample(1);
      arm.together = together;
      bool above = false;
      for (int look = 0; look < 12; ++look) {
        for (int t = 0; t < 20; ++t) arm.draws[0].add(random() % 10 < 6 ? 1 : 0);
        const PlaysFloor floor = floors_of(attempt, {49, 100}, {51, 100});
        above = above || (floor.sure && static_cast<double>(*floor.sure) > truth + 1);
      }
      count += above ? 1 : 0;
    }
    return count;
  };
  const int most = 12;  // four standard deviations above a hundredth
  EXPECT_LE(wrong(500), most);
  EXPECT_GT(wrong(1), 3 * most);
}

TEST(PlaysFloor, NoRunIsBelowItsOwn) {
  const coverage::Game rps{
      "rps",
      3,
      3,
      {{1, 2}, {3, 10}, {7, 10}, {7, 10}, {1, 2}, {3, 10}, {3, 10}, {7, 10}, {1, 2}},
      true};
  const coverage::Game kicks{"kicks", 2, 2, {{1, 2}, {4, 5}, {9, 10}, {3, 5}}};
  for (const coverage::Game& game : {rps, kicks}) {
    std::int64_t floors = 0;
    std::int64_t plays = 0;
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      Options options = coverage::options_for(game, {1, 10}, seed);
      const Result result = coverage::solved(game, options);
      ASSERT_EQ(result.status, Status::certified);
      const PlaysFloor& floor = result.by_play->floor;
      ASSERT_TRUE(floor.seen && floor.sure) << game.name << seed;
      EXPECT_LT(*floor.seen, result.queries) << game.name << seed;
      EXPECT_LT(*floor.sure, *floor.seen) << game.name << seed;
      floors += *floor.seen;
      plays += result.queries;
    }
    EXPECT_GT(5 * floors, plays) << game.name << ": a single run may be unlucky, all are not";
  }
}

}  // namespace
}  // namespace allnash::chance::plays_floor_test
