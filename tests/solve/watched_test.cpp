// An observer sees a run and does not change it: the result is the same, byte for byte.
#include <gtest/gtest.h>

#include <string>

#include "allnash/allnash.hpp"
#include "random_games.hpp"

namespace allnash::watched_test {
namespace {

class Watcher final : public Observer {
 public:
  explicit Watcher(bool events) : events_(events) {}
  void progress(const Progress& now) override {
    if (now.low && now.high) {
      EXPECT_LE(*now.low, *now.high);
    }
    ++seen;
    if (now.low || now.high) ++bounded;
  }
  [[nodiscard]] bool wants_events() const override { return events_; }
  void event(const Event& /*event*/) override {}
  int seen = 0;
  int bounded = 0;  // times that there were bounds to see

 private:
  bool events_;
};

std::string json_of(Source& game, const Options& options, Observer* observer) {
  Hooks hooks;
  hooks.observer = observer;
  Result result = solve(game, options, hooks);
  result.seconds = 0;
  return to_json(result);
}

// Budgets, tolerances and ranges end runs on what was worked out on the way.
Options random_options(const test::WholeGame& game, std::mt19937_64& random) {
  constexpr const char* methods[] = {"auto", "lazy", "reweighted", "saddle-bienstock", "full"};
  Options options;
  options.method = methods[random() % 5];
  options.seed = random();
  const bool lazy = options.method == "auto" || options.method == "lazy";
  if (random() % 2 == 0) {
    options.budget = 1 + static_cast<std::int64_t>(random() % game.payoffs.size());
  }
  if (lazy && random() % 2 == 0) {
    options.payoff_range = {Rational(std::ranges::min(game.payoffs), game.scale),
                            Rational(std::ranges::max(game.payoffs) + 1, game.scale)};
  }
  if (lazy && random() % 2 == 0) options.epsilon = Rational(1 + random() % 8, 16);
  return options;
}

TEST(Watched, SmallGamesEndTheSame) {
  std::mt19937_64 random(1);
  for (int number = 0; number < test::this_many(1500); ++number) {
    SCOPED_TRACE(number);
    const test::WholeGame game = test::random_game(random, 9);
    const auto source = test::function_of(game);
    const Options options = random_options(game, random);
    Watcher watcher(number % 2 == 0);
    ASSERT_EQ(json_of(*source, options, &watcher), json_of(*source, options, nullptr));
    EXPECT_GT(watcher.seen, 0);
  }
}

TEST(Watched, FamiliesEndTheSame) {
  const char* games[] = {"family:lowrank,n=50,rank=4", "family:elo,n=50,noise=0.5",
                         "family:planted,n=50,k=3", "family:binary,n=50,k=3",
                         "family:undercut,n=50"};
  for (const char* name : games) {
    const auto game = open_game(name);
    for (const std::int64_t budget : {100, 300, 900, 2500}) {
      for (const int epsilon : {0, 1, 4}) {
        SCOPED_TRACE(std::string(name) + " " + std::to_string(budget) + " " +
                     std::to_string(epsilon));
        Options options;
        options.budget = budget;
        if (epsilon > 0) options.epsilon = Rational(epsilon, 20);
        Watcher watcher(false);
        EXPECT_EQ(json_of(*game, options, &watcher), json_of(*game, options, nullptr));
      }
    }
  }
}

// Where everything is known the answer is next: nothing is worked out for whoever watches.
TEST(Watched, NoBoundsAreWorkedOutWhereEverythingIsKnown) {
  for (const char* name : {"family:random,n=10", "family:random,n=64", "family:rps,n=31"}) {
    SCOPED_TRACE(name);
    Options options;
    options.method = "full";
    Watcher watcher(false);
    json_of(*open_game(name), options, &watcher);
    EXPECT_GT(watcher.seen, 0);
    EXPECT_EQ(watcher.bounded, 0);
  }
}

}  // namespace
}  // namespace allnash::watched_test
