// What the theorem excludes, counted over the lives of leagues: many runs of one ledger, which are
// stopped while plays are out, go on, ask for less, lose the strategy that was frozen and gain
// others.
//
// Each of these errors was made on purpose, and Lives.KeepToOneDelta fails of it, in every life by
// the audit and where it says so by the count, too: level 2 everywhere (15 of 15 lives where 9 may
// fail); delta not shared over attempts; the budget begun anew by every run; caps without the
// union; plays from before the freeze counted; a freeze that moves to the beginning of each run;
// results in order of arrival, so that a play that never comes back is left out instead of lost
// (11 of 15).
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "chance/play/coverage.hpp"
#include "cli/run.hpp"
#include "payoffs/file/store.hpp"

namespace allnash::coverage::lives_test {
namespace {

/// A row of its own and one that always stays and nearly always loses; a fair opponent, column 0,
/// who is on the boundary, and others far from it. Coins decide. In the round in which it stops
/// only what is quick comes back: wins or losses, or nothing.
class Season final : public Source {
 public:
  Season(const Names& names, std::mt19937_64& coins)
      : Source(2, std::ssize(names.columns),
               {named("row ", names.rows), named("column ", names.columns)}, {.random = true}),
        coins_(coins) {
    game = {"season", 2, columns(), {}};
    for (const Index column : names.columns) {
      game.payoffs.emplace_back(column == 0 ? 10 : 19, 20);
    }
    game.payoffs.resize(2 * names.columns.size(), Rational(1, 20));
  }
  void answer(std::span<const Question> plays, Answers& answers) override {
    const bool last = left < std::ssize(plays);
    left -= std::ssize(plays);
    for (std::size_t t = 0; t < plays.size(); ++t) {
      const Rational& rate = game.at(plays[t].entry.row, plays[t].entry.column);
      const Rational paid = Rational(static_cast<std::int64_t>(coins_() % 20), 20) < rate ? 1 : 0;
      if (!last || paid == quick) answers.take({&t, 1}, {&paid, 1});
    }
    if (last) stop.raise();
  }

  Game game;
  StopFlag stop;
  std::int64_t left = 0;
  std::optional<Rational> quick;

 private:
  static std::vector<std::string> named(const char* what, const std::vector<Index>& numbers) {
    std::vector<std::string> names;
    for (const Index number : numbers) names.push_back(what + std::to_string(number));
    return names;
  }
  std::mt19937_64& coins_;
};

const Rational delta(1, 2);
constexpr int runs = 12;
constexpr Index always = runs;

Events life(std::uint64_t number) {
  const tests::Folder folder;
  std::mt19937_64 coins(number);
  PlayLog log;
  Watcher watcher(delta, log);
  for (int run = 0; run < runs; ++run) {
    // As a rule another row, so that a new attempt begins. In every fourth run the last one goes
    // on, with a newcomer.
    const bool goes_on = run % 4 == 2;
    Names names{{goes_on ? run - 1 : run, always}, {0, 1}};
    if (goes_on) names.columns.insert(names.columns.begin(), 2);
    Season season(names, coins);
    season.left = 400 + 10 * (run % 5);
    if (run % 4 == 1) season.quick = run % 8 / 4;  // and then the next goes on
    Options options;
    options.payoff_range = PayoffRange{0, 1};
    options.epsilon = Rational(1, 54 + run);  // each run asks for more than the last
    options.seed = 1 + static_cast<std::uint64_t>(run);
    const StopToken token(&season.stop);
    Logged logged(season, log, names);
    asking::LedgerSettings settings{false, {}, token};
    settings.seed = options.seed;
    settings.range = options.payoff_range;
    file::LedgerGame known{2, season.columns(), false, "seasons", ""};
    known.row_labels = season.labels().rows;
    known.column_labels = season.labels().columns;
    known.run = {{"seed", std::to_string(options.seed)}};
    file::Store file(folder.path("life.db"), known);
    settings.file = &file;
    asking::Ledger ledger(logged, settings);
    chance::Run now{ledger, options, token};
    now.delta = delta;
    watcher.follow(season.game, names);
    now.on_look = [&](const chance::Attempt& attempt) { watcher.look(attempt); };
    (void)chance::certify_by_play(now);
  }
  return watcher.events;
}

TEST(Lives, KeepToOneDelta) {
  constexpr int lives = 15;
  int guarantee = 0;
  int together = 0;
  int at_two = 0;
  std::int64_t attempts = 0;
  for (int number = 0; number < lives; ++number) {
    const Events events = life(static_cast<std::uint64_t>(number));
    EXPECT_FALSE(events.strange_draws) << number;
    EXPECT_FALSE(events.overspent) << number;
    guarantee += events.guarantee ? 1 : 0;
    together += events.together ? 1 : 0;
    at_two += events.guarantee_at_two ? 1 : 0;
    attempts += events.attempts;
  }
  // Of delta four fifths are for guarantees, and half of that for those at the freeze; newcomers
  // are far from the boundary.
  const int most = allowed(lives, 0.4 * delta.to_double());
  EXPECT_LE(guarantee, most);
  EXPECT_LE(together, most);
  EXPECT_GT(at_two, most);
  EXPECT_GT(attempts, 8 * lives);
}

}  // namespace
}  // namespace allnash::coverage::lives_test
