// Plays asked ahead change no answer of a run, whatever comes back when; all that goes out is
// counted, and the next run begins after it. tests/payoffs/asking/freeze_test.cpp has what is
// frozen after a stop.
//
// Each of these errors fails a test here: plays taken in the order of their arrival; plays that
// nobody looked at taken for such before a freeze of the run; a play that was lost ahead, or that
// was out when a run ended, played again; a budget that does not count what is due beside what goes
// ahead.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "allnash/allnash.hpp"
#include "payoffs/file/store.hpp"
#include "quick_disk.hpp"
#include "random_games.hpp"

namespace allnash::play_ahead_test {
namespace {

/// Win rates in hundredths.
struct Rates {
  Index rows = 1;
  Index columns = 1;
  bool symmetric = false;
  std::vector<int> wins;

  [[nodiscard]] int at(Entry entry) const {
    return wins[static_cast<std::size_t>(entry.row * columns + entry.column)];
  }
};

Rates random_rates(std::mt19937_64& random) {
  Rates game;
  game.symmetric = random() % 3 == 0;
  game.rows = 2 + static_cast<Index>(random() % 3);
  game.columns = game.symmetric ? game.rows : 2 + static_cast<Index>(random() % 3);
  for (Index t = 0; t < game.rows * game.columns; ++t) {
    game.wins.push_back(static_cast<int>(random() % 101));
  }
  return game;
}

/// Paid by the seed alone.
Rational paid(const Rates& game, const Question& play) {
  std::mt19937_64 chance(play.seed);
  return static_cast<int>(chance() % 100) < game.at(play.entry) ? 1 : 0;
}

class Plain final : public Source {
 public:
  explicit Plain(const Rates& game)
      : Source(game.rows, game.columns, {}, {.random = true, .seeded = true}), game_(game) {}
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = paid(game_, asked[t]);
  }

 private:
  const Rates& game_;
};

/// Workers that answer in random order, of the round or ahead of it. Now and then one dies with
/// what it was asked ahead; of plays that draw from the seed that is harmless.
class Unruly final : public Source {
 public:
  Unruly(const Rates& game, std::uint64_t seed, bool dies = true)
      : Source(game.rows, game.columns, {},
               {.random = true, .seeded = true, .tells_what_goes_out = true, .asks_ahead = true}),
        game_(game),
        random_(seed),
        dies_(dies) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    std::vector<std::size_t> left(asked.size());
    for (std::size_t t = 0; t < left.size(); ++t) left[t] = t;
    for (const Question& one : asked) {
      out.insert(one.seed);
      std::erase(ahead_, one);  // it is under way
    }
    answers.handing_out(left);
    while (!left.empty() && !answers.stopped()) {
      const std::size_t most = random_() % 4;
      AskAhead* const later = answers.ahead();
      for (const Question& one : later != nullptr ? later->next(most) : std::vector<Question>()) {
        EXPECT_TRUE(out.insert(one.seed).second) << "asked twice";
        ahead_.push_back({one});
        ++ahead_in_all;
      }
      if (!ahead_.empty() && random_() % 2 == 0) {
        const Question one = take_any(ahead_);
        note(one);
        answers.ahead()->take(std::vector{one}, std::vector{paid(game_, one)});
      }
      if (dies_ && random_() % 16 == 0) ahead_.clear();
      const std::size_t which = take_any(left);
      note(asked[which]);
      answers.take(std::vector{which}, std::vector{paid(game_, asked[which])});
    }
  }

  std::set<std::uint64_t> out;  ///< asked, in a round or ahead
  std::multiset<std::uint64_t> answered;
  std::int64_t ahead_in_all = 0;

 private:
  struct Out : Question {
    bool operator==(const Question& other) const { return seed == other.seed; }
  };
  template <typename One>
  One take_any(std::vector<One>& from) {
    const std::size_t place = random_() % from.size();
    const One one = from[place];
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(place));
    return one;
  }
  void note(const Question& one) {
    answered.insert(one.seed);
    EXPECT_EQ(answered.count(one.seed), 1U);
  }

  const Rates& game_;
  std::mt19937_64 random_;
  bool dies_;
  std::vector<Out> ahead_;
};

Options options_for(const Rates& game, std::mt19937_64& random) {
  Options options;
  options.symmetric = game.symmetric;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = Rational(static_cast<std::int64_t>(20 + random() % 20), 100);
  options.seed = random();
  return options;
}

/// Sees so many random games, each with its options.
template <typename See>
void each_game(int count, std::uint64_t seed, const See& see) {
  std::mt19937_64 random(seed);
  for (int number = 0; number < test::this_many(count); ++number) {
    SCOPED_TRACE(number);
    const Rates game = random_rates(random);
    see(game, options_for(game, random), random);
  }
}

/// Result and certificate, without what depends on how fast plays came.
std::string answer_of(Source& source, const Options& options) {
  std::ostringstream certificate;
  Result result = solve(source, options, {.certificate = &certificate});
  result.in_vain.reset();
  result.recalled.reset();
  result.seconds = 0;
  std::string text = to_json(result) + certificate.str();
  for (const PlayTally& tally : result.by_play->tallies) {
    text += std::to_string(tally.plays) + " " + tally.mean.to_string() + "\n";
  }
  return text;
}

std::string fresh_ledger(const char* name) {
  const std::string path = testing::TempDir() + name;
  std::filesystem::remove(path);
  return path;
}

TEST(PlayAhead, ChangesNoAnswer) {
  std::int64_t ahead = 0;
  each_game(200, 1, [&](const Rates& game, Options options, std::mt19937_64& random) {
    Plain plain(game);
    const std::string without = answer_of(plain, options);
    options.ahead = 0.05 * static_cast<double>(1 + random() % 5);
    Unruly source(game, random());
    EXPECT_EQ(answer_of(source, options), without);
    ahead += source.ahead_in_all;
  });
  EXPECT_GT(ahead, test::this_many(1000));
}

TEST(PlayAhead, CountsWhatGoesOut) {
  each_game(100, 2, [&](const Rates& game, Options options, std::mt19937_64& random) {
    options.ahead = 0.2;
    Unruly source(game, random(), false);
    const Result result = solve(source, options);
    EXPECT_EQ(result.queries + *result.in_vain, std::ssize(source.out));
    EXPECT_LE(*result.in_vain, source.ahead_in_all);
  });
}

// A run that a budget ends says what the same plays say without asking ahead.
TEST(PlayAhead, BudgetsCountWhatIsHandedOut) {
  each_game(200, 3, [&](const Rates& game, Options options, std::mt19937_64& random) {
    options.budget = static_cast<std::int64_t>(random() % 200);
    options.ahead = 0.2;
    Unruly source(game, random());
    const Result result = solve(source, options);
    EXPECT_LE(std::ssize(source.out), *options.budget);
    EXPECT_LE(result.queries + *result.in_vain, *options.budget);
    options.ahead = 0;
    options.budget = result.queries;
    Plain plain(game);
    const Result same = solve(plain, options);
    EXPECT_EQ(result.low, same.low);
    EXPECT_EQ(result.high, same.high);
    EXPECT_EQ(result.status, same.status);
  });
}

TEST(PlayAhead, LedgersResumeIt) {
  const test::QuickDisk quick;
  each_game(40, 4, [&](const Rates& game, Options options, std::mt19937_64& random) {
    Plain plain(game);
    const std::string without = answer_of(plain, options);
    options.ahead = 0.2;
    options.ledger = fresh_ledger("play_ahead.db");
    std::multiset<std::uint64_t> answered;
    for (int time = 0; time < 3; ++time) {
      options.budget = static_cast<std::int64_t>(random() % 60);
      Unruly source(game, random());
      (void)solve(source, options);
      for (const std::uint64_t seed : source.answered) answered.insert(seed);
    }
    options.budget.reset();
    Unruly last(game, random());
    EXPECT_EQ(answer_of(last, options), without);
    for (const std::uint64_t seed : last.answered) answered.insert(seed);
    const std::set<std::uint64_t> distinct(answered.begin(), answered.end());
    EXPECT_EQ(distinct.size(), answered.size()) << "played twice";
  });
}

// The next run on a ledger, with a finer epsilon, begins after all that the last one handed out,
// whether anybody looked at it or not, and plays none of it again. So also after a merge.
TEST(PlayAhead, TheNextRunBeginsAfterAllThatWasHandedOut) {
  const test::QuickDisk quick;
  std::int64_t found = 0;
  each_game(40, 5, [&](const Rates& game, Options options, std::mt19937_64& random) {
    options.ledger = fresh_ledger("plays.db");
    options.ahead = 0.2;
    Unruly source(game, random());
    const Result first = solve(source, options);
    found += *first.in_vain;
    const std::string merged = fresh_ledger("merged.db");
    (void)merge_ledger(*options.ledger, {merged});
    Options next = options;
    next.ahead = 0;
    next.epsilon = *options.epsilon * Rational(2, 3);
    next.seed = random();
    Unruly second(game, random());
    const std::string answer = answer_of(second, next);
    for (const std::uint64_t seed : second.out) EXPECT_FALSE(source.answered.contains(seed));
    const file::Store file(*options.ledger);
    file.for_each([&](const file::KeptPlay& play) {
      const bool of_first = source.out.contains(static_cast<std::uint64_t>(play.seed));
      EXPECT_EQ(of_first, play.number && *play.number < file.run_start().plays);
    });
    next.ledger = merged;
    Unruly third(game, random());
    EXPECT_EQ(answer_of(third, next), answer);
    EXPECT_EQ(third.out, second.out);
  });
  EXPECT_GT(found, test::this_many(100));
}

/// One entry of 1/2, by a coin of its own. What is asked ahead comes back when it is won. When it
/// is lost it dies, or takes so long that the run is stopped.
class QuickWins final : public Source {
 public:
  explicit QuickWins(std::uint64_t seed, StopFlag* stop = nullptr)
      : Source(1, 1, {}, {.random = true, .tells_what_goes_out = true, .asks_ahead = true}),
        random_(seed),
        stop_(stop) {}
  void answer(std::span<const Question> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      AskAhead* const later = answers.ahead();
      for (const Question& one : later != nullptr ? later->next(2) : std::vector<Question>()) {
        if (random_() % 2 == 0) {
          later->take(std::vector{one}, std::vector{Rational(1)});
        } else if (stop_ == nullptr) {
          later->failed(std::vector{one});
        } else {
          stop_->raise();
        }
      }
      answers.handing_out(std::vector{t});
      answers.take(std::vector{t}, std::vector{Rational(static_cast<std::int64_t>(random_() % 2))});
    }
  }

 private:
  std::mt19937_64 random_;
  StopFlag* stop_;
};

TEST(PlayAhead, WhatIsLostAheadCountsAsTheWorst) {
  std::int64_t lost = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Options options{.budget = 400, .payoff_range = PayoffRange{0, 1}, .epsilon = Rational(1, 10)};
    options.delta = Rational(1, 1000);
    options.ahead = 0.2;
    options.seed = seed;
    QuickWins source(seed);
    const Result result = solve(source, options);
    EXPECT_LE(*result.low, Rational(1, 2));
    EXPECT_GE(*result.high, Rational(1, 2));
    lost += result.by_play->failures;
  }
  EXPECT_GT(lost, 1000);
}

// What is out when a run ends, a loss that takes long, is lost at its place in the next.
TEST(PlayAhead, WhatNeverCameBackIsLostAtItsPlace) {
  const test::QuickDisk quick;
  Options options{.payoff_range = PayoffRange{0, 1}, .epsilon = Rational(1, 5)};
  options.delta = 0.001;
  options.ledger = fresh_ledger("lost_ahead.db");
  options.ahead = 0.2;
  for (std::uint64_t run = 1; run <= 60; ++run) {
    options.seed = run;  // each is another run
    StopFlag stop;
    QuickWins source(run, &stop);
    const Result result = solve(source, options, {.stop = &stop});
    EXPECT_LE(*result.low, Rational(1, 2)) << run;
    EXPECT_GE(*result.high, Rational(1, 2)) << run;
  }
  EXPECT_GT(ledger_info(*options.ledger).plays->failures, 30);
}

// The same run again, whose source answers for all that it is asked: what is out is not.
TEST(PlayAhead, WhatIsOutIsNotPlayedAgain) {
  const test::QuickDisk quick;
  Options options{.payoff_range = PayoffRange{0, 1}, .epsilon = Rational(1, 5)};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    options.ledger = fresh_ledger("out_ahead.db");
    options.ahead = 0.2;
    StopFlag stop;
    QuickWins first(seed, &stop);
    (void)solve(first, options, {.stop = &stop});
    const std::int64_t open = ledger_info(*options.ledger).plays->open;
    EXPECT_GT(open, 0);
    options.ahead = 0;
    QuickWins again(seed + 100);
    EXPECT_EQ(solve(again, options).by_play->failures, open);
  }
}

TEST(PlayAhead, NeedsWorkers) {
  const Options options{
      .payoff_range = PayoffRange{-1, 1}, .epsilon = Rational(1, 2), .ahead = 0.2};
  const auto game = coin_game(open_game("family:rps,n=3"), *options.payoff_range);
  EXPECT_THROW((void)solve(*game, options), OptionError);
}

}  // namespace
}  // namespace allnash::play_ahead_test
