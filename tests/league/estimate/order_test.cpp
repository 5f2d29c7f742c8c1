// Ranks of drawn scores, and the order that holds all at once.
#include "league/estimate/order.hpp"

#include <gtest/gtest.h>

#include <set>

namespace allnash::order_test {
namespace {

using league::DrawnScores;

// Kills: the first draws instead of every other, an order that goes on after the first statement
// that fails, a confidence that is taken for its complement.
TEST(JointOrder, TakesWhatHoldsTogether) {
  // Player 0 is above 1 in all draws, and 1 above 2 in eight of ten.
  DrawnScores scores;
  for (int t = 0; t < 200; ++t) {
    const double low = t / 2 % 10 < 8 ? 0.3 : 0.55;
    scores.push_back({0.7 + 0.01 * (t % 3), 0.5, low});
  }
  using Pairs = std::set<std::pair<Index, Index>>;
  const auto order = [&](double confidence) {
    const auto pairs = league::joint_order(scores, confidence, {});
    return Pairs(pairs.begin(), pairs.end());
  };
  EXPECT_EQ(order(0.9), (Pairs{{0, 1}, {0, 2}}));
  EXPECT_EQ(order(0.75), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

// Kills: ranks from 0, ranks upside down, ties one after the other.
TEST(RanksOf, CountHigherScores) {
  const auto ranks = league::ranks_of({{0.2, 0.9, 0.5}, {0.5, 0.5, 0.4}});
  EXPECT_EQ(ranks[0], (std::vector<Index>{3, 1, 2}));
  EXPECT_EQ(ranks[1], (std::vector<Index>{1, 1, 3}));
}

}  // namespace
}  // namespace allnash::order_test
