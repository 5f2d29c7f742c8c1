// From a vertex to both supports: games near a tie, where the interior point guesses wrong, without
// pivoting from scratch.
#include "core/lp/vertex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "core/game/known.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/near_ties.hpp"
#include "core/lp/repair.hpp"
#include "core/lp/subgame.hpp"
#include "core/lp/tables.hpp"
#include "paths.hpp"
#include "random_games.hpp"

namespace allnash::lp::vertex_test {
namespace {

// A restricted game of a large Blotto as a search met it: least weights and slacks are near 2e-5 of
// the payoffs, and rows have a face of dimension 27. The interior point holds two rows to be played
// that are not, and exact pivoting from scratch took 10 s of the processor.
exact::Matrix table_near_a_face() {
  return table_of(std::string(paths::sources) + "/tests/core/lp/near_a_face_135x137.csv");
}

void expect_pair(const exact::Matrix& game, const std::optional<game::Pair>& pair) {
  ASSERT_TRUE(pair);
  EXPECT_EQ(game::fault_in(game::MatrixGame(game), *pair), std::nullopt);
}

// Every way but pivoting from scratch.
std::optional<game::Pair> solved_at_vertex(const exact::Matrix& game) {
  const VertexSearch search = find_vertex(game, FloatGame(game), 1, {});
  if (!search.vertex) return std::nullopt;
  if (search.vertex->is_strict()) return search.vertex->pair;
  const auto undecided = UndecidedGame::at(game, *search.vertex, {});
  if (!undecided) return std::nullopt;
  return undecided->step(*solve_by_pivoting(undecided->payoffs(), {}), {});
}

TEST(Vertex, TheTableNearAFaceIsSolvedFromAVertex) {
  const exact::Matrix game = table_near_a_face();
  const auto search = find_vertex(game, FloatGame(game), 1, {});
  ASSERT_TRUE(search.vertex);
  EXPECT_FALSE(search.vertex->is_strict());
  // What is left is a game of one row, and not one of 135.
  const auto undecided = UndecidedGame::at(game, *search.vertex, {});
  ASSERT_TRUE(undecided);
  EXPECT_LE(undecided->payoffs().rows() * undecided->payoffs().columns(), 200);
  const auto pair = solve(game);
  expect_pair(game, pair);
  EXPECT_EQ(pair->row.size(), 96U);
  EXPECT_EQ(pair->column.size(), 69U);
}

TEST(Vertex, GamesNearATieNeedNoPivotingFromScratch) {
  const struct {
    const char* name;
    NearTies kind;
    int guessed_wrong;  // of ten games, at least so many by the interior point
  } table[] = {
      {"weights of 1e-3", {.side = 40, .digits = 3}, 5},
      {"weights of 1e-6", {.side = 40, .digits = 6}, 5},
      {"weights of 1e-9", {.side = 30, .digits = 9}, 5},
      {"weights of 1e-6 and ties", {.side = 40, .entries = 1, .digits = 6}, 5},
      {"slacks of 1e-6", {.side = 40, .digits = 6, .scaled = false}, 2},
      {"slacks of 1e-9", {.side = 40, .digits = 9, .scaled = false}, 5},
      {"slacks of 1e-9, another value",
       {.side = 60, .digits = 9, .scaled = false, .skew = false},
       5},
      {"many ties", {.side = 30, .mixtures = 30, .entries = 1, .digits = 9, .scaled = false}, 5},
      {"doubles", {.side = 30, .mixtures = 0, .digits = 3, .doubles = true}, 2},
  };
  for (const auto& row : table) {
    int wrong = 0;
    for (std::uint64_t seed = 100; seed < 110; ++seed) {
      SCOPED_TRACE(row.name + std::string(", seed ") + std::to_string(seed));
      const exact::Matrix game = near_ties(row.kind, seed);
      expect_pair(game, solved_at_vertex(game));
      expect_pair(game, solve(game));
      const auto centre = solve_by_interior_point(FloatGame(game), 1, {});
      const auto guess = centre ? guess_supports(*centre, 0) : std::nullopt;
      const auto repaired = guess ? repair(game, *guess, 40, 1, {}) : std::nullopt;
      if (!repaired || game::fault_in(game::MatrixGame(game), repaired->pair)) ++wrong;
    }
    // Else these games would show nothing.
    EXPECT_GE(wrong, row.guessed_wrong) << row.name;
  }
}

// A few payoffs far beyond the others, which floating point does not see beside them. From the
// basis that it then ended in, exact pivoting took minutes.
TEST(Vertex, AFewLargePayoffsHideNothing) {
  constexpr Index side = 100;
  for (const slong digits : {12, 15, 100, 400}) {
    for (const int large : {1, 3, 40}) {
      SCOPED_TRACE("payoffs of 1e" + std::to_string(digits) + ": " + std::to_string(large));
      exact::Matrix game = table_of("family:random,n=100,seed=3");
      std::mt19937 random(7);
      const auto line = [&] { return static_cast<Index>(random() % side); };
      for (int t = 0; t < large; ++t) {
        Rational& payoff = game.at(line(), line());
        payoff = Rational::parse("1e" + std::to_string(digits));
        if (t % 3 == 1) payoff = -payoff;
      }
      const VertexSearch search = find_vertex(game, FloatGame(game), 1, {});
      ASSERT_TRUE(search.vertex);
      expect_pair(game, solved_at_vertex(game));
      expect_pair(game, solve(game));
    }
  }
}

// Mixtures that differ from ties by rounding alone: no floating simplex method sees them.
TEST(Vertex, TiesButForRoundingAreDecidedExactly) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const exact::Matrix game =
        near_ties({.side = 24, .entries = 2, .digits = 9, .scaled = false, .doubles = true}, seed);
    SCOPED_TRACE(seed);
    expect_pair(game, solve(game));
  }
}

TEST(Vertex, AgreesWithAllSquareSubmatrices) {
  std::mt19937_64 random(6);
  int strict = 0;
  constexpr int games = test::this_many(2000);
  for (int t = 0; t < games && !testing::Test::HasFailure(); ++t) {
    const test::WholeGame small = test::random_game(random);
    const exact::Matrix game(small.rows, small.columns, test::payoffs_of(small));
    const auto pair = solved_at_vertex(game);
    SCOPED_TRACE(t);
    expect_pair(game, pair);
    if (!pair) return;
    const test::Answer answer = test::brute_force(small);
    EXPECT_EQ(pair->value, answer.value);
    EXPECT_EQ(game::support_of(pair->row), test::union_support(answer.row_vertices));
    EXPECT_EQ(game::support_of(pair->column), test::union_support(answer.column_vertices));
    if (answer.row_vertices.size() == 1 && answer.column_vertices.size() == 1) ++strict;
  }
  EXPECT_LT(strict, games * 9 / 10);  // the undecided game has been asked
}

TEST(Vertex, PivotingFromAnyBasisEndsInTheSameAnswer) {
  std::mt19937_64 random(7);
  int answered = 0;
  constexpr int games = test::this_many(2000);
  for (int t = 0; t < games && !testing::Test::HasFailure(); ++t) {
    const test::WholeGame small = test::random_game(random);
    const exact::Matrix game(small.rows, small.columns, test::payoffs_of(small));
    const auto some = [&](Index count, std::size_t size) {
      std::vector<Index> lines(static_cast<std::size_t>(count));
      std::iota(lines.begin(), lines.end(), Index{0});
      std::ranges::shuffle(lines, random);
      lines.resize(size);
      std::ranges::sort(lines);
      return lines;
    };
    const auto size = 1 + random() % static_cast<std::size_t>(std::min(small.rows, small.columns));
    game::Block basis;
    basis.row = some(small.rows, size);
    basis.column = some(small.columns, size);
    const auto pair = solve_by_pivoting_from(game, basis, {});
    if (!pair) continue;  // allowed after many steps
    ++answered;
    SCOPED_TRACE(t);
    expect_pair(game, pair);
    EXPECT_EQ(pair->value, test::brute_force(small).value);
  }
  EXPECT_GE(answered, games * 99 / 100);
}

TEST(Vertex, StopsWhenAsked) {
  StopFlag flag;
  flag.raise();
  const exact::Matrix game = near_ties({}, 1);
  const StopToken stop(&flag);
  EXPECT_FALSE(find_vertex(game, FloatGame(game), 1, stop).vertex);
  const auto search = find_vertex(game, FloatGame(game), 1, {});
  ASSERT_TRUE(search.vertex);
  EXPECT_FALSE(UndecidedGame::at(game, *search.vertex, stop));
  EXPECT_FALSE(solve_by_pivoting_from(game, search.vertex->basis, stop));
}

}  // namespace
}  // namespace allnash::lp::vertex_test
