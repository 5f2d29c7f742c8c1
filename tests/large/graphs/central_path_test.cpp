// The two Newton systems of games on flows: they are the same equations, so that they take the same
// steps as long as rounding errors are small, and each leads to a proof.
#include "large/graphs/central_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/arc_cuts.hpp"
#include "large/graphs/exact_pair.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/newton_pattern.hpp"

namespace allnash::large {
namespace {

using Path = CentralPath;

const std::vector<std::string>& games() {
  static const std::vector<std::string> all = {
      "trees:kuhn",
      "trees:kuhn,cards=40",
      "trees:leduc",
      "trees:liars-dice,sides=3",
      "paths:blotto,fields=4,mine=9,yours=7",
      "paths:blotto,fields=6,mine=12,yours=14,values=random",
      "paths:lattice,width=6,height=5,block=2",
      "paths:subsets,n=14,mine=5,rank=4",
  };
  return all;
}

TEST(CentralPath, TakesTheSameStepsWithDefaultsApart) {
  for (const std::string& name : games()) {
    const Form form = form_of(open_flow_game(name));
    const NewtonPattern together(form);
    const NewtonPattern apart(form, true);
    Path one(together);
    Path other(apart);
    for (int step = 0; step < 3; ++step) {
      ASSERT_EQ(one.advance({}), Path::Step::taken) << name;
      ASSERT_EQ(other.advance({}), Path::Step::taken) << name;
      for (const int player : {0, 1}) {
        const auto& flow = one.flow(player);
        for (std::size_t a = 0; a < flow.size(); ++a) {
          ASSERT_NEAR(other.flow(player)[a] / flow[a], 1, 1e-6) << name << " step " << step;
          ASSERT_NEAR(other.slack(player)[a] / one.slack(player)[a], 1, 1e-6) << name;
        }
      }
    }
  }
}

TEST(CentralPath, EndsInAProofWithDefaultsApart) {
  for (const std::string& name : games()) {
    const Form form = form_of(open_flow_game(name));
    const NewtonPattern pattern(form);
    const NewtonPattern apart(form, true);
    Path start(pattern);
    ASSERT_EQ(start.advance({}), Path::Step::taken) << name;
    Path path(apart, start);  // goes on from where the other was
    ASSERT_EQ(path.flow(0), start.flow(0));
    ArcCuts cuts(form);
    bool proved = false;
    for (bool last = false; !last && !proved;) {
      last = path.advance({}) == Path::Step::stuck;
      const std::array<std::vector<double>, 2> flow = {path.flow(0), path.flow(1)};
      const std::array<std::vector<double>, 2> slack = {path.slack(0), path.slack(1)};
      if (!last) cuts.look(flow, slack, path.mu());
      for (const ArcCuts::Pair& guess : cuts.pairs(last)) {
        constexpr std::size_t most_rank = 1000;
        const PairSearch attempt =
            exact_pair(form, {guess[0]->played, guess[1]->played}, flow, slack, most_rank, {});
        proved = proved || attempt.pair;
        if (!attempt.pair) cuts.refuse(guess, attempt.refusal);
      }
    }
    EXPECT_TRUE(proved) << name;
  }
}

// Rows of payoffs that are nearly those of the row before become few differences.
TEST(NewtonPattern, WritesPayoffsAsDifferences) {
  const Form form = form_of(open_flow_game("paths:blotto,fields=3,mine=30,yours=30"));
  const NewtonPattern pattern(form);
  const Lines& given = form.lines[pattern.paired];
  const Lines& used = pattern.lines[pattern.paired];
  EXPECT_LT(10 * used.other.size(), given.other.size());
  // Added up again they are the payoffs.
  const int features = form.side[pattern.paired].features;
  const int others = form.side[1 - pattern.paired].features;
  std::vector<std::vector<exact::Integer>> line(static_cast<std::size_t>(features));
  for (int f = 0; f < features; ++f) {
    line[f].resize(static_cast<std::size_t>(others));
    if (pattern.base[f] >= 0) line[f] = line[pattern.base[f]];
    for (int t = used.first[f]; t < used.first[f + 1]; ++t) {
      fmpz* to = line[f][used.other[t]].raw();
      fmpz_add(to, to, used.payoff[t].raw());
    }
    std::vector<exact::Integer> wanted(static_cast<std::size_t>(others));
    for (int t = given.first[f]; t < given.first[f + 1]; ++t) {
      wanted[given.other[t]] = given.payoff[t];
    }
    for (int g = 0; g < others; ++g) {
      ASSERT_TRUE(fmpz_equal(line[f][g].raw(), wanted[g].raw()) != 0) << f << " " << g;
    }
  }
}

// The arc at the root of a tree has a head for each card. If it coupled them with each other, the
// work would grow with the cube of the number of cards.
TEST(NewtonPattern, ManyCardsAreFewOperations) {
  const auto operations = [](const std::string& name) {
    const Form form = form_of(open_flow_game(name));
    return NewtonPattern(form).order.operations;
  };
  EXPECT_LT(operations("trees:kuhn,cards=100"), 5e5);
  EXPECT_LT(operations("trees:kuhn,cards=200"), 2.5 * operations("trees:kuhn,cards=100"));
}

/// A player who must move twice before choosing, so that two nodes have fixed arcs that pay.
FlowGame forced_moves() {
  FlowGame game;
  game.kind = FlowGame::Kind::tree;
  game.rows.nodes = {"first", "second", "left", "right"};
  game.rows.arcs = {{0, {1}, 0, "go"}, {1, {2, 3}, 1, "on"}, {2, {}, 2, "a"},
                    {2, {}, 3, "b"},   {3, {}, 4, "c"},      {3, {}, 5, "d"}};
  game.rows.features = 6;
  game.columns.nodes = {"start", "choice"};
  game.columns.arcs = {{0, {1}, 0, "go"}, {1, {}, 1, "x"}, {1, {}, 2, "y"}};
  game.columns.features = 3;
  const std::vector<std::array<int, 3>> payoffs = {{0, 1, 2},  {1, 2, 5}, {2, 1, 3}, {3, 2, 4},
                                                   {4, 0, -1}, {4, 1, 1}, {5, 2, 2}, {1, 0, 7}};
  for (const auto& [row, column, paid] : payoffs) game.payoffs.push_back({row, column, paid});
  return game;
}

// Forced moves change nothing: the same game with each forced move paid at the next choice.
TEST(CentralPath, ForcedMovesAreFixed) {
  const FlowGame game = forced_moves();
  const Form form = form_of(game);
  const NewtonPattern pattern(form);
  EXPECT_EQ(pattern.side[0].settled, (std::vector<int>{0, 1}));
  EXPECT_EQ(pattern.side[1].settled, (std::vector<int>{0}));
  for (const bool apart : {false, true}) {
    const NewtonPattern its(form, apart);
    Path path(its);
    for (int step = 0; step < 4; ++step) ASSERT_EQ(path.advance({}), Path::Step::taken);
    for (int a = 0; a < 2; ++a) EXPECT_NEAR(path.flow(0)[a], 1, 1e-12);
    for (const int player : {0, 1}) {  // close to the path, where products are shares of mu
      for (std::size_t a = 0; a < path.flow(player).size(); ++a) {
        const double product = path.flow(player)[a] * path.slack(player)[a];
        EXPECT_GT(product, 0.001 * path.mu());
        EXPECT_LT(product, 1000 * path.mu());
      }
    }
  }
  const FlowAnswer answer = solve_flows(game);
  ASSERT_EQ(answer.status, Status::proved);
  // Against x it pays 2 + 7 + 3 + max(-1 + 1, 0), against y 5 + 7 + 4 + max(-1, 2).
  EXPECT_EQ(*answer.value, Rational(12));
}

TEST(CentralPath, StopsWhenAsked) {
  const Form form = form_of(open_flow_game("trees:leduc"));
  const NewtonPattern pattern(form);
  Path path(pattern);
  StopFlag flag;
  flag.raise();
  EXPECT_EQ(path.advance(StopToken(&flag)), Path::Step::stopped);
}

}  // namespace
}  // namespace allnash::large
