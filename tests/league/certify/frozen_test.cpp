// The guarantee of a frozen mixture fails no more often than it may, counted where it is likely to:
// one opponent on the boundary, the others far from it.
//
// Each test names the mutants that it kills: changes of the method, made on purpose, with which it
// fails.
#include "league/certify/frozen.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <random>

#include "core/exact/memory.hpp"
#include "random_games.hpp"

namespace allnash::league::frozen_test {
namespace {

constexpr int runs = test::this_many(2000);
const Rational delta(1, 20);

/// So many failures that a true level of delta shows them once in a thousand.
double allowed() { return runs * 0.05 + 3.1 * std::sqrt(runs * 0.05 * 0.95); }

Record empty_record(Index rows, Index columns) {
  Record record;
  record.range = {0, 1};
  record.ordered = true;
  record.outcomes = {0, 1, Rational(1, 2)};
  for (Index t = 0; t < rows; ++t) record.rows.push_back("r" + std::to_string(t));
  for (Index t = 0; t < columns; ++t) record.columns.push_back("c" + std::to_string(t));
  return record;
}

struct Coins {
  explicit Coins(int seed) : engine(static_cast<std::uint64_t>(seed)) {}
  std::mt19937_64 engine;
  bool operator()(double mean) { return static_cast<double>(engine() >> 11U) * 0x1p-53 < mean; }
};

/// Of each mixture that is frozen: together they fail no more often than delta.
std::vector<CertifiedMixture> all_certified(const SplitLog& log, bool row) {
  const Choice choice = log.choice(row);
  std::vector<CertifiedMixture> list;
  for (const Mixture& mixture : choice.mixtures) {
    list.push_back(log.certified(choice, mixture, delta / Rational(std::ssize(choice.mixtures))));
  }
  return list;
}

/// 1 where a guarantee is more than the half that the mixture earns at the least.
int fails(Record& record, Schedule schedule) {
  add_up(record);
  const SplitLog log(record, schedule);
  const std::vector<CertifiedMixture> frozen = all_certified(log, true);
  return std::ranges::any_of(
      frozen, [](const CertifiedMixture& one) { return one.guarantee > Rational(1, 2); });
}

/// In how many runs that happens, where `fill` plays the matches of one.
template <typename Fill>
int failures(Index rows, Index columns, int first_seed, Schedule schedule, const Fill& fill) {
  std::atomic<int> count = 0;
  exact::side_by_side(threads_for({}), runs, [&](std::size_t number) {
    const int run = static_cast<int>(number);
    Record record = empty_record(rows, columns);
    Coins coin(run + first_seed);
    fill(record, coin);
    count += fails(record, schedule);
  });
  return count;
}

// One strategy; against the first opponent it wins half of its matches, against the others most.
// Kills: a level of 2 for every opponent, the union over opponents is not needed (one of delta / 3
// stays below delta / 5), ties always won.
TEST(Frozen, OneOpponentOnTheBoundary) {
  const int failed = failures(1, 3, 0, Schedule::fixed, [](Record& record, Coins& coin) {
    for (int t = 0; t < 600; ++t) {
      const Index column = t % 3;
      std::uint32_t outcome = coin(column == 0 ? 0.5 : 0.9) ? 1 : 0;
      if (column == 0 && coin(0.3)) outcome = 2;  // a tie is worth as much
      record.plays.push_back({0, column, outcome});
    }
  });
  EXPECT_LE(failed, allowed());
  EXPECT_GE(failed, runs * 0.05 / 5);
}

// Results decide who meets whom: the first opponent is met until the strategy is well ahead, then
// the others. Kills: a plan taken from the finished counts, missing plays left out.
TEST(Frozen, PairingsThatResultsDecide) {
  const int failed = failures(1, 3, 10'000, Schedule::any, [](Record& record, Coins& coin) {
    int lead = 0;
    int met = 0;
    bool ahead = false;
    for (int t = 0; t < 400; ++t) {
      const bool early = t < 120;
      const Index column = early ? t % 3 : ahead ? 1 + t % 2 : 0;
      const bool won = coin(column == 0 ? 0.5 : 0.9);
      if (!early && column == 0) {
        lead += won ? 1 : -1;
        ahead = ahead || lead >= 2 + 1.6 * std::sqrt(++met);
      }
      record.plays.push_back({0, column, won ? 1U : 0U});
    }
  });
  EXPECT_LE(failed, allowed());
}

// Pairings at random, any schedule: more matches come than are planned, and the first of them
// count. Kills: results in the order of their arrival, where wins come sooner.
TEST(Frozen, MoreMatchesThanPlanned) {
  const int failed = failures(1, 3, 30'000, Schedule::any, [](Record& record, Coins& coin) {
    for (int t = 0; t < 900; ++t) {
      const auto column = static_cast<Index>(coin.engine() % 3);
      record.plays.push_back({0, column, coin(column == 0 ? 0.5 : 0.9) ? 1U : 0U});
    }
  });
  EXPECT_LE(failed, allowed());
  EXPECT_GE(failed, 1);
}

// Winners meet winners: whoever won plays on, the loser waits. Everybody is worth a half.
TEST(Frozen, WinnersMeetWinners) {
  const int failed = failures(3, 3, 40'000, Schedule::any, [](Record& record, Coins& coin) {
    record.symmetric = true;
    Index champion = 0;
    Index challenger = 1;
    for (int t = 0; t < 200; ++t) {
      const auto [row, column] = std::minmax(champion, challenger);
      const bool won = coin(0.5);
      record.plays.push_back({row, column, won ? 1U : 0U});
      const Index waiting = 3 - champion - challenger;
      champion = won ? row : column;
      challenger = waiting;
    }
  });
  EXPECT_LE(failed, allowed());
}

// Scores that vary little: strata bear the bound, and fail no more often.
TEST(Frozen, ScoresByStrata) {
  int failures = 0;
  int by_strata = 0;
  for (int run = 0; run < runs; ++run) {
    Record record = empty_record(1, 2);
    record.outcomes = {Rational(2, 5), Rational(3, 5), 1, 0};
    Coins coin(run + 50'000);
    for (int t = 0; t < 300; ++t) {
      const bool up = coin(0.5);
      record.plays.push_back({0, t % 2, t % 2 == 0 ? (up ? 1U : 0U) : 2U});
    }
    add_up(record);
    const SplitLog log(record, Schedule::any);
    const CertifiedMixture found = all_certified(log, true).front();
    by_strata += std::holds_alternative<chance::Bernstein>(found.arms[0].count) ? 1 : 0;
    failures += found.guarantee > Rational(1, 2) ? 1 : 0;
  }
  EXPECT_EQ(by_strata, runs);
  EXPECT_LE(failures, allowed());
}

// Twelve strategies that are all worth a half: the chosen ones were lucky before the freeze.
// Kills: plays before the freeze counted.
TEST(Frozen, LuckBeforeTheFreezeDoesNotCount) {
  const int failed = failures(12, 1, 20'000, Schedule::fixed, [](Record& record, Coins& coin) {
    for (int t = 0; t < 480; ++t) {
      record.plays.push_back({t % 12, 0, coin(0.5) ? 1U : 0U});
    }
  });
  EXPECT_LE(failed, allowed());
}

// The column player's certificate is the row player's of the game turned round.
TEST(Frozen, PlayersAreAlike) {
  Record record = empty_record(3, 3);
  Record turned = empty_record(3, 3);
  Coins coin(5);
  for (int t = 0; t < 900; ++t) {
    const Index row = t % 3;
    const Index column = (t / 3) % 3;
    const bool won = coin(0.3 + 0.2 * static_cast<double>((row + column) % 3));
    record.plays.push_back({row, column, won ? 1U : 0U});
    turned.plays.push_back({column, row, won ? 0U : 1U});
  }
  add_up(record);
  add_up(turned);
  const SplitLog log(record, Schedule::any);
  const SplitLog turned_log(turned, Schedule::any);
  const CertifiedMixture column = all_certified(log, false).front();
  const CertifiedMixture row = all_certified(turned_log, true).front();
  EXPECT_EQ(column.mixture.weights, row.mixture.weights);
  EXPECT_EQ(column.guarantee, row.guarantee);
  EXPECT_EQ(column.bounds, row.bounds);
}

// In a symmetric game what the mixture plays against itself is worth a half and is not played.
TEST(Frozen, SymmetricRounds) {
  Record record = empty_record(5, 5);
  record.symmetric = true;
  Coins coin(9);
  for (int t = 0; t < 200; ++t) {
    for (Index row = 0; row < 5; ++row) {
      for (Index column = row + 1; column < 5; ++column) {
        const bool ahead = (column - row) % 5 <= 2;
        record.plays.push_back({row, column, coin(ahead ? 0.7 : 0.3) ? 1U : 0U});
      }
    }
  }
  add_up(record);
  const SplitLog log(record, Schedule::fixed);
  const CertifiedMixture found = all_certified(log, true).front();
  const Mixture& mixture = found.mixture;
  std::int64_t sum = 0;
  for (const std::int64_t weight : mixture.weights) sum += weight;
  EXPECT_EQ(sum, mixture.denominator);
  for (std::size_t j = 0; j < 5; ++j) {
    const auto& coins = std::get<chance::Binomial>(found.arms[j].count);
    const std::int64_t round = mixture.denominator - mixture.weights[j];
    EXPECT_GT(coins.plays, 0);
    EXPECT_EQ(coins.plays % round, 0) << "whole rounds, without itself";
    EXPECT_LE(coins.wins, coins.plays);
  }
  const Rational guarantee = found.guarantee;
  EXPECT_GT(guarantee, Rational(2, 5));
  EXPECT_LT(guarantee, Rational(1, 2));
}

// Nine players on a ring, of whom each meets the next two on either side and misses four. Kills:
// only one of the two players counted as met, "at most so many" for "at least".
TEST(SplitLog, PromisesLittleWhereEachPlayerMissesMany) {
  for (const Schedule schedule : {Schedule::fixed, Schedule::any}) {
    Record record = empty_record(9, 9);
    record.symmetric = true;
    record.columns = record.rows;
    for (int round = 0; round < 400; ++round) {
      for (Index i = 0; i < 9; ++i) {
        for (const Index step : {1, 2}) {
          const Index j = (i + step) % 9;
          // The lower number, which is the row, wins.
          record.plays.push_back({std::min(i, j), std::max(i, j), 1, 0});
        }
      }
    }
    add_up(record);
    const SplitLog log(record, schedule);
    EXPECT_TRUE(log.each_misses(4));
    EXPECT_FALSE(log.each_misses(5));
    for (const CertifiedMixture& one : all_certified(log, true)) {
      EXPECT_LE(one.guarantee, Rational(1, 8));
    }
  }
}

}  // namespace
}  // namespace allnash::league::frozen_test
