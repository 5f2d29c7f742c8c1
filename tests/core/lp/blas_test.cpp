// The memory of BLAS: taken beforehand, kept, and where there is none that is said and not waited
// for.
#include "core/lp/blas.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <new>
#include <string>
#include <vector>

#include "allnash/solve.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/tables.hpp"

extern "C" {
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}

namespace allnash::lp::blas_test {
namespace {

bool factors() {
  constexpr int size = 200;
  std::vector<double> matrix(size * size);
  for (int t = 0; t < size; ++t) matrix[static_cast<std::size_t>(t * size + t)] = 2;
  std::vector<int> pivots(size);
  int info = 1;
  dgetrf_(&size, &size, matrix.data(), &size, pivots.data(), &info);
  return info == 0;
}

// As after OpenBLAS met a processor that it does not know.
void fall_back() {
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv("OPENBLAS_CORETYPE");
}

TEST(Blas, RunsTheKernelsOfAProcessorThatItDoesNotKnow) {
#if defined(__x86_64__)
  if (gotoblas_dynamic_quit == nullptr || gotoblas_dynamic_init == nullptr) {
    GTEST_SKIP() << "this BLAS has kernels for one processor alone";
  }
  const std::string usual = blas_kernels();
  fall_back();
  EXPECT_EQ(blas_kernels(), "OpenBLAS, kernels Prescott");
  setenv("OPENBLAS_CORETYPE", "Core2", 1);  // the user's choice stands
  choose_blas_kernels();
  EXPECT_EQ(blas_kernels(), "OpenBLAS, kernels Prescott");
  unsetenv("OPENBLAS_CORETYPE");
  choose_blas_kernels();
  EXPECT_EQ(std::getenv("OPENBLAS_CORETYPE"), nullptr);
  EXPECT_TRUE(factors());
  const std::string chosen = blas_kernels();
  if (__builtin_cpu_supports("avx2") != 0) {
    EXPECT_TRUE(chosen.ends_with("SkylakeX") || chosen.ends_with("Haswell")) << chosen;
  }
  choose_blas_kernels();  // nothing more to choose
  EXPECT_EQ(blas_kernels(), chosen);
  EXPECT_FALSE(usual.empty());
#endif
}

TEST(Blas, GrantsAsManyThreadsAsAskedFor) {
  const SingleThreadedBlas two(2);
  EXPECT_EQ(two.threads(), 2U);
  const SingleThreadedBlas another;  // beside the first
  EXPECT_EQ(another.threads(), 1U);
  EXPECT_TRUE(factors());
}

// Under a sanitizer a process has more addresses than any limit allows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// No more addresses than the process has, and some megabytes: less than a buffer of BLAS.
void leave_little_memory() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * 4096 + (rlim_t{48} << 20);
  setrlimit(RLIMIT_AS, &limit);
}

// What a child process, which may limit itself, ends with: 1 where something was not so.
[[noreturn]] void end(bool as_expected) { std::_Exit(as_expected ? 0 : 1); }

bool enters(std::size_t threads, std::size_t granted) {
  try {
    return SingleThreadedBlas(threads).threads() == granted;
  } catch (const std::bad_alloc&) {
    return granted == 0;
  }
}

// Each of these is a process of its own, which begins without buffers: tests of this name come
// before others, which take some.
class BlasDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(BlasDeathTest, NoneIsSaid) {
  EXPECT_EXIT(
      {
        leave_little_memory();
        end(enters(1, 0) && enters(2, 0));
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(BlasDeathTest, WhatWasTakenIsKept) {
  EXPECT_EXIT(
      {
        const bool before = enters(1, 1);
        leave_little_memory();
        bool holds = before && enters(1, 1) && enters(2, 1);
        const SingleThreadedBlas only;
        holds = holds && factors() && enters(1, 0);  // the one there is is in use
        end(holds);
      },
      testing::ExitedWithCode(0), "");
}

// Clp factors without BLAS where there is no memory for it.
TEST_F(BlasDeathTest, ASimplexMethodDoesWithout) {
  EXPECT_EXIT(
      {
        const FloatGame game(table_of("family:random,n=200"));
        leave_little_memory();
        const auto vertex = solve_floating(game, {});
        end(vertex.has_value() && enters(1, 0));
      },
      testing::ExitedWithCode(0), "");
}

#endif

}  // namespace
}  // namespace allnash::lp::blas_test
