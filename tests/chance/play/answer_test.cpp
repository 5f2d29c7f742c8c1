#include "chance/play/answer.hpp"

#include <gtest/gtest.h>

#include <random>

#include "allnash/allnash.hpp"

namespace allnash::chance::answer_test {
namespace {

Arm arm_with(std::int64_t losses, std::int64_t wins) {
  Arm arm;
  arm.level = arm.together = 100;
  arm.draws.front().add(0, losses);
  arm.draws.front().add(1, wins);
  return arm;
}

class Answers : public ::testing::Test {
 protected:
  static Options wanted() {
    Options options;
    options.epsilon = Rational(1, 2);
    options.payoff_range = PayoffRange{-1, 3};
    return options;
  }

  /// Matching pennies, payoffs from -1 to 3, where the column player's mix is a little off.
  static Attempt attempt() {
    Attempt one;
    one.number = 1;
    one.row.strategy = {{0, Rational(1, 2)}, {1, Rational(1, 2)}};
    one.row.arms = {arm_with(5000, 5000), arm_with(4990, 5010)};
    one.column.strategy = {{0, Rational(11, 20)}, {1, Rational(9, 20)}};
    one.column.arms = {arm_with(5500, 4500), arm_with(4500, 5500)};
    return one;
  }

  const Options options = wanted();
  std::unique_ptr<Source> game =
      function_game(2, 2, [](Index, Index, std::uint64_t) { return Rational(0); });
  asking::Ledger ledger{*game};
  chance::Run run{ledger, options};
};

TEST_F(Answers, BoundsAndCapsAreWhatTheArmsShow) {
  const Attempt one = attempt();
  Answer answer(run, 0.125);
  answer.keep_best(one);
  answer.finish(one);
  const Outcome& found = answer.outcome;
  ASSERT_EQ(found.status, Status::certified);
  // In shares: what x earns at least, and what y concedes to each row at most.
  const Rational low = std::min(one.row.lower_bounds(10000)[0], one.row.lower_bounds(10000)[1]);
  const Rational first = Rational(1) - one.column.lower_bounds(10000)[0];
  const Rational second = Rational(1) - one.column.lower_bounds(10000)[1];
  EXPECT_GT(first, Rational(11, 20));
  EXPECT_EQ(run.bounds.low, Rational(-1) + Rational(4) * low);
  EXPECT_EQ(run.bounds.high, Rational(-1) + Rational(4) * first);
  // x* y <= x*_1 second + (1 - x*_1) first, and at least low. The equilibrium plays row 1 with
  // 1/2, which a cap half as large would deny.
  ASSERT_EQ(found.row_caps.size(), 1U);
  EXPECT_EQ(found.row_caps[0].strategy, 1);
  EXPECT_EQ(found.row_caps[0].most * (first - second), first - low);
  EXPECT_GT(found.row_caps[0].most, Rational(1, 2));
  EXPECT_TRUE(found.column_caps.empty());
}

// Bounds that cross cannot both hold. What is shown of a bound is shown of every lower one.
TEST_F(Answers, BoundsDoNotCross) {
  Attempt one = attempt();
  one.row.arms = {arm_with(1000, 9000), arm_with(1000, 9000)};
  one.column.arms = one.row.arms;
  Answer answer(run, 0.125);
  answer.keep_best(one);
  EXPECT_LE(run.bounds.low, run.bounds.high);
  answer.finish(one);
  EXPECT_EQ(run.bounds.low, run.bounds.high);
  EXPECT_LT(run.bounds.high, Rational(0));  // a share of 1/8 or so, of -1 to 3
}

TEST_F(Answers, ALaterAttemptOnlyAdds) {
  Answer answer(run, 0.125);
  answer.keep_best(attempt());
  const Rational low = *run.bounds.low;
  Attempt worse = attempt();
  worse.row.arms = {arm_with(100, 100), arm_with(10, 300)};
  answer.keep_best(worse);
  EXPECT_EQ(run.bounds.low, low);
  EXPECT_EQ(run.bounds.best.row->strategy, attempt().row.strategy);
}

// ------------------------------------------------------------------------------- symmetric games

using Table = std::vector<std::vector<Rational>>;  // win rates

Rational earned(const Table& game, const MixedStrategy& strategy, std::size_t arm) {
  Rational sum;
  for (const Weight& one : strategy) {
    sum += one.probability * game[static_cast<std::size_t>(one.strategy)][arm];
  }
  return sum;
}

/// The caps when every arm was drawn so often, at the rate that is its mean or a little less.
std::vector<Cap> symmetric_caps(const Table& game, const MixedStrategy& strategy,
                                std::int64_t draws) {
  const auto size = static_cast<Index>(game.size());
  const auto source =
      function_game(size, size, [](Index, Index, std::uint64_t) { return Rational(0); });
  asking::LedgerSettings settings;
  settings.symmetric = true;
  settings.range = PayoffRange{0, 1};
  asking::Ledger ledger(*source, settings);
  Options options;
  options.epsilon = Rational(1, 5);
  options.payoff_range = settings.range;
  chance::Run run{ledger, options};
  Attempt attempt;
  attempt.number = 1;
  attempt.row.strategy = strategy;
  for (std::size_t arm = 0; arm < game.size(); ++arm) {
    const double mean = earned(game, strategy, arm).to_double();
    const auto wins = static_cast<std::int64_t>(mean * static_cast<double>(draws)) - 1;
    attempt.row.arms.push_back(arm_with(draws - wins, wins));
  }
  Answer answer(run, 0.002);
  answer.keep_best(attempt);
  answer.finish(attempt);
  EXPECT_EQ(*run.bounds.high, Rational(1) - *run.bounds.low);
  EXPECT_EQ(answer.outcome.column_caps.size(), answer.outcome.row_caps.size());
  return answer.outcome.row_caps;
}

// Rock, paper, scissors with too much paper: two arms earn the least, so that the third has the cap
// 1/3 in the limit, which is what the equilibrium plays it with.
TEST(SymmetricCaps, AreAsLowAsTheyCanBe) {
  const Rational half(1, 2);
  const Table game{{half, 0, 1}, {1, half, 0}, {0, 1, half}};
  const MixedStrategy strategy{{0, {1, 3}}, {1, {13, 30}}, {2, {7, 30}}};
  const std::vector<Cap> caps = symmetric_caps(game, strategy, 200'000);
  ASSERT_EQ(caps.size(), 1U);
  EXPECT_EQ(caps[0].strategy, 0);
  EXPECT_GE(caps[0].most, Rational(1, 3));
  EXPECT_LT(caps[0].most, Rational(38, 100));
}

// No cap is below what some equilibrium plays, in random games whose equilibria are all known.
TEST(SymmetricCaps, AreNeverBelowAnEquilibrium) {
  std::mt19937_64 random(4);
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::int64_t>(random() % bound);
  };
  int caps = 0;
  int near = 0;  // caps that half of them would be too low
  for (int round = 0; round < 200; ++round) {
    const auto size = static_cast<std::size_t>(2 + below(4));
    Table game(size, std::vector<Rational>(size, Rational(1, 2)));
    std::vector<Rational> edges;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        game[i][j] = Rational(below(round % 2 == 0 ? 3 : 21), round % 2 == 0 ? 2 : 20);
        game[j][i] = Rational(1) - game[i][j];
      }
    }
    for (std::size_t t = 0; t < size * size; ++t) {
      edges.push_back(game[t / size][t % size] - Rational(1, 2));
    }
    const auto source = table_game(static_cast<Index>(size), static_cast<Index>(size), edges);
    const Result exact = solve(*source, {});
    // An extreme optimal strategy, and some of any other.
    MixedStrategy strategy;
    const MixedStrategy& best = exact.row().vertices.front();
    const Rational part(below(4), 10);
    const auto other = static_cast<Index>(below(size));
    for (Index i = 0; i < static_cast<Index>(size); ++i) {
      Rational weight = i == other ? part : Rational(0);
      for (const Weight& one : best) {
        if (one.strategy == i) weight += one.probability * (Rational(1) - part);
      }
      if (weight.sign() > 0) strategy.push_back({i, weight});
    }
    for (const Cap& cap : symmetric_caps(game, strategy, 2'000)) {
      ++caps;
      Rational most;
      for (const MixedStrategy& vertex : exact.row().vertices) {
        for (const Weight& one : vertex) {
          if (one.strategy == cap.strategy) most = std::max(most, one.probability);
        }
      }
      EXPECT_GE(cap.most, most) << round;
      near += Rational(2) * most > cap.most ? 1 : 0;
    }
  }
  EXPECT_GT(caps, 100);
  EXPECT_GT(near, 5);
}

}  // namespace
}  // namespace allnash::chance::answer_test
