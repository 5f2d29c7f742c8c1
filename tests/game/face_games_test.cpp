// Faces of random games against brute force, and of games with known answers.
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <string>

#include "game/face_example.hpp"
#include "paths.hpp"

namespace allnash::game::face_games_test {
namespace {

using exact::Matrix;

// --- against brute force ---------------------------------------------------------------------

/// The solution of a square system by elimination, if it is unique.
std::optional<Dense> solve(std::vector<Dense> rows) {
  const std::size_t size = rows.size();
  for (std::size_t c = 0; c < size; ++c) {
    std::size_t pivot = c;
    while (pivot < size && rows[pivot][c].sign() == 0) ++pivot;
    if (pivot == size) return {};
    std::swap(rows[c], rows[pivot]);
    for (std::size_t r = 0; r < size; ++r) {
      if (r == c || rows[r][c].sign() == 0) continue;
      const Rational factor = rows[r][c] / rows[c][c];
      for (std::size_t k = c; k <= size; ++k) rows[r][k] -= factor * rows[c][k];
    }
  }
  Dense solution;
  for (std::size_t r = 0; r < size; ++r) solution.push_back(rows[r][size] / rows[r][r]);
  return solution;
}

/// Subsets of {0, ..., n - 1}, by size.
std::vector<std::vector<Index>> subsets(Index n, int size) {
  std::vector<std::vector<Index>> result;
  for (unsigned bits = 0; bits < (1U << n); ++bits) {
    if (std::popcount(bits) != size) continue;
    result.emplace_back();
    for (Index i = 0; i < n; ++i) {
      if ((bits >> i) % 2 != 0) result.back().push_back(i);
    }
  }
  return result;
}

/// Every extreme optimal strategy solves the bordered system of a square submatrix: equal payoffs
/// against its columns, probabilities that sum to one (Shapley and Snow 1950). Keeps
/// those that guarantee the most.
std::pair<Rational, std::vector<Dense>> brute_force(const Matrix& game) {
  std::optional<Rational> best;
  std::vector<Dense> vertices;
  for (int size = 1; size <= static_cast<int>(std::min(game.rows(), game.columns())); ++size) {
    for (const auto& rows : subsets(game.rows(), size)) {
      for (const auto& columns : subsets(game.columns(), size)) {
        std::vector<Dense> system;
        for (const Index j : columns) {
          system.emplace_back();
          for (const Index i : rows) system.back().push_back(game.at(i, j));
          system.back().insert(system.back().end(), {-1, 0});
        }
        system.emplace_back(static_cast<std::size_t>(size), Rational(1));
        system.back().insert(system.back().end(), {0, 1});
        const auto solution = solve(system);
        if (!solution) continue;
        Dense point(static_cast<std::size_t>(game.rows()));
        for (std::size_t t = 0; t < rows.size(); ++t) {
          point[static_cast<std::size_t>(rows[t])] = (*solution)[t];
        }
        if (std::any_of(point.begin(), point.end(), [](const auto& p) { return p.sign() < 0; })) {
          continue;
        }
        std::optional<Rational> least;
        for (Index j = 0; j < game.columns(); ++j) {
          Rational earned;
          for (Index i = 0; i < game.rows(); ++i) {
            earned += point[static_cast<std::size_t>(i)] * game.at(i, j);
          }
          if (!least || earned < *least) least = earned;
        }
        if (*least != solution->back()) continue;
        if (!best || *least > *best) vertices.clear();
        if (!best || *least >= *best) {
          best = least;
          vertices.push_back(point);
        }
      }
    }
  }
  return {*best, vertices};
}

TEST(FaceOfGame, RandomGamesAgainstEverySquareSubmatrix) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 250; ++trial) {
    const auto rows = static_cast<Index>(1 + random() % 5);
    const auto columns = static_cast<Index>(1 + random() % 5);
    const int spread = 2 + trial % 3;  // few values, many ties
    Matrix game(rows, columns);
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < columns; ++j) {
        game.at(i, j) = Rational(static_cast<std::int64_t>(random() % spread), 1 + trial % 7);
      }
    }
    SCOPED_TRACE(trial);
    const auto [value, vertices] = brute_force(game);
    expect_vertices(game, value, vertices);
  }
}

// --- games with known answers ----------------------------------------------------------------

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
  if (!std::filesystem::exists(paths::games)) {
    GTEST_SKIP() << "no folder of games at " << paths::games;
  }
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
  EXPECT_GT(faces, 0);
}

}  // namespace
}  // namespace allnash::game::face_games_test
