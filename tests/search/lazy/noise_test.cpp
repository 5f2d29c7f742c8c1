// The search in noise, and how near the floor `auto` comes on games of many kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ledger/ledger.hpp"
#include "results.hpp"
#include "search/lazy/lazy.hpp"
#include "search/lazy/pairs.hpp"
#include "search/run.hpp"

namespace allnash::test::noise_test {
namespace {

std::string planted(Index n, Index k, int seed) {
  return "family:planted,n=" + std::to_string(n) + ",k=" + std::to_string(k) +
         ",seed=" + std::to_string(seed);
}

std::vector<double> column_of(const game::Known& known, Index j) {
  std::vector<double> column;
  for (Index i = 0; i < known.rows(); ++i) column.push_back(known.approximate(i, j));
  return column;
}

TEST(Noise, TheSearchEndsInTheSupports) {
  for (const Index k : {1, 2, 3, 5}) {
    for (int seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(planted(80, k, seed));
      const auto game = open_game(planted(80, k, seed));
      const Result expected = solved(*game, "full");
      ledger::Ledger ledger(*game);
      const Options options;
      methods::Run run{ledger, options, StopToken()};
      const auto found = methods::search_noise(run, {{{0, 1}, {0, 1}}}, false);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->row, expected.row().support);
      EXPECT_EQ(found->column, expected.column().support);
      ASSERT_TRUE(run.bounds.low && run.bounds.high);
      EXPECT_LE(*run.bounds.low, *expected.value);
      EXPECT_GE(*run.bounds.high, *expected.value);
    }
  }
}

TEST(Noise, FollowedPairsLeadToTheSupport) {
  const auto game = open_game(planted(600, 2, 1));  // its value is far from the middle
  const Result expected = solve(*game);
  ASSERT_EQ(expected.row().support.size(), 2U);
  ledger::Ledger ledger(*game);
  const Options options;
  methods::Run run{ledger, options, StopToken()};
  ASSERT_TRUE(methods::Pairs::suit(ledger.known()));
  methods::Pairs pairs(run, game::Player::row);
  std::vector<Index> columns;
  for (Index j = 100; j < 116; ++j) columns.push_back(j);
  ASSERT_TRUE(ledger.ask_lines({}, columns));
  for (const Index j : columns) pairs.learn(column_of(ledger.known(), j));
  ASSERT_EQ(pairs.pursue(0, 10'000), methods::Pairs::Chase::won);
  EXPECT_EQ(pairs.best(), expected.row().support);
  ASSERT_TRUE(ledger.ask_lines(pairs.best(), {}));
  std::vector<Index> binding = pairs.binding();
  std::sort(binding.begin(), binding.end());
  EXPECT_EQ(binding, expected.column().support);
}

TEST(Noise, NoPairIsPursuedBelowWhatIsAsked) {
  const auto game = open_game(planted(600, 2, 1));
  ledger::Ledger ledger(*game);
  const Options options;
  methods::Run run{ledger, options, StopToken()};
  methods::Pairs pairs(run, game::Player::row);
  ASSERT_TRUE(ledger.ask_lines({}, std::vector<Index>{100, 101, 102, 103}));
  for (const Index j : {100, 101, 102, 103}) pairs.learn(column_of(ledger.known(), j));
  const std::int64_t before = ledger.queries();
  EXPECT_EQ(pairs.pursue(101, 10'000), methods::Pairs::Chase::none);  // payoffs are up to 100
  EXPECT_EQ(ledger.queries(), before);
  EXPECT_EQ(pairs.pursue(-101, 40), methods::Pairs::Chase::lost);
  EXPECT_LE(ledger.queries(), before + 40 + 64);
}

// Values next to 0, where pairs of noise fall most slowly for both players.
TEST(Noise, PairsAreFoundWhereTheirValueIsInTheMiddle) {
  for (const int seed : {106, 131}) {
    SCOPED_TRACE(seed);
    const auto game = open_game(planted(2000, 2, seed));
    const Result result = solved(*game, "lazy", static_cast<std::uint64_t>(seed));
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_LE(result.ratio().value(), 12);
  }
}

TEST(Noise, TwoPayoffsHaveNoStrictSaddlePoint) {
  const auto game = open_game("family:binary,n=200,k=2,seed=1");
  Options options = with_method("auto");
  options.budget = 40'000;  // payoffs that cost nothing are all read
  EXPECT_EQ(solve(*game, options).queries, solved(*game, "lazy").queries);
}

TEST(Noise, PairsNeedLinesEnoughAndNotTooMany) {
  const auto small = open_game("family:random,n=200");
  const auto vast = open_game("family:random,n=100000");
  EXPECT_FALSE(methods::Pairs::suit(ledger::Ledger(*small).known()));
  EXPECT_FALSE(methods::Pairs::suit(ledger::Ledger(*vast).known()));
}
TEST(Noise, MixturesOfPairsEndWhereRoundingGoesRoundInCircles) {
  const std::vector<methods::Earned> lines[] = {
      {{5.8, -17}, {-2.1, 6.3}, {1.2, -3.6}, {-6, 18}, {-3, 9}, {-3.2, 10}},
      {{1, -1}, {-1, 1}},
      {{1e300, -1e300}, {-1e300, 1e300}, {1e308, -1e308}},
      {{1e-310, -1e-310}, {-3e-310, 3e-310}, {2e-310, -2e-310}},
      {{INFINITY, -INFINITY}, {-INFINITY, INFINITY}},
  };
  for (const auto& against : lines) {
    const methods::PairMixture mixture = methods::best_mixture(against);
    EXPECT_LT(std::max(mixture.rising, mixture.falling), against.size());
  }
  double most = -1;
  for (int t = 0; t <= 1'000'000; ++t) {
    double least = 100;
    for (const auto& line : lines[0]) least = std::min(least, line.mixed(t * 1e-6));
    most = std::max(most, least);
  }
  EXPECT_NEAR(methods::best_mixture(lines[0]).guarantee, most, 1e-4);
  EXPECT_EQ(methods::best_mixture({{2, 1}, {3, 2}}).guarantee, 2);
}

struct Target {
  const char* game;  // without its seed
  bool seeded;
  double most;  // queries over the floor, mean of three seeds
};

TEST(QueryCounts, StayWithinTheirTargets) {
  for (const Target& target :
       {Target{"family:lowrank,n=2000,rank=20", true, 1.5},
        Target{"family:spinning,n=2000,cycles=3", true, 1.8},
        Target{"family:bell,n=2000,width=16", false, 2},
        Target{"family:undercut,n=2000", false, 1.25},
        Target{"family:lowerbound,n=2000,k=10", true, 1.6},
        Target{"family:planted,n=2000,k=1", true, 2}, Target{"family:planted,n=2000,k=2", true, 7},
        Target{"family:planted,n=2000,k=5", true, 13}}) {
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

}  // namespace
}  // namespace allnash::test::noise_test
