// Draws against the distributions that they are of.
#include "league/estimate/draws.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace allnash::draws_test {
namespace {

constexpr int draws = 400'000;

/// How often a draw is below the limit.
double part_below(double limit, const std::function<double(Random&)>& draw) {
  Random random(5);
  int below = 0;
  for (int t = 0; t < draws; ++t) below += draw(random) < limit ? 1 : 0;
  return static_cast<double>(below) / draws;
}

/// Five standard errors.
double allowed(double probability) {
  return 5 * std::sqrt(probability * (1 - probability) / draws) + 1e-12;
}

// At each limit a right sampler fails once in two million times. Kills: no tail beyond the last
// layer, a tail on one side, every draw in a layer taken, the layer chosen by the bits of the
// number, layers of unequal area.
TEST(NormalDraw, HasTheNormalDistribution) {
  for (const double limit :
       {-3.6, -3.0, -2.0, -1.0, -0.5, -0.1, 0.0, 0.3, 1.0, 1.5, 2.5, 3.3, 3.6}) {
    const double probability = std::erfc(-limit / std::sqrt(2.0)) / 2;
    EXPECT_NEAR(part_below(limit, league::normal_draw), probability, allowed(probability)) << limit;
  }
}

// P(Beta(1, b) < x) = 1 - (1 - x)^b and P(Beta(a, 1) < x) = x^a, up to the 1e-5 by which rates are
// moved. Kills: a shape below 1 drawn as that of one more, a and b exchanged.
TEST(BetaDraw, HasTheBetaDistribution) {
  for (const double shape : {0.3, 1.0, 4.5}) {
    for (const double limit : {0.1, 0.5, 0.8}) {
      const double low = 1 - std::pow(1 - limit, shape);
      const double high = std::pow(limit, shape);
      EXPECT_NEAR(part_below(limit, [&](Random& r) { return league::beta_draw(r, 1, shape); }), low,
                  allowed(low) + 1e-4);
      EXPECT_NEAR(part_below(limit, [&](Random& r) { return league::beta_draw(r, shape, 1); }),
                  high, allowed(high) + 1e-4);
    }
  }
}

}  // namespace
}  // namespace allnash::draws_test
