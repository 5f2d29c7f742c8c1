// The four saddle-point methods against a look at the whole game, their query counts against their
// bounds, and what they leave when stopped.
#include <gtest/gtest.h>

#include <string>

#include "allnash/game.hpp"
#include "core/base/random.hpp"
#include "core/lp/subgame.hpp"
#include "matrix/run/asked.hpp"
#include "matrix/saddle/saddle_games.hpp"
#include "random_games.hpp"
#include "results.hpp"

namespace allnash::test::saddle_test {
namespace {

using matrix::Outcome;

struct Named {
  const char* name;
  matrix::Method method;
};
constexpr Named saddle_methods[] = {
    {"bienstock", matrix::saddle_bienstock},
    {"dallant", matrix::saddle_dallant},
    {"random", matrix::saddle_random},
    {"lasvegas", matrix::saddle_lasvegas},
};

void expect_answer(const Turn& turn, const Outcome& outcome, const WholeGame& game) {
  const std::optional<Entry> saddle = strict_saddle(game);
  if (!saddle) {
    EXPECT_EQ(outcome.status, Status::no_strict_saddle_point);
    return;
  }
  ASSERT_EQ(outcome.status, Status::proved);
  EXPECT_EQ(outcome.pair.row, (MixedStrategy{{saddle->row, 1}}));
  EXPECT_EQ(outcome.pair.column, (MixedStrategy{{saddle->column, 1}}));
  EXPECT_EQ(game::fault_in(turn.known, outcome.pair), std::nullopt);
}

Rational value_of(const WholeGame& game) {
  return lp::solve({game.rows, game.columns, payoffs_of(game)}, {})->value;
}

std::int64_t longer_side(const WholeGame& game) { return std::max(game.rows, game.columns); }

// What is known at the end is looked at after one of the methods, each in turn: that takes longer
// than all of them.
void expect_right(const WholeGame& game, int turns, bool symmetric = false) {
  const Rational value = symmetric ? Rational(0) : value_of(game);
  const Named* const looked_at = &saddle_methods[turns % std::ssize(saddle_methods)];
  for (const Named& named : saddle_methods) {
    SCOPED_TRACE(named.name);
    Turn turn(game, {symmetric, {}, {}});
    const Outcome outcome = named.method(turn.run);
    expect_answer(turn, outcome, game);
    if (&named == looked_at) {
      note_known_bounds(turn.run, matrix::Precision::exact);
      expect_true_bounds(turn.run.bounds, value);
    }
    if (named.method == matrix::saddle_bienstock) {
      EXPECT_LE(turn.ledger.queries(), 4 * longer_side(game) - 3);
    }
  }
  if (::testing::Test::HasFailure()) ADD_FAILURE() << "the game was\n" << text_of(game);
}

TEST(Saddle, RightOnSmallGames) {
  SaddleGames games(1);
  for (int t = 0; t < this_many(20000) && !HasFailure(); ++t) {
    expect_right(games.next(1 + games.below(12), 1 + games.below(12)), t);
  }
}

TEST(Saddle, RightOnMiddlingGames) {
  SaddleGames games(2);
  for (int t = 0; t < this_many(1500) && !HasFailure(); ++t) {
    expect_right(games.next(1 + games.below(60), 1 + games.below(60)), t);
  }
}

// Beyond 64 lines the random pivots start, beyond 32 the chunks.
TEST(Saddle, RightOnLargerGames) {
  SaddleGames games(3);
  for (int t = 0; t < 300 && !HasFailure(); ++t) {
    const int rows = t % 3 == 0 ? 1 + games.below(5) : 65 + games.below(80);
    const int columns = t % 3 == 1 ? 1 + games.below(5) : 65 + games.below(80);
    expect_right(games.next(rows, columns), t);
  }
}

TEST(Saddle, RightOnSymmetricGames) {
  SaddleGames games(4);
  for (int t = 0; t < this_many(3000) && !HasFailure(); ++t) {
    const int size = t % 50 == 0 ? 66 + games.below(60) : 1 + games.below(14);
    expect_right(games.next_symmetric(size), t, true);
  }
}

struct Small {
  const char* name;
  WholeGame game;
  bool has_saddle;
};

TEST(Saddle, Shapes) {
  const Small table[] = {
      {"1 x 1", {1, 1, {7}}, true},
      {"a row with one least payoff", {1, 4, {3, 1, 2, 5}}, true},
      {"a row with two", {1, 4, {3, 1, 1, 5}}, false},
      {"a column with one greatest payoff", {4, 1, {3, 1, 5, 2}}, true},
      {"a column with two", {4, 1, {3, 5, 5, 2}}, false},
      {"constant", {3, 3, {2, 2, 2, 2, 2, 2, 2, 2, 2}}, false},
      {"matching pennies", {2, 2, {1, -1, -1, 1}}, false},
      {"a saddle point that is not strict", {2, 2, {1, 1, 0, 2}}, false},
      {"a strict one in a corner", {2, 3, {5, 6, 4, 1, 9, 3}}, true},
      {"fractions", {2, 2, {3, 2, 1, 1}, 7}, true},
  };
  for (const Small& small : table) {
    SCOPED_TRACE(small.name);
    EXPECT_EQ(strict_saddle(small.game).has_value(), small.has_saddle);
    for (int turns = 0; turns < 4; ++turns) expect_right(small.game, turns);
  }
}

void expect_pseudo_saddle(const Rational& value, const WholeGame& game) {
  EXPECT_GE(value, max_min(game));
  EXPECT_LE(value, min_max(game));
}

TEST(Saddle, PseudoSaddlePoints) {
  SaddleGames games(5);
  for (int t = 0; t < this_many(6000) && !HasFailure(); ++t) {
    const int largest = t % 20 == 0 ? 60 : 12;
    const WholeGame game = games.next(1 + games.below(largest), 1 + games.below(largest));
    SCOPED_TRACE(text_of(game));
    Turn walk(game);
    const auto last = matrix::bienstock_walk(walk.run);
    ASSERT_TRUE(last);
    EXPECT_LE(walk.ledger.queries(), 2 * longer_side(game) - 1);
    EXPECT_EQ(walk.ledger.known().payoff(last->place.row, last->place.column), last->value);
    expect_pseudo_saddle(last->value, game);
    for (const std::size_t base : {2, 16}) {
      Turn deep(game);
      const auto key = matrix::dallant_pseudo_saddle(deep.run, base);
      ASSERT_TRUE(key);
      EXPECT_EQ(deep.ledger.known().payoff(key->place.row, key->place.column), key->value);
      expect_pseudo_saddle(key->value, game);
      if (const auto saddle = strict_saddle(game)) {
        EXPECT_EQ(key->place, *saddle);
      }
    }
  }
}

// Cut short at every query, each method says so, and what it says of the value is true.
TEST(Saddle, StopsAtEveryBudget) {
  SaddleGames games(6);
  for (int t = 0; t < 120; ++t) {
    const WholeGame game =
        t < 100 ? games.next(1 + games.below(7), 1 + games.below(7)) : games.next(3, 70);
    const Rational value = value_of(game);
    for (const Named& named : saddle_methods) {
      SCOPED_TRACE(named.name + std::string(" on\n") + text_of(game));
      Turn whole(game);
      const Status status = named.method(whole.run).status;
      const std::int64_t needed = whole.ledger.queries();
      for (std::int64_t budget = 0; budget <= needed; ++budget) {
        Turn cut(game, {false, budget, {}});
        EXPECT_EQ(named.method(cut.run).status, budget < needed ? Status::stopped : status);
        EXPECT_LE(cut.ledger.queries(), budget);
        note_known_bounds(cut.run, matrix::Precision::exact);
        expect_true_bounds(cut.run.bounds, value);
      }
    }
  }
}

// Payoffs j - i have their saddle point in the corner. The walk goes all along its column, so one
// query short of the end the column player's guarantee is known and the row player's is not.
TEST(Saddle, KnowsTheBoundsOfWholeLines) {
  WholeGame game{8, 8, {}};
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) game.payoffs.push_back(j - i);
  }
  Turn whole(game);
  EXPECT_EQ(matrix::saddle_bienstock(whole.run).status, Status::proved);
  Turn cut(game, {false, whole.ledger.queries() - 1, {}});
  EXPECT_EQ(matrix::saddle_bienstock(cut.run).status, Status::stopped);
  note_known_bounds(cut.run, matrix::Precision::exact);
  EXPECT_EQ(cut.run.bounds.low, std::nullopt);
  EXPECT_EQ(cut.run.bounds.high, Rational(0));
}

TEST(Saddle, StopsOnRequest) {
  SaddleGames games(7);
  const WholeGame game = games.next(100, 90);
  for (const Named& named : saddle_methods) {
    SCOPED_TRACE(named.name);
    StopFlag flag;
    Turn turn(game);
    turn.run.stop = StopToken(&flag);
    turn.source.on_answer = [&] { flag.raise(); };
    EXPECT_EQ(named.method(turn.run).status, Status::stopped);
    EXPECT_EQ(turn.ledger.counts().rounds, 1);
  }
}

TEST(Saddle, TheSeedFixesTheQueries) {
  SaddleGames games(8);
  const WholeGame game = games.next(110, 130);
  const auto asked = [&game](matrix::Method method, std::uint64_t seed) {
    Turn turn(game, {}, seed);
    (void)method(turn.run);
    return turn.source.asked;
  };
  for (const Named& named : saddle_methods) {
    SCOPED_TRACE(named.name);
    const bool random =
        named.method == matrix::saddle_random || named.method == matrix::saddle_lasvegas;
    EXPECT_EQ(asked(named.method, 5), asked(named.method, 5));
    EXPECT_EQ(asked(named.method, 5) == asked(named.method, 6), !random);
  }
}

// The first draws of the standard's own engine, so that another machine draws them too.
TEST(Saddle, TheGeneratorIsTheSameEverywhere) {
  Random random(1);
  std::vector<Index> drawn;
  for (int t = 0; t < 6; ++t) drawn.push_back(random.below(1000));
  std::mt19937_64 engine(1);
  for (const Index draw : drawn) EXPECT_EQ(draw, static_cast<Index>(engine() % 1000));
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// Payoffs below `range` by a hash of their place; with a strict saddle point or without.
std::unique_ptr<Source> hashed_game(Index size, Index range, bool planted) {
  return function_game(size, size, [=](Index i, Index j) -> Rational {
    const std::uint64_t hash =
        mixed(mixed(static_cast<std::uint64_t>(i) + 1) * 31 + static_cast<std::uint64_t>(j));
    const auto drawn = static_cast<Index>(hash % static_cast<std::uint64_t>(range));
    const bool in_row = planted && i == size / 3;
    const bool in_column = planted && j == size / 2;
    if (in_row) return in_column ? range / 2 : range / 2 + 1 + drawn;
    return in_column ? range / 2 - 1 - drawn : drawn;
  });
}

struct Cost {
  Index size;
  Index range;
  bool planted;
};

// Measured: bienstock 2.0 to 4.0, dallant 3.9 to 6.0, random 8 to 16, lasvegas 3 to 15.
TEST(Saddle, LinearInTheLines) {
  const double most[] = {4, 6.5, 20, 20};
  for (const Cost& cost : {Cost{1000, 2, true}, Cost{1000, 1'000'000, true}, Cost{1000, 200, false},
                           Cost{20000, 200, true}, Cost{20000, 1'000'000, false}}) {
    for (std::size_t t = 0; t < 4; ++t) {
      Asked asked(hashed_game(cost.size, cost.range, cost.planted));
      const Outcome outcome = saddle_methods[t].method(asked.run);
      EXPECT_EQ(outcome.status, cost.planted ? Status::proved : Status::no_strict_saddle_point);
      const double ratio =
          static_cast<double>(asked.ledger.queries()) / static_cast<double>(cost.size);
      const std::string name = saddle_methods[t].name + std::string("_") +
                               std::to_string(cost.size) + "_" + std::to_string(cost.range) +
                               (cost.planted ? "_planted" : "_none");
      RecordProperty(name, std::to_string(ratio));
      EXPECT_LE(ratio, most[t]) << name;
    }
  }
}

}  // namespace
}  // namespace allnash::test::saddle_test
