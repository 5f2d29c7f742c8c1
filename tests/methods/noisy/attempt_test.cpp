#include "methods/noisy/attempt.hpp"

#include <gtest/gtest.h>

#include <array>

namespace allnash::methods::noisy::attempt_test {
namespace {

Half half_with(std::int64_t losses, std::int64_t wins, const Rational& level) {
  Half half;
  half.strategy = {{0, 1}};
  half.bound = Rational(1, 2);
  Arm arm;
  arm.level = level;
  if (losses > 0) arm.draws.front().add(0, losses);
  if (wins > 0) arm.draws.front().add(1, wins);
  half.arms.push_back(arm);
  return half;
}

// Three wins of four: M(1/2) = 4/5. Twenty wins: 2^20 / 21.
TEST(Half, ProvesWhatReachesTheLevelAndNoMore) {
  EXPECT_TRUE(half_with(1, 3, Rational(4, 5)).proved(half_with(1, 3, Rational(4, 5)).arms[0]));
  const Half no = half_with(1, 3, Rational(5, 4));
  EXPECT_FALSE(no.proved(no.arms[0]));
  EXPECT_FALSE(no.settled(no.arms[0]));
  const Half yes = half_with(0, 20, Rational(49932));  // 1048576 / 21 = 49932.19
  EXPECT_TRUE(yes.proved(yes.arms[0]));
  const Half just_not = half_with(0, 20, Rational(49933));
  EXPECT_FALSE(just_not.proved(just_not.arms[0]));
}

TEST(Half, BoundsAreProvedOnesOrLess) {
  // On a grid of tenths floating point sees the bound at 1/2, and exactly it is there too.
  EXPECT_EQ(half_with(0, 20, Rational(49932)).lower_bounds(10),
            std::vector<Rational>{Rational(1, 2)});
  EXPECT_EQ(half_with(0, 20, Rational(49933)).lower_bounds(10),
            std::vector<Rational>{Rational(2, 5)});
  // A grid without 1/2: the bound itself stands where it is proved.
  EXPECT_EQ(half_with(0, 20, Rational(49932)).lower_bounds(3),
            std::vector<Rational>{Rational(1, 2)});
  EXPECT_EQ(half_with(0, 20, Rational(49933)).lower_bounds(3),
            std::vector<Rational>{Rational(1, 3)});
}

// What was asked in part is no round.
TEST(Rounds, AreAddedWhole) {
  Half half;
  half.strategy = {{0, {1, 3}}, {2, {2, 3}}};
  half.round = {1, 2};
  half.arms.assign(2, {chance::BetaMixture{}, {}, chance::Sample(2)});
  const std::vector<RoundsOf> rounds{{&half, half.arms.data(), true, 2},
                                     {&half, &half.arms[1], false, 1}};
  const std::vector<ledger::Paid> paid(8, {Rational(1, 4), false});
  add_rounds(paid, rounds);
  EXPECT_EQ(half.arms[0].draws[0].count(), 2);
  EXPECT_EQ(half.arms[0].draws[1].count(), 4);
  EXPECT_EQ(half.arms[0].draws[1].sum(), Rational(1));
  EXPECT_EQ(chance::count_of(half.arms[1].draws), 0);
}

TEST(OwnShare, OfALostPlayIsTheWorst) {
  const ledger::Paid won{Rational(3, 4), false};
  const ledger::Paid lost{Rational(3, 4), true};
  EXPECT_EQ(own_share(won, true), Rational(3, 4));
  EXPECT_EQ(own_share(won, false), Rational(1, 4));
  EXPECT_EQ(own_share(lost, true), Rational(0));
  EXPECT_EQ(own_share(lost, false), Rational(0));
}

TEST(Lottery, DrawsByProbability) {
  const Lottery lottery({{2, Rational(1, 4)}, {5, Rational(3, 4)}});
  Random random(1);
  std::array<int, 6> drawn{};
  for (int t = 0; t < 4000; ++t) ++drawn[static_cast<std::size_t>(lottery.draw(random))];
  EXPECT_EQ(drawn[2] + drawn[5], 4000);
  EXPECT_NEAR(drawn[2], 1000, 4 * 28);  // four standard deviations
}

}  // namespace
}  // namespace allnash::methods::noisy::attempt_test
