// What certifying costs, which round is cheapest, and how many plays exploration takes.
// `tests/mutants.py noisy` breaks each of them on purpose, and a test here must fail.
#include "chance/play/explore.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "chance/play/chance_game.hpp"

namespace allnash::explore_test {
namespace {

using namespace chance;

constexpr double least = 0.01;

/// Coins with these means, nothing in doubt.
CertifyingSide side_of(Index arms, std::vector<double> means, double bound) {
  CertifyingSide side;
  side.arms = arms;
  side.means = std::move(means);
  side.bound = bound;
  for (std::size_t r = 0; r < side.means.size() / at(arms); ++r) {
    side.candidates.push_back(static_cast<Index>(r));
  }
  for (const double mean : side.means) side.spreads.push_back(mean * (1 - mean));
  side.variances.assign(side.means.size(), 0);
  side.leans.assign(side.means.size(), 0);
  side.arm_doubts.assign(at(arms), 0);
  side.weights.assign(side.candidates.size(), 1.0 / static_cast<double>(side.candidates.size()));
  return side;
}

CertifyingSide rock_paper_scissors() {
  return side_of(3, {0.5, 0.2, 0.8, 0.8, 0.5, 0.2, 0.2, 0.8, 0.5}, 0.45);
}

TEST(Cheapest, AGapCostsWhatItsPlaysDo) {
  EXPECT_DOUBLE_EQ(cost_of_gap(0.1, 0.25, least), 4 * 0.25 / 0.01 + 2 / 0.1);
  // Below the least gap it is the tangent: finite, and steeper means dearer.
  EXPECT_GT(cost_of_gap(0, 0.25, least), cost_of_gap(least, 0.25, least));
  EXPECT_NEAR(cost_of_gap(0, 0.25, least) - cost_of_gap(0.005, 0.25, least),
              cost_of_gap(0.005, 0.25, least) - cost_of_gap(0.01, 0.25, least), 1e-6);
}

// Kills: the slope turned round; errors left out of it.
TEST(Cheapest, FitFindsTheMixture) {
  CertifyingSide side = rock_paper_scissors();
  side.weights = {0.8, 0.1, 0.1};
  fit(side, 1, least, 300);
  for (const double weight : side.weights) EXPECT_NEAR(weight, 1.0 / 3, 0.02);
  // Two strategies alike, of which one is known better: caution prefers it, but spreads over both.
  CertifyingSide doubtful = side_of(1, {0.6, 0.6}, 0.4);
  doubtful.variances = {0.01, 0.04};
  fit(doubtful, 1, least, 300);
  EXPECT_NEAR(doubtful.weights[0], 0.8, 0.03);  // as the inverse of the variances
}

// Kills: the bounds not moved; moved towards the dearer player.
TEST(Cheapest, BoundsLieWhereTheWholeIsCheapest) {
  CertifyingSide row = side_of(2, {0.7, 0.7}, 0.3);
  CertifyingSide column = side_of(1, {0.3, 0.3}, 0.3);
  column.candidates = {0, 1};
  fit_both(row, column, 0.2, 1, least, StopToken());
  EXPECT_NEAR(row.bound + 0.2, 1 - column.bound, 1e-9);
  // Two arms of the row player's are to be certified and one of the other's: the wider gap is his.
  EXPECT_GT(0.7 - row.bound, 0.3 - column.bound + 0.005);
}

/// What a round of so many plays would cost in plays, whole rounds counted.
double plays_of(CertifyingSide side, const std::vector<std::int64_t>& round, double log_level) {
  const auto size =
      static_cast<double>(std::accumulate(round.begin(), round.end(), std::int64_t{0}));
  for (std::size_t r = 0; r < round.size(); ++r) {
    side.weights[r] = static_cast<double>(round[r]) / size;
  }
  side.look_at_weights();
  return cost(side, 1, least) * log_level / 2 + size * static_cast<double>(side.arms) / 2;
}

// Kills: any round taken, the first or the last; remainders given to the smallest. It does not see
// whole rounds left out of the cost: near these weights the smallest rounds are the cheapest
// anyway.
TEST(Cheapest, NoSmallRoundNearTheWeightsIsCheaper) {
  CertifyingSide side = rock_paper_scissors();
  EXPECT_EQ(cheapest_round(side, 1, least, 6), (std::vector<std::int64_t>{1, 1, 1}));
  const std::vector<double> weights[] = {{0.36, 0.33, 0.31}, {0.41, 0.3, 0.29}, {0.5, 0.3, 0.2}};
  for (const auto& one : weights) {
    side.weights = one;
    side.bound = 0.4;
    for (const double log_level : {0.01, 1.0, 6.0, 60.0}) {
      const std::vector<std::int64_t> round = cheapest_round(side, 1, least, log_level);
      const double plays = plays_of(side, round, log_level);
      for (std::int64_t size = 1; size <= 40; ++size) {
        // The nearest round of that size: no other differs less from the weights in all.
        std::vector<std::int64_t> nearest;
        double miss = 1e9;
        for (std::int64_t a = 0; a <= size; ++a) {
          for (std::int64_t b = 0; a + b <= size; ++b) {
            const auto n = static_cast<double>(size);
            const double off = std::abs(static_cast<double>(a) - n * one[0]) +
                               std::abs(static_cast<double>(b) - n * one[1]) +
                               std::abs(static_cast<double>(size - a - b) - n * one[2]);
            if (off < miss - 1e-9) {
              miss = off;
              nearest = {a, b, size - a - b};
            }
          }
        }
        EXPECT_LE(plays, plays_of(side, nearest, log_level) * (1 + 1e-9)) << size;
      }
    }
  }
}

coverage::Game league(Index n) {
  coverage::Game game{"league", n, n, {}, true};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const Index round = ((j - i) % 3 + 3) % 3;  // a cycle of three, and skill
      const Index cycle = round == 1 ? 15 : round == 2 ? -15 : 0;
      game.payoffs.emplace_back(50 + cycle + 30 * (j - i) / n, 100);
    }
  }
  return game;
}

double plays_for(const coverage::Game& game, const Rational& epsilon) {
  double plays = 0;
  constexpr int seeds = 24;  // of fewer the mean has an error of a tenth and more
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Result result = coverage::solved(game, coverage::options_for(game, epsilon, seed));
    EXPECT_EQ(result.status, Status::certified);
    plays += static_cast<double>(result.queries);
  }
  return plays / seeds;
}

// Kills: exploration that ends at once, or goes on for long; arms drawn without regard to doubt;
// strategies drawn without regard to their weights; no large game begun with a part of it.
TEST(Explorer, TakesFewPlays) {
  // Measured: 1,127, 3,105 and 4,206.
  EXPECT_LE(plays_for(league(12), Rational(1, 10)), 1'240);
  EXPECT_LE(plays_for(league(60), Rational(1, 5)), 3'420);
  coverage::Game two{"two sides", 8, 20, {}, false};
  for (Index i = 0; i < 8; ++i) {
    for (Index j = 0; j < 20; ++j) two.payoffs.emplace_back((i * 7 + j * 11 + i * j) % 19 + 1, 20);
  }
  EXPECT_LE(plays_for(two, Rational(1, 5)), 4'630);
}

TEST(Lottery, DrawsByProbability) {
  const Lottery lottery({5, 2}, {0.75, 0.25});
  Random random(1);
  std::array<int, 6> drawn{};
  for (int t = 0; t < 4000; ++t) ++drawn[static_cast<std::size_t>(lottery.draw(random))];
  EXPECT_EQ(drawn[2] + drawn[5], 4000);
  EXPECT_NEAR(drawn[2], 1000, 4 * 28);  // four standard deviations
}

}  // namespace
}  // namespace allnash::explore_test
