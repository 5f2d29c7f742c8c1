// What a league's ledger says, at whatever moment somebody looks, fails no more often than it may,
// counted where that is likely: one opponent on the boundary, the others far from it.
//
// Each test names the mutants that it kills: changes of the method, made on purpose, with which it
// fails (`tests/mutants.py league` makes them).
#include "league/certify/attempts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/exact/memory.hpp"
#include "core/game/players.hpp"
#include "random_games.hpp"

namespace allnash::league::attempts_test {
namespace {

using chance::Arm;
using chance::Attempt;

const Rational delta(1, 2);  // large, so that failures can be counted

/// A league, its coins, and what its ledger would hold. Each strategy earns a half against its
/// worst opponent.
class Season {
 public:
  Season(Index rows, Index columns, int seed) : engine_(static_cast<std::uint64_t>(seed)) {
    grow(rows, columns);
  }

  void grow(Index rows, Index columns) {
    terms_ = {rows, columns, false, delta};
    past_.rows = game::all_below(rows);
    past_.columns = game::all_below(columns);
    standing_.clear();  // until newcomers have their arms
  }
  /// True when the row wins. A look right after it would see what `failed` sees.
  bool play(Index row, Index column, double mean) {
    const bool won = uniform() < mean;
    past_.plays.push_back({{row, column}, {Rational(won ? 1 : 0), false}, plays()});
    const asking::Past::Play& last = past_.plays.back();
    for (Attempt& attempt : standing_) {
      attempt.take(last.entry, last.paid, last.number);
      failed = failed || says_too_much(attempt);
    }
    return won;
  }
  void look() {
    standing_ = open_attempts(past_, terms_, before_);
    before_ = plays();
    if (!first_) first_ = past_.frozen.front();
    EXPECT_EQ(past_.frozen.front().plays_before, first_->plays_before);
    EXPECT_EQ(past_.frozen.front().content, first_->content);
    for (const Attempt& attempt : standing_) failed = failed || says_too_much(attempt);
  }
  [[nodiscard]] std::int64_t plays() const { return std::ssize(past_.plays); }
  [[nodiscard]] std::int64_t frozen() const { return std::ssize(past_.frozen); }

  bool failed = false;  ///< at some moment some attempt's bound was above what its mixture earns

 private:
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
  static bool says_too_much(const Attempt& attempt) {
    return std::ranges::all_of(attempt.row.arms, [](const Arm& arm) {
      return chance::count_of(arm.draws) > 0 &&
             chance::GuessedValue(arm.sequence, arm.draws).log_at(0.5) >
                 chance::log_of_level(arm.level);
    });
  }

  asking::Past past_;
  Terms terms_;
  std::vector<Attempt> standing_;
  std::optional<asking::Freeze> first_;
  std::mt19937_64 engine_;
  std::int64_t before_ = 0;
};

/// What the row player's guarantee may fail with in the first attempts, against strategies that
/// were there at the freeze: attempt r has delta / (r (r+1)), of which four fifths are for
/// guarantees, half for each player, half of that kept for newcomers.
double level_of_first(std::int64_t attempts) {
  return delta.to_double() / 5 * (1 - 1.0 / static_cast<double>(attempts + 1));
}

struct Seasons {
  int failed = 0;
  std::int64_t attempts = 0;  ///< in all
  std::int64_t most = 0;      ///< attempts of one season
};

/// Plays so many of them, each with coins of its own, side by side.
template <typename Play>
Seasons seasons(int runs, Index rows, Index columns, int first_seed, const Play& play) {
  std::vector<std::pair<bool, std::int64_t>> ends(static_cast<std::size_t>(runs));
  exact::side_by_side(threads_for({}), ends.size(), [&](std::size_t run) {
    Season season(rows, columns, first_seed + static_cast<int>(run));
    play(season);
    ends[run] = {season.failed, season.frozen()};
  });
  Seasons all;
  for (const auto& [failed, frozen] : ends) {
    all.failed += failed ? 1 : 0;
    all.attempts += frozen;
    all.most = std::max(all.most, frozen);
  }
  return all;
}

/// So many failures that a true level shows them once in a thousand.
double allowed(int runs, double rate) {
  return runs * rate + 3.1 * std::sqrt(runs * rate * (1 - rate));
}

// One strategy; against the first opponent it wins half of its matches, against the others most.
// Results decide the pairings: the first opponent is met until the strategy has had a lucky run
// against it. Kills: the freeze moved at each look, which would come to the beginning of that run;
// failures are then twice as many, which is hard to tell by counting, so that the freeze itself is
// looked at.
TEST(Attempts, OneOpponentOnTheBoundary) {
  constexpr int runs = test::this_many(500);
  const Seasons played = seasons(runs, 1, 3, 0, [](Season& season) {
    double luck = 0;  // the logarithm of what a bet of 2/5 from the best moment on has made
    double next_look = 60;
    for (int t = 1; t <= 1400 && !season.failed; ++t) {
      const Index column = t <= 60 ? t % 3 : luck > 5 || t > 500 || t % 6 == 0 ? 1 + t % 2 : 0;
      const bool won = season.play(0, column, column == 0 ? 0.5 : 0.98);
      if (column == 0) luck = std::max(0.0, luck + std::log(won ? 1.4 : 0.6));
      if (t < next_look) continue;
      season.look();
      next_look *= 1.2;
    }
  });
  EXPECT_LE(played.failed, allowed(runs, level_of_first(played.most)));
  EXPECT_GE(played.failed, runs * level_of_first(1) / 5);
}

// Every week a strategy joins that is better than all before it, and an opponent that beats those:
// a new attempt each time, with one opponent on the boundary. Kills: the budget restarted.
TEST(Attempts, OneDeltaOverAllAttempts) {
  constexpr int runs = test::this_many(250);
  constexpr Index weeks = 8;
  const auto mean = [](Index row, Index column) {
    return column == 0 ? 0.5 : column <= row + 1 ? 0.97 : 0.03;
  };
  const Seasons played = seasons(runs, 1, 2, 10'000, [&](Season& season) {
    for (Index week = 0; week < weeks && !season.failed; ++week) {
      season.grow(week + 1, week + 2);
      for (int t = 0; t < 20; ++t) {  // newcomers meet everybody
        for (Index row = 0; row <= week; ++row) season.play(row, week + 1, mean(row, week + 1));
        for (Index row = 0; row < week; ++row) season.play(row, 0, mean(row, 0));
        for (Index column = 0; column <= week; ++column) {
          season.play(week, column, mean(week, column));
        }
      }
      season.look();
      for (int t = 0; t < 200 && !season.failed; ++t) {
        for (Index column = 0; column < week + 2; ++column) {
          if (column == 0 || t < 40) season.play(week, column, mean(week, column));
        }
      }
    }
  });
  EXPECT_GE(played.attempts, 6 * runs) << "so many that a whole delta for each shows";
  EXPECT_LE(played.failed, allowed(runs, level_of_first(weeks)));
}

// Twelve strategies that are all worth a half: the chosen ones were lucky before the freeze.
// Kills: plays before the freeze counted.
TEST(Attempts, LuckBeforeTheFreezeDoesNotCount) {
  constexpr int runs = test::this_many(300);
  const Seasons played = seasons(runs, 12, 1, 20'000, [](Season& season) {
    for (int t = 0; t < 600 && !season.failed; ++t) {
      season.play(t % 12, 0, 0.5);
      if (t % 200 == 199) season.look();
    }
  });
  EXPECT_LE(played.failed, allowed(runs, level_of_first(played.most)));
}

}  // namespace
}  // namespace allnash::league::attempts_test
