// Faces of games whose answers are known, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "game/face.hpp"
#include "game/players.hpp"

namespace allnash::game {

using exact::Matrix;
using Dense = std::vector<Rational>;

inline constexpr std::int64_t no_limit = 1'000'000'000;

inline MixedStrategy sparse(const Dense& dense) {
  MixedStrategy strategy;
  for (std::size_t i = 0; i < dense.size(); ++i) {
    if (dense[i].sign() != 0) strategy.push_back({static_cast<Index>(i), dense[i]});
  }
  return strategy;
}

inline std::vector<MixedStrategy> sorted(const std::vector<Dense>& points) {
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

inline Dense barycentre(const std::vector<Dense>& points) {
  Dense sum(points[0].size());
  for (const Dense& point : points) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += point[i];
  }
  for (Rational& entry : sum) entry /= Rational(static_cast<std::int64_t>(points.size()));
  return sum;
}

inline Dense uniform(Index size) {
  return Dense(static_cast<std::size_t>(size), Rational(1, size));
}

inline Matrix negated_transpose(const Matrix& game) {
  Matrix result(game.columns(), game.rows());
  for (Index i = 0; i < game.rows(); ++i) {
    for (Index j = 0; j < game.columns(); ++j) result.at(j, i) = -game.at(i, j);
  }
  return result;
}

inline void expect_vertices(const Matrix& game, const Rational& value,
                            const std::vector<Dense>& vertices,
                            std::optional<Index> dimension = {}) {
  const Example example(game, value, barycentre(vertices));
  if (dimension) {
    EXPECT_EQ(example.face->dimension(), *dimension);
  }
  const ExtremePoints found = example.points();
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.points, sorted(vertices));
}

}  // namespace allnash::game
