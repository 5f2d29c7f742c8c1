// Games on flows against the same games written out and solved whole, and games with known answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "checker/verdict.hpp"
#include "core/exact/linear_system.hpp"
#include "core/exact/matrix.hpp"
#include "core/lp/subgame.hpp"
#include "payoffs/sources/reading.hpp"
#include "random_flow_games.hpp"
#include "random_games.hpp"
#include "text.hpp"

namespace allnash::solve_flows_test {
namespace {

using test::Draw;
using test::payoff;
using test::random_flow_game;
using test::strategies_of;
using test::Strategy;

std::set<Strategy> inside(const std::vector<Strategy>& all, const std::vector<Index>& arcs) {
  std::set<Strategy> result;
  for (const Strategy& one : all) {
    if (std::ranges::includes(arcs, one)) {
      result.insert(one);
    }
  }
  return result;
}

/// The rank of the payoffs of the two supports, each line less the first.
Index rank_of(const exact::Matrix& matrix, const MixedStrategy& row, const MixedStrategy& column) {
  exact::Matrix lines(std::ssize(row), std::ssize(column));
  for (Index i = 0; i < lines.rows(); ++i) {
    for (Index j = 0; j < lines.columns(); ++j) {
      const auto at = [&](Index r, Index c) {
        return matrix.at(row[static_cast<std::size_t>(r)].strategy,
                         column[static_cast<std::size_t>(c)].strategy);
      };
      lines.at(i, j) = at(i, j) - at(0, j) - at(i, 0) + at(0, 0);
    }
  }
  return std::ssize(*exact::independent_rows(exact::clear_denominators(lines)));
}

/// How many dimensions flows on these arcs have.
Index free_arcs(const FlowSide& side, const std::vector<Index>& arcs) {
  std::set<Index> tails;
  for (const Index a : arcs) tails.insert(side.arcs[static_cast<std::size_t>(a)].tail);
  return std::ssize(arcs) - std::ssize(tails);
}

void expect_mixture(const FlowSide& side, const FlowPlayer& player,
                    const std::set<Strategy>& support) {
  Rational sum;
  std::vector<Rational> flow(side.arcs.size());
  for (const PlayedStrategy& played : player.mixture) {
    sum += played.probability;
    EXPECT_GT(played.probability, Rational(0));
    Strategy sorted = played.arcs;
    std::ranges::sort(sorted);
    EXPECT_TRUE(support.contains(sorted));
    for (const Index a : sorted) flow[static_cast<std::size_t>(a)] += played.probability;
  }
  EXPECT_EQ(sum, Rational(1));
  EXPECT_EQ(flow, player.flow);
}

void expect_the_same_written_out(const FlowGame& game) {
  const std::vector<Strategy> rows = strategies_of(game.rows);
  const std::vector<Strategy> columns = strategies_of(game.columns);
  if (rows.size() > 60 || columns.size() > 60) return;
  exact::Matrix matrix(std::ssize(rows), std::ssize(columns));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) {
      matrix.at(i, j) =
          payoff(game, rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]);
    }
  }
  const auto pair = lp::solve(matrix);
  ASSERT_TRUE(pair);
  const FlowAnswer answer = solve_flows(game);
  ASSERT_EQ(answer.status, Status::proved) << answer.stop->text;
  EXPECT_EQ(*answer.value, pair->value);
  EXPECT_EQ(answer.row.strategies, std::to_string(rows.size()));
  EXPECT_EQ(answer.column.strategies, std::to_string(columns.size()));
  const Index rank = rank_of(matrix, pair->row, pair->column);
  const auto check = [&](const FlowSide& side, const FlowPlayer& player,
                         const std::vector<Strategy>& all, const MixedStrategy& strategy) {
    std::set<Strategy> support;
    for (const Weight& weight : strategy) {
      support.insert(all[static_cast<std::size_t>(weight.strategy)]);
    }
    EXPECT_EQ(inside(all, player.support), support);
    EXPECT_EQ(player.support_size, std::to_string(support.size()));
    EXPECT_TRUE(player.dimension_proved);
    EXPECT_EQ(player.dimension, free_arcs(side, player.support) - rank);
    expect_mixture(side, player, support);
  };
  check(game.rows, answer.row, rows, pair->row);
  check(game.columns, answer.column, columns, pair->column);
}

TEST(SolveFlows, AgreesWithTheGameWrittenOut) {
  for (int seed = 0; seed < test::this_many(6000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_the_same_written_out(random_flow_game(static_cast<std::uint64_t>(seed)));
    if (HasFatalFailure() || HasNonfatalFailure()) return;
  }
}

TEST(SolveFlows, AgreesWithSmallBuiltInGamesWrittenOut) {
  for (const char* name :
       {"paths:blotto,fields=3,mine=4,yours=3", "paths:blotto,fields=3,mine=4,values=linear",
        "paths:blotto,fields=2,mine=5,yours=4,values=random,seed=3", "paths:blotto,fields=1,mine=2",
        "paths:lattice,width=2,height=2", "paths:lattice,width=3,height=2,block=2",
        "paths:lattice,width=2,height=3,block=1,high=1", "paths:subsets,n=6,mine=3,yours=2,rank=2",
        "paths:subsets,n=5,mine=5,yours=2,rank=5"}) {
    SCOPED_TRACE(name);
    expect_the_same_written_out(open_flow_game(name));
  }
}

/// The same by double oracle: the value, and strategies that guarantee it.
TEST(SolveFlows, BestResponsesHaveTheSameValue) {
  const auto expect_the_same = [&](const FlowGame& game) {
    const FlowAnswer whole = solve_flows(game);
    ASSERT_EQ(whole.status, Status::proved);
    const FlowAnswer one = solve_flows(game, {.method = FlowMethod::responses});
    ASSERT_EQ(one.status, Status::equilibrium);
    EXPECT_EQ(one.value, whole.value);
    EXPECT_FALSE(one.low || one.high);
    EXPECT_GT(one.responses, 0);
    EXPECT_EQ(one.row.support_size, "");
    // Who plays optimally plays no arc outside the support.
    const auto expect_inside = [](const FlowPlayer& found, const FlowPlayer& all) {
      const std::set<Index> support(all.support.begin(), all.support.end());
      Rational sum;
      for (const PlayedStrategy& played : found.mixture) {
        sum += played.probability;
        for (const Index arc : played.arcs) EXPECT_TRUE(support.contains(arc));
      }
      EXPECT_EQ(sum, Rational(1));
    };
    expect_inside(one.row, whole.row);
    expect_inside(one.column, whole.column);
  };
  for (int seed = 0; seed < test::this_many(600); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_the_same(random_flow_game(static_cast<std::uint64_t>(seed)));
    if (HasFatalFailure() || HasNonfatalFailure()) return;
  }
  for (const char* name : {"trees:kuhn", "trees:kuhn,cards=13", "paths:lattice,width=4,height=4",
                           "paths:blotto,fields=4,mine=9,yours=7,values=linear"}) {
    SCOPED_TRACE(name);
    expect_the_same(open_flow_game(name));
  }
}

/// A matrix as a game of paths of one arc, and the same written out: small whole payoffs, and parts
/// of them that doubles do not see but the played strategies depend on.
struct NearlyTied {
  explicit NearlyTied(std::uint64_t seed) : matrix(size, size) {
    Draw draw(seed);
    const Rational tiny = Rational::parse("1e-60");
    for (FlowSide* side : {&game.rows, &game.columns}) {
      side->nodes = {"start"};
      for (Index a = 0; a < size; ++a) side->arcs.push_back({0, {}, a, std::to_string(a)});
      side->features = size;
    }
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) {
        const Rational payoff = Rational(draw.below(3) - 1) + Rational(draw.below(19) - 9) * tiny;
        game.payoffs.push_back({i, j, payoff});
        matrix.at(i, j) = payoff;
      }
    }
  }
  static constexpr Index size = 6;
  FlowGame game;
  exact::Matrix matrix;
};

TEST(SolveFlows, FallsBackOnBestResponsesWhereDoublesDoNotTell) {
  int fallen_back = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const NearlyTied tied(seed);
    const FlowAnswer alone = solve_flows(tied.game, {.method = FlowMethod::flows});
    std::ostringstream certificate;
    const FlowAnswer answer = solve_flows(tied.game, {}, {.certificate = &certificate});
    ASSERT_TRUE(answer.value);
    EXPECT_EQ(*answer.value, lp::solve(tied.matrix)->value);
    EXPECT_FALSE(answer.stop);
    if (alone.status == Status::proved) continue;
    ++fallen_back;
    EXPECT_EQ(alone.stop->text, "precision");
    EXPECT_EQ(alone.responses, 0);
    EXPECT_GT(answer.responses, 0);
    EXPECT_TRUE(test::has(certificate.str(), "row-support "));
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
    expect_the_same_written_out(tied.game);
  }
  EXPECT_GT(fallen_back, 0);
}

/// Graphs and trees whose payoffs are tied but for what doubles do not see.
TEST(SolveFlows, NearlyTiedGamesAgreeWithTheGameWrittenOut) {
  const Rational tiny = Rational::parse("1e-60");
  int fallen_back = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::this_many(200)); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    FlowGame game = random_flow_game(seed);
    Draw draw(seed);
    for (FlowPayoff& one : game.payoffs) one.payoff += Rational(draw.below(7) - 3) * tiny;
    expect_the_same_written_out(game);
    if (HasFatalFailure() || HasNonfatalFailure()) return;
    fallen_back += solve_flows(game).responses > 0 ? 1 : 0;
  }
  EXPECT_GT(fallen_back, 0);
}

TEST(SolveFlows, BestResponsesStopWithTrueBounds) {
  const FlowGame game = open_flow_game("paths:blotto,fields=10,mine=20,yours=18");
  FlowOptions options{.method = FlowMethod::responses, .time_limit = 0};
  const FlowAnswer late = solve_flows(game, options);
  EXPECT_EQ(late.status, Status::stopped);
  EXPECT_EQ(late.stop->text, "time limit");
  EXPECT_FALSE(late.value);
  StopFlag flag;
  flag.raise();
  std::ostringstream certificate;
  options.time_limit.reset();
  const FlowAnswer ended = solve_flows(game, options, {.stop = &flag, .certificate = &certificate});
  EXPECT_EQ(ended.stop->text, "interrupt");
  EXPECT_EQ(certificate.str(), "");
  EXPECT_TRUE(!ended.low || *ended.low <= Rational(1));
  EXPECT_TRUE(!ended.high || *ended.high >= Rational(1));
}

// tree_answers_test.cpp has trees.
TEST(SolveFlows, KnownAnswers) {
  using Known = std::array<const char*, 4>;
  for (const auto& [name, value, row_support, column_support] :
       {Known{"paths:blotto,fields=10,mine=20,yours=18", "1", "252", "780175"},
        Known{"paths:blotto,fields=10,mine=20,yours=18,values=linear", "41/9", "80995", "3632"}}) {
    SCOPED_TRACE(name);
    const FlowAnswer answer = solve_flows(open_flow_game(name));
    ASSERT_EQ(answer.status, Status::proved);
    EXPECT_EQ(answer.value->to_string(), value);
    EXPECT_EQ(answer.row.support_size, row_support);
    EXPECT_EQ(answer.column.support_size, column_support);
  }
}

TEST(PathGame, RefusesControlCharactersInNames) {
  const std::vector<PathArc> fair = {{"s", "t", "a"}};
  for (const std::vector<PathArc>& rows : std::vector<std::vector<PathArc>>{
           {{"s", "t", "a\r"}}, {{"s\n", "t", "a"}}, {{"s", "\x7f", "a"}}}) {
    EXPECT_TRUE(test::has(input_error([&] { (void)path_game(rows, fair, {}); }),
                          "has a control character"));
  }
  EXPECT_EQ(path_game(fair, fair, {}).rows.arcs.size(), 1);
}

TEST(SolveFlows, PlayersWhoNeverDecide) {
  FlowGame game;
  game.rows.nodes = {"only"};
  game.columns.nodes = {"only"};
  game.constant = Rational(2, 3);
  const FlowAnswer nobody = solve_flows(game);
  ASSERT_EQ(nobody.status, Status::proved);
  EXPECT_EQ(*nobody.value, Rational(2, 3));
  EXPECT_EQ(nobody.row.support_size, "1");
  game.columns.arcs = {{0, {}, 0, "a"}, {0, {}, 1, "b"}};
  game.columns.features = 2;
  const FlowAnswer one = solve_flows(game);
  ASSERT_EQ(one.status, Status::proved);
  EXPECT_EQ(one.column.support_size, "2");
}

TEST(SolveFlows, StopsWithTrueBounds) {
  const FlowGame game = open_flow_game("paths:blotto,fields=10,mine=20,yours=18");
  const FlowAnswer answer = solve_flows(game, {.time_limit = 0});
  EXPECT_EQ(answer.status, Status::stopped);
  EXPECT_EQ(answer.stop->text, "time limit");
  ASSERT_TRUE(answer.low && answer.high);
  EXPECT_LE(*answer.low, Rational(1));
  EXPECT_GE(*answer.high, Rational(1));
}

std::string refusal(const FlowGame& game) {
  return input_error([&] { (void)solve_flows(game); });
}

TEST(SolveFlows, RefusesWhatIsNoGameOnFlows) {
  FlowGame game;
  game.rows.nodes = {"a", "b", "c"};
  game.rows.arcs = {{0, {1}, {}, ""}, {1, {2}, {}, ""}, {2, {1}, {}, ""}};
  game.columns.nodes = {"a"};
  EXPECT_EQ(refusal(game), "row graph: a cycle: 'c' -> 'b' -> 'c'");
  game.rows.arcs = {{0, {1}, {}, ""}, {2, {1}, {}, ""}};
  EXPECT_EQ(refusal(game), "row graph: 'c' cannot be reached from 'a', where strategies start");
  game.rows.nodes = {"a", "b", "c", "d"};
  game.rows.arcs = {{0, {1, 2}, {}, ""}, {1, {3}, {}, ""}, {2, {3}, {}, ""}, {3, {}, {}, ""}};
  EXPECT_EQ(refusal(game), "row graph: a strategy that takes an arc at 'a' can reach 'd' twice");
  game.rows.arcs = {{0, {7}, {}, ""}};
  EXPECT_EQ(refusal(game), "row graph: arc 0 leads to no node");
  game.rows = {};
  EXPECT_EQ(refusal(game), "row graph: a graph without a node; node 0 is where strategies start");
  game.rows.nodes = {"a"};
  game.payoffs = {{0, 0, Rational(1)}};
  EXPECT_EQ(refusal(game), "payoffs: a feature that the graph does not have");
}

// Path games from arcs between words.

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
  ASSERT_EQ(answer.status, Status::proved);
  EXPECT_EQ(*answer.value, Rational(3, 4));
  EXPECT_EQ(answer.row.flow, (std::vector<Rational>{{1, 4}, {3, 4}}));
  EXPECT_EQ(answer.column.flow, (std::vector<Rational>{{1, 4}, {3, 4}, 1}));
  EXPECT_EQ(strategy_text(game.columns, answer.column.mixture[0].arcs),
            "home>river,river>town:ferry");
}

// Games of two by two one after the other: the value is the sum of theirs, and the conditions on a
// flow are independent, one for each.
TEST(PathGame, OfManyGamesInARowHasTheSumOfTheirValues) {
  constexpr int games = 150;
  Draw draw(17);
  std::array<std::vector<PathArc>, 2> arcs;
  std::vector<PathPayoff> payoffs;
  Rational sum;
  for (int g = 0; g < games; ++g) {
    const std::string number = std::to_string(g);
    for (const char* const choice : {"a", "b"}) {
      const std::string next = std::to_string(g + 1);
      arcs[0].push_back({number, next, "r" + number + choice});
      arcs[1].push_back({number, next, "c" + number + choice});
    }
    // Both play both: a and d are positive, b and c negative.
    const Rational a = 1 + draw.below(99);
    const Rational b = -1 - draw.below(99);
    const Rational c = -1 - draw.below(99);
    const Rational d = 1 + draw.below(99);
    const auto pay = [&](const char* row, const char* column, const Rational& payoff) {
      payoffs.push_back({"r" + number + row, "c" + number + column, payoff});
    };
    pay("a", "a", a);
    pay("a", "b", b);
    pay("b", "a", c);
    pay("b", "b", d);
    sum += (a * d - b * c) / (a + d - b - c);
  }
  // In the last stage one choice of each player stands twice, which makes both dimensions 1.
  const std::string last = std::to_string(games - 1);
  const std::string end = std::to_string(games);
  arcs[0].push_back({last, end, "r" + last + "b"});
  arcs[1].push_back({last, end, "c" + last + "a"});
  const FlowAnswer answer = solve_flows(path_game(arcs[0], arcs[1], payoffs));
  ASSERT_EQ(answer.status, Status::proved);
  EXPECT_EQ(*answer.value, sum);
  EXPECT_EQ(answer.row.dimension, 1);
  EXPECT_EQ(answer.column.dimension, 1);
  EXPECT_TRUE(answer.row.dimension_proved);
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
}  // namespace allnash::solve_flows_test
