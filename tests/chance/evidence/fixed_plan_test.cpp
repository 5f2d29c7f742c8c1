// The bounds for plays that were planned, against their formulas and their own promises.
#include "chance/evidence/fixed_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace allnash::chance::fixed_plan_test {
namespace {

Rational power(const Rational& base, std::int64_t exponent) {
  Rational result = 1;
  for (std::int64_t t = 0; t < exponent; ++t) result *= base;
  return result;
}

/// P(Bin(draws, p) >= wins), term by term.
Rational tail_by_terms(std::int64_t draws, std::int64_t wins, const Rational& p) {
  Rational sum;
  Rational ways = 1;  // draws choose t
  for (std::int64_t t = 0; t <= draws; ++t) {
    if (t >= wins) sum += ways * power(p, t) * power(Rational(1) - p, draws - t);
    ways = ways * Rational(draws - t) / Rational(t + 1);
  }
  return sum;
}

TEST(Binomial, ExcludesWhatTheSumOfTermsDoes) {
  for (std::int64_t draws = 1; draws <= 12; ++draws) {
    for (std::int64_t wins = 0; wins <= draws; ++wins) {
      for (const std::int64_t a : {1, 1000, 100'000, 262'144, 524'288, 700'000, 1'048'575}) {
        const Rational p(a, binomial_grid);
        const Rational tail = tail_by_terms(draws, wins, p);
        const bool apart = Rational(wins) >= Rational(draws) * p + Rational(1);
        for (const Rational& level : {Rational(1, 1000), Rational(1, 20), Rational(1, 2)}) {
          EXPECT_EQ(binomial_excludes(draws, wins, a, level), apart && tail <= level)
              << draws << " " << wins << " " << a;
        }
        // A hair to either side of equality.
        const Rational hair(1, std::int64_t{1} << 60U);
        if (apart) {
          EXPECT_TRUE(binomial_excludes(draws, wins, a, tail * (Rational(1) + hair)));
          EXPECT_FALSE(binomial_excludes(draws, wins, a, tail * (Rational(1) - hair)));
        }
      }
    }
  }
}

TEST(Binomial, TheBoundIsTheLargestOfItsGrid) {
  std::mt19937_64 draw(7);
  for (int run = 0; run < 200; ++run) {
    const auto draws = static_cast<std::int64_t>(1 + draw() % 5000);
    const auto wins = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(draws + 1));
    const Rational level(1, static_cast<std::int64_t>(2 + draw() % 100));
    const Rational bound = binomial_lower_bound(draws, wins, level);
    const Rational scaled = bound * Rational(binomial_grid);
    ASSERT_TRUE(scaled.is_integer());
    const auto a = static_cast<std::int64_t>(scaled.to_double());
    EXPECT_TRUE(a == 0 || binomial_excludes(draws, wins, a, level));
    EXPECT_FALSE(binomial_excludes(draws, wins, a + 1, level));
    EXPECT_LE(bound * Rational(draws), Rational(std::max<std::int64_t>(0, wins)));
  }
}

// Clopper and Pearson (1934), as their tables and those after them have it: the lower 95 % limits,
// one-sided.
TEST(Binomial, KnownLimits) {
  const auto limit = [](std::int64_t draws, std::int64_t wins) {
    return binomial_lower_bound(draws, wins, Rational(1, 20)).to_double();
  };
  EXPECT_NEAR(limit(10, 10), 0.7411, 1e-4);
  EXPECT_NEAR(limit(10, 5), 0.2224, 1e-4);
  EXPECT_NEAR(limit(20, 15), 0.5444, 1e-4);
  EXPECT_NEAR(limit(100, 60), 0.5130, 1e-4);
  EXPECT_EQ(limit(10, 0), 0);
}

TEST(Bernstein, LogarithmsAreAboveAndNear) {
  for (const Rational& level :
       {Rational(19, 400), Rational(1, 20), Rational(1, 1'000'000), Rational(99, 100)}) {
    const double exact = -std::log(level.to_double());
    EXPECT_GE(log_above(level).to_double(), exact);
    EXPECT_LE(log_above(level).to_double(), exact + 0.0011);
  }
}

TEST(Bernstein, IsItsFormula) {
  const std::vector<Stratum> strata{{Rational(1, 3), 50, Rational(1, 5), 50, 10, 10},
                                    {Rational(2, 3), 80, Rational(9, 10), 70, 60, 58}};
  double mean = 0;
  double penalty = -std::log(0.05);
  for (const Stratum& one : strata) {
    const auto n = static_cast<double>(one.planned);
    const double c = one.centre.to_double();
    const double u = 12 * one.weight.to_double() / n;
    mean += one.weight.to_double() * one.sum.to_double() / n;
    penalty += u * u / (2 * (1 - u)) *
               (one.squares.to_double() - 2 * c * one.sum.to_double() +
                c * c * static_cast<double>(one.draws));
  }
  const double bound = bernstein_lower_bound(12, strata, Rational(1, 20)).to_double();
  EXPECT_LE(bound, mean - penalty / 12);
  EXPECT_GE(bound, mean - penalty / 12 - 0.0002);
}

// At some moment of the draws the bound is above the mean in at most one run of twenty, and often
// enough that a level of 1/2 would show: one stratum of rare losses, one of scores. The order in
// which strata are drawn depends on what came before.
TEST(Bernstein, HoldsAtEveryMoment) {
  constexpr int runs = 2000;
  const Rational level(1, 20);
  const double true_mean = 0.5 * 0.97 + 0.5 * 0.5;
  int misses = 0;
  int misses_at_half = 0;
  for (int run = 0; run < runs; ++run) {
    std::mt19937_64 draw(static_cast<std::uint64_t>(run));
    std::vector<Stratum> strata{{Rational(1, 2), 150, Rational(95, 100), 0, 0, 0},
                                {Rational(1, 2), 150, Rational(1, 2), 0, 0, 0}};
    bool missed = false;
    bool missed_at_half = false;
    for (int t = 0; t < 300; ++t) {
      const bool behind = strata[1].sum < strata[0].sum / Rational(2);
      Stratum& one = strata[strata[0].draws == 150 || (strata[1].draws < 150 && behind) ? 1 : 0];
      const Rational paid = &one == &strata[0]
                                ? Rational(draw() % 100 < 97 ? 1 : 0)
                                : Rational(static_cast<std::int64_t>(3 + draw() % 5), 10);
      ++one.draws;
      one.sum += paid;
      one.squares += paid * paid;
      if (t % 50 != 49) continue;
      missed = missed || bernstein_lower_bound(100, strata, level).to_double() > true_mean;
      missed_at_half = missed_at_half ||
                       bernstein_lower_bound(100, strata, Rational(1, 2)).to_double() > true_mean;
    }
    misses += missed ? 1 : 0;
    misses_at_half += missed_at_half ? 1 : 0;
  }
  EXPECT_LE(misses, runs * 0.05 + 3.1 * std::sqrt(runs * 0.05 * 0.95));
  EXPECT_GT(misses_at_half, runs * 0.05 + 3.1 * std::sqrt(runs * 0.05 * 0.95));
}

}  // namespace
}  // namespace allnash::chance::fixed_plan_test
