// `auto` takes turns: on games in which `lazy` climbs through all strategies it asks for little
// more than twice what the others need, and games that `lazy` is good at pay nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "climbing_game.hpp"
#include "random_games.hpp"
#include "results.hpp"

namespace allnash::test::turns_test {
namespace {

// When turns began, and what was asked for by then.
struct Watch {
  EventWatch events{[this](const Event& event) {
    if (event.name != "turns") return;
    began = true;
    asked = field(event, "asked");
    hoped = field(event, "hoped");
  }};
  bool began = false;
  std::int64_t asked = 0;
  std::int64_t hoped = 0;
};

Options without_vertices(const char* method) {
  Options options = with_method(method);
  options.vertices = 0;
  return options;
}

// Not free: `auto` would read a small one whole.
class Priced final : public Source {
 public:
  explicit Priced(std::unique_ptr<Source> game)
      : Source(game->rows(), game->columns()), game_(std::move(game)) {}
  void payoffs(std::span<const Question> wanted, std::span<Rational> answers) override {
    game_->payoffs(wanted, answers);
  }

 private:
  std::unique_ptr<Source> game_;
};

// One payoff in ten is 1, the others are 0: the search for sparse strategies has very many to rule
// out.
class TenthOfOnes final : public Source {
 public:
  TenthOfOnes(Index side, std::uint64_t seed) : Source(side, side) {
    std::mt19937_64 random(seed);
    for (Index t = 0; t < side * side; ++t) ones_.push_back(random() % 10 == 0);
  }
  void payoffs(std::span<const Question> wanted, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < wanted.size(); ++t) {
      const Index place = wanted[t].entry.row * columns() + wanted[t].entry.column;
      answers[t] = ones_[static_cast<std::size_t>(place)] ? 1 : 0;
    }
  }

 private:
  std::vector<bool> ones_;
};

// Turns are of payoffs and of work. Those who asked for nothing computed for minutes.
TEST(Turns, OthersComputeNoLongerThanTheirShare) {
  std::int64_t most = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    TenthOfOnes game(100, seed);
    std::optional<std::int64_t> by_lazy;
    std::int64_t by_others = 0;
    EventWatch watch([&](const Event& event) {
      if (event.name != "worked") return;
      by_lazy = field(event, "lazy");
      by_others = field(event, "others");
    });
    const Result result = watched(game, without_vertices("auto"), watch);
    EXPECT_EQ(result.status, Status::proved);
    ASSERT_TRUE(by_lazy);
    EXPECT_LE(by_others, 2 * *by_lazy);
    most = std::max(most, by_others);
    const Result again = watched(game, without_vertices("auto"), watch);
    EXPECT_EQ(again.queries, result.queries);
  }
  EXPECT_GT(most, 0);
}

// Counted operations of `lazy`.
std::int64_t work_of_lazy(Source& game) {
  std::int64_t work = 0;
  EventWatch watch([&](const Event& event) {
    if (event.name == "worked") work = field(event, "lazy");
  });
  EXPECT_EQ(watched(game, without_vertices("auto"), watch).status, Status::proved);
  return work;
}

// Where payoffs tie, blocks have many vertices: the dictionary of the last block serves all the
// same. With Clp for every such block it was 47 and 147 million.
TEST(Turns, GoOnFromTheLastBlockWherePayoffsTie) {
  Priced diagonal(open_game("family:matching,n=200"));
  EXPECT_LE(work_of_lazy(diagonal), 25'000'000);
  TenthOfOnes ones(200, 1);
  EXPECT_LE(work_of_lazy(ones), 120'000'000);
}

// A saddle point at the top: the walk ends it.
TEST(Turns, EndTheClimbToASaddlePoint) {
  std::vector<double> ratios;
  for (int seed = 1; seed <= test::this_many(20); ++seed) {
    ClimbingGame game(300, 1, static_cast<std::uint64_t>(seed));
    const Result result = solve(game, without_vertices("auto"));
    ASSERT_EQ(result.status, Status::proved);
    ASSERT_EQ(result.row().support.size(), 1U);
    ratios.push_back(result.ratio().value());
  }
  std::ranges::sort(ratios);
  EXPECT_LE(ratios.back(), 8);
  if (ratios.size() == 20) {  // two have no median to speak of
    EXPECT_LE(ratios[ratios.size() / 2], 5);
  }
}

// No saddle point: the reweighting search ends it. Theorem 10 of docs/research/theory.md, with what
// the search asks for by itself in place of what it asks for beside `lazy`.
TEST(Turns, EndTheClimbToACircle) {
  double others = 0;
  double ours = 0;
  double began = 0;
  int turns = 0;
  constexpr int orders = 10;
  for (int seed = 1; seed <= orders; ++seed) {
    ClimbingGame game(900, 3, static_cast<std::uint64_t>(seed));
    Watch watch;
    const Result result = watched(game, without_vertices("auto"), watch.events);
    ASSERT_EQ(result.status, Status::proved);
    ASSERT_EQ(result.row().support.size(), 3U);
    ours += static_cast<double>(result.queries) / orders;
    others += static_cast<double>(solve(game, without_vertices("reweighted")).queries) / orders;
    began += static_cast<double>(watch.began ? watch.asked : result.queries) / orders;
    turns += watch.began ? 1 : 0;
    if (watch.began) {
      EXPECT_GT(watch.asked, 3 * watch.hoped);
    }
  }
  EXPECT_GE(turns, orders / 2);
  EXPECT_LE(ours, 2 * (others + 4 * 900) + began);
}

TEST(Turns, CostNothingWhereLazyIsGood) {
  for (const char* name :
       {"family:lowrank,n=500,rank=5,seed=1", "family:elo,n=500,noise=0.1,seed=2",
        "family:planted,n=500,k=2,seed=1", "family:lowerbound,n=500,k=5,seed=1",
        // A vertex plays one of ten columns that are alike.
        "family:lowerbound,n=500,k=10,seed=1",
        // A start that costs more than the floor of the first mixes.
        "family:blotto,fields=5,soldiers=5", "family:binary,n=200,k=4,seed=1"}) {
    Priced game(open_game(name));
    Watch watch;
    EXPECT_EQ(watched(game, without_vertices("auto"), watch.events).status, Status::proved);
    EXPECT_FALSE(watch.began) << name;
  }
}

// The same run, watched or not, on any number of threads, and from a ledger file that was cut off.
TEST(Turns, AreTheSameHoweverTheyAreRun) {
  ClimbingGame game(900, 3, 4);
  Watch watch;
  const Result one = watched(game, without_vertices("auto"), watch.events);
  ASSERT_TRUE(watch.began);
  Options options;
  options.vertices = 0;
  options.threads = 4;
  const Result two = solve(game, options);
  EXPECT_EQ(one.queries, two.queries);
  EXPECT_EQ(one.rounds, two.rounds);
  EXPECT_EQ(one.value, *two.value);
  EXPECT_EQ(one.row().support, two.row().support);
}

TEST(Turns, EndInTrueBoundsWhenTheyAreStopped) {
  for (const std::int64_t budget : {1000, 4000, 8000, 12000}) {
    ClimbingGame game(900, 3, 4);
    Options options;
    options.budget = budget;
    const Result result = solve(game, options);
    if (result.status == Status::proved) continue;
    EXPECT_EQ(result.stop->reason, StopReason::budget);
    EXPECT_LE(result.queries, budget);
    expect_true_bounds(result, 0);
  }
}

}  // namespace
}  // namespace allnash::test::turns_test
