// A support in noise, found one strategy after the other.
#include "search/lazy/prospects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "allnash/game.hpp"
#include "results.hpp"
#include "search/asked.hpp"
#include "search/lazy/few_against_many.hpp"

namespace allnash::test::prospects_test {
namespace {

using Chase = methods::Prospects::Chase;

// A block of the size of the sample, known when the search begins.
void sample(Asked& asked) {
  game::Lines rows;
  game::Lines columns;
  for (Index t = 0; t < 20; ++t) {
    rows.push_back(7 + 20 * t);
    columns.push_back(11 + 20 * t);
  }
  asked.know(rows, columns);
}

TEST(FewAgainstMany, TheMixtureGuaranteesTheValue) {
  std::mt19937_64 random(8);
  methods::FewAgainstMany game;
  for (int t = 0; t < 200; ++t) {
    std::vector<std::vector<double>> rows(1 + random() % 12);
    const std::size_t length = 1 + random() % 60;
    for (auto& row : rows) {
      for (std::size_t j = 0; j < length; ++j) {
        row.push_back(static_cast<double>(random() % 201) - 100);
      }
    }
    const double value = game.solve({rows.begin(), rows.end()});
    const std::vector<double> mixture = game.mixture();
    ASSERT_EQ(mixture.size(), rows.size());
    double sum = 0;
    for (const double probability : mixture) {
      EXPECT_GE(probability, 0);
      sum += probability;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    for (std::size_t j = 0; j < length; ++j) {
      double earned = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) earned += mixture[i] * rows[i][j];
      EXPECT_GE(earned, value - 1e-7);
    }
  }
}

// Both supports come out, the one that was found and the one that binds it, for a few lines beyond
// the floor. That one of sixteen is not found is chance; that many are not would be a fault.
TEST(Prospects, ASupportIsFoundWithFewLines) {
  for (const Index k : {1, 2, 5, 10}) {
    int won = 0;
    double lines = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(seed);
      Asked asked(planted(1000, k, seed));
      sample(asked);
      methods::Prospects prospects(asked.run);
      if (prospects.pursue() != Chase::won) continue;
      ++won;
      lines += static_cast<double>(asked.ledger.queries()) / 1000;
      const auto& [rows, columns] = prospects.found();
      EXPECT_EQ(std::ssize(rows), k);
      EXPECT_EQ(std::ssize(columns), k);
      EXPECT_TRUE(std::ranges::is_sorted(rows) && std::ranges::is_sorted(columns));
      ASSERT_TRUE(asked.ledger.ask_lines(rows, columns));
      const Result found = solved(*asked.game, "auto");
      EXPECT_EQ(rows, found.row().support);
      EXPECT_EQ(columns, found.column().support);
    }
    EXPECT_GE(won, 3) << k;
    EXPECT_LT(lines / won, 12.0 + 2.0 * static_cast<double>(k)) << k;
  }
}

// Noise in which nothing is hidden: the search gives up after its part of the payoffs. Heavy tails
// are no reason to read lines whole.
TEST(Prospects, NothingIsFoundWhereThereIsNone) {
  std::mt19937_64 random(4);
  for (const bool heavy : {false, true}) {
    std::vector<double> payoffs;
    for (int t = 0; t < 600 * 500; ++t) {
      const double uniform = (static_cast<double>(random() % 100'000) + 0.5) / 100'000;
      payoffs.push_back(heavy ? std::round(1000 * std::tan(3.14159 * (uniform - 0.5))) : uniform);
    }
    Asked asked(table_game(600, 500, payoffs));
    sample(asked);
    const std::int64_t before = asked.ledger.queries();
    methods::Prospects prospects(asked.run);
    EXPECT_EQ(prospects.pursue(), Chase::lost);
    EXPECT_LE(asked.ledger.queries(), before + 600 * 500 / 32 + 32 + 1200);
    EXPECT_LE(prospects.found().row.size() + prospects.found().column.size(), 2U);
  }
}

TEST(Prospects, ConstantPayoffsTellNothing) {
  Asked asked(table_game(500, 500, std::vector<double>(500 * 500, 3.0)));
  sample(asked);
  methods::Prospects prospects(asked.run);
  EXPECT_EQ(prospects.pursue(), Chase::lost);
  EXPECT_EQ(asked.ledger.queries(), 400);
}

TEST(Prospects, SuitGamesThatAreNeitherSmallNorVast) {
  EXPECT_TRUE(methods::Prospects::suit(Asked("family:random,n=600").known));
  EXPECT_FALSE(methods::Prospects::suit(Asked("family:random,n=100").known));
  EXPECT_FALSE(methods::Prospects::suit(Asked("family:random,n=2000000").known));
}

TEST(Prospects, AStoppedRunEnds) {
  Asked asked(planted(1000, 2, 1));
  sample(asked);
  StopFlag flag;
  flag.raise();
  asked.run.stop = StopToken(&flag);
  methods::Prospects prospects(asked.run);
  EXPECT_EQ(prospects.pursue(), Chase::ended);
}

}  // namespace
}  // namespace allnash::test::prospects_test
