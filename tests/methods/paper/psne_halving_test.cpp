// Algorithm 1 as written: its sizes, its oracle calls against the lemma's bound, its saddle points
// and its value candidates against delta; and the form that loses none.
#include "methods/paper/psne_halving.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "methods/paper/table_oracle.hpp"

namespace allnash::test {
namespace {

using methods::Halving;
using methods::Random;

struct HalvingRun {
  explicit HalvingRun(const WholeGame& game) : turn(game), oracle(game) {}

  methods::HalvingResult halve(const Halving& halving, std::uint64_t seed) {
    Random random(seed);
    return *methods::psne_halving(turn.run, oracle, halving, random);
  }
  methods::CertainResult halve_for_certain(std::uint64_t seed) {
    Random random(seed);
    oracle.total_order = true;
    return *methods::certain_halving(turn.run, oracle, random);
  }

  Turn turn;
  TableOracle oracle;
};

TEST(SampleSize, IsThePapers) {
  // ceil(2 log2(2 (n + m)^2 / delta)).
  EXPECT_EQ(methods::sample_size(1, 1, 0.5), 8);        // 2 log2 16
  EXPECT_EQ(methods::sample_size(4, 4, 0.5), 16);       // 2 log2 256
  EXPECT_EQ(methods::sample_size(200, 200, 0.05), 46);  // 2 log2 6400000 = 45.2
  EXPECT_EQ(methods::sample_size(2000, 2000, 0.1), 57);
}

TEST(HalvingSizes, FloorsOnBothSidesUntilOneIsSingle) {
  SaddleGames games(1);
  HalvingRun run(games.next(45, 11));
  static_cast<void>(run.halve({}, 1));
  // Each stage asks twice; the last once.
  const std::vector<std::pair<Index, Index>> expected = {{45, 11}, {45, 11}, {22, 5}, {22, 5},
                                                         {11, 2},  {11, 2},  {5, 1}};
  EXPECT_EQ(run.oracle.stages, expected);
}

TEST(HalvingSizes, EndCases) {
  const auto row = HalvingRun({1, 4, {3, 1, 2, 1}}).halve({}, 1);
  EXPECT_EQ(row.column, 1);
  EXPECT_EQ(row.values, std::vector<Rational>{1});
  EXPECT_EQ(row.calls, 1);
  const auto column = HalvingRun({3, 1, {3, 5, 5}}).halve({}, 1);
  EXPECT_EQ(column.row, 1);
  EXPECT_EQ(column.values, std::vector<Rational>{5});
  const auto single = HalvingRun({1, 1, {7}}).halve({}, 1);
  EXPECT_EQ(single.values, std::vector<Rational>{7});
}

// The lemma's O(log(n + m) log((n + m) / delta)), with its constant: t* - 1 = floor(log2 min(n, m))
// stages of at most 2 l + 2 calls, and one.
TEST(OracleCalls, StayBelowTheLemma) {
  SaddleGames games(2);
  for (int t = 0; t < 300; ++t) {
    const int rows = 1 + games.below(t % 10 == 0 ? 600 : 60);
    const int columns = 1 + games.below(t % 10 == 0 ? 600 : 60);
    HalvingRun run(games.next(rows, columns));
    const Halving halving{t % 2 == 0 ? 0.05 : 0.5, 0};
    const auto result = run.halve(halving, static_cast<std::uint64_t>(t));
    const Index sample = methods::sample_size(rows, columns, halving.delta);
    const auto stages = static_cast<Index>(std::floor(std::log2(std::min(rows, columns))));
    EXPECT_EQ(methods::halving_stages(rows, columns), stages);
    EXPECT_LE(result.calls, stages * (2 * sample + 2) + 1);
    EXPECT_EQ(result.calls, run.oracle.lines_called);
    EXPECT_LE(std::ssize(result.values), 2 * stages + 1);
    EXPECT_EQ(std::ranges::adjacent_find(result.values, std::ranges::greater_equal{}),
              result.values.end());
  }
}

// 2,000 runs each on matrices with a strict saddle point: with the paper's l hardly ever a failure,
// and fewer than delta of them; with two draws, many.
TEST(Failures, AreRarerThanDelta) {
  for (const Index sample : {0, 2}) {
    SaddleGames games(3);
    int failures = 0;
    int runs = 0;
    const Halving halving{0.2, sample};
    while (runs < 2000) {
      const WholeGame game = games.next(2 + games.below(40), 2 + games.below(40));
      const auto saddle = strict_saddle(game);
      if (!saddle) continue;
      const auto found = HalvingRun(game).halve(halving, static_cast<std::uint64_t>(runs));
      if (found.row != saddle->row || found.column != saddle->column) ++failures;
      ++runs;
    }
    if (sample == 0) {
      EXPECT_LE(failures, 0.2 * runs);
    } else {
      EXPECT_GE(failures, 20);
    }
  }
}

// Any saddle point, strict or not: the value is among the candidates.
TEST(Failures, OfValueCandidatesAreRarerThanDelta) {
  SaddleGames games(4);
  int failures = 0;
  int runs = 0;
  while (runs < 2000) {
    const WholeGame game = games.next(2 + games.below(30), 2 + games.below(30));
    if (max_min(game) != min_max(game)) continue;
    const auto found = HalvingRun(game).halve({0.2, 0}, static_cast<std::uint64_t>(runs));
    if (!std::ranges::binary_search(found.values, Rational(max_min(game)))) ++failures;
    ++runs;
  }
  EXPECT_LE(failures, 0.2 * runs);
}

TEST(CertainHalving, NeverLosesTheSaddlePoint) {
  SaddleGames games(5);
  int planted = 0;
  for (int t = 0; t < 6000 && !HasFailure(); ++t) {
    const WholeGame game = games.next(1 + games.below(30), 1 + games.below(30));
    const auto saddle = strict_saddle(game);
    const auto found = HalvingRun(game).halve_for_certain(static_cast<std::uint64_t>(t));
    if (!saddle) continue;
    ++planted;
    EXPECT_TRUE(found.found);
    EXPECT_EQ(found.row, saddle->row);
    EXPECT_EQ(found.column, saddle->column);
  }
  EXPECT_GT(planted, 1000);
}

TEST(CertainHalving, EndCases) {
  EXPECT_TRUE(HalvingRun({1, 1, {7}}).halve_for_certain(1).found);
  const auto constant = HalvingRun({2, 3, {0, 0, 0, 0, 0, 0}}).halve_for_certain(1);
  // In the total order the lowest row and the lowest column.
  EXPECT_TRUE(constant.found);
  EXPECT_EQ(constant.row, 0);
  EXPECT_EQ(constant.column, 0);
}

}  // namespace
}  // namespace allnash::test
