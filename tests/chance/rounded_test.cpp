// Rounded numbers lie on their side of the truth, and near it.
#include "chance/rounded.hpp"

#include <gtest/gtest.h>

namespace allnash::chance::rounded_test {
namespace {

Rational power(const Rational& base, int exponent) {
  Rational result = 1;
  for (int time = 0; time < exponent; ++time) result *= base;
  return result;
}

TEST(Rounded, LiesOnItsSide) {
  const Rational near = power(Rational(1, 2), 170);
  for (const Rational& base : {Rational(1, 3), Rational(22, 7), Rational(1000003, 1000000)}) {
    for (const int exponent : {1, 2, 7, 200, 201}) {
      const Rational summand = power(Rational(2, 3), exponent);
      const Rational truth = power(base, exponent) * Rational(5, 7) + summand;
      for (const Rounding side : {Rounding::down, Rounding::up}) {
        Rounded seen = Rounded(base, side).power(exponent);
        seen *= Rounded(Rational(5, 7), side);
        seen += Rounded(Rational(2, 3), side).power(exponent);
        EXPECT_EQ(seen.at_least(truth), side == Rounding::up) << base << " " << exponent;
        EXPECT_TRUE(seen.at_least(truth * (Rational(1) - near)));
        EXPECT_FALSE(seen.at_least(truth * (Rational(1) + near)));
      }
    }
  }
}

TEST(Rounded, SmallWholeNumbersAreExact) {
  for (const Rounding side : {Rounding::down, Rounding::up}) {
    Rounded seen(0, side);
    seen += Rounded(3, side).power(4);
    EXPECT_TRUE(seen.at_least(81));
    EXPECT_FALSE(seen.at_least(Rational(81) + power(Rational(1, 2), 300)));
  }
}

}  // namespace
}  // namespace allnash::chance::rounded_test
