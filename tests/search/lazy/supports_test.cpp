// Sets of a few strategies in noise: the small games, the exchange, and what is read on.
#include "search/lazy/supports.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "allnash/game.hpp"
#include "results.hpp"
#include "search/asked.hpp"
#include "search/lazy/few_against_many.hpp"

namespace allnash::test::supports_test {
namespace {

using Rows = std::vector<std::vector<double>>;

double value_of(methods::FewAgainstMany& game, const Rows& rows) {
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
  methods::FewAgainstMany game;
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
  methods::FewAgainstMany game;
  for (int t = 0; t < 300; ++t) {
    const Rows rows =
        random_rows(random, 2 + random() % 4, 1 + random() % 40, t % 2 == 0 ? 100 : 2);
    Rows turned(rows.front().size(), std::vector<double>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < turned.size(); ++j) turned[j][i] = -rows[i][j];
    }
    methods::FewAgainstMany other;
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
  methods::FewAgainstMany game;
  for (const double large : {1e300, 1e308, static_cast<double>(INFINITY)}) {
    value_of(game, {{large, -large, 1}, {-large, large, 0}, {0, 1, -large}});
    for (const auto& [place, unused] : game.holding()) EXPECT_LT(place, 3U);
  }
}

struct Learned {
  Learned(const std::string& name, Index columns) : Learned(open_game(name), columns) {}
  Learned(std::unique_ptr<Source> source, Index columns)
      : asked(std::move(source)),
        outlook({asked.known, game::Player::row}),
        sets(asked.run, game::Player::row) {
    Lines some;
    for (Index j = 0; j < columns; ++j) some.push_back(100 + j);
    EXPECT_TRUE(asked.ledger.ask_lines({}, some));
    for (const Index j : some) outlook.open(j);
    EXPECT_TRUE(outlook.solve(asked.run.stop));
  }
  using Lines = game::Lines;
  Asked asked;
  methods::Outlook outlook;
  methods::Supports sets;
};

// Against all exchanges, one by one.
TEST(Supports, NoExchangeOfOneStrategyDoesBetter) {
  Learned learned(planted(150, 3, 2), 20);
  learned.sets.learn(learned.outlook);
  const auto guarantee = [&](const game::Lines& strategies) {
    Rows rows;
    for (const Index s : strategies) {
      auto& row = rows.emplace_back();
      for (const auto& line : learned.outlook.lines()) row.push_back(line[at(s)]);
    }
    methods::FewAgainstMany game;
    return value_of(game, rows);
  };
  for (const game::Lines& start : {game::Lines{0, 1, 2}, {10, 20, 30, 40}, {5, 6, 7, 8, 9}}) {
    game::Lines strategies = start;
    const double bound = learned.sets.improve(strategies);
    EXPECT_EQ(strategies.size(), start.size());
    EXPECT_TRUE(std::ranges::is_sorted(strategies));
    EXPECT_NEAR(bound, guarantee(strategies), 1e-7);
    EXPECT_GT(bound, guarantee(start));
    for (std::size_t place = 0; place < strategies.size(); ++place) {
      for (Index s = 0; s < 150; ++s) {
        game::Lines changed = strategies;
        changed[place] = s;
        EXPECT_LE(guarantee(changed), bound + 1e-6) << place << " " << s;
      }
    }
  }
}

// Rows stand out where the value is not below the middle; elsewhere it is the columns. A set that
// holds the support and more is found, too, and what it does not need is dropped.
TEST(Supports, AreFoundAndReadOn) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    SCOPED_TRACE(seed);
    Learned learned(planted(300, 3, seed), 24);
    const Result expected = solved(*learned.asked.game, "full");
    const double value = expected.value->to_double();
    if (value < 0) continue;
    methods::Supports::Chase chase = methods::Supports::Chase::lost;
    for (int round = 0; round < 20 && chase == methods::Supports::Chase::lost; ++round) {
      chase = learned.sets.pursue(learned.outlook, {}, value - 1, 300);
    }
    if (chase != methods::Supports::Chase::won) continue;
    EXPECT_EQ(learned.sets.best(), expected.row().support);
    ASSERT_TRUE(learned.asked.ledger.ask_lines(learned.sets.best(), {}));
    EXPECT_EQ(learned.sets.binding(), expected.column().support);
    ++found;
  }
  EXPECT_GE(found, 5);
}

// One row earns so much more than the others on average that chances would bring it alone.
TEST(Supports, SetsAreDrawnWhereOneStrategyStandsFarOut) {
  std::mt19937_64 random(3);
  std::vector<double> payoffs;
  for (Index i = 0; i < 2000; ++i) {
    for (Index j = 0; j < 130; ++j) {
      payoffs.push_back(i == 7 && j != 100 ? 1e6 : static_cast<double>(random() % 100));
    }
  }
  Learned learned(table_game(2000, 130, payoffs), 25);
  EXPECT_EQ(learned.sets.pursue(learned.outlook, {}, 1e7, 100), methods::Supports::Chase::lost);
}

TEST(Supports, NothingIsReadBelowWhatIsAskedOrBeyondWhatIsAllowed) {
  Learned learned(planted(300, 3, 1), 20);
  const std::int64_t before = learned.asked.ledger.queries();
  EXPECT_EQ(learned.sets.pursue(learned.outlook, {}, 101, 10'000),  // payoffs are up to 100
            methods::Supports::Chase::lost);
  EXPECT_EQ(learned.asked.ledger.queries(), before);
  EXPECT_EQ(learned.sets.pursue(learned.outlook, {}, -101, 40), methods::Supports::Chase::lost);
  EXPECT_GT(learned.asked.ledger.queries(), before);
  EXPECT_LE(learned.asked.ledger.queries(), before + 40 + 12 * 5 * 4);  // and a round more
  Learned few(planted(300, 3, 1), 3);  // too few lines to tell anything
  const std::int64_t then = few.asked.ledger.queries();
  EXPECT_EQ(few.sets.pursue(few.outlook, {}, -101, 10'000), methods::Supports::Chase::lost);
  EXPECT_EQ(few.asked.ledger.queries(), then);
  EXPECT_TRUE(methods::Supports::suit(Asked("family:random,n=600").known));
  EXPECT_FALSE(methods::Supports::suit(Asked("family:random,n=100").known));
  EXPECT_FALSE(methods::Supports::suit(Asked("family:random,n=100000").known));
}

}  // namespace
}  // namespace allnash::test::supports_test
