// The two ways to vertices, on polytopes given by half-spaces: they must agree with what is known
// and with each other.
#include "core/game/enumeration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace allnash::game::enumeration_test {
namespace {

using exact::IntegerMatrix;
using Rows = std::vector<std::vector<std::int64_t>>;
using Names = std::vector<std::string>;  // a vertex as text, "w:t1,t2,"; sorted

constexpr WorkBound unbounded{1'000'000'000'000, 1'000'000'000};

struct Polytope {
  std::string name;
  Rows half_spaces;  // constant, then coefficients
  std::size_t vertices;
};

Rows cube(int dimension) {
  Rows rows;
  for (int i = 0; i < dimension; ++i) {
    for (const int sign : {1, -1}) {
      std::vector<std::int64_t> row(static_cast<std::size_t>(dimension) + 1);
      row[0] = 1;
      row[static_cast<std::size_t>(i) + 1] = sign;
      rows.push_back(row);
    }
  }
  return rows;
}

Rows cross_polytope(int dimension) {
  Rows rows;
  for (int signs = 0; signs < (1 << dimension); ++signs) {
    rows.push_back({1});
    for (int i = 0; i < dimension; ++i) rows.back().push_back((signs >> i) % 2 == 0 ? 1 : -1);
  }
  return rows;
}

/// Over a cube: at the top as many facets meet as the cube has.
Rows pyramid(int dimension) {
  Rows rows;
  for (auto row : cube(dimension - 1)) {
    row.push_back(-1);
    rows.push_back(row);
  }
  std::vector<std::int64_t> floor(static_cast<std::size_t>(dimension) + 1);
  floor[0] = floor.back() = 1;
  rows.push_back(floor);
  return rows;
}

Rows simplex(int dimension) {
  Rows rows = {std::vector<std::int64_t>(static_cast<std::size_t>(dimension) + 1, -1)};
  rows[0][0] = 1;
  for (int i = 1; i <= dimension; ++i) {
    rows.emplace_back(dimension + 1);
    rows.back()[0] = 1;
    rows.back()[static_cast<std::size_t>(i)] = 1;
  }
  return rows;
}

/// Tangent-like planes, few coefficients, many ties; bounded by a cube. The count is not known.
Rows scattered(int dimension, int count, unsigned seed) {
  std::mt19937 random(seed);
  Rows rows = cube(dimension);
  for (auto& row : rows) row[0] = 3;
  for (int k = 0; k < count; ++k) {
    rows.push_back({4});
    for (int i = 0; i < dimension; ++i) {
      rows.back().push_back(static_cast<std::int64_t>(random() % 5) - 2);
    }
  }
  return rows;
}

std::vector<Polytope> polytopes() {
  std::vector<Polytope> all;
  for (int d = 1; d <= 6; ++d) all.push_back({"cube", cube(d), std::size_t{1} << d});
  for (int d = 2; d <= 6; ++d) {
    all.push_back({"cross", cross_polytope(d), 2 * static_cast<std::size_t>(d)});
    all.push_back({"pyramid", pyramid(d), (std::size_t{1} << (d - 1)) + 1});
  }
  for (int d = 1; d <= 70; d += 23) {
    all.push_back({"simplex", simplex(d), static_cast<std::size_t>(d) + 1});
  }
  for (unsigned seed = 0; seed < 12; ++seed) {
    all.push_back({"scattered", scattered(2 + static_cast<int>(seed % 4), 9, seed), 0});
  }
  return all;
}

IntegerMatrix matrix_of(const Rows& rows) {
  IntegerMatrix result(static_cast<slong>(rows.size()), static_cast<slong>(rows[0].size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      fmpz_set_si(result.at(static_cast<slong>(i), static_cast<slong>(j)), rows[i][j]);
    }
  }
  return result;
}

Point origin(const Rows& rows) {
  Point point(rows[0].size());
  fmpz_one(point[0].raw());
  return point;
}

std::string name_of(const fmpz* point, slong width) {
  std::string name;
  for (slong c = 0; c < width; ++c) {
    char* text = fmpz_get_str(nullptr, 10, point + c);
    name += text;
    name += c == 0 ? ':' : ',';
    flint_free(text);
  }
  return name;
}

Names by_double_description(const Rows& rows) {
  const auto found = extreme_rays(matrix_of(rows), origin(rows), unbounded, StopToken());
  EXPECT_TRUE(found.complete);
  Names names;
  for (slong r = 0; r < found.rays.rows(); ++r) {
    names.push_back(name_of(found.rays.row(r), found.rays.columns()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Walked {
  Names names;
  bool complete = false;
};

Walked by_walk(const Rows& rows, std::int64_t limit, const WorkBound& bound = unbounded) {
  const auto found = walk_vertices(matrix_of(rows), origin(rows), limit, bound, StopToken());
  Walked result{{}, found.complete};
  for (const auto& vertex : found.vertices) {
    result.names.push_back(name_of(vertex[0].raw(), static_cast<slong>(vertex.size())));
  }
  std::sort(result.names.begin(), result.names.end());
  return result;
}

TEST(DoubleDescription, KnownPolytopes) {
  for (const Polytope& polytope : polytopes()) {
    const Names names = by_double_description(polytope.half_spaces);
    SCOPED_TRACE(polytope.name + " in dimension " +
                 std::to_string(polytope.half_spaces[0].size() - 1));
    if (polytope.vertices != 0) {
      EXPECT_EQ(names.size(), polytope.vertices);
    }
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  }
}

// Half-spaces that leave a line free, that leave a ray free, and a point that is not inside.
TEST(DoubleDescription, RefusesWhatIsNoPolytope) {
  const Rows strip = {{1, 1, 0}, {1, -1, 0}};
  const Rows wedge = {{1, 1, 0}, {1, -1, 0}, {1, 0, 1}};
  Rows moved = cube(2);
  moved[0][0] = -1;
  Rows touched = cube(2);
  touched[0][0] = 0;
  EXPECT_THROW(by_double_description(strip), std::logic_error);
  for (const Rows& rows : {moved, touched}) {
    EXPECT_THROW(by_double_description(rows), std::logic_error);
    EXPECT_THROW(by_walk(rows, 10), std::logic_error);
  }
  for (const Rows& rows : {strip, wedge}) EXPECT_THROW(by_walk(rows, 10), std::logic_error);
}

TEST(DoubleDescription, OrderOfHalfSpacesDoesNotMatter) {
  std::mt19937 random(3);
  for (Polytope polytope : polytopes()) {
    const Names names = by_double_description(polytope.half_spaces);
    std::shuffle(polytope.half_spaces.begin(), polytope.half_spaces.end(), random);
    EXPECT_EQ(by_double_description(polytope.half_spaces), names) << polytope.name;
  }
}

TEST(DoubleDescription, GivesUpWithVerticesInHand) {
  const Rows rows = cube(12);
  const Names all = by_double_description(rows);
  for (const std::int64_t numbers : {400, 4000, 40000}) {
    const auto cut =
        extreme_rays(matrix_of(rows), origin(rows), {unbounded.steps, numbers}, StopToken());
    EXPECT_FALSE(cut.complete);
    for (slong r = 0; r < cut.rays.rows(); ++r) {
      const std::string name = name_of(cut.rays.row(r), cut.rays.columns());
      EXPECT_TRUE(std::binary_search(all.begin(), all.end(), name));
    }
  }
}

TEST(VertexWalk, FindsWhatDoubleDescriptionFinds) {
  for (const Polytope& polytope : polytopes()) {
    // Each vertex of these has bases by the thousand.
    if (polytope.name == "cross" && polytope.vertices > 10) continue;
    const Walked walked = by_walk(polytope.half_spaces, 1'000'000'000);
    EXPECT_TRUE(walked.complete) << polytope.name;
    EXPECT_EQ(walked.names, by_double_description(polytope.half_spaces)) << polytope.name;
  }
}

TEST(VertexWalk, EveryLimit) {
  for (const Rows& rows : {cube(4), cross_polytope(4), pyramid(4), scattered(4, 9, 7)}) {
    const Names all = by_double_description(rows);
    for (std::size_t limit = 1; limit <= all.size() + 1; ++limit) {
      const Walked walked = by_walk(rows, static_cast<std::int64_t>(limit));
      EXPECT_EQ(walked.names.size(), std::min(limit, all.size()));
      EXPECT_EQ(walked.complete, limit >= all.size());
      EXPECT_TRUE(std::includes(all.begin(), all.end(), walked.names.begin(), walked.names.end()));
    }
  }
}

TEST(VertexWalk, BeyondEnumeration) {
  for (const Rows& rows : {cube(40), pyramid(40)}) {
    const Walked walked = by_walk(rows, 300);
    EXPECT_EQ(walked.names.size(), 300U);
    EXPECT_FALSE(walked.complete);
  }
}

TEST(VertexWalk, ABoundCutsTheSameEverywhere) {
  const WorkBound small{20'000'000, 1'000'000};
  const Walked once = by_walk(cube(20), 1'000'000, small);
  EXPECT_FALSE(once.complete);
  EXPECT_GT(once.names.size(), 20U);
  EXPECT_EQ(by_walk(cube(20), 1'000'000, small).names, once.names);
}

TEST(VertexWalk, ACutListIsTheSameFromAnyPoint) {
  for (const Polytope& polytope : polytopes()) {
    SCOPED_TRACE(polytope.name);
    const IntegerMatrix rows = matrix_of(polytope.half_spaces);
    for (const std::int64_t limit : {1, 3, 10}) {
      const auto expected =
          walk_vertices(rows, origin(polytope.half_spaces), limit, unbounded, StopToken());
      for (const slong sign : {1, -1}) {
        Point point(at(rows.columns()));
        fmpz_set_si(point[0].raw(), 1'000'000);
        for (slong t = 1; t < rows.columns(); ++t) {
          fmpz_set_si(point[at(t)].raw(), sign * (t % 3 == 0 ? -t : t));
        }
        const auto found = walk_vertices(rows, point, limit, unbounded, StopToken());
        ASSERT_EQ(found.vertices.size(), expected.vertices.size());
        for (std::size_t v = 0; v < found.vertices.size(); ++v) {
          EXPECT_EQ(name_of(found.vertices[v][0].raw(), rows.columns()),
                    name_of(expected.vertices[v][0].raw(), rows.columns()));
        }
      }
    }
  }
}

}  // namespace
}  // namespace allnash::game::enumeration_test
