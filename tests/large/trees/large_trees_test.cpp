// Game trees that take seconds.
#include <gtest/gtest.h>

#include "allnash/allnash.hpp"

namespace allnash::large_trees_test {
namespace {

// The value of liar's dice with a die of six sides each is known.
TEST(LargeTrees, LiarsDice) {
  const FlowAnswer answer = solve_flows(open_flow_game("trees:liars-dice"));
  ASSERT_EQ(answer.status, Status::proved);
  EXPECT_EQ(answer.value, Rational(-7, 258));
  EXPECT_EQ(answer.row.support_size.size(), 56U);
  EXPECT_EQ(answer.column.support_size.size(), 352U);
}

}  // namespace
}  // namespace allnash::large_trees_test
