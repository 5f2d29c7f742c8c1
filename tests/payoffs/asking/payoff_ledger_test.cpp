#include "payoffs/asking/payoff_ledger.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>

#include "allnash/game.hpp"
#include "core/game/view.hpp"
#include "payoffs/asking/counting_source.hpp"
#include "payoffs/asking/mirrored.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"

namespace allnash::asking::payoff_ledger_test {

using namespace file;

namespace {

using test::CountingSource;
using Entries = std::vector<Entry>;

// What a ledger does does not depend on whether a file keeps its payoffs.
class LedgerConformance : public ::testing::TestWithParam<bool> {
 protected:
  /// A ledger, with a file of its own where the test is about one.
  Ledger& make(Source& source, LedgerSettings settings = {}) {
    ledger_.reset();
    file_.reset();
    if (GetParam()) {
      const std::string path = folder_.path() + "/" + std::to_string(++files_) + ".db";
      file_ = std::make_unique<Store>(
          path, LedgerGame{source.rows(), source.columns(), settings.symmetric, {}, ""});
      settings.file = file_.get();
    }
    ledger_ = std::make_unique<Ledger>(source, settings);
    return *ledger_;
  }
  void TearDown() override {
    if (!file_) return;
    EXPECT_EQ(file_->count(), ledger_->queries()) << "every payoff asked is in the file";
  }

  void compare_with_source(Index rows, Index columns, bool symmetric);

 private:
  TemporaryFolder folder_;
  int files_ = 0;
  std::unique_ptr<Store> file_;
  std::unique_ptr<Ledger> ledger_;
};

const auto with_or_without = [](const ::testing::TestParamInfo<bool>& info) {
  return info.param ? "InAFile" : "InMemory";
};
INSTANTIATE_TEST_SUITE_P(, LedgerConformance, ::testing::Bool(), with_or_without);

TEST_P(LedgerConformance, AsksEachEntryOnceInTheOrderGiven) {
  CountingSource source(4, 5);
  Ledger& ledger = make(source);
  EXPECT_TRUE(ledger.ask(Entries{{2, 3}, {0, 1}, {2, 3}, {1, 4}, {0, 1}}));
  EXPECT_EQ(source.asked, (Entries{{2, 3}, {0, 1}, {1, 4}}));
  EXPECT_EQ(ledger.queries(), 3);
  EXPECT_EQ(ledger.counts().rounds, 1);
  EXPECT_TRUE(ledger.ask(Entries{{1, 4}, {3, 3}}));
  EXPECT_EQ(ledger.queries(), 4);
  EXPECT_EQ(ledger.counts().rounds, 2);
  EXPECT_TRUE(ledger.ask(Entries{{1, 4}, {3, 3}}));
  EXPECT_TRUE(ledger.ask(Entries{}));
  EXPECT_EQ(ledger.counts().rounds, 2);
  EXPECT_EQ(source.calls, 2);
  EXPECT_TRUE(ledger.known().knows(3, 3));
  EXPECT_FALSE(ledger.known().knows(3, 2));
  EXPECT_EQ(ledger.known().payoff(2, 3), Rational(2003));
  EXPECT_THROW(static_cast<void>(ledger.known().payoff(3, 2)), std::logic_error);
  EXPECT_FALSE(ledger.out_of_budget());
  EXPECT_EQ(ledger.known().size(), 20);
}

TEST_P(LedgerConformance, AsksLinesRowsFirst) {
  CountingSource source(3, 4);
  Ledger& ledger = make(source);
  EXPECT_TRUE(ledger.ask(Entries{{1, 1}}));
  EXPECT_TRUE(ledger.ask_lines(std::vector<Index>{1, 1}, std::vector<Index>{2, 0, 2}));
  EXPECT_EQ(source.asked,
            (Entries{{1, 1}, {1, 0}, {1, 2}, {1, 3}, {0, 2}, {2, 2}, {0, 0}, {2, 0}}));
  EXPECT_EQ(ledger.counts().rounds, 2);
  EXPECT_TRUE(ledger.known().knows_row(1));
  EXPECT_FALSE(ledger.known().knows_row(0));
  EXPECT_TRUE(ledger.known().knows_column(0));
  EXPECT_TRUE(ledger.known().knows_column(2));
  EXPECT_FALSE(ledger.known().knows_column(1));
  EXPECT_EQ(ledger.known().approximate(1, 3), 1003);
  EXPECT_EQ(ledger.known().approximate(2, 2), 2002);
  EXPECT_TRUE(std::isnan(ledger.known().approximate(0, 3)));
  const exact::Matrix part = game::View(ledger.known(), game::Player::row).table({2, 0}, {0, 2, 0});
  EXPECT_EQ(part.rows(), 2);
  EXPECT_EQ(part.columns(), 3);
  EXPECT_EQ(part.at(0, 1), Rational(2002));
  EXPECT_EQ(part.at(1, 2), Rational(0));
}

TEST_P(LedgerConformance, AsksAllInShells) {
  CountingSource source(3, 4);
  Ledger& ledger = make(source);
  EXPECT_TRUE(ledger.ask(Entries{{1, 1}}));
  EXPECT_TRUE(ledger.ask_all());
  EXPECT_EQ(source.asked, (Entries{{1, 1},
                                   {0, 0},
                                   {0, 1},
                                   {0, 2},
                                   {0, 3},
                                   {1, 0},
                                   {2, 0},
                                   {1, 2},
                                   {1, 3},
                                   {2, 1},
                                   {2, 2},
                                   {2, 3}}));
  EXPECT_EQ(ledger.counts().rounds, 2);
  EXPECT_EQ(ledger.queries(), ledger.known().size());
  EXPECT_TRUE(ledger.ask_all());
  EXPECT_EQ(ledger.counts().rounds, 2);
}

TEST_P(LedgerConformance, StopsAtEveryBudget) {
  for (std::int64_t budget = 0; budget <= 14; ++budget) {
    CountingSource source(3, 4);
    Ledger& ledger = make(source, {.symmetric = false, .budget = budget, .stop = {}});
    EXPECT_EQ(ledger.ask(Entries{{2, 2}, {1, 1}}), budget >= 2);
    EXPECT_EQ(ledger.ask_all(), budget >= 12);
    EXPECT_EQ(ledger.queries(), std::min<std::int64_t>(budget, 12));
    EXPECT_EQ(ledger.out_of_budget(), budget < 12);
    EXPECT_EQ(std::ssize(source.asked), ledger.queries());
    for (const Entry& entry : source.asked)
      EXPECT_TRUE(ledger.known().knows(entry.row, entry.column));
    EXPECT_EQ(ledger.counts().rounds, (budget > 0 ? 1 : 0) + (budget > 2 ? 1 : 0));
    EXPECT_TRUE(ledger.ask(source.asked)) << "what is known is free";
  }
}

Rational skew(Index row, Index column) { return {column - row, 1 + row + column}; }

TEST_P(LedgerConformance, CountsMatches) {
  CountingSource source(4, 4, skew);
  Ledger& ledger = make(source, {.symmetric = true, .budget = {}, .stop = {}});
  EXPECT_TRUE(ledger.known().knows(2, 2));
  EXPECT_TRUE(ledger.ask(Entries{{2, 2}, {3, 1}, {1, 3}, {0, 2}}));
  EXPECT_EQ(source.asked, (Entries{{1, 3}, {0, 2}}));
  EXPECT_EQ(ledger.queries(), 2);
  EXPECT_EQ(ledger.known().payoff(3, 1), Rational(-2, 5));
  EXPECT_EQ(ledger.known().payoff(1, 3), Rational(2, 5));
  EXPECT_EQ(ledger.known().payoff(3, 3), Rational(0));
  EXPECT_TRUE(ledger.ask_lines(std::vector<Index>{1}, std::vector<Index>{2, 1}));
  EXPECT_EQ(source.asked, (Entries{{1, 3}, {0, 2}, {0, 1}, {1, 2}, {2, 3}}));
  EXPECT_TRUE(ledger.known().knows_row(1));
  EXPECT_TRUE(ledger.known().knows_column(1));
  EXPECT_TRUE(ledger.known().knows_row(2));
  EXPECT_FALSE(ledger.known().knows_column(3));
  EXPECT_EQ(ledger.known().approximate(0, 2), 2.0 / 3);
  EXPECT_EQ(ledger.known().approximate(2, 2), 0);
  EXPECT_EQ(ledger.known().approximate(3, 2), -1.0 / 6);
  EXPECT_TRUE(ledger.ask_all());
  EXPECT_EQ(ledger.queries(), 6);
  EXPECT_EQ(ledger.known().size(), 6);
  EXPECT_EQ(ledger.counts().rounds, 3);
  EXPECT_TRUE(ledger.known().knows_row(0) && ledger.known().knows_column(3));
}

TEST_P(LedgerConformance, OneStrategyNeedsNoMatch) {
  CountingSource source(1, 1);
  Ledger& ledger = make(source, {.symmetric = true, .budget = 0, .stop = {}});
  EXPECT_TRUE(ledger.known().knows_row(0));
  EXPECT_TRUE(ledger.ask_all());
  EXPECT_EQ(ledger.counts().rounds, 0);
  EXPECT_EQ(ledger.known().size(), 0);
}

std::string refusal(Source& source, const std::optional<PayoffRange>& range = {}) {
  Ledger::Settings settings{.symmetric = true, .budget = {}, .stop = {}};
  settings.range = range;
  return input_error([&] { Ledger ledger(source, settings); });
}

TEST(SymmetricLedger, RefusesWhatContradicts) {
  CountingSource oblong(2, 3);
  EXPECT_EQ(refusal(oblong), "a game of 2 x 3 is not square, so not symmetric");
  CountingSource faulty(4, 4);
  faulty.fault = Entry{2, 3};
  EXPECT_EQ(refusal(faulty),
            "entry (2, 3) contradicts a symmetric game: it is 2003 and entry (3, 2) is 3002, and "
            "the two must add up to 0; solve it as one that is not symmetric");
}

// What floating point makes of 0.3 - 0.5 and 0.7 - 0.5.
TEST(SymmetricLedger, SaysThatADifferenceIsOfRounding) {
  const auto table =
      table_game(2, 2, {0, Rational::from_double(0.3 - 0.5), Rational::from_double(0.7 - 0.5), 0});
  EXPECT_EQ(refusal(*table),
            "entry (0, 1) contradicts a symmetric game: it is -0.2 and entry (1, 0) is "
            "0.19999999999999996, and the two must add up to 0; floats, which are binary, miss "
            "that by 6e-17; round them, and give them as decimals, in text");
  const auto floats = table_game(
      2, 2,
      {Rational(1, 2), Rational::from_double(0.7), Rational::from_double(0.3), Rational(1, 2)});
  EXPECT_EQ(refusal(*floats, PayoffRange{0, 1}),
            "entry (0, 1) contradicts a symmetric game: it is 0.7 and entry (1, 0) is 0.3, and the "
            "two must add up to 1; floats, which are binary, miss that by 6e-17; give them as "
            "decimals, in text");
  const auto rates = table_game(2, 2, {Rational(1, 2), Rational(1, 4), Rational(3, 4), 0});
  EXPECT_EQ(refusal(*rates),
            "entry (0, 0) contradicts a symmetric game: it is 0.5 and must be 0; win rates need "
            "`payoff-range 0,1`");
}

/// Cannot tell whether its game is symmetric.
struct Matches {
  explicit Matches(Index count, std::function<Rational(Index, Index)> payoff)
      : game(function_game(count, count, [this, payoff](Index i, Index j) {
          asked.push_back({i, j});
          return payoff(i, j);
        })) {}
  [[nodiscard]] std::int64_t mirrored() const {
    return std::count_if(asked.begin(), asked.end(),
                         [](Entry entry) { return entry.row > entry.column; });
  }
  Entries asked;
  std::unique_ptr<Source> game;
};

TEST(SymmetricLedger, AsksSomeMatchesBothWays) {
  Matches matches(30, skew);
  Ledger ledger(*matches.game, {.symmetric = true, .budget = {}, .stop = {}, .check_repeat = 0});
  EXPECT_TRUE(ledger.ask(Entries{{0, 1}, {5, 3}}));
  EXPECT_EQ(matches.asked, (Entries{{0, 1}, {3, 5}, {1, 0}, {5, 3}}));
  EXPECT_EQ(ledger.queries(), 2);
  EXPECT_EQ(ledger.counts().asked, 4) << "they are counted";
  EXPECT_TRUE(ledger.ask_all());
  EXPECT_EQ(matches.mirrored(), Mirrored::checks);
  EXPECT_EQ(ledger.queries(), 435);
  EXPECT_EQ(ledger.counts().asked, std::ssize(matches.asked));
  EXPECT_EQ(ledger.counts().asked, 440);
}

TEST(SymmetricLedger, RefusesWinRatesOfASourceThatCannotTell) {
  Matches rates(10, [](Index i, Index j) { return Rational(10 + i - j, 20); });
  Ledger ledger(*rates.game, {.symmetric = true, .budget = {}, .stop = {}, .check_repeat = 0});
  EXPECT_EQ(input_error([&] {
              (void)ledger.ask(Entries{{0, 3}});
            }),
            "entry (0, 3) contradicts a symmetric game: it is 0.35 and entry (3, 0) is 0.65, and "
            "the two must add up to 0; win rates need `payoff-range 0,1`; if payoffs are random, "
            "see `noisy`");
}

TEST(SymmetricLedger, TheBudgetIsForBothWays) {
  for (const std::int64_t budget : {0, 1, 2, 7, 20}) {
    Matches matches(30, skew);
    Ledger ledger(*matches.game,
                  {.symmetric = true, .budget = budget, .stop = {}, .check_repeat = 0});
    EXPECT_FALSE(ledger.ask_all());
    EXPECT_EQ(std::ssize(matches.asked), budget);
    EXPECT_EQ(ledger.counts().asked, budget);
    EXPECT_EQ(matches.mirrored(), std::min<std::int64_t>(budget / 2, 5));
  }
}

TEST(SymmetricLedger, AFileRemembersThatMatchesWereAskedBothWays) {
  const TemporaryFolder folder;
  const LedgerGame game{30, 30, true, "unnamed", ""};
  for (const std::int64_t recalled : {0, 205, 440}) {
    Matches matches(30, skew);
    Store file(folder.path() + "/run.db", game);
    Ledger ledger(*matches.game, {.symmetric = true,
                                  .budget = recalled == 0 ? 205 : 1000,
                                  .stop = {},
                                  .check_repeat = 0,
                                  .file = &file});
    EXPECT_EQ(ledger.ask_all(), recalled > 0);
    EXPECT_EQ(ledger.counts().recalled, recalled);
    EXPECT_EQ(ledger.counts().asked, recalled == 0 ? 205 : 440);
    EXPECT_EQ(matches.mirrored(), recalled == 0 ? 5 : 0);
  }
}

TEST_P(LedgerConformance, KeepsEarlierChunksWhenTheSourceFails) {
  CountingSource source(400, 400);
  source.fails_at = Entry{399, 399};
  Ledger& ledger = make(source);
  EXPECT_THROW(static_cast<void>(ledger.ask_all()), SourceError);
  EXPECT_EQ(ledger.queries(), 2 * 65536);
  EXPECT_EQ(ledger.counts().rounds, 1);
  EXPECT_TRUE(ledger.known().knows_row(0) && ledger.known().knows_column(0));
  EXPECT_FALSE(ledger.known().knows(399, 399));
}

TEST_P(LedgerConformance, LooksAtTheStopTokenBetweenChunks) {
  CountingSource source(400, 400);
  StopFlag flag;
  source.on_answer = [&] { flag.raise(); };
  Ledger& ledger = make(source, {.symmetric = false, .budget = {}, .stop = StopToken(&flag)});
  EXPECT_FALSE(ledger.ask_all());
  EXPECT_EQ(ledger.queries(), 65536);
  EXPECT_FALSE(ledger.out_of_budget());
  EXPECT_FALSE(ledger.ask(Entries{{399, 399}}));
  EXPECT_TRUE(ledger.ask(Entries{{0, 0}})) << "what is known needs no asking";
}

// Sizes, fractions and huge numbers of every kind that the memory treats differently.
Rational odd_payoff(Index row, Index column) {
  const Rational base(3 * row - 5 * column, 1 + (row + column) % 7);
  switch ((row * 31 + column) % 4000) {
    case 0:
      return base * Rational(std::int64_t{1} << 40);
    case 1:
      return base / Rational::parse("1e40");
    case 2:
      return Rational(-(std::int64_t{1} << 31));
    case 3:
      return {1, (std::int64_t{1} << 32)};
    default:
      return base;
  }
}

// A thousand random entries, then lines, then entries again, in a game too large for plain rows.
void LedgerConformance::compare_with_source(Index rows, Index columns, bool symmetric) {
  CountingSource source(rows, columns, [&](Index row, Index column) {
    if (symmetric && row > column) return -odd_payoff(column, row);
    return odd_payoff(row, column);
  });
  Ledger& ledger = make(source, {.symmetric = symmetric, .budget = {}, .stop = {}});
  std::mt19937_64 random(1);
  const auto scatter = [&](Index in_row, Index in_column, int count) {
    Entries wanted;
    for (int t = 0; t < count; ++t) {
      const auto r = static_cast<Index>(random() % static_cast<std::uint64_t>(rows));
      const auto c = static_cast<Index>(random() % static_cast<std::uint64_t>(columns));
      wanted.push_back({in_row >= 0 ? in_row : r, in_column >= 0 ? in_column : c});
    }
    EXPECT_TRUE(ledger.ask(wanted));
  };
  scatter(-1, -1, 1000);
  scatter(3, -1, 2000);  // becomes a line halfway
  scatter(-1, 7, 2000);
  EXPECT_TRUE(ledger.ask_lines(std::vector<Index>{3, 5}, std::vector<Index>{2, 7}));
  scatter(-1, -1, 1000);
  EXPECT_EQ(ledger.queries(), std::ssize(source.asked));
  for (const Entry& entry : source.asked) {
    const Rational payoff = odd_payoff(entry.row, entry.column);
    ASSERT_EQ(ledger.known().payoff(entry.row, entry.column), payoff);
    if (symmetric) {
      ASSERT_EQ(ledger.known().payoff(entry.column, entry.row), -payoff);
    }
  }
  for (Index j = 0; j < ledger.known().columns(); ++j) {
    ASSERT_EQ(ledger.known().approximate(3, j), ledger.known().payoff(3, j).to_double());
  }
}

TEST_P(LedgerConformance, RemembersEveryKindOfPayoffInSmallGames) {
  compare_with_source(300, 1100, false);
  compare_with_source(1100, 300, false);
  compare_with_source(600, 600, true);
}

TEST_P(LedgerConformance, RemembersEveryKindOfPayoffInLargeGames) {
  compare_with_source(3000, 9000, false);
  compare_with_source(9000, 3000, false);
  compare_with_source(5000, 5000, true);
}

// An entry that needs work, answered by as many threads as there are cores.
class ParallelSource final : public Source {
 public:
  ParallelSource() : Source(300, 300, {}, {.concurrent = true}) {}
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const Entry entry = asked[t].entry;
      if (entry == bad) throw SourceError("entry (299, 298)");
      answers[t] = odd_payoff(entry.row, entry.column);
    }
  }
  Entry bad{-1, -1};
};

TEST_P(LedgerConformance, ThreadsGiveTheSameAnswers) {
  ParallelSource source;
  Ledger& ledger = make(source);
  EXPECT_TRUE(ledger.ask_all());
  EXPECT_EQ(ledger.queries(), 90000);
  EXPECT_EQ(ledger.counts().rounds, 1);
  for (Index i = 0; i < 300; ++i) {
    for (Index j = 0; j < 300; ++j) ASSERT_EQ(ledger.known().payoff(i, j), odd_payoff(i, j));
  }
}

TEST_P(LedgerConformance, ThreadsHandOverTheirExceptions) {
  ParallelSource source;
  source.bad = {299, 298};
  Ledger& ledger = make(source);
  EXPECT_THROW(static_cast<void>(ledger.ask_all()), SourceError);
  EXPECT_EQ(ledger.queries(), 65536);
}

TEST(QueryFloor, CountsRowsAndColumnsOfTheSupports) {
  EXPECT_EQ(game::query_floor(4, 5, 2, 3, false), 5 * 2 + 4 * 3 - 2 * 3);
  EXPECT_EQ(game::query_floor(7, 3, 7, 3, false), 21);
  EXPECT_EQ(game::query_floor(10, 10, 3, 3, true), 45 - 21);
  EXPECT_EQ(game::query_floor(10, 10, 10, 10, true), 45);
  EXPECT_EQ(game::query_floor(9, 9, 1, 1, true), 8);
}

}  // namespace
}  // namespace allnash::asking::payoff_ledger_test
