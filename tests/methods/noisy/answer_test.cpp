#include "methods/noisy/answer.hpp"

#include <gtest/gtest.h>

#include "allnash/play_source.hpp"

namespace allnash::methods::noisy {
namespace {

Arm arm_with(std::int64_t losses, std::int64_t wins) {
  Arm arm;
  arm.level = 100;
  arm.draws.add(0, losses);
  arm.draws.add(1, wins);
  return arm;
}

class Answers : public ::testing::Test {
 protected:
  Answers() { options.epsilon = Rational(1, 2); }

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

  Options options;
  std::unique_ptr<PlaySource> game =
      function_plays(2, 2, [](Index, Index, std::uint64_t) { return Rational(0); });
  ledger::Plays plays{*game, {PayoffRange{-1, 3}, false, {}, {}, 1}};
  NoisyRun run{plays, options, Rational(1, 20), {}};
};

TEST_F(Answers, BoundsAndCapsAreWhatTheArmsShow) {
  const Attempt one = attempt();
  Answer answer(run, 0.125);
  answer.keep_best(one);
  answer.finish(one);
  const NoisyOutcome& found = answer.outcome;
  ASSERT_TRUE(found.certified);
  // In shares: what x earns at least, and what y concedes to each row at most.
  const Rational low = std::min(one.row.lower_bounds(10000)[0], one.row.lower_bounds(10000)[1]);
  const Rational first = Rational(1) - one.column.lower_bounds(10000)[0];
  const Rational second = Rational(1) - one.column.lower_bounds(10000)[1];
  EXPECT_GT(first, Rational(11, 20));
  EXPECT_EQ(found.low, Rational(-1) + Rational(4) * low);
  EXPECT_EQ(found.high, Rational(-1) + Rational(4) * first);
  // x* y <= x*_1 second + (1 - x*_1) first, and at least low. The equilibrium plays row 1 with
  // 1/2, which a cap half as large would deny.
  ASSERT_EQ(found.row_caps.size(), 1U);
  EXPECT_EQ(found.row_caps[0].strategy, 1);
  EXPECT_EQ(found.row_caps[0].most * (first - second), first - low);
  EXPECT_GT(found.row_caps[0].most, Rational(1, 2));
  EXPECT_TRUE(found.column_caps.empty());
}

TEST_F(Answers, ALaterAttemptOnlyAdds) {
  Answer answer(run, 0.125);
  answer.keep_best(attempt());
  const Rational low = answer.outcome.low;
  Attempt worse = attempt();
  worse.row.arms = {arm_with(100, 100), arm_with(10, 300)};
  answer.keep_best(worse);
  EXPECT_EQ(answer.outcome.low, low);
  EXPECT_EQ(answer.outcome.row, attempt().row.strategy);
}

}  // namespace
}  // namespace allnash::methods::noisy
