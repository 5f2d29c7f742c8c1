// How different a law must be for a lower mean, against coins, which have a formula, and against
// all laws on a grid.
#include "chance/lowering.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace allnash::chance::lowering_test {
namespace {

double of_coins(double p, double q) {
  return p * std::log(p / q) + (p == 1 ? 0 : (1 - p) * std::log((1 - p) / (1 - q)));
}

Evidence draws_of(const std::vector<std::pair<Rational, std::int64_t>>& counts) {
  Evidence draws;
  for (const auto& [value, times] : counts) draws.add(value, times);
  return draws;
}

/// The chord of the knots on both sides.
double divergence_at(const Lowering& lowering, double b) {
  double low = 0;
  double high = lowering.knots().back().divergence;
  for (int halving = 0; halving < 80; ++halving) {
    const double middle = (low + high) / 2;
    (lowering.lowered_at(middle) < lowering.mean() - b ? low : high) = middle;
  }
  return high;
}

TEST(Lowering, OfACoinIsTheDivergenceOfTwo) {
  for (const std::int64_t wins : {1, 200, 500, 900, 999, 1000}) {
    const Lowering lowering(law_of(draws_of({{0, 1000 - wins}, {1, wins}})));
    const double p = static_cast<double>(wins) / 1000;
    EXPECT_NEAR(lowering.mean(), p, 1e-12);
    for (int part = 1; part < 100; ++part) {
      const double b = p * part / 100;
      const double exact = of_coins(p, b);
      EXPECT_GE(divergence_at(lowering, b), exact * (1 - 1e-9)) << p << " " << b;
      EXPECT_LE(divergence_at(lowering, b), exact * 1.02) << p << " " << b;
    }
  }
}

TEST(Lowering, MirroredDrawsAreTheOtherPlayers) {
  const Evidence draws = draws_of({{0, 3}, {Rational(1, 4), 5}, {1, 2}});
  const Law law = law_of(draws, true);
  EXPECT_EQ(law.values, (std::vector<double>{0, 0.75, 1}));
  EXPECT_EQ(law.shares, (std::vector<double>{0.2, 0.5, 0.3}));
}

/// The least divergence from F, on 0, 1/2 and 1, of a law there with mean b: the second law is on a
/// grid.
double least_on_grid(const std::vector<double>& f, double b) {
  constexpr int steps = 4000;
  double least = INFINITY;
  for (int step = 0; step <= steps; ++step) {
    const double middle = static_cast<double>(step) / steps;
    const double top = b - middle / 2;
    const double bottom = 1 - middle - top;
    if (top < 0 || bottom < 0) continue;
    double sum = 0;
    const double g[] = {bottom, middle, top};
    for (std::size_t t = 0; t < 3; ++t) {
      if (f[t] > 0) sum += g[t] > 0 ? f[t] * std::log(f[t] / g[t]) : INFINITY;
    }
    least = std::min(least, sum);
  }
  return least;
}

TEST(Lowering, IsTheLeastOverAllLaws) {
  for (const auto& counts : std::vector<std::vector<std::int64_t>>{
           {10, 0, 10}, {5, 10, 5}, {1, 18, 1}, {0, 10, 10}, {0, 20, 0}, {12, 6, 2}}) {
    std::vector<double> f;
    Evidence draws;
    for (std::size_t t = 0; t < 3; ++t) {
      f.push_back(static_cast<double>(counts[t]) / 20);
      if (counts[t] > 0) draws.add(Rational(static_cast<std::int64_t>(t), 2), counts[t]);
    }
    const Lowering lowering(law_of(draws));
    for (int part = 10; part < 100; part += 5) {
      const double b = lowering.mean() * part / 100;
      const double exact = least_on_grid(f, b);
      EXPECT_GE(divergence_at(lowering, b), exact * (1 - 1e-3) - 1e-6);
      EXPECT_LE(divergence_at(lowering, b), exact * 1.02 + 1e-6);
    }
  }
}

TEST(Lowering, ALawOfManyValuesIsNotBelowItsOwn) {
  std::mt19937_64 random(5);
  Evidence draws;
  for (int t = 0; t < 500; ++t)
    draws.add(Rational(static_cast<std::int64_t>(random() % 1001), 1000));
  const Law law = law_of(draws);
  EXPECT_LE(law.values.size(), 32U);
  EXPECT_NEAR(law.mean(), draws.sum().to_double() / 500, 1e-12);
  const Lowering lowering(law);
  for (const double b : {0.1, 0.3, 0.45}) {
    double most = 0;  // over all stakes, by the values themselves
    for (int step = 1; step < 1000; ++step) {
      const double u = step / (1000 * b);
      double sum = 0;
      for (const auto& [value, times] : draws.values()) {
        sum += static_cast<double>(times) / 500 * std::log(1 + u * (value.to_double() - b));
      }
      most = std::max(most, sum);
    }
    EXPECT_GE(divergence_at(lowering, b), most);
    EXPECT_LE(divergence_at(lowering, b), 1.05 * most);
  }
}

// A law within the bounds never has more than they say; and a coin has hardly less.
TEST(Lowering, BoundsOnALawBoundItsDivergence) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  for (int trial = 0; trial < 300; ++trial) {
    Law law;
    const std::size_t size = 1 + random() % 4;
    double all = 0;
    for (std::size_t t = 0; t < size; ++t) {
      law.values.push_back(random() % 3 == 0 ? static_cast<double>(random() % 2) : part(random));
      law.shares.push_back(part(random) + 0.01);
      all += law.shares.back();
    }
    std::ranges::sort(law.values);
    double mixed = 0;
    for (std::size_t t = 0; t < size; ++t) {
      law.shares[t] /= all;
      mixed += law.shares[t] * law.values[t] * (1 - law.values[t]);
    }
    if (law.mean() < 0.01) continue;
    const Lowering exact(law);
    const Lowering bound(LawBounds{law.mean(), mixed});
    const Lowering wider(LawBounds{std::min(1.0, law.mean() + 0.1 * part(random)), mixed + 0.01});
    for (int percent = 5; percent < 100; percent += 5) {
      const double b = law.mean() * percent / 100;
      // A chord of the first may be above the second, a little.
      EXPECT_GE(divergence_at(bound, b) * 1.02 + 1e-7, divergence_at(exact, b)) << trial;
      EXPECT_GE(divergence_at(wider, b) * 1.02 + 1e-7, divergence_at(exact, b)) << trial;
    }
  }
  const Lowering coin(LawBounds{0.6, 0});
  for (const double b : {0.3, 0.5, 0.55}) {
    EXPECT_NEAR(divergence_at(coin, b) / of_coins(0.6, b), 1, 0.1) << b;
  }
}

// Draws stop when they look their worst, at any moment: the bounds fail no more often than they
// say, and at a level of 2 they are seen to.
TEST(Lowering, BoundsOfDrawsHoldAtEveryMoment) {
  std::mt19937_64 random(11);
  const auto failures = [&](const Rational& level, std::int64_t ends, double mean, double mixed) {
    int failed = 0;
    for (int run = 0; run < 200; ++run) {
      Evidence draws;
      bool below = false;
      for (int t = 0; t < 60; ++t) {
        draws.add(random() % 10 < static_cast<std::uint64_t>(ends)
                      ? Rational(static_cast<std::int64_t>(random() % 2))
                      : Rational(1, 2));
        const LawBounds bounds = bounds_of(draws, run % 2 == 1, level);
        below = below || bounds.mean < mean || bounds.mixed < mixed;
      }
      failed += below ? 1 : 0;
    }
    return failed;
  };
  EXPECT_LE(failures(100, 10, 0.5, 0), 8);
  EXPECT_LE(failures(100, 5, 0.5, 0.125), 10);  // two bounds
  EXPECT_GT(failures(2, 5, 0.5, 0.125), 20);
  EXPECT_EQ(bounds_of({}, false, 20).mean, 1);
  EXPECT_EQ(bounds_of({}, true, 20).mixed, 0.25);
}

}  // namespace
}  // namespace allnash::chance::lowering_test
