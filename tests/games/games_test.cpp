// Classic games, whose answers make_games.py found in its own way: every method against each.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "allnash/allnash.hpp"
#include "paths.hpp"

namespace allnash::games_test {
namespace {

using nlohmann::json;

const std::string folder = std::string(paths::sources) + "/tests/games/";

std::vector<MixedStrategy> vertices_of(const json& player) {
  std::vector<MixedStrategy> vertices;
  for (const json& vertex : player["vertices"]) {
    MixedStrategy strategy;
    for (const auto& [index, probability] : vertex.items()) {
      strategy.push_back({std::stol(index), Rational::parse(probability.get<std::string>())});
    }
    vertices.push_back(strategy);
  }
  return vertices;
}

void expect_set(const OptimalSet& found, const json& truth) {
  EXPECT_EQ(found.support, truth["support"].get<std::vector<Index>>());
  EXPECT_EQ(found.dimension, truth["dimension"].get<Index>());
  EXPECT_TRUE(found.vertices_complete);
  EXPECT_EQ(found.vertices, vertices_of(truth));
}

/// A saddle point that is better than every other row and column, which is all that some methods
/// look for.
bool has_strict_saddle_point(Source& game, const json& truth) {
  if (truth["row"]["support"].size() != 1 || truth["column"]["support"].size() != 1) return false;
  const Index row = truth["row"]["support"][0].get<Index>();
  const Index column = truth["column"]["support"][0].get<Index>();
  const auto payoff = [&](Index i, Index j) {
    const Entry entry{i, j};
    return payoffs_of(game, {&entry, 1}).front();
  };
  for (Index i = 0; i < game.rows(); ++i) {
    if (i != row && payoff(i, column) >= payoff(row, column)) return false;
  }
  for (Index j = 0; j < game.columns(); ++j) {
    if (j != column && payoff(row, j) <= payoff(row, column)) return false;
  }
  return true;
}

/// True when the method answered; one that is for other games may refuse.
bool expect_answer(Source& game, const std::string& method, const json& truth) {
  Options options;
  options.method = method;
  Result result;
  try {
    result = solve(game, options);
  } catch (const OptionError&) {
    EXPECT_EQ(method, "sparse-binary");
    return false;
  }
  if (result.status == Status::no_strict_saddle_point) {
    EXPECT_FALSE(has_strict_saddle_point(game, truth));
    return true;
  }
  EXPECT_EQ(result.status, Status::proved);
  if (!result.equilibria) return false;
  EXPECT_EQ(result.value, Rational::parse(truth["value"].get<std::string>()));
  expect_set(result.row(), truth["row"]);
  expect_set(result.column(), truth["column"]);
  EXPECT_GE(result.queries, result.floor().value());
  return true;
}

TEST(ClassicGames, EveryMethodFindsEveryEquilibrium) {
  std::ifstream in(folder + "answers.json");
  const json answers = json::parse(in);
  EXPECT_GE(answers.size(), 36U);
  for (const MethodInfo& method : method_table()) {
    if (method.name == "random-play") continue;  // answers within a tolerance: solve/ranges
    int answered = 0;
    for (const auto& [name, truth] : answers.items()) {
      SCOPED_TRACE(name + " by " + std::string(method.name));
      const auto game = open_game(folder + name + ".csv");
      answered += expect_answer(*game, std::string(method.name), truth) ? 1 : 0;
    }
    EXPECT_GT(answered, 0) << method.name;
  }
}

}  // namespace
}  // namespace allnash::games_test
