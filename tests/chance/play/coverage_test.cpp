// What the theorem excludes hardly ever happens, at any moment of a run; and a method that spends
// more than it has would be seen to. bench/noise counts the same in thousands of runs.
#include "chance/play/coverage.hpp"

#include <gtest/gtest.h>

#include <map>

#include "payoffs/asking/play_ledger.hpp"

namespace allnash::coverage::coverage_test {
namespace {

const Rational small(1, 1000);  // a delta of which a few dozen runs see hardly anything
const Rational usual(1, 20);

TEST(Coverage, TheGuaranteeHoldsAtEveryMoment) {
  for (const Rational& delta : {small, usual}) {
    const Counts counts =
        count(one_on_the_boundary(2), chance::certify_by_play, {1, 10}, delta, 100);
    EXPECT_LE(counts.guarantee, allowed(100, delta.to_double()));
    EXPECT_LE(counts.together, allowed(100, delta.to_double()));
    // A harness that sees nothing at a level of 2 would prove nothing.
    EXPECT_GT(counts.guarantee_at_two, 10);
  }
}

TEST(Coverage, AllArmsOfAllAttemptsHoldTogether) {
  const Counts mixed = count(all_equal(4), chance::certify_by_play, {1, 5}, small, 40);
  EXPECT_EQ(mixed.together, 0);
  EXPECT_GT(mixed.together_at_two, 15);
  EXPECT_EQ(mixed.strange_draws, 0);
  EXPECT_EQ(mixed.overspent, 0);
  // Where no saddle point is strict each search ends in an attempt that fails.
  const Counts points = count(all_equal(3), chance::saddle_midsearch, {1, 5}, small, 20);
  EXPECT_EQ(points.together, 0);
  EXPECT_GT(points.together_at_two, 10);
  EXPECT_GT(points.attempts, 2 * points.runs);
  EXPECT_EQ(points.strange_draws, 0);
  EXPECT_EQ(points.overspent, 0);
}

TEST(Coverage, SymmetricGamesToo) {
  Game game = all_equal(4);
  game.symmetric = true;
  for (const Method method : {chance::certify_by_play, chance::saddle_midsearch}) {
    const Counts counts = count(game, method, {1, 5}, small, 30);
    EXPECT_EQ(counts.together, 0);
    EXPECT_GT(counts.together_at_two, 3);
    EXPECT_EQ(counts.strange_draws, 0);
    EXPECT_EQ(counts.overspent, 0);
  }
}

// The first plays of every entry speak for the worse row: exploration believes them, the attempt
// fails, and another follows. Whatever was drawn before a freeze enters no bound.
TEST(Coverage, DrawsOfAFailedAttemptStayThere) {
  const Game game{
      "misleading", 2, 2, {Rational(1, 5), Rational(1, 5), Rational(3, 5), Rational(3, 5)}};
  int attempts = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::map<std::pair<Index, Index>, int> played;
    const auto source = function_game(2, 2, [&](Index i, Index j, std::uint64_t chance) {
      if (++played[{i, j}] <= 60) return Rational(i == 0 ? 1 : 0);
      const auto part = static_cast<std::int64_t>(chance % 1000);
      return Rational(Rational(part, 1000) < game.at(i, j) ? 1 : 0);
    });
    const Held held = watched(game, *source, chance::certify_by_play, {1, 10}, usual, seed);
    EXPECT_FALSE(held.events.strange_draws) << seed;
    attempts += static_cast<int>(held.events.attempts);
  }
  EXPECT_GT(attempts, 22);
}

// ---------------------------------------------------------------------- plays that do not come
// back

/// Fair coins whose losses take long: when the run is stopped, in its round `last`, only wins have
/// come back.
class WinsComeFirst final : public Source {
 public:
  WinsComeFirst(StopFlag& stop, int last)
      : Source(1, 1, {}, {.random = true}), stop_(stop), left_(last) {}
  void answer(std::span<const Question> plays, Answers& answers) override {
    --left_;
    for (std::size_t t = 0; t < plays.size(); ++t) {
      const bool won = plays[t].seed % 2 == 0;
      const std::size_t which[] = {t};
      const Rational paid[] = {won ? 1 : 0};
      if (won || left_ > 0) answers.take(which, paid);
    }
    if (left_ == 0) stop_.raise();
  }

 private:
  StopFlag& stop_;
  int left_;
};

TEST(Coverage, WhatFollowsAMissingPlayIsNotCounted) {
  const Game game{"a coin", 1, 1, {Rational(1, 2)}};
  int in_an_attempt = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    StopFlag stop;
    WinsComeFirst source(stop, 85 + static_cast<int>(seed % 30));
    const Held held =
        watched(game, source, chance::certify_by_play, {1, 20}, {1, 1000}, seed, &stop);
    in_an_attempt += held.events.attempts > 0 && held.outcome.status != Status::certified ? 1 : 0;
    EXPECT_FALSE(held.events.together) << seed;
    EXPECT_LE(*held.bounds.low, Rational(1, 2)) << seed;
  }
  EXPECT_GT(in_an_attempt, 15);
}

TEST(Plays, AreHandedOverUpToTheFirstThatIsMissing) {
  StopFlag stop;
  WinsComeFirst source(stop, 1);
  asking::LedgerSettings settings{false, {}, StopToken(&stop)};
  settings.range = PayoffRange{0, 1};
  asking::Ledger ledger(source, settings);
  asking::PlayLedger plays(ledger);
  const std::vector<Entry> wanted(100, Entry{0, 0});
  std::vector<asking::Paid> paid;
  EXPECT_FALSE(plays.play(wanted, paid));
  std::size_t before_a_loss = 0;
  while (asking::play_seed(1, {0, 0}, static_cast<std::int64_t>(before_a_loss)) % 2 == 0) {
    ++before_a_loss;
  }
  EXPECT_EQ(paid.size(), before_a_loss);
  EXPECT_EQ(plays.played().count, static_cast<std::int64_t>(before_a_loss));
}

}  // namespace
}  // namespace allnash::coverage::coverage_test
