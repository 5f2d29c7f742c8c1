// What watching a run costs: how often bounds are worked out to be shown.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "answer/solve/parts.hpp"
#include "matrix/run/run.hpp"
#include "random_games.hpp"

namespace allnash::watching_test {
namespace {

using std::chrono::milliseconds;
using Clock = matrix::DisplayPace::Clock;

TEST(Watched, BoundsAreDueAFewTimesASecondAtMost) {
  const Clock::time_point start{};
  matrix::DisplayPace pace(start);
  int noted = 0;
  for (milliseconds passed{0}; passed < milliseconds(10'000); ++passed) {
    if (!pace.due(start + passed)) continue;
    ++noted;
    pace.took(start + passed, start + passed);
  }
  EXPECT_GT(noted, 10);
  EXPECT_LE(noted, 40);
}

TEST(Watched, BoundsTakeASmallPartOfTheTime) {
  const Clock::time_point start{};
  constexpr milliseconds each{300};
  matrix::DisplayPace pace(start);
  milliseconds spent{0};
  for (milliseconds passed{0}; passed < milliseconds(100'000); ++passed) {
    if (!pace.due(start + passed)) continue;
    pace.took(start + passed, start + passed + each);
    passed += each;
    spent += each;
  }
  EXPECT_GT(spent, each);
  EXPECT_LE(spent, milliseconds(100'000) / 20);
}

class Watcher final : public Observer {
 public:
  void progress(const Progress& now) override { bounded += now.low ? 1 : 0; }
  int bounded = 0;
};

// A run of which one row is known, that has gone on for so long, and reports three times.
int times_bounded(Clock::duration so_far) {
  const auto game = open_game("family:random,n=8");
  asking::Ledger ledger(*game, {});
  std::vector<Entry> row;
  for (Index j = 0; j < 8; ++j) row.push_back({0, j});
  EXPECT_TRUE(ledger.ask(row));
  const Options options;
  Watcher watcher;
  matrix::Run run{ledger, options, {}, &watcher, Clock::now() - so_far};
  for (int t = 0; t < 3; ++t) run.report("searching");
  return watcher.bounded;
}

TEST(Watched, BoundsAreShownOnceARunTakesAWhile) {
  EXPECT_EQ(times_bounded(std::chrono::hours(1)), 3);
  EXPECT_EQ(times_bounded(-std::chrono::hours(1)), 0);
}

// Where a run ends, and on what: pair, bounds and payoffs asked.
std::string end_of(Source& game, const Options& options, Observer* observer) {
  asking::LedgerSettings settings;
  settings.budget = options.budget;
  asking::Ledger ledger(game, settings);
  matrix::Run run{ledger, options, {}, observer};
  run.pace = matrix::DisplayPace(Clock::now(), milliseconds(0));
  const matrix::Outcome outcome = method_named(options.method).run(run);
  const auto text = [](const std::optional<Rational>& number) {
    return number ? number->to_string() : "none";
  };
  std::string end = std::to_string(ledger.counts().asked) + " " +
                    std::to_string(ledger.counts().rounds) + " " + text(run.bounds.low) + " " +
                    text(run.bounds.high) + " " + outcome.pair.value.to_string();
  for (const Weight& weight : outcome.pair.row) end += " " + weight.probability.to_string();
  return end;
}

// However often bounds are worked out, a run goes the same way.
TEST(Watched, EagerlyWatchedRunsGoTheSameWay) {
  constexpr const char* names[] = {"auto", "lazy", "reweighted", "saddle-bienstock", "full"};
  std::mt19937_64 random(3);
  int bounded = 0;
  for (int number = 0; number < test::this_many(500); ++number) {
    SCOPED_TRACE(number);
    const test::WholeGame game = test::random_game(random, 9);
    const auto source = function_game(game.rows, game.columns, [&](Index i, Index j) {
      return Rational(game.at(static_cast<int>(i), static_cast<int>(j)), game.scale);
    });
    Options options;
    options.method = names[random() % 5];
    options.seed = random();
    options.budget = 1 + static_cast<std::int64_t>(random() % (2 * game.payoffs.size()));
    Watcher watcher;
    ASSERT_EQ(end_of(*source, options, &watcher), end_of(*source, options, nullptr));
    bounded += watcher.bounded;
  }
  EXPECT_GT(bounded, 0);
}

}  // namespace
}  // namespace allnash::watching_test
