// Path games from arcs between words.
#include "allnash/path_game.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "allnash/allnash.hpp"
#include "sources/reading.hpp"

namespace allnash::path_game_test {
namespace {

using Arcs = std::vector<PathArc>;
using Payoffs = std::vector<PathPayoff>;

const Arcs patrol = {{"s", "t", "bridge"}, {"s", "t", "ferry"}};
// The source does not stand first.
const Arcs smuggler = {
    {"river", "town", "bridge"}, {"river", "town", "ferry"}, {"home", "river", ""}};
const Payoffs caught = {{"bridge", "bridge", 3}, {"ferry", "ferry", 1}};

TEST(PathGame, IsSolved) {
  const FlowGame game = path_game(patrol, smuggler, caught);
  EXPECT_EQ(game.columns.nodes.front(), "home");
  const FlowAnswer answer = solve_flows(game);
  ASSERT_EQ(answer.status, FlowAnswer::Status::proved);
  EXPECT_EQ(*answer.value, Rational(3, 4));
  EXPECT_EQ(answer.row.flow, (std::vector<Rational>{{1, 4}, {3, 4}}));
  EXPECT_EQ(answer.column.flow, (std::vector<Rational>{{1, 4}, {3, 4}, 1}));
  EXPECT_EQ(strategy_text(game.columns, answer.column.mixture[0].arcs),
            "home>river,river>town:ferry");
}

TEST(PathGame, RefusesWhatIsNone) {
  const auto refused = [](const Arcs& rows, const Arcs& columns, const Payoffs& payoffs) {
    return input_error([&] { (void)path_game(rows, columns, payoffs); });
  };
  EXPECT_EQ(refused({}, smuggler, {}), "row graph: a graph without arcs");
  EXPECT_EQ(refused({{"a", "c", ""}, {"b", "c", ""}}, smuggler, {}),
            "row graph: two sources, 'a' and 'b'");
  EXPECT_EQ(refused(patrol, {{"a", "b", ""}, {"a", "c", ""}}, {}),
            "column graph: two sinks, 'b' and 'c'");
  EXPECT_EQ(refused(patrol, {{"a", "b", ""}, {"b", "a", ""}}, {}),
            "column graph: a cycle: 'a' -> 'b' -> 'a'");
  EXPECT_EQ(refused(patrol, {{"s", "a", ""}, {"a", "b", ""}, {"b", "a", ""}, {"b", "t", ""}}, {}),
            "column graph: a cycle: 'a' -> 'b' -> 'a'");
  EXPECT_EQ(refused(patrol, smuggler, {{"bridge", "tunnel", 1}}),
            "'tunnel' is no feature of the column player's arcs");
  EXPECT_EQ(refused(patrol, smuggler, {{"", "bridge", 1}}),
            "'' is no feature of the row player's arcs");
  EXPECT_EQ(refused(patrol, smuggler, {{"bridge", "ferry", 1}, {"bridge", "ferry", 1}}),
            "the payoff of 'bridge' and 'ferry' stands twice");
}

}  // namespace
}  // namespace allnash::path_game_test
