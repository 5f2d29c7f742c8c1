// Faces of random games against brute force, and of games with known answers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>

#include "game/face_example.hpp"
#include "paths.hpp"
#include "random_games.hpp"

namespace allnash::game::face_games_test {
namespace {

using exact::Matrix;

TEST(FaceOfGame, RandomGamesAgainstEverySquareSubmatrix) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 250; ++trial) {
    const auto rows = static_cast<int>(1 + random() % 5);
    const auto columns = static_cast<int>(1 + random() % 5);
    const int spread = 2 + trial % 3;  // few values, many ties
    test::WholeGame whole{rows, columns, {}, 1 + trial % 7};
    for (int t = 0; t < rows * columns; ++t) {
      whole.payoffs.push_back(static_cast<std::int64_t>(random() % spread));
    }
    SCOPED_TRACE(trial);
    const test::Answer answer = test::brute_force(whole);
    std::vector<Dense> vertices;
    for (const MixedStrategy& vertex : answer.row_vertices) {
      Dense& point = vertices.emplace_back(static_cast<std::size_t>(rows));
      for (const auto& [row, share] : vertex) point[static_cast<std::size_t>(row)] = share;
    }
    expect_vertices({rows, columns, test::payoffs_of(whole)}, answer.value, vertices);
  }
}

Matrix read_game(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<Rational> entries;
  Index rows = 0;
  for (std::string line; std::getline(in, line); ++rows) {
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');)
      entries.push_back(Rational::parse(cell));
  }
  return {rows, static_cast<Index>(entries.size()) / rows, std::move(entries)};
}

std::vector<Dense> vertices_in(const nlohmann::json& list) {
  std::vector<Dense> result;
  for (const auto& vector : list) {
    result.emplace_back();
    for (const auto& entry : vector) {
      result.back().push_back(Rational::parse(entry.get<std::string>()));
    }
  }
  return result;
}

TEST(FaceOfGame, KnownVertices) {
  int faces = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(paths::games)) {
    std::string path = file.path().string();
    if (!path.ends_with(".truth.json")) continue;
    nlohmann::json truth = nlohmann::json::parse(std::ifstream(path));
    if (truth.contains("exact")) truth = truth["exact"];
    if (!truth.contains("row_vertices") || !truth.contains("value")) continue;
    SCOPED_TRACE(path);
    path.replace(path.size() - 10, 10, "csv");
    const Matrix game = read_game(path);
    const auto value = Rational::parse(truth["value"].get<std::string>());
    expect_vertices(game, value, vertices_in(truth["row_vertices"]), truth["dim_row"]);
    expect_vertices(negated_transpose(game), -value, vertices_in(truth["col_vertices"]),
                    truth["dim_col"]);
    faces += 2;
  }
  EXPECT_GT(faces, 300);
}

}  // namespace
}  // namespace allnash::game::face_games_test
