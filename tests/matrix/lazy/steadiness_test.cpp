// The evidence of a line's spread.
#include "matrix/lazy/steadiness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace allnash::test::steadiness_test {
namespace {

using matrix::NoiseBand;
using matrix::NoiseRanks;

NoiseRanks hundred() {
  std::vector<double> payoffs;
  for (int t = 99; t >= 1; --t) payoffs.push_back(t);
  return NoiseRanks(payoffs);
}

TEST(NoiseRanks, TellWhereAPayoffStands) {
  const NoiseRanks noise = hundred();
  EXPECT_DOUBLE_EQ(noise.least(), 0.01);
  EXPECT_NEAR(noise.of(50).below, 0.49, 1e-12);
  EXPECT_NEAR(noise.of(50).up_to, 0.51, 1e-12);
  EXPECT_NEAR(noise.of(50.5).below, 0.5, 1e-12);
  EXPECT_NEAR(noise.of(50.5).up_to, 0.51, 1e-12);
  EXPECT_NEAR(noise.of(-3).below, 0, 1e-12);
  EXPECT_NEAR(noise.of(1000).up_to, 1, 1e-12);
  const NoiseRanks coins(std::vector<double>{0, 1, 1, 0, 1});
  EXPECT_NEAR(coins.of(1).up_to - coins.of(1).below, 4.0 / 6, 1e-12);
}

NoiseBand band_of(const std::vector<NoiseRanks::Place>& places) {
  NoiseBand band;
  for (const NoiseRanks::Place& place : places) band.add(place);
  return band;
}

// The integral of the opening comment, by the rule of the midpoint.
TEST(NoiseBand, EvidenceIsTheMeanRatio) {
  for (const int count : {1, 2, 3, 7}) {
    for (const double part : {0.02, 0.1, 0.6}) {
      const double least = 0.01;
      NoiseBand band = band_of({{0.9 - part, count == 1 ? 0.9 : 0.9 - part + least}});
      for (int t = 1; t < count; ++t) band.add({0.9 - least, 0.9});
      constexpr int steps = 20'000;
      double sum = 0;
      for (int t = 0; t < steps; ++t) {
        const double width = part * std::pow(1 / part, (t + 0.5) / steps);
        sum += (width - part) * std::pow(width, -count) * std::log(1 / part) / steps;
      }
      EXPECT_NEAR(std::exp(band.evidence(least)) / (sum / std::log(1 / least)), 1, 1e-3)
          << count << " " << part;
    }
  }
}

TEST(NoiseBand, NothingSpeaksForNothingOrForWorsePayoffs) {
  EXPECT_EQ(NoiseBand().evidence(0.01), 0);
  EXPECT_GT(band_of({{0.5, 0.51}, {0.51, 0.52}, {0.5, 0.51}}).evidence(0.01), 3);
  EXPECT_LT(band_of({{0.2, 0.21}, {0.21, 0.22}, {0.2, 0.21}}).evidence(0.01), -50);
  EXPECT_LT(band_of({{0, 1}, {0, 1}}).evidence(0.01), -50);
  NoiseBand many;
  for (int t = 0; t < 100'000; ++t) many.add({0.7, 0.71});
  EXPECT_TRUE(std::isfinite(many.evidence(0.01)));
  EXPECT_GT(many.evidence(0.01), 400);
}

// In noise the ratio has a mean of at most 1, whatever its distribution: here continuous, of few
// values, and with nearly all payoffs in one place. Found to fail where a power of the part is
// count instead of count - 1, and where a payoff that noise often has spans nothing of it.
TEST(NoiseBand, NoiseIsSeldomTakenForALine) {
  std::mt19937_64 random(11);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) / 9007199254740992.0; };
  for (const int kind : {0, 1, 2}) {
    const auto draw = [&] {
      const double drawn = uniform();
      if (kind == 0) return drawn;
      if (kind == 1) return std::floor(3 * drawn);
      return drawn < 0.95 ? drawn / 1000 : 1000 * drawn;
    };
    std::vector<double> sample(400);
    std::ranges::generate(sample, draw);
    const NoiseRanks noise(sample);
    constexpr int lines = 40'000;
    for (const int count : {2, 4}) {
      double sum = 0;
      for (int line = 0; line < lines; ++line) {
        NoiseBand band;
        for (int t = 0; t < count; ++t) band.add(noise.of(draw()));
        sum += std::min(std::exp(band.evidence(noise.least())), 1000.0);
      }
      EXPECT_LE(sum / lines, 1) << kind << " " << count;
    }
  }
}

}  // namespace
}  // namespace allnash::test::steadiness_test
