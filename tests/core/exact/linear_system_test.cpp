// Ranks, solutions and null spaces of whole numbers, against FLINT's own or by their definition;
// and that a stop is heard.
#include "core/exact/linear_system.hpp"

#include <flint/fmpq_mat.h>
#include <gtest/gtest.h>

#include <random>

#include "core/exact/access.hpp"
#include "matrices.hpp"

namespace allnash::exact::linear_system_test {
namespace {

IntegerMatrix random_matrix(slong rows, slong columns, flint_bitcnt_t bits, ulong seed) {
  IntegerMatrix matrix(rows, columns);
  flint_rand_t random;
  flint_randinit(random);
  flint_randseed(random, seed, seed + 1);
  for (slong i = 0; i < rows; ++i) {
    for (slong j = 0; j < columns; ++j) fmpz_randtest(matrix.at(i, j), random, bits);
  }
  flint_randclear(random);
  return matrix;
}

std::optional<std::vector<Rational>> by_flint(const IntegerMatrix& matrix,
                                              const IntegerMatrix& right) {
  fmpq_mat_t solution;
  fmpq_mat_init(solution, matrix.columns(), 1);
  const int found = fmpq_mat_solve_fmpz_mat(solution, matrix.raw(), right.raw());
  std::optional<std::vector<Rational>> result;
  if (found != 0) {
    result.emplace(at(matrix.columns()));
    for (slong t = 0; t < matrix.columns(); ++t) {
      fmpq_set(raw((*result)[at(t)]), fmpq_mat_entry(solution, t, 0));
    }
  }
  fmpq_mat_clear(solution);
  return result;
}

TEST(Solve, AgreesWithFlint) {
  ulong seed = 1;
  for (const flint_bitcnt_t bits : {1, 2, 10, 62, 64, 200, 3000}) {
    for (const slong size : {1, 2, 3, 5, 8, 20, 40}) {
      if (bits * static_cast<ulong>(size) > 20'000) continue;
      const IntegerMatrix matrix = random_matrix(size, size, bits, ++seed);
      const IntegerMatrix right = random_matrix(size, 1, bits / 2 + 1, ++seed);
      EXPECT_EQ(solve(matrix, right), by_flint(matrix, right)) << size << " " << bits;
    }
  }
}

TEST(Solve, ZeroAndLargeRightSides) {
  const IntegerMatrix matrix = random_matrix(6, 6, 20, 9);
  EXPECT_EQ(solve(matrix, IntegerMatrix(6, 1)), std::vector<Rational>(6));
  const IntegerMatrix right = random_matrix(6, 1, 5000, 10);
  EXPECT_EQ(solve(matrix, right), by_flint(matrix, right));
}

TEST(Solve, ASolutionMuchSimplerThanItMightBe) {
  const IntegerMatrix matrix = random_matrix(30, 30, 900, 11);
  IntegerMatrix right(30, 1);
  for (slong i = 0; i < 30; ++i) {
    for (slong j = 0; j < 30; ++j) fmpz_addmul_ui(right.at(i, 0), matrix.at(i, j), ulong(j));
  }
  const auto found = solve(matrix, right);
  ASSERT_TRUE(found);
  for (slong j = 0; j < 30; ++j) EXPECT_EQ((*found)[at(j)], Rational(j));
}

TEST(Solve, RefusesSingularMatrices) {
  IntegerMatrix matrix = random_matrix(7, 7, 100, 12);
  for (slong j = 0; j < 7; ++j) fmpz_set(matrix.at(6, j), matrix.at(2, j));
  EXPECT_FALSE(solve(matrix, random_matrix(7, 1, 100, 13)));
}

// A product of two thin matrices has their width for its rank, or less.
TEST(Eliminated, HasTheRankOfTheMatrix) {
  ulong seed = 20;
  for (const slong rank : {0, 1, 3, 17}) {
    for (const slong columns : {20, 300, 600}) {  // one panel, and several
      const IntegerMatrix left = random_matrix(50, rank, 30, ++seed);
      const IntegerMatrix right = random_matrix(rank, columns, 30, ++seed);
      IntegerMatrix matrix(50, columns);
      fmpz_mat_mul(matrix.raw(), left.raw(), right.raw());
      const auto found = eliminated(matrix, {});
      ASSERT_TRUE(found);
      EXPECT_EQ(found->rank(), fmpz_mat_rank(matrix.raw()));
    }
  }
}

// Modulo the first prime it is 0.
TEST(Eliminated, SeesThroughAnUnluckyPrime) {
  IntegerMatrix matrix(2, 2);
  for (slong t = 0; t < 2; ++t) fmpz_set_ui(matrix.at(t, t), prime_for_ranks());
  const auto found = eliminated(matrix, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank(), 2);
}

TEST(Eliminated, SolvesInSeveralPanels) {
  const IntegerMatrix matrix = random_matrix(700, 700, 20, 30);
  const ulong prime = prime_for_ranks();
  const auto found = ModularElimination::of(matrix, prime, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->rank(), 700);
  std::vector<ulong> right(700);
  for (std::size_t t = 0; t < 700; ++t) right[t] = t * t % prime;
  const std::vector<ulong> x = found->solve(right);
  Integer sum;
  for (slong i = 0; i < 700; i += 60) {
    fmpz_zero(sum.raw());
    for (slong j = 0; j < 700; ++j) fmpz_addmul_ui(sum.raw(), matrix.at(i, j), x[at(j)]);
    EXPECT_EQ(fmpz_fdiv_ui(sum.raw(), prime), right[at(i)]) << i;
  }
}

TEST(Stop, EndsEverything) {
  const StopToken over(nullptr, StopToken::Clock::now());
  const IntegerMatrix matrix = random_matrix(40, 40, 3000, 40);
  const IntegerMatrix right = random_matrix(40, 1, 100, 41);
  EXPECT_FALSE(solve(matrix, right, over));
  EXPECT_FALSE(eliminated(matrix, over));
  EXPECT_FALSE(invertible_part(matrix, over));
}

TEST(Quotients, AreThoseOfOneByOne) {
  std::mt19937_64 random(5);
  for (int number = 0; number < 200; ++number) {
    const auto least = static_cast<std::int64_t>(1 + random() % 4);
    const Integer denominator(static_cast<std::int64_t>(least * (1 + random() % 5000)));
    std::vector<Integer> numerators;
    for (std::uint64_t t = random() % 8; t > 0; --t) {
      numerators.emplace_back(static_cast<std::int64_t>(random() % 10'000) * least - 5000);
    }
    if (number % 3 == 0) numerators.emplace_back(0);
    const std::vector<Rational> found = quotients(numerators, denominator);
    ASSERT_EQ(found.size(), numerators.size());
    for (std::size_t t = 0; t < found.size(); ++t) {
      EXPECT_EQ(found[t], quotient(numerators[t].raw(), denominator.raw()));
    }
  }
}

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
  Matrix lines = test::matrix_of(rank + 1, width, [&](Index i, Index) {
    return i < rank ? Rational(random() >> 2, 7) : Rational();
  });
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
}  // namespace allnash::exact::linear_system_test
