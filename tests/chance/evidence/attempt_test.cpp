#include "chance/evidence/attempt.hpp"

#include <gtest/gtest.h>

#include "chance/evidence/claim.hpp"

namespace allnash::chance::attempt_test {
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
  EXPECT_FALSE(no.settled(no.arms[0], {no.arms[0].sequence, no.arms[0].draws}));
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

Half half_of_rounds(bool symmetric) {
  Half half;
  half.strategy = {{0, {1, 3}}, {2, {2, 3}}};
  half.round = {1, 2};
  half.symmetric = symmetric;
  half.arms.assign(3, {UniformMixture{}, {}, Sample(2)});
  return half;
}

// The first plays of each pairing count, in their order, when a round of them is whole.
TEST(Rounds, AreDrawnWhole) {
  Attempt attempt;
  attempt.row = half_of_rounds(false);
  attempt.column = half_of_rounds(false);
  const Arm& arm = attempt.row.arms[1];
  const auto play = [&](Index row, const Rational& share, std::int64_t number) {
    attempt.take({row, 1}, {share, false}, number);
  };
  play(2, Rational(1, 4), 0);
  play(2, Rational(1, 2), 1);
  play(2, 1, 2);
  EXPECT_EQ(count_of(arm.draws), 0);
  EXPECT_EQ(attempt.row.lacks(0, 1, 2), 2);
  EXPECT_EQ(attempt.row.lacks(1, 1, 2), 1);
  play(0, 1, 3);
  EXPECT_EQ(arm.draws[0].count(), 1);
  EXPECT_EQ(arm.draws[1].count(), 2);
  EXPECT_EQ(arm.draws[1].sum(), Rational(3, 4)) << "the first two";
  play(1, 1, 4);  // not played by the strategy
  EXPECT_EQ(count_of(arm.draws), 3);
  EXPECT_EQ(attempt.row.lacks(1, 1, 1), 1);
}

// One match is a play of the arms of both its strategies; a strategy meets itself unplayed.
TEST(Rounds, OfASymmetricGameShareTheirPlays) {
  Attempt attempt;
  attempt.row = half_of_rounds(true);
  EXPECT_EQ(attempt.row.lacks(0, 0, 5), 0);
  attempt.take({0, 2}, {Rational(1, 4), false}, 0);
  EXPECT_EQ(attempt.row.arms[2].draws[0].sum(), Rational(1, 4));
  EXPECT_EQ(attempt.row.arms[2].draws[1].sum(), Rational(1)) << "twice 1/2";
  EXPECT_EQ(attempt.row.lacks(1, 0, 1), 1);
  attempt.take({2, 0}, {Rational(1, 4), true}, 1);  // lost: the worst for both
  EXPECT_EQ(attempt.row.arms[0].draws[1].sum(), Rational(3, 4));
  EXPECT_EQ(attempt.row.arms[2].draws[0].sum(), Rational(1, 4));
}

// What came before an arm's bets were placed is no play of it.
TEST(Rounds, CountFromTheFreeze) {
  Attempt attempt;
  attempt.row = half_of_rounds(true);
  attempt.row.arms[2].since = 7;
  attempt.take({0, 2}, {Rational(1), false}, 6);
  EXPECT_EQ(count_of(attempt.row.arms[2].draws), 0);
  attempt.take({0, 2}, {Rational(1), false}, 7);
  EXPECT_EQ(count_of(attempt.row.arms[2].draws), 3);
}

TEST(OwnShare, OfALostPlayIsTheWorst) {
  const asking::Paid won{Rational(3, 4), false};
  const asking::Paid lost{Rational(3, 4), true};
  EXPECT_EQ(own_share(won, true), Rational(3, 4));
  EXPECT_EQ(own_share(won, false), Rational(1, 4));
  EXPECT_EQ(own_share(lost, true), Rational(0));
  EXPECT_EQ(own_share(lost, false), Rational(0));
}

// Bounds that cross are among the few that fail: the lower one is then stated as the upper one.
TEST(Claim, BoundsThatCrossAreStatedAsOne) {
  const auto bounds = [](const Rational& row, const Rational& column, bool symmetric) {
    const StatedBounds stated = stated_bounds(row, column, symmetric);
    return std::pair(stated.low, stated.high);
  };
  EXPECT_EQ(bounds({2, 5}, {1, 5}, false), std::pair(Rational(2, 5), Rational(4, 5)));
  EXPECT_EQ(bounds({4, 5}, {2, 5}, false), std::pair(Rational(3, 5), Rational(3, 5)));
  EXPECT_EQ(bounds({2, 5}, {1, 5}, true), std::pair(Rational(2, 5), Rational(3, 5)));
  EXPECT_EQ(bounds({3, 5}, {3, 5}, true), std::pair(Rational(1, 2), Rational(1, 2)));
}

}  // namespace
}  // namespace allnash::chance::attempt_test
