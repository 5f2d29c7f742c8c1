// Faces of games whose extreme points are known: made so, by brute force, or from tables.
#include "core/game/face.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "core/exact/access.hpp"
#include "core/game/players.hpp"
#include "matrices.hpp"
#include "paths.hpp"
#include "random_games.hpp"

namespace allnash::game::face_test {
namespace {

using exact::Matrix;
using Dense = std::vector<Rational>;

constexpr std::int64_t no_limit = 1'000'000'000;

MixedStrategy sparse(const Dense& dense) {
  MixedStrategy strategy;
  for (std::size_t i = 0; i < dense.size(); ++i) {
    if (dense[i].sign() != 0) strategy.push_back({static_cast<Index>(i), dense[i]});
  }
  return strategy;
}

std::vector<MixedStrategy> sorted(const std::vector<Dense>& points) {
  std::vector<MixedStrategy> result;
  for (const Dense& point : points) result.push_back(sparse(point));
  std::sort(result.begin(), result.end(), game::dense_less);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// The row player's face of a game, from its value and a point strictly inside.
struct Example {
  Example(const Matrix& game, const Rational& value, const Dense& interior) {
    std::vector<Index> support;
    for (Index i = 0; i < game.rows(); ++i) {
      if (interior[static_cast<std::size_t>(i)].sign() > 0) support.push_back(i);
    }
    std::vector<Rational> tight;
    std::vector<Rational> far;
    for (Index j = 0; j < game.columns(); ++j) {
      Rational earned;
      for (const Index i : support) {
        earned += interior[static_cast<std::size_t>(i)] * game.at(i, j);
      }
      EXPECT_GE(earned, value);
      std::vector<Rational>& lines = earned == value ? tight : far;
      for (const Index i : support) lines.push_back(game.at(i, j));
    }
    const auto size = static_cast<Index>(support.size());
    const auto lines_in = [&](const auto& entries) {
      return static_cast<Index>(entries.size()) / size;
    };
    loose = Matrix(lines_in(far), size, far);
    face = std::make_unique<Face>(support, Matrix(lines_in(tight), size, tight), value,
                                  sparse(interior));
  }

  [[nodiscard]] ExtremePoints points(std::int64_t limit = no_limit) const {
    return face->extreme_points(loose, limit, StopToken());
  }

  std::unique_ptr<Face> face;
  Matrix loose;
};

Dense barycentre(const std::vector<Dense>& points) {
  Dense sum(points[0].size());
  for (const Dense& point : points) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += point[i];
  }
  for (Rational& entry : sum) entry /= Rational(static_cast<std::int64_t>(points.size()));
  return sum;
}

Dense uniform(Index size) { return Dense(static_cast<std::size_t>(size), Rational(1, size)); }

void expect_vertices(const Matrix& game, const Rational& value, const std::vector<Dense>& vertices,
                     std::optional<Index> dimension = {}) {
  const Example example(game, value, barycentre(vertices));
  if (dimension) {
    EXPECT_EQ(example.face->dimension(), *dimension);
  }
  const ExtremePoints found = example.points();
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.points, sorted(vertices));
}

/// Rows in `blocks` groups of `size`, a column for each group: the groups share the weight evenly.
/// The face is a product of simplices, with size^blocks vertices.
Example product_of_simplices(Index blocks, Index size) {
  Matrix game(blocks * size, blocks);
  for (Index i = 0; i < game.rows(); ++i) game.at(i, i / size) = Rational(1);
  return {game, Rational(1, blocks), uniform(game.rows())};
}

/// Doubly stochastic matrices (divided by n): a row for each cell, a column for each line of cells.
/// The vertices are the n! permutations; many facets meet in each.
Example birkhoff(Index n) {
  Matrix game(n * n, 2 * n);
  for (Index i = 0; i < n * n; ++i) {
    game.at(i, i / n) = Rational(1);
    game.at(i, n + i % n) = Rational(1);
  }
  return {game, Rational(1, n), uniform(n * n)};
}

/// d + 1 rows, and for each choice of signs a column that keeps sum s_i (x_i - 1/(d+1)) small.
Example cross_polytope(int d) {
  Matrix game(d + 1, 1 << d);
  for (Index j = 0; j < game.columns(); ++j) {
    std::int64_t signs = 0;
    for (int i = 0; i < d; ++i) signs += (j >> i) % 2 == 0 ? 1 : -1;
    for (int i = 0; i <= d; ++i) {
      const int sign = i == d ? 0 : ((j >> i) % 2 == 0 ? 1 : -1);
      game.at(i, j) = Rational(1 + 2 * signs, 2 * (d + 1)) - Rational(sign);
    }
  }
  return {game, Rational(0), uniform(d + 1)};
}

TEST(Face, ConstantGameIsTheSimplex) {
  for (const Index size : {1, 2, 3, 7, 100}) {
    const Matrix game(size, 4, std::vector<Rational>(static_cast<std::size_t>(size) * 4, {3, 7}));
    const Example example(game, {3, 7}, uniform(size));
    EXPECT_EQ(example.face->dimension(), size - 1);
    std::vector<Dense> corners(static_cast<std::size_t>(size), Dense(uniform(size).size()));
    for (std::size_t i = 0; i < corners.size(); ++i) corners[i][i] = Rational(1);
    EXPECT_EQ(example.points().points, sorted(corners));
  }
}

TEST(Face, Tables) {
  struct Case {
    const char* name;
    Matrix game;
    Rational value;
    std::vector<Dense> vertices;
  };
  const Rational half(1, 2);
  const Rational third(1, 3);
  const Case cases[] = {
      {"matching pennies", {2, 2, {1, -1, -1, 1}}, 0, {{half, half}}},
      {"saddle point", {2, 2, {1, 2, 0, 5}}, 1, {{1, 0}}},
      {"one row", {1, 4, {3, 1, 2, 1}}, 1, {{1}}},
      {"one column", {4, 1, {3, 1, 3, 2}}, 3, {{1, 0, 0, 0}, {0, 0, 1, 0}}},
      {"segment cut by a loose column",
       {2, 3, {0, 1, -1, 0, -2, 3}},
       0,
       {{{3, 4}, {1, 4}}, {{2, 3}, third}}},
      {"a row twice", {3, 2, {1, -1, 1, -1, -1, 1}}, 0, {{half, 0, half}, {0, half, half}}},
      {"polygon: three rows, loose columns",
       {3, 4, {0, -1, 2, 2, 0, 2, -1, 2, 0, 2, 2, -1}},
       0,
       {{{2, 3}, third, 0},
        {{2, 3}, 0, third},
        {third, {2, 3}, 0},
        {0, {2, 3}, third},
        {third, 0, {2, 3}},
        {0, third, {2, 3}}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    expect_vertices(c.game, c.value, c.vertices);
  }
}

TEST(Face, ProductsOfSimplices) {
  for (const auto& [blocks, size] :
       {std::pair<Index, Index>{1, 5}, {2, 3}, {3, 2}, {5, 3}, {9, 2}}) {
    const Example example = product_of_simplices(blocks, size);
    EXPECT_EQ(example.face->dimension(), blocks * (size - 1));
    const ExtremePoints found = example.points();
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(static_cast<double>(found.points.size()), std::pow(size, blocks));
    for (const MixedStrategy& point : found.points) {
      ASSERT_EQ(static_cast<Index>(point.size()), blocks);
      for (Index b = 0; b < blocks; ++b) {
        const Weight& weight = point[static_cast<std::size_t>(b)];
        EXPECT_EQ(weight.strategy / size, b);
        EXPECT_EQ(weight.probability, Rational(1, blocks));
      }
    }
  }
}

TEST(Face, CrossPolytopes) {
  for (int d = 2; d <= 7; ++d) {
    const Example example = cross_polytope(d);
    EXPECT_EQ(example.face->dimension(), d);
    std::vector<Dense> corners;
    for (int i = 0; i < d; ++i) {
      for (const int sign : {1, -1}) {
        Dense corner = uniform(d + 1);
        const Rational step(sign, 2 * (d + 1));
        corner[static_cast<std::size_t>(i)] += step;
        corner[static_cast<std::size_t>(d)] -= step;
        corners.push_back(corner);
      }
    }
    EXPECT_EQ(example.points().points, sorted(corners));
  }
}

TEST(Face, DoublyStochasticMatrices) {
  const std::size_t factorial[] = {1, 1, 2, 6, 24, 120, 720};
  for (Index n = 1; n <= 6; ++n) {
    const Example example = birkhoff(n);
    EXPECT_EQ(example.face->dimension(), (n - 1) * (n - 1));
    EXPECT_EQ(example.points().points.size(), factorial[n]);
  }
}

// --- cut lists -------------------------------------------------------------------------------

TEST(Face, EveryLimit) {
  const Example examples[] = {product_of_simplices(3, 3), cross_polytope(4), birkhoff(3),
                              product_of_simplices(1, 2), product_of_simplices(1, 1)};
  for (const Example& example : examples) {
    const std::vector<MixedStrategy> all = example.points().points;
    for (std::size_t limit = 0; limit <= all.size() + 1; ++limit) {
      const ExtremePoints cut = example.points(static_cast<std::int64_t>(limit));
      const auto listed = static_cast<std::ptrdiff_t>(std::min(limit, all.size()));
      EXPECT_EQ(cut.points, std::vector(all.begin(), all.begin() + listed));
      EXPECT_EQ(cut.complete, limit >= all.size());
    }
  }
}

TEST(Face, MoreVerticesThanAtoms) {
  const Example example = product_of_simplices(60, 2);
  EXPECT_EQ(example.face->dimension(), 60);
  const ExtremePoints cut = example.points(1000);
  EXPECT_FALSE(cut.complete);
  ASSERT_EQ(cut.points.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(cut.points.begin(), cut.points.end(), game::dense_less));
  EXPECT_EQ(std::adjacent_find(cut.points.begin(), cut.points.end()), cut.points.end());
  for (const MixedStrategy& point : cut.points) EXPECT_EQ(point.size(), 60U);
}

TEST(Face, ManyFacetsAtEveryVertexAndTooManyVertices) {
  const Example example = birkhoff(12);
  const ExtremePoints cut = example.points(200);
  EXPECT_FALSE(cut.complete);
  ASSERT_EQ(cut.points.size(), 200U);
  for (const MixedStrategy& point : cut.points) EXPECT_EQ(point.size(), 12U);
}

// A support that leaves out what must be in, as a wrong answer would have it: an error, no crash.
TEST(Face, RefusesAPointThatIsNotInside) {
  const Matrix tight(1, 2, {0, 0});
  const Matrix loose(1, 2, {-1, -1});
  const Face face({0, 1}, tight, 0, {{0, {1, 2}}, {1, {1, 2}}});
  EXPECT_EQ(face.dimension(), 1);
  EXPECT_NO_THROW(face.extreme_points(Matrix(0, 2), no_limit, StopToken()));
  const Face outside({0, 1}, tight, 0, {{0, {3, 2}}, {1, {-1, 2}}});
  EXPECT_THROW(outside.extreme_points(loose, no_limit, StopToken()), std::logic_error);
  EXPECT_THROW(Face({0, 1}, tight, 0, {{0, {1, 2}}, {7, {1, 2}}}), std::logic_error);
}

// All 3,628,800 of them would take far longer than any test may.
TEST(Face, StopsWhenTold) {
  const Example example = birkhoff(10);
  StopFlag flag;
  std::thread raiser([&] { flag.raise(); });
  const ExtremePoints cut = example.face->extreme_points(example.loose, no_limit, StopToken(&flag));
  raiser.join();
  EXPECT_FALSE(cut.complete);
  EXPECT_FALSE(example.face->extreme_points(example.loose, no_limit, StopToken(&flag)).complete);
}

TEST(Face, TwoThreadsAtOnce) {
  const std::size_t expected[] = {120, 243};
  std::size_t found[2] = {0, 0};
  std::thread threads[2];
  for (int t = 0; t < 2; ++t) {
    threads[t] = std::thread([&found, t] {
      found[t] = (t == 0 ? birkhoff(5) : product_of_simplices(5, 3)).points().points.size();
      flint_cleanup();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found[0], expected[0]);
  EXPECT_EQ(found[1], expected[1]);
}

TEST(Face, LargeUniqueStrategyIsCheap) {
  std::mt19937 random(5);
  const Index size = 300;
  const Matrix tight = test::matrix_of(size, size, [&](Index, Index) { return random() % 1000; });
  std::vector<Index> support(static_cast<std::size_t>(size));
  std::iota(support.begin(), support.end(), 0);
  const Face face(support, tight, 0, sparse(uniform(size)));
  EXPECT_EQ(face.dimension(), 0);
  const ExtremePoints found = face.extreme_points(Matrix(0, size), 10, StopToken());
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.points, std::vector<MixedStrategy>(1, sparse(uniform(size))));
}

// --- games ------------------------------------------------------------------------------------

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
    expect_vertices(test::turned(game), -value, vertices_in(truth["col_vertices"]),
                    truth["dim_col"]);
    faces += 2;
  }
  EXPECT_GT(faces, 300);
}

}  // namespace
}  // namespace allnash::game::face_test
