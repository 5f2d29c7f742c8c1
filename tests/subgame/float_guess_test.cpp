// The floating guess on a game where Clp's default tolerances stop one pivot short of the optimum.
#include <gtest/gtest.h>

#include "allnash/game.hpp"
#include "subgame/repair.hpp"

namespace allnash::subgame::float_guess_test {
namespace {

exact::Matrix table_of(Source& game) {
  std::vector<Entry> entries;
  for (Index i = 0; i < game.rows(); ++i) {
    for (Index j = 0; j < game.columns(); ++j) entries.push_back({i, j});
  }
  const std::vector<Rational> payoffs = payoffs_of(game, entries);
  exact::Matrix table(game.rows(), game.columns());
  for (std::size_t t = 0; t < entries.size(); ++t) {
    table.at(entries[t].row, entries[t].column) = payoffs[t];
  }
  return table;
}

TEST(FloatGuess, DoesNotStopOnePivotShort) {
  const auto game = open_game("family:random,n=500,seed=1");
  const auto optimum = solve_floating(FloatGame(table_of(*game)), {});
  ASSERT_TRUE(optimum.has_value());
  const auto guess = guess_supports(*optimum, 1e-9);
  ASSERT_TRUE(guess.has_value());
  EXPECT_EQ(guess->row.support.size(), 260U);
  EXPECT_EQ(guess->column.support.size(), 260U);
}

}  // namespace
}  // namespace allnash::subgame::float_guess_test
