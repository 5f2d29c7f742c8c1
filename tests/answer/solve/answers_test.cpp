// Every method, on games whose answers come from elsewhere: all square submatrices, lrsnash, and a
// folder of games with known answers. Each certificate goes to the independent checker.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "allnash/allnash.hpp"
#include "answer/solve/known_games.hpp"
#include "checker/verdict.hpp"
#include "random_games.hpp"
#include "watched_source.hpp"

namespace allnash::answers_test {
namespace {

using nlohmann::json;

const std::vector<std::string> methods{"full", "lazy", "auto"};

// Solves, and holds the result against everything that must hold of any result.
Result checked(const test::WholeGame& game, const std::string& method, Options options = {}) {
  test::WatchedSource source(game.rows, game.columns, test::payoffs_of(game));
  options.method = method;
  std::ostringstream certificate;
  Result result = solve(source, options, {nullptr, nullptr, &certificate});
  EXPECT_EQ(result.status, Status::proved);
  EXPECT_EQ(result.queries, source.count());
  EXPECT_GE(result.queries, result.floor().value());
  EXPECT_LE(result.queries, game.rows * game.columns);
  EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
  return result;
}

// Every method is held against what all square submatrices say, which is found once a game; in as
// many parts as there are shards.
class AllSubmatrices : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AllSubmatrices, AgreeWithEveryMethod) {
  std::mt19937_64 random(11 + 100 * GetParam());
  for (int t = 0; t < test::this_many(6667) && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    const test::WholeGame game = test::random_game(random);
    const test::Answer answer = test::brute_force(game);
    const Index row_dimension = test::affine_dimension(answer.row_vertices, game.rows);
    const Index column_dimension = test::affine_dimension(answer.column_vertices, game.columns);
    for (const std::string& method : methods) {
      SCOPED_TRACE(method);
      const Result result = checked(game, method);
      EXPECT_EQ(result.value, answer.value);
      EXPECT_EQ(result.row().vertices, answer.row_vertices);
      EXPECT_EQ(result.column().vertices, answer.column_vertices);
      EXPECT_TRUE(result.row().vertices_complete && result.column().vertices_complete);
      EXPECT_EQ(result.row().support, test::union_support(answer.row_vertices));
      EXPECT_EQ(result.column().support, test::union_support(answer.column_vertices));
      EXPECT_EQ(result.row().dimension, row_dimension);
      EXPECT_EQ(result.column().dimension, column_dimension);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, AllSubmatrices, testing::Range<std::uint64_t>(0, 3));

class Answers : public testing::TestWithParam<std::string> {};

TEST_P(Answers, SymmetricGamesCountMatches) {
  std::mt19937_64 random(12);
  for (int t = 0; t < test::this_many(1000) && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    const test::WholeGame game =
        test::symmetric_game(1 + static_cast<int>(random() % 6),
                             [&](int, int) { return static_cast<std::int64_t>(random() % 5) - 2; });
    const test::Answer answer = test::brute_force(game);
    const Result result = checked(game, GetParam(), {.symmetric = true});
    EXPECT_EQ(result.value, Rational(0));
    EXPECT_EQ(result.row().vertices, answer.row_vertices);
    EXPECT_EQ(result.column().vertices, answer.row_vertices);
    const auto n = static_cast<std::int64_t>(game.rows);
    const auto k = static_cast<std::int64_t>(result.row().support.size());
    EXPECT_EQ(result.floor().value(), n * (n - 1) / 2 - (n - k) * (n - k - 1) / 2);
    // A function cannot tell that its game is symmetric: a few matches are asked both ways.
    EXPECT_LE(result.queries - result.mirrored.value_or(0), n * (n - 1) / 2);
    EXPECT_LE(result.mirrored.value_or(0), 5);
  }
}

// What lrsnash lists: each player's extreme strategies over all equilibria.
std::optional<test::Answer> ask_lrsnash(const test::WholeGame& game) {
  const std::string path = testing::TempDir() + "allnash_lrsnash_" + std::to_string(getpid());
  std::ofstream out(path);
  out << game.rows << ' ' << game.columns << '\n';
  for (const int sign : {1, -1}) {
    for (int i = 0; i < game.rows; ++i) {
      for (int j = 0; j < game.columns; ++j) {
        out << Rational(sign * game.at(i, j), game.scale) << (j + 1 < game.columns ? " " : "\n");
      }
    }
  }
  out.close();
  FILE* pipe = popen(("lrsnash '" + path + "' 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  if (pclose(pipe) != 0) return std::nullopt;

  test::Answer answer;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string player;
    if (!(words >> player) || (player != "1" && player != "2")) continue;
    MixedStrategy strategy;
    const int count = player == "1" ? game.rows : game.columns;
    for (int s = 0; s < count; ++s) {
      std::string word;
      words >> word;
      const Rational probability = Rational::parse(word);
      if (probability.sign() != 0) strategy.push_back({s, probability});
    }
    (player == "1" ? answer.row_vertices : answer.column_vertices).push_back(strategy);
  }
  test::brute::sort_unique(answer.row_vertices);
  test::brute::sort_unique(answer.column_vertices);
  return answer;
}

TEST_P(Answers, AgreeWithLrsnash) {
  if (std::system("command -v lrsnash >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "lrsnash (Debian package lrslib) is not installed";
  }
  std::mt19937_64 random(13);
  for (int t = 0; t < 150 && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    test::WholeGame game = test::random_game(random, 8);
    const auto answer = ask_lrsnash(game);
    ASSERT_TRUE(answer);
    const Result result = checked(game, GetParam());
    EXPECT_EQ(result.row().vertices, answer->row_vertices);
    EXPECT_EQ(result.column().vertices, answer->column_vertices);
  }
}

MixedStrategy sparse(const json& dense) {
  MixedStrategy result;
  for (std::size_t s = 0; s < dense.size(); ++s) {
    const Rational probability = Rational::parse(dense[s].get<std::string>());
    if (probability.sign() != 0) result.push_back({static_cast<Index>(s), probability});
  }
  return result;
}

int compare_set(const OptimalSet& set, const json& truth, const char* side) {
  const bool row = std::string_view(side) == "row";
  int facts = 0;
  if (const json* support =
          test::fact(truth, {row ? "row_union_support" : "col_union_support", row ? "I" : "J"})) {
    EXPECT_EQ(set.support, support->get<std::vector<Index>>());
    ++facts;
  }
  if (const json* dimension =
          test::fact(truth, {row ? "dim_row" : "dim_col", row ? "dimX" : "dimY"})) {
    EXPECT_EQ(set.dimension, dimension->get<Index>());
    ++facts;
  }
  const json* vertices = test::fact(truth, {row ? "row_vertices" : "col_vertices"});
  if (vertices != nullptr && vertices->is_array()) {
    std::vector<MixedStrategy> expected;
    for (const json& vertex : *vertices) expected.push_back(sparse(vertex));
    test::brute::sort_unique(expected);
    EXPECT_EQ(set.vertices, expected);
    EXPECT_TRUE(set.vertices_complete);
    ++facts;
  }
  return facts;
}

TEST_P(Answers, AgreeWithTheGamesOfKnownAnswer) {
  int games = 0;
  int facts = 0;
  test::each_known_game([&](const std::string& path, const json& truth) {
    SCOPED_TRACE(path);
    std::ostringstream certificate;
    Options options{.method = GetParam()};
    if (!test::lists_vertices(truth)) options.vertices = 0;
    const Result result = solve(*open_game(path), options, {nullptr, nullptr, &certificate});
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
    if (const json* value = test::fact(truth, {"value"})) {
      EXPECT_EQ(result.value, Rational::parse(value->get<std::string>()));
      ++facts;
    }
    facts +=
        compare_set(result.row(), truth, "row") + compare_set(result.column(), truth, "column");
    ++games;
  });
  EXPECT_GE(games, 150);
  EXPECT_GE(facts, 6 * games);
}

INSTANTIATE_TEST_SUITE_P(Methods, Answers, testing::ValuesIn(methods),
                         [](const auto& info) { return info.param; });

// Supports of 109 a player: the equations, the check and the optimal sets of both are worked on
// side by side.
TEST(Threads, ChangeNoAnswer) {
  const auto game = open_game("family:random,n=200,seed=1");
  Options options{.method = "full"};
  std::vector<std::string> certificates;
  for (const std::int64_t threads : {1, 2, 3}) {
    options.threads = threads;
    std::ostringstream certificate;
    const Result result = solve(*game, options, {nullptr, nullptr, &certificate});
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_EQ(result.row().support.size() + result.column().support.size(), 218U);
    certificates.push_back(certificate.str());
  }
  EXPECT_EQ(test::fault_in(certificates[0]), std::nullopt);
  EXPECT_EQ(certificates[1], certificates[0]);
  EXPECT_EQ(certificates[2], certificates[0]);
}

// The kinds of game on which users of other tools report missing or empty answers.
TEST(Reported, ADegenerateGameOfSigns) {
  // Every optimal strategy of both players, by hand: row 0 and row 1 are copies, column 2 is
  // pinned.
  const auto game = table_game(3, 3, {1, -1, 0, 1, -1, 0, -1, 1, 0});
  const Result result = solve(*game);
  EXPECT_EQ(result.value, Rational(0));
  EXPECT_EQ(result.row().dimension, 1);
  const Rational half(1, 2);
  EXPECT_EQ(result.row().vertices,
            (std::vector<MixedStrategy>{{{1, half}, {2, half}}, {{0, half}, {2, half}}}));
  EXPECT_EQ(result.column().vertices,
            (std::vector<MixedStrategy>{{{2, 1}}, {{0, half}, {1, half}}}));
}

TEST(Reported, AnEquilibriumThatAToleranceMisses) {
  // Unique, and off the nearest pure one by 4e-18: far below any floating tolerance.
  const Rational tiny = Rational::parse("4e-18");
  const auto game = table_game(2, 2, {tiny, 0, 0, 1});
  const Result result = solve(*game);
  EXPECT_EQ(result.value, tiny / (tiny + 1));
  EXPECT_EQ(result.row().vertices,
            (std::vector<MixedStrategy>{{{0, Rational(1) / (tiny + 1)}, {1, tiny / (tiny + 1)}}}));
  EXPECT_EQ(result.column().vertices, result.row().vertices);
}

TEST(Reported, DuplicatedStrategies) {
  // Matching pennies with every side three times over: each optimal set is a product of triangles.
  std::vector<Rational> payoffs;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) payoffs.emplace_back(i % 2 == j % 2 ? 1 : -1);
  }
  const auto game = table_game(6, 6, payoffs);
  const Result result = solve(*game);
  EXPECT_EQ(result.row().dimension, 4);
  EXPECT_EQ(result.row().vertices.size(), 9U);
  EXPECT_EQ(result.column().vertices.size(), 9U);
}

}  // namespace
}  // namespace allnash::answers_test
