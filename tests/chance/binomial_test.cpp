// The exact binomial bound against the sum of its terms, and against its own promise.
#include "chance/binomial.hpp"

#include <gtest/gtest.h>

#include <random>

namespace allnash::chance::binomial_test {
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

}  // namespace
}  // namespace allnash::chance::binomial_test
