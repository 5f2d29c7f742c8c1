// The search in noise, and how near the floor `auto` comes on games of many kinds.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>

#include "matrix/lazy/lazy.hpp"
#include "matrix/run/asked.hpp"
#include "results.hpp"

namespace allnash::test::noise_test {
namespace {

TEST(Noise, TheSearchEndsInTheSupports) {
  for (const Index k : {1, 2, 3, 5}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(planted(80, k, seed));
      Asked asked(planted(80, k, seed));
      const Result expected = solved(*asked.game, "full");
      const auto found = matrix::search_noise(asked.run, {{{0, 1}, {0, 1}}});
      ASSERT_TRUE(found);
      EXPECT_EQ(found->row, expected.row().support);
      EXPECT_EQ(found->column, expected.column().support);
      ASSERT_TRUE(asked.run.bounds.low && asked.run.bounds.high);
      expect_true_bounds(asked.run.bounds, *expected.value);
    }
  }
}

TEST(Noise, TwoPayoffsHaveNoStrictSaddlePoint) {
  const auto game = open_game("family:binary,n=200,k=2,seed=1");
  Options options = with_method("auto");
  options.budget = 40'000;  // payoffs that cost nothing are all read
  EXPECT_EQ(solve(*game, options).queries, solved(*game, "lazy").queries);
}

// Seed 511's sample of noise looks like effects of rows and columns. Taken for structure it costs
// 50 floors; a second sample shows that it is none.
TEST(Noise, ALikenessOfStructureIsLookedAtTwice) {
  double sum = 0;
  for (std::uint64_t seed = 506; seed <= 515; ++seed) {
    const Result result = solved(planted(2000, 2, seed), with_method("auto", seed));
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_LE(result.ratio().value(), 5) << seed;
    sum += result.ratio().value();
  }
  EXPECT_LE(sum / 10, 3);
}

struct Target {
  const char* game;  // without its seed
  bool seeded;
  double most;  // queries over the floor, mean of three seeds
};

TEST(QueryCounts, StayWithinTheirTargets) {
  for (const Target& target : {Target{"family:lowrank,n=2000,rank=20", true, 1.5},
                               Target{"family:spinning,n=2000,cycles=3", true, 1.8},
                               Target{"family:bell,n=2000,width=16", false, 2},
                               Target{"family:undercut,n=2000", false, 1.25},
                               Target{"family:lowerbound,n=2000,k=10", true, 1.6},
                               Target{"family:planted,n=2000,k=1", true, 2},
                               Target{"family:planted,n=2000,k=2", true, 2.6},
                               Target{"family:planted,n=2000,k=5", true, 2.3},
                               Target{"family:planted,n=2000,k=10", true, 2}}) {
    SCOPED_TRACE(target.game);
    double sum = 0;
    for (int seed = 1; seed <= 3; ++seed) {
      const std::string name = target.game;
      const auto game = open_game(target.seeded ? name + ",seed=" + std::to_string(seed) : name);
      const Result result = solved(*game, "auto", static_cast<std::uint64_t>(seed));
      ASSERT_EQ(result.status, Status::proved);
      sum += result.ratio().value();
    }
    EXPECT_LE(sum / 3, target.most);
  }
}

// Lines of the core that keep to a hundredth of noise and earn no more than noise does: without
// regard to spread these take 43, 114, 28 and 16 floors. Decoys and outliers hide them a little.
TEST(QueryCounts, LinesThatStandOutByTheirSpreadAreFound) {
  const std::tuple<const char*, double, bool> games[] = {
      {"n=300,k=2", 2.5, true},
      {"n=1000,k=2", 2.5, false},
      {"n=300,k=3", 2.5, false},
      {"n=300,k=5", 2, false},
      {"n=300,m=200,k=2,width=30", 3, true},
      {"n=300,k=2,decoys=40", 4, false},
      {"n=300,k=2,outliers=5", 4, false},
  };
  for (const auto& [game, most, by_all] : games) {
    for (const char* method : {"auto", "lazy", "reweighted"}) {
      if (!by_all && std::string(method) != "auto") continue;
      double sum = 0;
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const std::string name = std::string("family:steady,") + game;
        const Result result =
            solved(name + ",seed=" + std::to_string(seed), with_method(method, seed));
        ASSERT_EQ(result.status, Status::proved);
        sum += result.ratio().value();
      }
      EXPECT_LE(sum / 4, most) << game << " " << method;
    }
  }
}

// Where lines are short the search reads a doubtful one sooner and spends more of the game. Without
// that these take 2.7, 3.0, 4.0 and 4.5 floors.
TEST(QueryCounts, SmallGamesInNoiseTakeFewToo) {
  for (const auto& [k, most] : {std::pair<Index, double>{1, 2.4}, {2, 2.6}, {5, 3}, {10, 4}}) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const Result result = solved(planted(200, k, seed), with_method("auto", seed));
      ASSERT_EQ(result.status, Status::proved);
      sum += result.ratio().value();
    }
    EXPECT_LE(sum / 12, most) << k;
  }
}

}  // namespace
}  // namespace allnash::test::noise_test
