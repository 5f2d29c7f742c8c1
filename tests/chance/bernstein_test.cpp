// The empirical Bernstein bound against its formula, and against its own promise.
#include "chance/bernstein.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace allnash::chance::bernstein_test {
namespace {

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
}  // namespace allnash::chance::bernstein_test
