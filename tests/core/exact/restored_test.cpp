// Fractions that doubles were rounded from.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash {
namespace {

/// The fraction of least denominator between two, by trying all denominators.
Rational tried(const Rational& low, const Rational& high) {
  for (std::int64_t denominator = 1;; ++denominator) {
    for (std::int64_t numerator = 0; numerator <= 3 * denominator; ++numerator) {
      const Rational here(numerator, denominator);
      if (here >= low && here <= high) return here;
    }
  }
}

TEST(Restored, FindsTheLeastDenominator) {
  for (std::int64_t a = 0; a < 9; ++a) {
    for (std::int64_t b = 1; b < 60; b += 7) {
      const Rational low(a, b * 3);
      const Rational high = low + Rational(1, b * b + 1);
      EXPECT_EQ(simplest_between(low, high).denominator_digits(),
                tried(low, high).denominator_digits())
          << low << " " << high;
      EXPECT_EQ(simplest_between(-high, -low), -simplest_between(low, high));
    }
  }
  EXPECT_EQ(simplest_between(Rational(-1, 3), Rational(1, 7)), Rational(0));
  EXPECT_EQ(simplest_between(Rational(1, 3), Rational(1, 3)), Rational(1, 3));
}

TEST(Restored, TakesDoublesForTheFractionsNextToThem) {
  const std::vector<std::pair<int, int>> fractions{
      {1, 3}, {2, 3}, {1, 7}, {5, 132600}, {-1, 3}, {22, 7}, {1000001, 3}, {1048575, 1048576},
      {7, 1}};
  for (const auto& [numerator, denominator] : fractions) {
    EXPECT_EQ(restored(static_cast<double>(numerator) / denominator),
              Rational(numerator, denominator));
  }
  EXPECT_EQ(restored(0.1), Rational(1, 10));
  EXPECT_EQ(restored(0), Rational(0));
  EXPECT_EQ(restored(std::nextafter(1.0 / 3, 1)), Rational(1, 3));
}

TEST(Restored, LeavesOthersAlone) {
  EXPECT_EQ(restored(1.0 / 1048577), std::nullopt);
  EXPECT_EQ(restored(0.333333333333), std::nullopt);
  EXPECT_EQ(restored(1.0 / 3 + 1e-14), std::nullopt);
  EXPECT_EQ(restored(std::acos(-1.0)), std::nullopt);
  EXPECT_EQ(restored(std::numeric_limits<double>::denorm_min()), std::nullopt);
  EXPECT_THROW((void)restored(std::numeric_limits<double>::quiet_NaN()), std::domain_error);
  EXPECT_THROW((void)restored(std::numeric_limits<double>::infinity()), std::domain_error);
}

}  // namespace
}  // namespace allnash
