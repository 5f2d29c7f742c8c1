// The implicit matrices against their definition, the strictness that the proofs rest on as
// inequalities on every pair of subsets, C1 to C3 against the supports, and the two loops over
// sizes against games solved by other means. The loops are run without their exit, so that the
// search itself has to find the answer.
#include "matrix/research/paper/paper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "core/lp/subgame.hpp"
#include "matrix/research/paper/subset_matrix.hpp"
#include "matrix/saddle/saddle_games.hpp"
#include "paths.hpp"
#include "random_games.hpp"
#include "results.hpp"
#include "text.hpp"

namespace allnash::test::paper_test {
namespace {

using matrix::Halving;
using matrix::OracleEntry;
using matrix::SubsetMatrix;

using game::Player;
using game::support_of;

// Payoffs that the lanes take, that only words take, and that neither does.
WholeGame scaled_game(std::mt19937_64& random, int largest, int turn) {
  WholeGame game = random_game(random, largest);
  const std::int64_t factor = std::array<std::int64_t, 4>{
      1, 1, 10007, 1'000'000'000'000'037}[static_cast<unsigned>(turn) % 4];
  for (std::int64_t& payoff : game.payoffs) payoff *= factor;
  return game;
}

// A game that has been read whole, and solved by pivoting.
struct Known {
  explicit Known(const WholeGame& game) : turn(game) {
    EXPECT_TRUE(turn.ledger.ask_all());
    pair = *methods_pair(game::all_below(game.rows), game::all_below(game.columns));
    rows = support_of(pair.row);
    columns = support_of(pair.column);
  }
  [[nodiscard]] std::optional<game::Pair> methods_pair(const std::vector<Index>& some_rows,
                                                       const std::vector<Index>& some_columns) {
    return lp::solve_by_pivoting(
        game::View(turn.known, game::Player::row).table(some_rows, some_columns), {});
  }

  Turn turn;
  game::Pair pair;
  std::vector<Index> rows;  // the supports
  std::vector<Index> columns;
};

// All entries of one line of an implicit matrix.
std::vector<OracleEntry> line_of(SubsetMatrix& matrix, Player player, Index line) {
  const Index crossed = matrix.count(opponent_of(player));
  std::vector<OracleEntry> cells(at(crossed));
  EXPECT_TRUE(matrix.improve(player, {&line, 1}, game::all_below(crossed), cells));
  return cells;
}

Rational expected_number(Known& known, const SubsetMatrix& matrix, Index row, Index column,
                         const std::vector<Rational>& candidates) {
  const std::vector<Index> rows = matrix.members(Player::row, row);
  const std::vector<Index> columns = matrix.members(Player::column, column);
  const auto pair = known.methods_pair(rows, columns);
  if (std::ranges::find(candidates, pair->value) == candidates.end()) return pair->value;
  Rational gap = 1;
  bool first = true;
  for (const Rational& one : candidates) {
    for (const Rational& two : candidates) {
      if (one <= two) continue;
      gap = first ? one - two : std::min(gap, one - two);
      first = false;
    }
  }
  const bool all_rows = pair->row.size() == rows.size();
  const bool all_columns = pair->column.size() == columns.size();
  if (all_rows && !all_columns) return pair->value + gap / 4;
  if (!all_rows && all_columns) return pair->value - gap / 4;
  return pair->value;
}

// Every entry of A^(k1, k2) and of A^(k1, k2, V), read along rows and along columns.
TEST(ImplicitMatrices, AreWhatThePaperDefines) {
  std::mt19937_64 random(1);
  for (int t = 0; t < this_many(400) && !HasFailure(); ++t) {
    const WholeGame game = scaled_game(random, 5, t);
    SCOPED_TRACE(text_of(game));
    Known known(game);
    const Index k1 = 1 + static_cast<Index>(random() % static_cast<unsigned>(game.rows));
    const Index k2 = 1 + static_cast<Index>(random() % static_cast<unsigned>(game.columns));
    SubsetMatrix matrix(known.turn.run, k1, k2);
    std::vector<Rational> candidates;
    for (int turn = 0; turn < 2; ++turn) {
      std::vector<Rational> values;
      for (Index row = 0; row < matrix.count(Player::row); ++row) {
        for (const OracleEntry& cell : line_of(matrix, Player::row, row)) {
          EXPECT_EQ(matrix.number(cell),
                    expected_number(known, matrix, cell.row, cell.column, candidates));
          values.push_back(matrix.number(cell));
        }
      }
      for (Index column = 0; column < matrix.count(Player::column); ++column) {
        for (const OracleEntry& cell : line_of(matrix, Player::column, column)) {
          const auto place =
              static_cast<std::size_t>(cell.row * matrix.count(Player::column) + cell.column);
          EXPECT_EQ(matrix.number(cell), values[place]);
        }
      }
      std::ranges::sort(values);
      values.erase(std::ranges::unique(values).begin(), values.end());
      candidates.assign(values.begin(),
                        values.begin() + std::min<std::ptrdiff_t>(3, std::ssize(values)));
      matrix.perturb(candidates);
    }
  }
}

/// That the saddle lies strictly below its row and above its column; says how often it looked.
int expect_strict(SubsetMatrix& matrix, const OracleEntry& saddle) {
  int inequalities = 0;
  for (const OracleEntry& cell : line_of(matrix, Player::row, saddle.row)) {
    if (cell.column == saddle.column) continue;
    EXPECT_TRUE(matrix.less(saddle, cell));
    ++inequalities;
  }
  for (const OracleEntry& cell : line_of(matrix, Player::column, saddle.column)) {
    if (cell.row == saddle.row) continue;
    EXPECT_TRUE(matrix.less(cell, saddle));
    ++inequalities;
  }
  return inequalities;
}

// The value alone, or with the next ones below and above it that subgames have: there the small
// change of entries must not make them meet.
std::vector<Rational> candidates_of(SubsetMatrix& matrix, const Rational& value, bool alone) {
  std::vector<Rational> candidates{value};
  if (alone) return candidates;
  std::optional<Rational> below;
  std::optional<Rational> above;
  for (Index row = 0; row < matrix.count(Player::row); ++row) {
    for (const OracleEntry& cell : line_of(matrix, Player::row, row)) {
      const Rational number = matrix.number(cell);
      if (number < value && (!below || number > *below)) below = number;
      if (number > value && (!above || number < *above)) above = number;
    }
  }
  if (below) candidates.insert(candidates.begin(), *below);
  if (above) candidates.push_back(*above);
  return candidates;
}

// Lemma "high-dim-psne-1": with the value among the candidates, the supports' entry is strictly
// above its column and strictly below its row. On every other entry of both.
TEST(Strictness, OfThePerturbedMatrix) {
  std::mt19937_64 random(2);
  int inequalities = 0;
  for (int t = 0; t < this_many(3000) && !HasFailure(); ++t) {
    const WholeGame game = scaled_game(random, 5, t);
    SCOPED_TRACE(text_of(game));
    Known known(game);
    SubsetMatrix matrix(known.turn.run, std::ssize(known.rows), std::ssize(known.columns));
    matrix.perturb(candidates_of(matrix, known.pair.value, t % 2 == 0));
    const Index row = matrix::Subsets(game.rows, std::ssize(known.rows), "").rank(known.rows);
    const Index column =
        matrix::Subsets(game.columns, std::ssize(known.columns), "").rank(known.columns);
    const OracleEntry saddle = line_of(matrix, Player::row, row)[at(column)];
    EXPECT_EQ(matrix.number(saddle), known.pair.value);
    inequalities += expect_strict(matrix, saddle);
  }
  EXPECT_GT(inequalities, this_many(10000));
}

// C1 to C3 hold for the supports and for no other pair of sets.
TEST(Candidates, OnlyTheSupportsPass) {
  std::mt19937_64 random(4);
  int pairs = 0;
  for (int t = 0; t < 150 && !HasFailure(); ++t) {
    const WholeGame game = random_game(random, 4);
    SCOPED_TRACE(text_of(game));
    Known known(game);
    for (const auto& some_rows : brute::subsets(game.rows)) {
      for (const auto& some_columns : brute::subsets(game.columns)) {
        const std::vector<Index> rows(some_rows.begin(), some_rows.end());
        const std::vector<Index> columns(some_columns.begin(), some_columns.end());
        const matrix::Outcome outcome = check_candidate(known.turn.run, rows, columns);
        const bool right = rows == known.rows && columns == known.columns;
        EXPECT_EQ(outcome.status, right ? Status::proved : Status::failure);
        if (right) {
          EXPECT_EQ(game::fault_in(known.turn.known, outcome.pair), std::nullopt);
        }
        ++pairs;
      }
    }
  }
  EXPECT_GT(pairs, 5000);
}

enum class Loop { paper, reweighted };

// What is drawn concerns the paper's alone.
matrix::Outcome looped(Turn& turn, Loop loop, const Halving& halving) {
  turn.options.research.exit = LoopExit::never;
  Random random(turn.options.seed);
  return loop == Loop::paper ? paper_loop(turn.run, halving, random) : matrix::reweighted(turn.run);
}

void expect_right(const matrix::Outcome& outcome, const Turn& turn, const Known& known) {
  ASSERT_EQ(outcome.status, Status::proved);
  EXPECT_EQ(game::fault_in(turn.known, outcome.pair), std::nullopt);
  EXPECT_EQ(outcome.pair.value, known.pair.value);
  EXPECT_EQ(support_of(outcome.pair.row), known.rows);
  EXPECT_EQ(support_of(outcome.pair.column), known.columns);
}

class Loops : public ::testing::TestWithParam<Loop> {};

// Of so many games, which the loop answers rightly or not at all; how often it does not. The source
// of a Turn fails the test when an entry is asked twice.
template <typename Draw>
int failures_among(int games, Loop loop, const Halving& halving, const Draw& draw) {
  int failures = 0;
  for (int t = 0; t < games && !testing::Test::HasFailure(); ++t) {
    const WholeGame game = draw(t);
    SCOPED_TRACE(text_of(game));
    Turn turn(game, {}, static_cast<std::uint64_t>(t));
    const matrix::Outcome outcome = looped(turn, loop, halving);
    if (outcome.status == Status::failure) {
      ++failures;
    } else {
      expect_right(outcome, turn, Known(game));
    }
  }
  return failures;
}

TEST_P(Loops, AgreeWithTheWholeGameOnRandomGames) {
  std::mt19937_64 random(5);
  constexpr int games = this_many(5000);
  const int failures = failures_among(games, GetParam(), {0.05, 0}, [&](int t) {
    return scaled_game(random, t % 4 == 0 ? 6 : 5, t / 8);
  });
  EXPECT_LE(failures, GetParam() == Loop::paper ? 0.05 * games : 0);
}

TEST_P(Loops, AreNeverWrongWithTwoDraws) {
  std::mt19937_64 random(6);
  const int failures =
      failures_among(1500, GetParam(), {0.05, 2}, [&](int) { return random_game(random, 5); });
  if (GetParam() == Loop::paper) {
    EXPECT_GT(failures, 5);
  } else {
    EXPECT_EQ(failures, 0);
  }
}

TEST_P(Loops, AgreeWithTheWholeGameOnSmallGamesInFiles) {
  const std::filesystem::path folder = std::filesystem::path(paths::games) / "small";
  int games = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".csv") continue;
    SCOPED_TRACE(file.path().filename().string());
    const auto game = open_game(file.path().string());
    Options options = with_method(GetParam() == Loop::paper ? "paper" : "reweighted");
    const bool small = std::max(game->rows(), game->columns()) <= 6;
    options.research.exit = small ? LoopExit::never : LoopExit::time;
    expect_same_answer(solve(*game, options), test::solved(*game, "full"));
    ++games;
  }
  EXPECT_GT(games, 100);
}

TEST_P(Loops, CountMatchesInSymmetricGames) {
  SaddleGames games(8);
  for (int t = 0; t < 300 && !HasFailure(); ++t) {
    const WholeGame game = games.next_symmetric(1 + games.below(5));
    SCOPED_TRACE(text_of(game));
    Turn turn(game, {true, {}, {}}, static_cast<std::uint64_t>(t));
    expect_right(looped(turn, GetParam(), {0.01, 0}), turn, Known(game));
  }
}

// Stopped at any query: true bounds, and no more asked than the budget.
TEST_P(Loops, LeaveTrueBoundsWhenStopped) {
  std::mt19937_64 random(9);
  for (int t = 0; t < 100 && !HasFailure(); ++t) {
    const WholeGame game = random_game(random, 5);
    const Known known(game);
    const auto source = table_game(game.rows, game.columns, payoffs_of(game));
    Options options = with_method(GetParam() == Loop::paper ? "paper" : "reweighted");
    options.research.exit = t % 2 == 0 ? LoopExit::never : LoopExit::time;
    const Result whole = solve(*source, options);
    for (std::int64_t budget = 0; budget < whole.queries; ++budget) {
      options.budget = budget;
      const Result result = solve(*source, options);
      EXPECT_EQ(result.status, Status::stopped);
      EXPECT_LE(result.queries, budget);
      expect_true_bounds(result, known.pair.value);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Loops, ::testing::Values(Loop::paper, Loop::reweighted),
                         [](const auto& info) {
                           return info.param == Loop::paper ? "paper" : "reweighted";
                         });

// Nash for the right sizes. The lemma allows delta of the runs to fail; for games as small as these
// l is so large that the proposition leaves less than one failure in a thousand runs. One draw must
// fail often.
TEST(Nash, FailsLessOftenThanDelta) {
  for (const Index sample : {0, 1}) {
    std::mt19937_64 random(7);
    int failures = 0;
    constexpr int runs = 2000;
    for (int t = 0; t < runs; ++t) {
      const WholeGame game = random_game(random, 5);
      const Known known(game);
      Turn turn(game);
      Random seeded(static_cast<std::uint64_t>(t));
      const matrix::Outcome outcome =
          nash(turn.run, {0.3, sample}, std::ssize(known.rows), std::ssize(known.columns), seeded);
      if (outcome.status == Status::failure) ++failures;
    }
    if (sample == 0) {
      EXPECT_LE(failures, runs / 500);
    } else {
      EXPECT_GE(failures, runs / 50);
    }
  }
}

// What an independent prototype asked for a strict saddle point among 2,000 x 2,000 payoffs with
// delta = 0.1: 362 n.
TEST(Queries, OfAPlantedSaddlePoint) {
  for (const std::uint64_t seed : {1, 2}) {
    const Result result =
        solved(planted(2000, 1, seed), {.method = "paper", .delta = 0.1, .seed = seed});
    EXPECT_EQ(result.status, Status::proved);
    EXPECT_NEAR(static_cast<double>(result.queries) / 2000, 362, 36);
  }
}

TEST(Exit, IsTakenWhenNothingIsUnread) {
  const Result result = solved("family:random,n=40", with_method("paper"));  // large supports
  EXPECT_EQ(result.status, Status::proved);
  EXPECT_EQ(result.queries, 1600);
}

// Sizes with too many subgames are known before a query is spent on them, and the run goes on to a
// proof: here (1, 1) and (1, 2) are looked through and (2, 1) cannot be.
TEST(Exit, IsTakenBeforeASizeThatCannotBeSearched) {
  for (const LoopExit exit : {LoopExit::read, LoopExit::never}) {
    Options options{.method = "paper", .research = {.exit = exit}};
    const Result result = solved("family:planted,n=15000,m=50,k=2", options);
    EXPECT_EQ(result.status, Status::proved);
    EXPECT_LE(result.queries, 15000 * 50);
  }
}

// To go on costs at most what is unread, to leave for time's sake no less than lazy needs.
TEST(Exit, ForTimeIsAnOption) {
  Options options{.method = "paper", .research = {.exit = LoopExit::time}};
  const Result result = solved("family:planted,n=300,k=1", options);
  EXPECT_EQ(result.status, Status::proved);
  EXPECT_TRUE(result.counters.empty());  // no search was begun
}

// For experiments: exact, or a failure.
TEST(Sample, ForcedIsExactOrAFailure) {
  Options options{.method = "paper"};
  options.research.k1 = options.research.k2 = 1;
  int failures = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    options.seed = seed;
    options.research.sample = 1;
    const Result result = solved("family:planted,n=100,k=1", options);
    if (result.status == Status::failure) {
      ++failures;
    } else {
      EXPECT_EQ(std::ssize(result.row().support), 1);
    }
  }
  EXPECT_GT(failures, 0);
  EXPECT_LT(failures, 40);
  options = {};
  options.research.sample = 3;
  EXPECT_THROW(solved("family:rps,n=5", options), InputError);
  options.method = "reweighted";
  EXPECT_THROW(solved("family:rps,n=5", options), InputError);
  options.method = "paper";
  options.research.sample = 0;
  EXPECT_THROW(solved("family:rps,n=5", options), InputError);
}

// A search that fails at the right sizes goes on; without an exit it ends in failure.
TEST(Exit, NeverEndsInFailureWhenNoSizesAreLeft) {
  std::mt19937_64 random(10);
  for (int t = 0; t < 2000; ++t) {
    const WholeGame game = random_game(random, 3);
    Turn turn(game, {}, static_cast<std::uint64_t>(t));
    if (looped(turn, Loop::paper, {0.05, 1}).status == Status::failure) return;
  }
  ADD_FAILURE() << "one draw always succeeded";
}

TEST(Nash, FailureIsAnAnswer) {
  Options options{.method = "paper", .research = {.k1 = 1, .k2 = 1}};
  const Result result = solved("family:rps,n=3", options);
  EXPECT_EQ(result.status, Status::failure);
  ASSERT_TRUE(result.low && result.high);
  expect_true_bounds(result, 0);
  EXPECT_TRUE(test::has(to_json(result), "\"status\":\"failure\""));
  options.research.k1 = 3;
  options.research.k2 = 3;
  EXPECT_EQ(solved("family:rps,n=3", options).status, Status::proved);
}

TEST(Nash, SizesAreChecked) {
  Options options{.method = "paper", .research = {.k1 = 4, .k2 = 1}};
  EXPECT_THROW(solved("family:rps,n=3", options), InputError);
  options.research.k2.reset();
  EXPECT_THROW(solved("family:rps,n=5", options), InputError);
  options.research.k2 = 1;
  options.method = "lazy";
  EXPECT_THROW(solved("family:rps,n=5", options), InputError);
  options = with_method("paper");
  options.research.k1 = options.research.k2 = 50;
  EXPECT_THROW(solved("family:random,n=100", options), InputError);  // subsets beyond 63 bits
}

}  // namespace
}  // namespace allnash::test::paper_test
