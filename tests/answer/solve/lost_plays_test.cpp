// Plays that are stopped and go on with their ledger: what was out is lost, or asked again where
// that is harmless.

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <utility>

#include "allnash/allnash.hpp"
#include "cli/run.hpp"
#include "quick_disk.hpp"

namespace allnash::lost_plays_test {
namespace {

using tests::Folder;

Options options_with(const std::string& ledger) {
  Options options;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = Rational(2, 5);
  options.ledger = ledger;
  return options;
}

/// One entry of 1/2, by a coin of its own. A win comes back; at the first loss the run is stopped.
class QuickWins : public Source {
 public:
  explicit QuickWins(bool tells)
      : Source(1, 1, {}, {.random = true, .tells_what_goes_out = tells}) {}
  void answer(std::span<const Question> plays, Answers& answers) override {
    for (std::size_t t = 0; t < plays.size() && !answers.stopped(); ++t) {
      if (traits().tells_what_goes_out) answers.handing_out(std::span(&t, 1));
      EXPECT_TRUE(begun.insert(plays[t].seed).second) << "played twice";
      if (random_() % 2 == 0) return stop->raise();
      const Rational win = 1;
      answers.take(std::span(&t, 1), std::span(&win, 1));
      ++wins;
    }
  }

  std::optional<StopFlag> stop{std::in_place};
  std::set<std::uint64_t> begun;
  std::int64_t wins = 0;

 private:
  std::mt19937_64 random_{1};
};

Result solved_until_stopped(QuickWins& game, const Options& options) {
  game.stop.emplace();
  Hooks hooks;
  hooks.stop = &*game.stop;
  return solve(game, options, hooks);
}

class Lost : public ::testing::TestWithParam<bool> {
 protected:
  /// After 120 stops of one run, or of runs of which none is the last one again: what is lost, less
  /// what had begun and did not come back.
  std::int64_t lost_too_many(bool one_run) {
    const test::QuickDisk quick;
    const Folder folder;
    QuickWins game(GetParam());
    Options options = options_with(folder.path("run.db"));
    for (std::uint64_t time = 1; time <= 120; ++time) {
      if (!one_run) options.seed = time;
      const Result result = solved_until_stopped(game, options);
      EXPECT_EQ(result.status, Status::stopped) << time;
      EXPECT_LE(*result.low, Rational(11, 20)) << time;
    }
    const LedgerInfo info = ledger_info(*options.ledger);
    EXPECT_EQ(info.payoffs, game.wins);
    EXPECT_GT(info.plays->attempts, 0);
    return info.plays->failures + info.plays->open - (std::ssize(game.begun) - game.wins);
  }
};

TEST_P(Lost, NoRunCertifiesAFalsehoodAfterItsStops) {
  const std::int64_t too_many = lost_too_many(true);
  EXPECT_GE(too_many, 0);
  if (GetParam()) {
    EXPECT_EQ(too_many, 0) << "what had not begun is not lost";
  }
}

TEST_P(Lost, NoLeagueCertifiesAFalsehoodAfterTheStopsOfManyRuns) {
  EXPECT_GE(lost_too_many(false), 0);
}

INSTANTIATE_TEST_SUITE_P(Sources, Lost, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "Telling" : "Silent"; });

/// Chances from the seed; stops the run at some plays, the first time they are asked.
class Seeded final : public Source {
 public:
  Seeded(bool seeded, bool disturbed)
      : Source(2, 2, {}, {.random = true, .seeded = seeded}), disturbed_(disturbed) {}
  void answer(std::span<const Question> plays, Answers& answers) override {
    for (std::size_t t = 0; t < plays.size() && !answers.stopped(); ++t) {
      const bool win = plays[t].seed / 8 % 2 == 0;
      if (disturbed_ && !win && plays[t].seed % 8 == 0 && seen_.insert(plays[t].seed).second) {
        if (plays[t].seed / 16 % 2 == 0) return stop->raise();
        answers.failed(std::span(&t, 1));
      }
      const Rational paid = win ? 1 : 0;
      answers.take(std::span(&t, 1), std::span(&paid, 1));
    }
  }
  std::optional<StopFlag> stop{std::in_place};

 private:
  bool disturbed_;
  std::set<std::uint64_t> seen_;
};

Result solved_in_the_end(Seeded& game, const Options& options, int& stops) {
  for (;;) {
    game.stop.emplace();
    Hooks hooks;
    hooks.stop = &*game.stop;
    Result result = solve(game, options, hooks);
    if (result.status != Status::stopped || ++stops == 1000) return result;
  }
}

TEST(LostPlays, ASourceThatDrawsFromTheSeedLosesNoPlay) {
  const Folder folder;
  int stops = 0;
  Seeded whole(true, false);
  const Result expected = solved_in_the_end(whole, options_with(folder.path("whole.db")), stops);
  EXPECT_EQ(stops, 0);
  Seeded game(true, true);
  const Result result = solved_in_the_end(game, options_with(folder.path("run.db")), stops);
  EXPECT_GT(stops, 0);
  EXPECT_EQ(result.status, Status::certified);
  EXPECT_EQ(result.low, expected.low);
  EXPECT_EQ(result.high, expected.high);
  EXPECT_EQ(result.queries, expected.queries);
  EXPECT_EQ(result.by_play->failures, 0);
}

TEST(LostPlays, LostPlaysStayLostIfTheSourceIsLaterSaidToDrawFromSeeds) {
  const Folder folder;
  const Options options = options_with(folder.path("run.db"));
  Seeded first(false, true);
  Hooks hooks;
  hooks.stop = &*first.stop;
  EXPECT_EQ(solve(first, options, hooks).status, Status::stopped);
  Seeded again(false, true);
  hooks.stop = &*again.stop;
  (void)solve(again, options, hooks);  // now it is lost
  const std::int64_t lost = ledger_info(options.ledger.value()).plays->failures;
  EXPECT_GT(lost, 0);
  Seeded seeded(true, false);
  EXPECT_EQ(solve(seeded, options).by_play->failures, lost);
}

TEST(LostPlays, AnImportedPlayOfALostOneComesTooLate) {
  const Folder folder;
  const Options options = options_with(folder.path("run.db"));
  const auto game = oracle_game({.rows = 1, .columns = 1, .random = true});
  const Plan first = plan(*game, options);
  ASSERT_FALSE(first.questions.empty());
  EXPECT_TRUE(first.out.empty());
  const Plan second = plan(*game, options);
  EXPECT_TRUE(second.questions.empty());
  EXPECT_EQ(second.out.size(), first.questions.size());
  EXPECT_THROW((void)solve(*game, options), InputError);
  const std::string seed = std::to_string(first.questions[0].seed);
  std::istringstream lost("0,0," + seed + ",lost\n");
  EXPECT_EQ(import_ledger(*options.ledger, lost, "lost").lost, 1);
  std::istringstream late("0,0," + seed + ",1\n");
  EXPECT_EQ(import_ledger(*options.ledger, late, "late").late, 1);
  EXPECT_EQ(ledger_info(*options.ledger).payoffs, 0);
  // Of a source that draws from the seed the rest may be handed out again.
  const auto seeded = oracle_game({.rows = 1, .columns = 1, .random = true, .seeded = true});
  EXPECT_EQ(plan(*seeded, options).questions.size(), first.questions.size() - 1);
}

}  // namespace
}  // namespace allnash::lost_plays_test
