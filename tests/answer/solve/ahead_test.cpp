// Asking ahead changes no answer, whatever comes back when, and all that is asked is counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "allnash/allnash.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/answering_source.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "quick_disk.hpp"
#include "random_games.hpp"

namespace allnash::ahead_test {
namespace {

/// Workers that answer in random order and at random times, and now and then one dies with what it
/// was asked ahead.
class Unruly final : public Source {
 public:
  Unruly(const test::WholeGame& game, std::uint64_t seed)
      : Source(game.rows, game.columns, {}, {.asks_ahead = true}), game_(game), random_(seed) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    std::vector<std::size_t> left(asked.size());
    for (std::size_t t = 0; t < left.size(); ++t) left[t] = t;
    adopt(asked, left);
    while ((!left.empty() || !adopted_.empty()) && !answers.stopped()) {
      // While something is awaited others are idle.
      for (int look = 0; look < looks && left.size() + adopted_.size() < 6; ++look) {
        take_on(answers, 1 + random_() % 4);
        std::this_thread::sleep_for(std::chrono::microseconds(random_() % 200));
      }
      if (!ahead_.empty() && random_() % 3 == 0) give_ahead(answers);
      if (!ahead_.empty() && random_() % 16 == 0) ahead_.clear();  // their worker has died
      std::vector<std::size_t>& from = left.empty() ? adopted_ : left;
      const std::size_t place = random_() % from.size();
      const std::size_t which = from[place];
      from.erase(from.begin() + static_cast<std::ptrdiff_t>(place));
      note(asked[which].entry);
      answers.take(std::vector{which}, std::vector{payoff(asked[which].entry)});
    }
    adopted_.clear();
  }

  std::multiset<Entry> answered;
  std::int64_t ahead_in_all = 0;
  int looks = 3;             ///< of idle workers, between two answers
  bool waits = false;        ///< for a forecast
  std::set<Entry> taken_on;  ///< asked ahead, or in a round

 private:
  /// What is asked now and was asked ahead is under way.
  void adopt(std::span<const Question> asked, std::vector<std::size_t>& left) {
    std::erase_if(left, [&](std::size_t which) {
      taken_on.insert(asked[which].entry);
      const auto same = [&](const Question& one) { return one.entry == asked[which].entry; };
      if (std::erase_if(ahead_, same) == 0) return false;
      adopted_.push_back(which);
      return true;
    });
  }
  void take_on(Answers& answers, std::size_t most) {
    if (answers.ahead() == nullptr) return;
    if (waits) answers.ahead()->settle();
    for (const Question& one : answers.ahead()->next(most)) {
      EXPECT_TRUE(taken_on.insert(one.entry).second) << "asked twice";
      ahead_.push_back(one);
      ++ahead_in_all;
    }
  }
  void give_ahead(Answers& answers) {
    const Question one = ahead_.back();
    ahead_.pop_back();
    note(one.entry);
    answers.ahead()->take(std::vector{one}, std::vector{payoff(one.entry)});
  }
  void note(Entry entry) { answered.insert(entry); }
  [[nodiscard]] Rational payoff(Entry entry) const {
    return test::payoff_of(game_, entry.row, entry.column);
  }

  const test::WholeGame& game_;
  std::mt19937_64 random_;
  std::vector<Question> ahead_;
  std::vector<std::size_t> adopted_;
};

/// Without what depends on how fast payoffs came.
std::string answer_of(Result result) {
  result.in_vain.reset();
  result.recalled.reset();
  result.seconds = 0;
  return to_json(result);
}

Options random_options(std::mt19937_64& random) {
  constexpr const char* methods[] = {"auto", "lazy", "full", "reweighted"};
  return {.method = methods[random() % 4], .seed = random(), .check_repeat = 0};
}

/// Sees so many random games, each with its options.
template <typename See>
void each_game(int count, std::uint64_t seed, const See& see) {
  std::mt19937_64 random(seed);
  for (int number = 0; number < test::this_many(count); ++number) {
    SCOPED_TRACE(number);
    const test::WholeGame game = test::random_game(random, 9);
    see(game, random_options(random), random);
  }
}

// Without asking ahead: payoffs that come in another order.
TEST(Ahead, OrderOfArrivalChangesNothing) {
  each_game(1000, 4, [](const test::WholeGame& game, Options options, std::mt19937_64& random) {
    Unruly source(game, random());
    source.looks = 0;
    EXPECT_EQ(answer_of(solve(source, options)),
              answer_of(solve(*test::function_of(game), options)));
  });
}

TEST(Ahead, ChangesNoAnswer) {
  each_game(400, 1, [](const test::WholeGame& game, Options options, std::mt19937_64& random) {
    const Result without = solve(*test::function_of(game), options);
    options.ahead = 0.05 * static_cast<double>(1 + random() % 5);
    Unruly source(game, random());
    const Result with = solve(source, options);
    EXPECT_EQ(answer_of(with), answer_of(without));
    EXPECT_EQ(with.queries + *with.in_vain, std::ssize(source.taken_on));
    for (const Entry& entry : source.taken_on) EXPECT_LE(source.answered.count(entry), 1U);
  });
}

TEST(Ahead, LedgersKeepWhatCameBack) {
  const test::QuickDisk quick;
  each_game(100, 3, [](const test::WholeGame& game, Options options, std::mt19937_64& random) {
    options.ahead = 0.2;
    options.ledger = testing::TempDir() + "ahead.db";
    std::filesystem::remove(*options.ledger);
    options.budget = 10;
    Unruly first(game, random());
    (void)solve(first, options);
    options.budget.reset();
    Unruly second(game, random());
    const Result result = solve(second, options);
    EXPECT_EQ(result.status, Status::proved) << (result.stop ? result.stop->text : "");
    EXPECT_EQ(result.value, solve(*test::function_of(game), Options()).value);
    for (const Entry& entry : first.answered) EXPECT_FALSE(second.taken_on.contains(entry));
  });
}

// Where a worker waits for it, something is forecast.
TEST(Ahead, IdleWorkersGetTheNextQuestions) {
  test::WholeGame game;
  game.rows = game.columns = 30;
  std::mt19937_64 random(5);
  for (int t = 0; t < 900; ++t) {
    game.payoffs.push_back(10 * (t / 30) - 10 * (t % 30) + static_cast<int>(random() % 60));
  }
  Unruly source(game, 1);
  source.waits = true;
  const Result result = solve(source, {.method = "lazy", .ahead = 0.2, .check_repeat = 0});
  EXPECT_EQ(result.status, Status::proved);
  EXPECT_GT(source.ahead_in_all, 100);
  EXPECT_LT(*result.in_vain, result.queries / 2);
}

TEST(Ahead, NeedsWorkers) {
  const auto game = open_game("family:rps,n=3");
  EXPECT_THROW((void)solve(*game, {.ahead = 0.2}), OptionError);
}

// A look at a game of millions of strategies would take longer than it is worth, and all memory.
TEST(Ahead, RefusesVastGames) {
  EXPECT_THROW((void)solve(*oracle_game({.rows = 4'000'000'000, .columns = 5, .command = "true"}),
                           {.ahead = 0.1}),
               OptionError);
}

TEST(Ahead, BudgetsCountWhatIsHandedOut) {
  each_game(300, 2, [](const test::WholeGame& game, Options options, std::mt19937_64& random) {
    options.ahead = 0.2;
    options.budget = static_cast<std::int64_t>(random() % 40);
    Unruly source(game, random());
    const Result result = solve(source, options);
    EXPECT_LE(std::ssize(source.taken_on), *options.budget);
    EXPECT_LE(result.queries, *options.budget);
  });
}

// Workers may still be busy with what a run asked ahead when the next run of the game begins, which
// asks nothing ahead.
TEST(Ahead, WhatARunLeftUnderWayDoesNotDisturbTheNext) {
  OracleSettings oracle;
  oracle.rows = oracle.columns = 12;
  oracle.command = "while read i j; do sleep 0.01; echo $(( (i * 7 + j * 5) % 11 )); done";
  oracle.workers = 4;
  const auto game = oracle_game(oracle);
  Options options{.check_repeat = 0};
  const Result expected =
      solve(*function_game(12, 12, [](Index i, Index j) { return Rational((i * 7 + j * 5) % 11); }),
            options);
  options.ahead = 0.2;
  options.budget = 30;
  (void)solve(*game, options);
  options.ahead = 0;
  options.budget = {};
  const Result again = solve(*game, options);
  EXPECT_EQ(again.value, expected.value);
  EXPECT_EQ(again.queries, expected.queries);
}

// A run that asked ahead and was stopped goes on as if it had asked nothing ahead.

/// Has idle workers in every round, who answer before it does.
class Eager final : public Source {
 public:
  explicit Eager(Source& game)
      : Source(game.rows(), game.columns(), game.labels(), {.asks_ahead = true}), game_(game) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    if (AskAhead* const ahead = answers.ahead()) {
      ahead->settle();
      const std::vector<Question> some = ahead->next(4);
      for (const Question& one : some) {
        ahead_of_rounds.push_back(one.entry);
        ahead->take(std::vector{one}, payoff_of(one.entry));
      }
    }
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      answers.take(std::vector{t}, payoff_of(asked[t].entry));
    }
  }

  std::multiset<Entry> answered;
  std::vector<Entry> ahead_of_rounds;

 private:
  std::vector<Rational> payoff_of(Entry entry) {
    answered.insert(entry);
    return payoffs_of(game_, {&entry, 1});
  }

  Source& game_;
};

std::string certificate_of(const Result& result) {
  std::ostringstream out;
  write_certificate(out, result);
  return out.str();
}

TEST(AheadResumed, GoesTheSameWay) {
  const test::QuickDisk quick;
  for (const char* const name : {"family:elo,n=30,noise=0.3", "family:lowrank,n=30,rank=3"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto game = open_game(name);
    Options options{.check_repeat = 0};
    const Result plain = solve(*game, options);
    options.ledger = folder.path() + "/run.db";
    options.ahead = 0.5;
    options.budget = plain.queries / 3;
    Eager source(*game);
    (void)solve(source, options);
    (void)solve(source, options);
    options.budget = {};
    const std::size_t before = source.ahead_of_rounds.size();
    const Result result = solve(source, options);
    EXPECT_GT(before, 0U);
    EXPECT_EQ(result.queries - *result.in_vain, plain.queries);
    EXPECT_EQ(result.rounds, plain.rounds);
    EXPECT_EQ(certificate_of(result), certificate_of(plain));
    for (const Entry& entry : source.answered) EXPECT_EQ(source.answered.count(entry), 1U);
    // What was claimed is told as such: no search leaves it out.
    for (const Entry& entry : file::Store(*options.ledger).leases().asked_ahead()) {
      EXPECT_FALSE(result.known->knows(entry.row, entry.column));
    }
    EXPECT_EQ(std::ssize(source.answered),
              plain.queries + std::ssize(file::Store(*options.ledger).leases().asked_ahead()));
  }
}

}  // namespace
}  // namespace allnash::ahead_test
