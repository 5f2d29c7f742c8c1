// How different a law must be for a lower mean, against coins, which have a formula, and against
// all laws on a grid.
//
// Each of these errors was made on purpose, and a test here fails of it: the variance or the
// largest value taken too large in the tilt; the bound log(m/b) left out or doubled; V = u (1 - u)
// whatever w is; an upper bound of the draws themselves in place of the mirrored ones; a quarter
// less for w.
#include "chance/evidence/lowering.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace allnash::chance::lowering_test {
namespace {

constexpr double finest = 1e-4;

double of_coins(double p, double q) {
  return p * std::log(p / q) + (p == 1 ? 0 : (1 - p) * std::log((1 - p) / (1 - q)));
}

Evidence draws_of(const std::vector<std::pair<Rational, std::int64_t>>& counts) {
  Evidence draws;
  for (const auto& [value, times] : counts) draws.add(value, times);
  return draws;
}

/// By the chords.
double drawn(const Lowering& lowering, double b) {
  double low = 0;
  double high = lowering.knots().back().divergence;
  for (int halving = 0; halving < 80; ++halving) {
    const double middle = (low + high) / 2;
    (lowering.lowered_at(middle) < lowering.mean().to_double() - b ? low : high) = middle;
  }
  return high;
}

TEST(Lowering, OfACoinIsTheDivergenceOfTwo) {
  for (const std::int64_t wins : {1, 200, 500, 900, 999, 1000}) {
    const Lowering lowering(draws_of({{0, 1000 - wins}, {1, wins}}), false, finest);
    const double p = static_cast<double>(wins) / 1000;
    EXPECT_EQ(lowering.mean(), Rational(wins, 1000));
    for (int part = 1; part < 100; ++part) {
      const double b = p * part / 100;
      const double exact = of_coins(p, b);
      EXPECT_NEAR(lowering.divergence(b) / exact, 1, 1e-9) << p << " " << b;
      if (p - b > lowering.knots().back().lowered) continue;
      EXPECT_GE(drawn(lowering, b), exact * (1 - 1e-9)) << p << " " << b;
      if (p - b < 2 * finest) continue;
      EXPECT_LE(drawn(lowering, b), exact * 1.02) << p << " " << b;
    }
  }
}

TEST(Lowering, MirroredDrawsAreTheOtherPlayers) {
  const Evidence draws = draws_of({{0, 3}, {Rational(1, 4), 5}, {1, 2}});
  const Evidence others = draws_of({{1, 3}, {Rational(3, 4), 5}, {0, 2}});
  const Lowering lowering(draws, true, finest);
  const Lowering same(others, false, finest);
  EXPECT_EQ(lowering.mean(), same.mean());
  for (const double b : {0.1, 0.3, 0.5, 0.6}) {
    EXPECT_NEAR(lowering.divergence(b), same.divergence(b), 1e-12);
  }
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

// Nowhere below, and to first order the same.
TEST(Lowering, IsAtLeastTheLeastOverAllLaws) {
  for (const auto& counts : std::vector<std::vector<std::int64_t>>{
           {10, 0, 10}, {5, 10, 5}, {1, 18, 1}, {0, 10, 10}, {0, 20, 0}, {12, 6, 2}}) {
    std::vector<double> f;
    Evidence draws;
    double variance = 0;
    for (std::size_t t = 0; t < 3; ++t) {
      f.push_back(static_cast<double>(counts[t]) / 20);
      if (counts[t] > 0) draws.add(Rational(static_cast<std::int64_t>(t), 2), counts[t]);
    }
    const Lowering lowering(draws, false, finest);
    const double mean = lowering.mean().to_double();
    for (std::size_t t = 0; t < 3; ++t) {
      variance += f[t] * (static_cast<double>(t) / 2 - mean) * (static_cast<double>(t) / 2 - mean);
    }
    for (int part = 10; part < 100; part += 5) {
      const double b = mean * part / 100;
      EXPECT_GE(lowering.divergence(b), least_on_grid(f, b) * (1 - 1e-3) - 1e-6);
      EXPECT_GE(drawn(lowering, b), least_on_grid(f, b) * (1 - 1e-3) - 1e-6);
    }
    if (variance == 0) {
      EXPECT_NEAR(lowering.divergence(mean / 2), std::log(2), 1e-12);
      continue;
    }
    const double near = mean - variance / 50;
    EXPECT_NEAR(lowering.divergence(near) * 2 * variance / std::pow(mean - near, 2), 1, 0.03);
  }
}

// A law within the bounds never has a least divergence above what they say; a coin has hardly less.
TEST(Lowering, BoundsOnALawBoundItsDivergence) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> f;
    double all = 0;
    for (int t = 0; t < 3; ++t) f.push_back(part(random) * part(random) + 1e-3);
    for (const double one : f) all += one;
    for (double& one : f) one /= all;
    const double mean = f[1] / 2 + f[2];
    const auto above = [](double number, double more) {
      return Rational(static_cast<std::int64_t>(std::ceil((number + more) * 1e9)), 1'000'000'000);
    };
    const double raised = std::min(1 - mean, 0.2 * part(random));
    for (const Lowering& bound :
         {Lowering(LawBounds{above(mean, 0), above(f[1] / 4, 0)}, finest),
          Lowering(LawBounds{std::min(Rational(1), above(mean, raised)), above(f[1] / 4, 0.01)},
                   finest)}) {
      for (int percent = 5; percent < 100; percent += 5) {
        const double b = mean * percent / 100;
        EXPECT_GE(bound.divergence(b) * 1.001 + 1e-6, least_on_grid(f, b)) << trial;
      }
    }
  }
  const Lowering coin(LawBounds{{3, 5}, 0}, finest);
  for (const double b : {0.3, 0.5, 0.55}) {
    EXPECT_NEAR(coin.divergence(b) / of_coins(0.6, b), 1, 1e-9) << b;
  }
}

// Draws stop when they look their worst, at any moment: the bounds fail no more often than they
// say, and at a level of 2 they are seen to.
TEST(Lowering, BoundsOfDrawsHoldAtEveryMoment) {
  std::mt19937_64 random(11);
  const auto failures = [&](const Rational& level, std::uint64_t ends, const Rational& mixed) {
    int failed = 0;
    for (int run = 0; run < 200; ++run) {
      Evidence draws;
      bool below = false;
      for (int t = 0; t < 60; ++t) {
        draws.add(random() % 10 < ends ? Rational(static_cast<std::int64_t>(random() % 2))
                                       : Rational(1, 2));
        const LawBounds bounds = bounds_of(draws, level);
        below = below || bounds.mean < Rational(1, 2) || bounds.mixed < mixed;
      }
      failed += below ? 1 : 0;
    }
    return failed;
  };
  EXPECT_LE(failures(100, 10, 0), 8);
  EXPECT_LE(failures(100, 5, {1, 8}), 10);  // two bounds
  EXPECT_GT(failures(2, 5, {1, 8}), 20);
  EXPECT_EQ(bounds_of({}, 20).mean, Rational(1));
  EXPECT_EQ(bounds_of({}, 20).mixed, Rational(1, 4));
  // Of many draws they are near the truth.
  const LawBounds near = bounds_of(draws_of({{0, 2000}, {Rational(1, 2), 4000}, {1, 2000}}), 20);
  EXPECT_NEAR(near.mean.to_double(), 0.5, 0.03);
  EXPECT_NEAR(near.mixed.to_double(), 0.125, 0.01);
}

}  // namespace
}  // namespace allnash::chance::lowering_test
