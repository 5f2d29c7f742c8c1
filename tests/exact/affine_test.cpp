#include <gtest/gtest.h>

#include <random>

#include "exact/linear_system.hpp"

namespace allnash::exact::affine_test {
namespace {

Rational along(const Matrix& lines, Index line, const Matrix& directions, Index direction) {
  Rational sum;
  for (Index c = 0; c < lines.columns(); ++c) {
    sum += lines.at(line, c) * directions.at(direction, c);
  }
  return sum;
}

TEST(ClearDenominators, EachRowByItsOwnMultiple) {
  const IntegerMatrix cleared =
      clear_denominators({2, 3, {{1, 2}, {-2, 3}, 1, 4, Rational(0), {1, 5}}});
  const std::int64_t expected[2][3] = {{3, -4, 6}, {20, 0, 1}};
  for (slong i = 0; i < 2; ++i) {
    for (slong j = 0; j < 3; ++j) EXPECT_TRUE(fmpz_equal_si(cleared.at(i, j), expected[i][j]));
  }
}

TEST(NullSpace, Known) {
  // x0 + 2 x1 + 3 x2 = 0, twice.
  const NullSpace plane = null_space(clear_denominators({2, 3, {1, 2, 3, 2, 4, 6}})).value();
  EXPECT_EQ(plane.free, (std::vector<Index>{1, 2}));
  const Matrix expected(2, 3, {-2, 1, Rational(0), -3, Rational(0), 1});
  for (Index t = 0; t < 2; ++t) {
    for (Index c = 0; c < 3; ++c) EXPECT_EQ(plane.directions.at(t, c), expected.at(t, c));
  }
  EXPECT_TRUE(null_space(clear_denominators({2, 2, {1, 2, 3, 4}}))->free.empty());
  EXPECT_EQ(null_space(IntegerMatrix(3, 4))->free.size(), 4U);
}

TEST(NullSpace, RandomLinesOfKnownRank) {
  std::mt19937 random(2);
  for (Index rank = 0; rank <= 6; ++rank) {
    Matrix lines(9, 6);
    for (Index i = 0; i < 9; ++i) {
      for (Index c = 0; c < 6 && i < rank; ++c) {
        lines.at(i, c) = c < i ? Rational(0) : Rational(1 + random() % 9, 1 + random() % 9);
      }
      for (Index c = 0; c < 6 && i >= rank && rank > 0; ++c) {
        lines.at(i, c) = lines.at(i - rank, c) + lines.at(rank - 1, c);
      }
    }
    const NullSpace found = null_space(clear_denominators(lines)).value();
    ASSERT_EQ(static_cast<Index>(found.free.size()), 6 - rank);
    for (Index t = 0; t < 6 - rank; ++t) {
      for (Index i = 0; i < 9; ++i) EXPECT_EQ(along(lines, i, found.directions, t), Rational(0));
    }
  }
}

// So large that each direction is solved for by itself.
TEST(NullSpace, OfManyLines) {
  constexpr Index rank = 60;
  constexpr Index width = 90;
  std::mt19937_64 random(5);
  Matrix lines(rank + 1, width);
  for (Index i = 0; i < rank; ++i) {
    for (Index c = 0; c < width; ++c) {
      lines.at(i, c) = Rational(static_cast<std::int64_t>(random() >> 2), 7);
    }
  }
  for (Index c = 0; c < width; ++c) lines.at(rank, c) = lines.at(0, c) - lines.at(rank - 1, c);
  const IntegerMatrix integral = clear_denominators(lines);
  const NullSpace found = null_space(integral).value();
  ASSERT_EQ(static_cast<Index>(found.free.size()), width - rank);
  for (Index t = 0; t < width - rank; ++t) {
    EXPECT_EQ(found.directions.at(t, found.free[at(t)]), Rational(1));
    for (const Index i : {Index{0}, rank / 2, rank}) {
      EXPECT_EQ(along(lines, i, found.directions, t), Rational(0));
    }
  }
  const StopToken over(nullptr, StopToken::Clock::now());
  EXPECT_FALSE(null_space(integral, over));
  EXPECT_FALSE(independent_rows(integral, over));
}

TEST(IndependentRows, TheFirstOnes) {
  const IntegerMatrix lines = clear_denominators({4, 2, {0, 0, 1, 2, 2, 4, 0, 1}});
  EXPECT_EQ(independent_rows(lines), (std::vector<slong>{1, 3}));
}

}  // namespace
}  // namespace allnash::exact::affine_test
