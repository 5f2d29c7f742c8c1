#include "core/exact/fraction.hpp"

#include <gtest/gtest.h>

#include <random>

namespace allnash::fraction_test {
namespace {

using exact::Fraction;

TEST(Fraction, ComparesWithoutLowestTerms) {
  EXPECT_EQ(Fraction(2, 4), Fraction(1, 2));
  EXPECT_LT(Fraction(-3, 4), Fraction(-2, 3));
  EXPECT_EQ(Fraction(6, -4 + 8).reduced(), Rational(3, 2));
  EXPECT_EQ(Fraction(), Fraction(0, 7));
}

TEST(Fraction, AgreesWithRationals) {
  std::mt19937_64 random(1);
  const auto drawn = [&](int bits) {
    return static_cast<std::int64_t>(random() >> (64 - bits)) - (std::int64_t{1} << (bits - 1));
  };
  for (int t = 0; t < 20000; ++t) {
    const int bits = 3 + static_cast<int>(random() % 59);
    const std::int64_t tops[] = {drawn(bits), drawn(bits)};
    const std::int64_t bottoms[] = {std::abs(drawn(bits)) + 1, std::abs(drawn(bits)) + 1};
    const Fraction fractions[] = {{tops[0], bottoms[0]}, {tops[1], bottoms[1]}};
    const Rational rationals[] = {{tops[0], bottoms[0]}, {tops[1], bottoms[1]}};
    EXPECT_EQ(fractions[0] <=> fractions[1], rationals[0] <=> rationals[1]);
    EXPECT_EQ(fractions[0].reduced(), rationals[0]);
    EXPECT_NEAR(fractions[0].approximate(), rationals[0].to_double(),
                1e-12 * std::abs(rationals[0].to_double()));
  }
}

TEST(Fraction, HoldsNumbersBeyondWords) {
  const Rational huge = Rational::parse("1e40");
  const Rational tiny = Rational::parse("1e-40");
  const Fraction large(huge);
  Fraction copy = large;
  EXPECT_EQ(copy, large);
  EXPECT_GT(large, Fraction(1, 1));
  EXPECT_LT(Fraction(tiny), Fraction(1, 1000000000));
  copy = Fraction(tiny);
  EXPECT_LT(copy, large);
  copy = large;
  EXPECT_EQ(copy.reduced(), huge);
  const Fraction moved = std::move(copy);
  EXPECT_EQ(moved.reduced(), huge);
  EXPECT_DOUBLE_EQ(moved.approximate(), 1e40);
}

}  // namespace
}  // namespace allnash::fraction_test
