// Who is asked what, with workers that answer when the test says so: questions that are asked
// twice, and workers that are gone.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <tuple>

#include "allnash/oracle.hpp"
#include "allnash/run.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::crew_test {
namespace {

Rational payoff_of(const Question& question) {
  return 100 * question.entry.row + question.entry.column + static_cast<Index>(question.seed);
}

/// Workers in this process. At each look every one of them answers the first of what it has been
/// asked, unless it is held back.
class Scripted final : public Crew {
 public:
  explicit Scripted(std::size_t workers) : queues(workers), copies(workers) {}

  [[nodiscard]] std::size_t size() const override { return queues.size(); }
  void ask(std::size_t worker, std::span<const Question> questions) override {
    EXPECT_FALSE(gone.contains(worker));
    for (const Question& one : questions) {
      queues[worker].push_back(one);
      asked.emplace_back(worker, one.entry);
    }
  }
  void renew(std::size_t worker) override {
    queues[worker].clear();
    ++copies[worker];
  }
  [[nodiscard]] bool present(std::size_t worker) const override { return !gone.contains(worker); }
  void wait(std::chrono::microseconds /*longest*/, std::vector<Event>& events) override {
    for (std::size_t worker = 0; worker < queues.size(); ++worker) {
      if (queues[worker].empty() || gone.contains(worker)) continue;
      const Question question = queues[worker].front();
      if (takes_along(worker, question.entry)) {
        gone.insert(worker);
        events.push_back({worker, copies[worker], true, "its machine is lost"});
      } else if (fails(worker, question.entry)) {
        events.push_back({worker, copies[worker], true, "it failed"});
      } else if (answers(worker, question.entry)) {
        queues[worker].pop_front();
        events.push_back({worker, copies[worker], false, payoff(worker, question).to_string()});
      }
    }
  }

  [[nodiscard]] std::vector<std::size_t> asked_for(Entry entry) const {
    std::vector<std::size_t> who;
    for (const auto& [worker, one] : asked) {
      if (one == entry) who.push_back(worker);
    }
    return who;
  }

  using Rule = std::function<bool(std::size_t worker, Entry entry)>;
  Rule answers = [](std::size_t, Entry) { return true; };
  Rule fails = [](std::size_t, Entry) { return false; };
  Rule takes_along = [](std::size_t, Entry) { return false; };
  std::function<Rational(std::size_t, const Question&)> payoff =
      [](std::size_t, const Question& question) { return payoff_of(question); };
  std::vector<std::deque<Question>> queues;
  std::vector<std::int64_t> copies;
  std::set<std::size_t> gone;
  std::vector<std::pair<std::size_t, Entry>> asked;
};

class Told final : public Answers, public AskAhead {
 public:
  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    for (std::size_t t = 0; t < which.size(); ++t) {
      EXPECT_TRUE(taken.emplace(which[t], payoffs[t]).second) << "answered twice";
    }
  }
  [[nodiscard]] bool stopped() const override { return looks_left > 0 && --looks_left == 0; }
  void failed(std::span<const std::size_t> which) override {
    lost.insert(which.begin(), which.end());
  }
  void hedged(std::int64_t count) override { twice += count; }
  void waiting(const Waiting& now) override { last = now; }
  [[nodiscard]] AskAhead* ahead() override { return expected.empty() ? nullptr : this; }
  std::vector<Question> next(std::size_t most) override {
    std::vector<Question> some;
    while (some.size() < most && given < expected.size()) some.push_back(expected[given++]);
    return some;
  }
  void take(std::span<const Question> which, std::span<const Rational> /*payoffs*/) override {
    came_ahead += which.size();
  }

  std::map<std::size_t, Rational> taken;
  std::set<std::size_t> lost;
  std::int64_t twice = 0;
  Waiting last;
  std::vector<Question> expected;
  std::size_t given = 0;
  std::size_t came_ahead = 0;
  mutable std::size_t looks_left = 0;  // 0: never stopped
};

struct Fleet {
  explicit Fleet(std::size_t workers, bool hedge = true, Index retries = 2, bool random = false) {
    OracleSettings how;
    how.rows = how.columns = 100;
    how.hedge = hedge;
    how.retries = retries;
    how.random = random;
    how.seeded = random && hedge;
    auto made = std::make_unique<Scripted>(workers);
    crew = made.get();
    game = oracle_game(how, std::move(made));
  }
  /// Answers a batch, each question once and truly; returns what was told of it.
  const Told& answer(const std::vector<Question>& asked) {
    Told& all = batches.emplace_back();
    game->answer(asked, all);
    EXPECT_EQ(all.taken.size(), asked.size());
    for (const auto& [which, paid] : all.taken) EXPECT_EQ(paid, payoff_of(asked[which]));
    return all;
  }
  Scripted* crew = nullptr;
  std::unique_ptr<Source> game;
  std::list<Told> batches;
};

std::vector<Question> entries(Index rows, Index columns, std::uint64_t first_seed = 0) {
  std::vector<Question> asked;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      asked.push_back({{i, j}, first_seed == 0 ? 0 : first_seed + asked.size()});
    }
  }
  return asked;
}

constexpr Entry stuck{1, 2};

/// The first worker that is asked for it answers only when another has.
Scripted::Rule until_another_has(Scripted& crew) {
  return [&crew, done = false](std::size_t worker, Entry entry) mutable {
    if (!(entry == stuck)) return true;
    if (worker == crew.asked_for(stuck).front()) return done;
    done = true;
    return true;
  };
}

/// What was asked twice, of two workers, and only when nothing else was left to be asked. What
/// waits behind a slow question is slow as well.
std::int64_t copies_in(const Scripted& crew) {
  std::map<Entry, std::size_t> first;
  std::int64_t copies = 0;
  for (const auto& [worker, entry] : crew.asked) {
    const auto [known, is_new] = first.emplace(entry, worker);
    EXPECT_FALSE(is_new && copies > 0) << "the rest goes first";
    EXPECT_TRUE(is_new || known->second != worker);
    EXPECT_LE(crew.asked_for(entry).size(), 2U);
    copies += is_new ? 0 : 1;
  }
  return copies;
}

TEST(Hedge, ASecondWorkerIsAskedOnceAndTheFirstAnswerCounts) {
  Fleet fleet(3);
  fleet.crew->answers = until_another_has(*fleet.crew);
  const auto asked = entries(10, 10);
  const Told& told = fleet.answer(asked);
  EXPECT_EQ(fleet.crew->asked_for(stuck).size(), 2U);
  EXPECT_EQ(copies_in(*fleet.crew), told.twice);
  EXPECT_EQ(fleet.crew->asked.size(), asked.size() + static_cast<std::size_t>(told.twice));
  // What comes late is thrown away, and the worker has a part in the next batch.
  EXPECT_EQ(fleet.answer(asked).twice, 0);
}

TEST(Hedge, WhatIsSlowIsAskedOnceWithoutIt) {
  Fleet fleet(3, false);
  fleet.crew->answers = until_another_has(*fleet.crew);
  const auto asked = entries(10, 10);
  Told told;
  told.looks_left = 20000;
  fleet.game->answer(asked, told);
  EXPECT_LT(told.taken.size(), asked.size());
  EXPECT_EQ(fleet.crew->asked.size(), asked.size());
}

TEST(Hedge, WhatIsAskedAheadGoesFirst) {
  Fleet fleet(3);
  fleet.crew->answers = until_another_has(*fleet.crew);
  const auto asked = entries(10, 10);
  Told told;
  for (Index j = 0; j < 40; ++j) told.expected.push_back({{50, j}});
  fleet.game->answer(asked, told);
  EXPECT_EQ(told.taken.size(), asked.size());
  EXPECT_EQ(told.given, told.expected.size());
  EXPECT_EQ(copies_in(*fleet.crew), told.twice);
  EXPECT_EQ(fleet.crew->asked_for(stuck).size(), 2U);
}

TEST(Hedge, TheFirstOfTheTwoMayComeFirst) {
  Fleet fleet(3);
  Scripted& crew = *fleet.crew;
  bool over = false;  // the second answers in the next batch
  crew.answers = [&](std::size_t worker, Entry entry) {
    const auto who = crew.asked_for(stuck);
    if (!(entry == stuck)) return true;
    return worker == who.front() ? who.size() == 2 : over;
  };
  const auto asked = entries(10, 10);
  const Told& told = fleet.answer(asked);
  EXPECT_EQ(copies_in(crew), told.twice);
  over = true;
  fleet.answer(entries(5, 5));
}

TEST(Hedge, TwoAnswersThatDifferAreAFault) {
  Fleet fleet(3);
  Scripted& crew = *fleet.crew;
  crew.answers = until_another_has(crew);
  crew.payoff = [&](std::size_t worker, const Question& question) {
    const bool late = question.entry == stuck && worker == crew.asked_for(stuck).front();
    return payoff_of(question) + (late ? 1 : 0);
  };
  const auto asked = entries(10, 10);
  Told told;
  const std::string fault = error_of<SourceError>([&] {
    fleet.game->answer(asked, told);
    fleet.game->answer(entries(5, 5), *std::make_unique<Told>());  // where it comes late
  });
  EXPECT_EQ(fault,
            "entry (1, 2) has two payoffs, 102 and 103: payoffs must not change from one answer to "
            "the next; if they are random, see `noisy`");
}

// The second answers of two workers come together, when all questions have been answered. Kills:
// answers that have come by then left unread; a fault forgotten where the next answer is as it
// should be.
TEST(Hedge, AFaultIsNotForgottenWhenOthersAnswer) {
  Fleet fleet(4);
  Scripted& crew = *fleet.crew;
  const auto asked = entries(10, 10);
  Told told;
  crew.answers = [&](std::size_t worker, Entry entry) {
    return worker >= 2 || entry.row < 9 || told.taken.size() == asked.size();
  };
  crew.payoff = [](std::size_t worker, const Question& question) {
    const bool late = worker == 0 && question.entry.row == 9;
    return payoff_of(question) + (late ? 1 : 0);
  };
  const std::string fault = error_of<SourceError>([&] { fleet.game->answer(asked, told); });
  EXPECT_NE(fault.find(" has two payoffs, "), std::string::npos) << fault;
  EXPECT_EQ(told.taken.size(), asked.size());
}

TEST(Hedge, APlayThatPaysAnotherTimeIsNotOfItsSeed) {
  Fleet fleet(3, true, 2, true);
  Scripted& crew = *fleet.crew;
  crew.answers = until_another_has(crew);
  crew.payoff = [&](std::size_t worker, const Question& question) {
    const bool late = question.entry == stuck && worker == crew.asked_for(stuck).front();
    return late ? Rational(0) : Rational(1);
  };
  Told told;
  const std::string fault = error_of<SourceError>([&] {
    fleet.game->answer(entries(10, 10, 1), told);
    fleet.game->answer(entries(5, 5, 1000), *std::make_unique<Told>());
  });
  EXPECT_EQ(fault,
            "entry (1, 2): the play of seed 13 paid 1, and 0 when it was played again: the program "
            "does not draw all its chances from the seed, so neither `seeded` nor `hedge` fits it");
}

TEST(Hedge, OfTwoThatHaveItOneMayFail) {
  for (const bool first : {true, false}) {
    Fleet fleet(3, true, 0);  // a failure of the only one would end it
    Scripted& crew = *fleet.crew;
    bool failed = false;
    crew.answers = [&](std::size_t, Entry entry) { return !(entry == stuck) || failed; };
    crew.fails = [&](std::size_t worker, Entry entry) {
      const auto who = crew.asked_for(stuck);
      const bool now = entry == stuck && who.size() == 2 && worker == who[first ? 0 : 1] && !failed;
      failed = failed || now;
      return now;
    };
    const auto asked = entries(10, 10);
    const Told& told = fleet.answer(asked);
    EXPECT_EQ(crew.asked_for(stuck).size(), 2U);
    EXPECT_FALSE(told.lost.contains(12)) << "it is left to the other";
  }
}

TEST(Hedge, PlaysThatDrawFromElsewhereAreRefused) {
  OracleSettings how;
  how.rows = how.columns = 2;
  how.random = how.hedge = true;
  EXPECT_EQ(
      error_of<InputError>([&] { oracle_game(how, std::make_unique<Scripted>(2)); }),
      "hedge: only plays that draw from their seeds (seeded) can be asked twice: of two others "
      "the quicker one would count, and what a play pays may make it quick");
}

TEST(Gone, WhatAWorkerHadGoesToOthersAndItMayComeBack) {
  Fleet fleet(3, false, 0);
  Scripted& crew = *fleet.crew;
  crew.takes_along = [](std::size_t worker, Entry entry) { return worker == 1 && entry.row == 5; };
  const auto asked = entries(10, 10);
  const Told& told = fleet.answer(asked);
  EXPECT_EQ(crew.gone, std::set<std::size_t>{1});
  EXPECT_FALSE(told.lost.empty()) << "of plays, what it had is reported";
  crew.gone.clear();
  crew.takes_along = [](std::size_t, Entry) { return false; };
  crew.asked.clear();
  fleet.answer(asked);
  const auto has_a_part = [&](const auto& one) { return one.first == 1; };
  EXPECT_TRUE(std::ranges::any_of(crew.asked, has_a_part));
}

TEST(Gone, AnEntryThatTakesWorkersWithItEndsTheRunBeforeAllAreGone) {
  Fleet fleet(9, false, 0);
  fleet.crew->takes_along = [](std::size_t, Entry entry) { return entry == stuck; };
  const auto asked = entries(10, 10);
  Told told;
  EXPECT_EQ(error_of<SourceError>([&] { fleet.game->answer(asked, told); }),
            "entry (1, 2): its machine is lost (tried 3 times)");
  EXPECT_EQ(fleet.crew->gone.size(), 3U);
}

TEST(Gone, WithoutWorkersThereIsNobodyToAsk) {
  Fleet fleet(2, false);
  fleet.crew->takes_along = [](std::size_t, Entry entry) { return entry.row == 3; };
  Told told;
  EXPECT_EQ(error_of<SourceError>([&] { fleet.game->answer(entries(10, 10), told); }),
            "its machine is lost, and no other worker is left");
  EXPECT_GE(told.taken.size(), 30U - 8);
}

}  // namespace
}  // namespace allnash::crew_test
