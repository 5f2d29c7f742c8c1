// How often honest logs are taken for logs with every match twice, once for each side, and which of
// those are found.
//
// Each test names the mutants that it kills: changes of the method, made on purpose, with which it
// fails.
#include "league/reading/sides.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "allnash/run.hpp"

namespace allnash::reading::sides_test {
namespace {

using Engine = std::mt19937_64;
using Log = std::vector<SeatedMatch>;

double uniform(Engine& engine) { return static_cast<double>(engine() >> 11U) * 0x1p-53; }

const std::vector<Rational> outcomes{0, 1, Rational(1, 2)};

/// The times 0, 1, ..., as texts that outlive every log.
const std::string* time_number(std::size_t number) {
  static const std::vector<std::string> times = [] {
    std::vector<std::string> all;
    for (int t = 0; t < 4'000; ++t) all.push_back(std::to_string(t));
    return all;
  }();
  return &times.at(number);
}

/// What the first seat, and so what an entry's row in it, gets more than elsewhere.
struct League {
  int players = 4;
  int legs = 3;        ///< matches of a pair from each side
  double ties = 0;     ///< their share
  double seat = 0;     ///< what the first seat adds to a rate
  double spread = 1;   ///< rates are 1/2 and up to half of this more or less
  bool timed = false;  ///< each match has a time of its own
};

Log double_round_robin(Engine& engine, const League& league) {
  Log log;
  for (int i = 0; i < league.players; ++i) {
    for (int j = i + 1; j < league.players; ++j) {
      const double rate = 0.5 + league.spread * (uniform(engine) - 0.5);
      for (int t = 0; t < 2 * league.legs; ++t) {
        const bool turned = t % 2 == 1;
        const double won = rate + (turned ? -league.seat : league.seat);
        const std::uint32_t outcome =
            uniform(engine) < league.ties ? 2 : (uniform(engine) < won ? 1 : 0);
        const std::string* const time = league.timed ? time_number(log.size()) : nullptr;
        log.push_back({{i, j}, turned, outcome, std::ssize(log) + 2, time});
      }
    }
  }
  return log;
}

bool refused(const Log& log) {
  try {
    (void)refuse_both_sides("log", log, outcomes);
    return false;
  } catch (const InputError&) {
    return true;
  }
}

int refused_of(int logs, const League& league, int seed) {
  Engine engine(static_cast<std::uint64_t>(seed));
  int count = 0;
  for (int run = 0; run < logs; ++run) count += refused(double_round_robin(engine, league)) ? 1 : 0;
  return count;
}

// Kills: pairs that always end alike counted although times differ (all 300 of the last league);
// a bit for every match whatever its pairing shows; lines without a mirror that cost nothing.
TEST(Sides, HonestLogsAreRarelyRefused) {
  EXPECT_LE(refused_of(3'000, {.players = 4, .legs = 3}, 1), 2);
  EXPECT_LE(refused_of(3'000, {.players = 2, .legs = 10, .spread = 0}, 2), 2);
  EXPECT_LE(refused_of(1'000, {.players = 7, .legs = 1}, 3), 2);
  EXPECT_LE(refused_of(2'000, {.players = 3, .legs = 8, .ties = 0.9}, 4), 2);
  EXPECT_LE(refused_of(1'000, {.players = 4, .legs = 6, .seat = 0.2, .spread = 0.5}, 5), 2);
  EXPECT_LE(refused_of(1'000, {.players = 4, .legs = 6, .spread = 0, .timed = true}, 6), 2);
  EXPECT_EQ(refused_of(300, {.players = 8, .legs = 1, .seat = 0, .spread = 1e4, .timed = true}, 7),
            0);
}

/// The log with each match from both sides.
Log twice(const Log& log) {
  Log both;
  for (const SeatedMatch& match : log) {
    both.push_back(match);
    both.push_back(match);
    both.back().turned = !match.turned;
  }
  return both;
}

/// One side of the double round robin: matches of which each counts.
Log single(Engine& engine, const League& league) {
  Log log = double_round_robin(engine, league);
  for (SeatedMatch& match : log) match.turned = engine() % 2 == 0;
  return log;
}

// Kills: only neighbouring lines compared; all lines must have a mirror; times or orders ignored.
TEST(Sides, EveryMatchTwiceIsFoundInWhateverOrder) {
  Engine engine(8);
  for (int run = 0; run < 50; ++run) {
    // Shuffled, among several players.
    Log log = twice(single(engine, {.players = 10, .legs = 2}));
    std::ranges::shuffle(log, engine);
    EXPECT_TRUE(refused(log));
    // A line is missing.
    log.pop_back();
    EXPECT_TRUE(refused(log));
    // Of two players, grouped by player.
    log = twice(single(engine, {.players = 2, .legs = 20, .spread = 0.5}));
    std::ranges::stable_sort(log, {}, &SeatedMatch::turned);
    EXPECT_TRUE(refused(log));
    // Of two players, shuffled, with times.
    log = twice(single(engine, {.players = 2, .legs = 20, .spread = 0.5, .timed = true}));
    std::ranges::shuffle(log, engine);
    EXPECT_TRUE(refused(log));
  }
}

TEST(Sides, WhatCannotBeToldIsNoted) {
  Engine engine(9);
  Log log = twice(single(engine, {.players = 2, .legs = 20, .spread = 0.5}));
  std::ranges::shuffle(log, engine);
  EXPECT_NE(refuse_both_sides("log", log, outcomes), "");
  log.pop_back();
  EXPECT_EQ(refuse_both_sides("log", log, outcomes), "");
}

}  // namespace
}  // namespace allnash::reading::sides_test
