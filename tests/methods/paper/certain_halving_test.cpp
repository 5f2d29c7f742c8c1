// The halving that loses no strict saddle point, and what keeps it cheap: that lines are drawn at
// random, and from both sides in turn.
#include <gtest/gtest.h>

#include "allnash/allnash.hpp"
#include "methods/paper/table_oracle.hpp"

namespace allnash::test::certain_halving_test {
namespace {

// The climbing game of docs/theory.md: the higher number wins, and most when it is just above. From
// the lowest number on, each turn would go up by one and read everything, 90,000 payoffs.
TEST(CertainHalving, ClimbsByLeapsWhereNumbersWouldClimbOneByOne) {
  constexpr Index size = 300;
  const auto game = function_game(size, size, [](Index i, Index j) {
    return i == j ? Rational(0) : Rational(1) / Rational(i - j);
  });
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Options options;
    options.method = "padded";
    options.seed = seed;
    const Result result = solve(*game, options);
    EXPECT_EQ(result.status, Status::proved);
    EXPECT_EQ(result.row().support, std::vector<Index>{size - 1});
    EXPECT_LT(result.queries, 5000) << "seed " << seed;
  }
}

double mean_calls(const WholeGame& game) {
  constexpr int runs = 30;
  double calls = 0;
  for (int seed = 0; seed < runs; ++seed) {
    Turn turn(game);
    TableOracle oracle(game);
    oracle.total_order = true;
    methods::Random random(static_cast<std::uint64_t>(seed));
    const auto found = methods::certain_halving(turn.run, oracle, random);
    calls += static_cast<double>(found->calls) / runs;
  }
  return calls;
}

// Where all that matters is the row, rows drawn at random climb by halves, while any column shows
// the best row at once; and likewise with the sides swapped. Whichever it is, every other turn is
// of the side that settles it.
TEST(CertainHalving, DrawsFromBothSidesInTurn) {
  constexpr int size = 1000;
  WholeGame by_row{size, 3, {}};
  WholeGame by_column{3, size, {}};
  for (int t = 0; t < 3 * size; ++t) {
    by_row.payoffs.push_back(t);
    by_column.payoffs.push_back(t / size - 3 * (t % size));
  }
  EXPECT_LT(mean_calls(by_row), 7);  // 5; by rows alone 18
  EXPECT_LT(mean_calls(by_column), 7);
}

}  // namespace
}  // namespace allnash::test::certain_halving_test
