// A support in noise, found one strategy after the other, and the small games that it solves.
#include "matrix/lazy/support_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "allnash/game.hpp"
#include "matrix/lazy/few_against_many.hpp"
#include "matrix/run/asked.hpp"
#include "results.hpp"

namespace allnash::test::support_search_test {
namespace {

using End = matrix::SupportSearch::End;

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

using Rows = std::vector<std::vector<double>>;

double value_of(matrix::FewAgainstMany& game, const Rows& rows) {
  return game.solve({rows.begin(), rows.end()});
}

Rows random_rows(std::mt19937_64& random, std::size_t count, std::size_t length, int most) {
  Rows rows(count, std::vector<double>(length));
  for (auto& row : rows) {
    for (double& payoff : row) {
      payoff = static_cast<double>(random() % static_cast<unsigned>(2 * most + 1)) - most;
    }
  }
  return rows;
}

TEST(FewAgainstMany, KnowsGamesWithKnownValues) {
  matrix::FewAgainstMany game;
  EXPECT_NEAR(value_of(game, {{0, 1, -1}, {-1, 0, 1}, {1, -1, 0}}), 0, 1e-12);
  EXPECT_NEAR(value_of(game, {{3, 1}, {0, 2}}), 1.5, 1e-12);
  EXPECT_NEAR(value_of(game, {{3e-9, 1e-9}, {0, 2e-9}}), 1.5e-9, 1e-20);
  EXPECT_NEAR(value_of(game, {{3e9, 1e9}, {0, 2e9}}), 1.5e9, 1e-2);
  EXPECT_EQ(value_of(game, {{7, 7, 7}}), 7);
  EXPECT_EQ(value_of(game, {{4, -2, 9}}), -2);
}

// The opponent's answer holds every strategy to the value, and no answer found from the other
// player's side holds it lower: the game turned around has the same value.
TEST(FewAgainstMany, BothPlayersSeeOneValue) {
  std::mt19937_64 random(5);
  matrix::FewAgainstMany game;
  for (int t = 0; t < 300; ++t) {
    const Rows rows =
        random_rows(random, 2 + random() % 4, 1 + random() % 40, t % 2 == 0 ? 100 : 2);
    Rows turned(rows.front().size(), std::vector<double>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < turned.size(); ++j) turned[j][i] = -rows[i][j];
    }
    matrix::FewAgainstMany other;
    const double value = value_of(game, rows);
    EXPECT_NEAR(value, -value_of(other, turned), 1e-7);
    double sum = 0;
    for (const auto& [unused, share] : game.holding()) sum += share;
    EXPECT_NEAR(sum, 1, 1e-9);
    for (const auto& row : rows) {
      double earned = 0;
      for (const auto& [j, share] : game.holding()) earned += share * row[j];
      EXPECT_LE(earned, value + 1e-7);
    }
  }
}

TEST(FewAgainstMany, EndsWhereNumbersAreTooLarge) {
  matrix::FewAgainstMany game;
  for (const double large : {1e300, 1e308, static_cast<double>(INFINITY)}) {
    value_of(game, {{large, -large, 1}, {-large, large, 0}, {0, 1, -large}});
    for (const auto& [place, unused] : game.holding()) EXPECT_LT(place, 3U);
  }
}

TEST(FewAgainstMany, TheMixtureGuaranteesTheValue) {
  std::mt19937_64 random(8);
  matrix::FewAgainstMany game;
  for (int t = 0; t < 200; ++t) {
    const Rows rows = random_rows(random, 1 + random() % 12, 1 + random() % 60, 100);
    const double value = value_of(game, rows);
    const std::vector<double> mixture = game.mixture();
    ASSERT_EQ(mixture.size(), rows.size());
    double sum = 0;
    for (const double probability : mixture) {
      EXPECT_GE(probability, 0);
      sum += probability;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    for (std::size_t j = 0; j < rows.front().size(); ++j) {
      double earned = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) earned += mixture[i] * rows[i][j];
      EXPECT_GE(earned, value - 1e-7);
    }
  }
}

// Both supports come out, the one that was found and the one that binds it, for a few lines beyond
// the floor. That one of sixteen is not found is chance; that many are not would be a fault.
TEST(SupportSearch, ASupportIsFoundWithFewLines) {
  for (const Index k : {1, 2, 5, 10}) {
    int won = 0;
    double lines = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(seed);
      Asked asked(planted(1000, k, seed));
      sample(asked);
      matrix::SupportSearch search(asked.run);
      if (search.run() != End::found) continue;
      ++won;
      lines += static_cast<double>(asked.ledger.queries()) / 1000;
      const auto& [rows, columns] = search.found();
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
TEST(SupportSearch, NothingIsFoundWhereThereIsNone) {
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
    matrix::SupportSearch search(asked.run);
    EXPECT_EQ(search.run(), End::not_found);
    EXPECT_LE(asked.ledger.queries(), before + 600 * 500 / 32 + 32 + 1200);
    EXPECT_LE(search.found().row.size() + search.found().column.size(), 2U);
  }
}

TEST(SupportSearch, ConstantPayoffsTellNothing) {
  Asked asked(table_game(500, 500, std::vector<double>(500 * 500, 3.0)));
  sample(asked);
  matrix::SupportSearch search(asked.run);
  EXPECT_EQ(search.run(), End::not_found);
  EXPECT_EQ(asked.ledger.queries(), 400);
}

// Lines with payoffs whose range is no double stand out, and are of no use.
TEST(SupportSearch, PayoffsTooLargeForDoublesEndTheSearch) {
  std::mt19937_64 random(6);
  std::vector<double> payoffs;
  for (Index i = 0; i < 500; ++i) {
    for (Index j = 0; j < 500; ++j) {
      const bool sampled = i % 20 == 7 || j % 20 == 11;
      payoffs.push_back(i < 6 && !sampled ? (random() % 3 == 0 ? -1.7e308 : 1.7e308)
                                          : static_cast<double>(random() % 201) - 100);
    }
  }
  Asked asked(table_game(500, 500, payoffs));
  sample(asked);
  matrix::SupportSearch search(asked.run);
  EXPECT_EQ(search.run(), End::not_found);
  EXPECT_TRUE(search.found().row.empty());
}

TEST(SupportSearch, SuitsGamesThatAreNeitherSmallNorVast) {
  EXPECT_TRUE(matrix::SupportSearch::suits(Asked("family:random,n=600").known));
  EXPECT_FALSE(matrix::SupportSearch::suits(Asked("family:random,n=100").known));
  EXPECT_FALSE(matrix::SupportSearch::suits(Asked("family:random,n=2000000").known));
}

TEST(SupportSearch, AStoppedRunEnds) {
  Asked asked(planted(1000, 2, 1));
  sample(asked);
  StopFlag flag;
  flag.raise();
  asked.run.stop = StopToken(&flag);
  matrix::SupportSearch search(asked.run);
  EXPECT_EQ(search.run(), End::stopped);
}

}  // namespace
}  // namespace allnash::test::support_search_test
