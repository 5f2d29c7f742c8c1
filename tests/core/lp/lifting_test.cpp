// Exact solutions from floating ones: the same as by lifting modulo a prime, and what is refused.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <random>

#include "core/exact/linear_system.hpp"
#include "core/lp/blas.hpp"
#include "core/lp/repair.hpp"

namespace allnash::lp::lifting_test {
namespace {

using exact::IntegerMatrix;

IntegerMatrix random_matrix(std::mt19937_64& random, slong rows, slong columns, int reach) {
  IntegerMatrix matrix(rows, columns);
  for (slong i = 0; i < rows; ++i) {
    for (slong j = 0; j < columns; ++j) {
      const auto span = static_cast<std::uint64_t>(2 * reach + 1);
      fmpz_set_si(matrix.at(i, j), static_cast<slong>(random() % span) - reach);
    }
  }
  return matrix;
}

class Lifting : public testing::Test {
 protected:
  const SingleThreadedBlas quiet;
};

TEST_F(Lifting, AgreesWithLiftingModuloAPrime) {
  std::mt19937_64 random(1);
  int solved = 0;
  int games = 0;
  for (const int reach : {1, 100, 1'000'000}) {
    for (slong size = 1; size <= 60; ++size, ++games) {
      const IntegerMatrix matrix = random_matrix(random, size, size, reach);
      const IntegerMatrix right = random_matrix(random, size, 1, 1 + reach / 2);
      const auto found = solve_by_lifting(matrix, right, {});
      if (!found) continue;
      ++solved;
      EXPECT_EQ(found, exact::solve(matrix, right)) << size << " " << reach;
    }
  }
  EXPECT_GE(solved, games - 6);  // small matrices of -1, 0 and 1 are now and then singular
}

// Entries of so many bits, as payoffs that are doubles have when they are made whole.
IntegerMatrix matrix_of_bits(std::mt19937_64& random, slong size, flint_bitcnt_t bits) {
  IntegerMatrix matrix(size, size);
  for (slong i = 0; i < size; ++i) {
    for (slong j = 0; j < size; ++j) {
      const ulong words[2] = {random(), random()};
      fmpz_set_ui_array(matrix.at(i, j), words, 2);
      fmpz_fdiv_q_2exp(matrix.at(i, j), matrix.at(i, j), 128 - bits);
      if (random() % 2 == 0) fmpz_neg(matrix.at(i, j), matrix.at(i, j));
    }
  }
  return matrix;
}

TEST_F(Lifting, TakesEntriesOfUpTo90Bits) {
  std::mt19937_64 random(2);
  for (const flint_bitcnt_t bits : {29, 31, 49, 50, 53, 64, 75, 90}) {
    for (const slong size : {1, 2, 7, 40}) {
      const IntegerMatrix matrix = matrix_of_bits(random, size, bits);
      const IntegerMatrix right = random_matrix(random, size, 1, 1000);
      const auto found = solve_by_lifting(matrix, right, {});
      ASSERT_TRUE(found) << size << " " << bits;
      EXPECT_EQ(found, exact::solve(matrix, right)) << size << " " << bits;
    }
  }
  const IntegerMatrix matrix = matrix_of_bits(random, 3, 120);
  EXPECT_FALSE(solve_by_lifting(matrix, random_matrix(random, 3, 1, 10), {}));
}

TEST_F(Lifting, FindsSolutionsOfOneDenominatorAndOfMany) {
  constexpr slong size = 8;
  IntegerMatrix matrix(size, size);
  IntegerMatrix right(size, 1);
  const slong primes[size] = {2, 3, 5, 7, 11, 13, 17, 1'000'003};
  for (slong t = 0; t < size; ++t) {
    fmpz_set_si(matrix.at(t, t), primes[t]);
    fmpz_set_si(right.at(t, 0), t % 2 == 0 ? 1 : -5 * primes[t]);
  }
  const auto found = solve_by_lifting(matrix, right, {});
  ASSERT_TRUE(found);
  for (slong t = 0; t < size; ++t) {
    EXPECT_EQ((*found)[static_cast<std::size_t>(t)],
              t % 2 == 0 ? Rational(1) / Rational(primes[t]) : Rational(-5));
  }
  EXPECT_EQ(solve_by_lifting(matrix, IntegerMatrix(size, 1), {}), std::vector<Rational>(size));
}

// As the systems of the two players are: one turned is the other, but for the scale of its lines.
TEST_F(Lifting, SolvesASystemAndItsTurnedOne) {
  std::mt19937_64 random(4);
  for (const flint_bitcnt_t bits : {7, 60}) {
    for (const slong size : {1, 2, 9, 50}) {
      const IntegerMatrix one = matrix_of_bits(random, size, bits);
      IntegerMatrix other(size, size);
      fmpz_mat_transpose(other.raw(), one.raw());
      Rational ratio(1);
      for (slong line = 0; line < size; ++line) {
        const slong scale = static_cast<slong>(random() % 12) + 1;
        _fmpz_vec_scalar_mul_si(other.row(line), other.row(line), size, scale);
        ratio *= Rational(scale);
      }
      IntegerMatrix right(size, 1);
      fmpz_one(right.at(size - 1, 0));
      for (const Rational& said : {ratio, Rational(-7), Rational(3) / Rational(5)}) {
        for (const std::size_t threads : {1, 2}) {
          const auto both = solve_both_by_lifting({&one, &other}, said, threads, {});
          EXPECT_EQ(both[0], exact::solve(one, right)) << size << " " << bits << " " << said;
          EXPECT_EQ(both[1], exact::solve(other, right)) << size << " " << bits << " " << said;
        }
      }
    }
  }
}

// Rounded to 30 bits the matrices of Hilbert are nearly singular: solved rightly or not at all.
TEST_F(Lifting, IsRightOrSilentOnMatricesNearlySingular) {
  int solved = 0;
  for (slong size = 2; size <= 14; ++size) {
    IntegerMatrix matrix(size, size);
    IntegerMatrix right(size, 1);
    fmpz_one(right.at(size - 1, 0));
    for (slong i = 0; i < size; ++i) {
      for (slong j = 0; j < size; ++j) fmpz_set_si(matrix.at(i, j), (1 << 30) / (i + j + 1));
    }
    const auto found = solve_by_lifting(matrix, right, {});
    if (!found) continue;
    ++solved;
    EXPECT_EQ(found, exact::solve(matrix, right)) << size;
  }
  EXPECT_GE(solved, 4);
}

TEST_F(Lifting, RefusesSingularMatricesAndLargeEntries) {
  std::mt19937_64 random(2);
  for (const slong size : {2, 5, 40}) {
    IntegerMatrix matrix = random_matrix(random, size, size, 100);
    const IntegerMatrix right = random_matrix(random, size, 1, 100);
    for (slong c = 0; c < size; ++c) fmpz_set(matrix.at(size - 1, c), matrix.at(0, c));
    EXPECT_FALSE(solve_by_lifting(matrix, right, {})) << size;
    matrix = random_matrix(random, size, size, 100);
    fmpz_one_2exp(matrix.at(0, 0), 2000);
    EXPECT_FALSE(solve_by_lifting(matrix, right, {})) << size;
  }
}

// By processor time, which a busy machine does not stretch: all of it takes several seconds.
TEST_F(Lifting, StopsInside) {
  const auto processor_seconds = [] {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
  };
  std::mt19937_64 random(3);
  const IntegerMatrix matrix = random_matrix(random, 700, 700, 100);
  const IntegerMatrix right = random_matrix(random, 700, 1, 100);
  const double start = processor_seconds();
  const auto now = StopToken::Clock::now();
  EXPECT_FALSE(solve_by_lifting(matrix, right, StopToken(nullptr, now)));
  const StopToken soon(nullptr, now + std::chrono::milliseconds(60));
  EXPECT_FALSE(solve_by_lifting(matrix, right, soon));
  EXPECT_LT(processor_seconds() - start, 1);
}

}  // namespace
}  // namespace allnash::lp::lifting_test
