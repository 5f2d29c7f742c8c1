// Bounds that hold for sure, and are near enough to be of use.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "subgame/float_game.hpp"
#include "subgame/subgame.hpp"

namespace allnash::float_bounds_test {
namespace {

// Uniform doubles, doubles of very different sizes, and games full of ties.
double drawn(std::mt19937_64& random, int kind) {
  const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
  if (kind == 0) return uniform;
  if (kind == 1) return std::ldexp(uniform - 0.5, static_cast<int>(random() % 80) - 40);
  if (kind == 2) return 1e9 + uniform;
  return static_cast<double>(random() % 3) / 3;
}

TEST(FloatBounds, HoldAndAreNear) {
  std::mt19937_64 random(1);
  for (int t = 0; t < 6000; ++t) {
    const Index rows = 1 + static_cast<Index>(random() % 5);
    const Index columns = 1 + static_cast<Index>(random() % 5);
    const int kind = t % 4;
    std::vector<double> payoffs(static_cast<std::size_t>(rows * columns));
    std::vector<Rational> exact_payoffs;
    double size = 0;
    for (double& payoff : payoffs) {
      payoff = drawn(random, kind);
      size = std::max(size, std::abs(payoff));
      exact_payoffs.push_back(Rational::from_double(payoff));
    }
    const auto bounds = subgame::floating_bounds(payoffs.data(), rows, columns);
    const auto pair = subgame::solve_by_pivoting({rows, columns, exact_payoffs}, {});
    if (std::isinf(bounds.low)) continue;  // all payoffs equal
    EXPECT_LE(Rational::from_double(bounds.low), pair->value);
    EXPECT_GE(Rational::from_double(bounds.high), pair->value);
    if (kind != 1) {
      EXPECT_LT(bounds.high - bounds.low, 1e-9 * size);
    }
  }
}

TEST(FloatBounds, KnowNothingOfLargeOrInfiniteGames) {
  const std::vector<double> many(81, 1.0);
  EXPECT_TRUE(std::isinf(subgame::floating_bounds(many.data(), 9, 9).low));
  const double huge[] = {1e308, -1e308, -1e308, 1e308};
  EXPECT_TRUE(std::isinf(subgame::floating_bounds(huge, 2, 2).high));
}

}  // namespace
}  // namespace allnash::float_bounds_test
