// Planned matches settle who scores most with about half of the matches of a round robin or fewer,
// and are as right. `make bench-plans` measures it in more leagues, and larger ones.
#include <gtest/gtest.h>

#include "league/estimate/planned_leagues.hpp"

namespace allnash::planned_test {
namespace {

// Leagues of 12 whose rates are known, of each family, with seeds that nothing was chosen by. A
// leader that truly scores within 0.02 of the best is right. Kills: pairs with the smallest gain;
// weights of a settled comparison above those of an open one; a leader that is the last; `settled`
// at 1/2.
TEST(Planned, SettlesTheTopWithFewerMatches) {
  double sum = 0;
  int settled = 0;
  int right = 0;
  for (const planned::Family& family : planned::families()) {
    const planned::Compared found = planned::compared(family, 12, 6, 4242, 6000);
    sum += std::log(found.ratio);
    settled += found.settled;
    right += found.right;
  }
  EXPECT_LT(std::exp(sum / static_cast<double>(planned::families().size())), 0.6);
  EXPECT_GE(settled, 15);
  EXPECT_GE(right, settled - 2);
}

}  // namespace
}  // namespace allnash::planned_test
