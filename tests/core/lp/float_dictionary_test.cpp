// A game that grows is solved as Clp solves it, or not at all.
#include "core/lp/float_dictionary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace allnash::lp::float_dictionary_test {
namespace {

using Table = std::vector<std::vector<double>>;

Table random_table(std::mt19937_64& random, std::size_t rows, std::size_t columns, int values) {
  Table table(rows, std::vector<double>(columns));
  for (auto& line : table) {
    for (double& payoff : line) {
      payoff = static_cast<double>(random() % static_cast<unsigned>(values)) / values - 0.5;
    }
  }
  return table;
}

FloatGame part_of(const Table& table, std::size_t rows, std::size_t columns) {
  std::vector<double> payoffs;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) payoffs.push_back(table[i][j]);
  }
  return {static_cast<Index>(rows), static_cast<Index>(columns), std::move(payoffs)};
}

void expect_same(const FloatSide& one, const FloatSide& other) {
  ASSERT_EQ(one.played.size(), other.played.size());
  for (std::size_t t = 0; t < one.played.size(); ++t) {
    EXPECT_NEAR(one.played[t], other.played[t], 1e-8);
    EXPECT_EQ(one.slack[t] == 0, other.slack[t] < 1e-6) << one.slack[t];
  }
}

/// How many of the games on the way have one vertex.
int grown_like(const Table& table, std::mt19937_64& random) {
  FloatDictionary dictionary;
  std::size_t rows = 1 + random() % 3;
  std::size_t columns = 1 + random() % 3;
  int found = 0;
  const auto payoff = [&](std::size_t i, std::size_t j) { return table[i][j]; };
  while (rows <= table.size() && columns <= table[0].size()) {
    const auto optimum = dictionary.grow(rows, columns, payoff, {});
    const FloatGame game = part_of(table, rows, columns);
    if (optimum && game.reach() > 0) {
      ++found;
      const auto other = solve_floating(game, {});
      EXPECT_NEAR(dictionary.reach(), game.reach(), 1e-12);
      EXPECT_NEAR(optimum->value, game.original(other->value), 1e-8);
      expect_same(optimum->row, other->row);
      expect_same(optimum->column, other->column);
      const Basis basis = dictionary.basis();
      EXPECT_EQ(std::ranges::count(basis.row, SimplexPlace::in),
                std::ranges::count(basis.column, SimplexPlace::in));
    }
    rows += random() % 7;
    columns += random() % 3;
    if (random() % 8 == 0) ++columns;
    if (random() % 8 == 0) ++rows;
  }
  return found;
}

TEST(FloatDictionary, FindsTheOnlyVertex) {
  std::mt19937_64 random(1);
  for (int number = 0; number < 60; ++number) {
    SCOPED_TRACE(number);
    EXPECT_GT(grown_like(random_table(random, 60, 25, 1'000'003), random), 5);
  }
}

// Beside payoffs of a thousand times the usual size, slacks of 1e-8 of the largest one are no
// rounding errors.
TEST(FloatDictionary, SeesUsualPayoffsBesideAFewFarOnes) {
  std::mt19937_64 random(4);
  int found = 0;
  int first = 0;
  for (int number = 0; number < 20; ++number) {
    SCOPED_TRACE(number);
    Table table = random_table(random, 90, 80, 1'000'003);
    for (auto& line : table) {
      for (double& payoff : line) payoff *= random() % 300 == 0 ? 1 : 1.0 / 4096;
    }
    found += grown_like(table, random);
    FloatDictionary whole;
    const auto payoff = [&](std::size_t i, std::size_t j) { return table[i][j]; };
    first += whole.grow(90, 80, payoff, {}) ? 1 : 0;
  }
  EXPECT_GE(first, 18);
  EXPECT_GE(found, 400);
}

// Payoffs of a few values make many vertices: it must not call one of them the only one.
TEST(FloatDictionary, LeavesManyVerticesToOthers) {
  std::mt19937_64 random(2);
  for (int number = 0; number < 60; ++number) {
    SCOPED_TRACE(number);
    (void)grown_like(random_table(random, 40, 20, 3), random);
  }
  FloatDictionary twins;
  const Table table{{1, 0, 0}, {0, 1, 1}, {0, 1, 1}};
  EXPECT_FALSE(twins.grow(3, 3, [&](std::size_t i, std::size_t j) { return table[i][j]; }, {}));
}

// Where any vertex will do, what it finds is an equilibrium: both guarantee the value.
TEST(FloatDictionary, FindsOneOfManyVertices) {
  std::mt19937_64 random(5);
  int found = 0;
  int only = 0;
  for (int number = 0; number < 60; ++number) {
    SCOPED_TRACE(number);
    const Table table = random_table(random, 70, 50, 2 + number % 2);
    const auto payoff = [&](std::size_t i, std::size_t j) { return table[i][j]; };
    FloatDictionary any;
    FloatDictionary one;
    for (std::size_t size = 4; size <= 50; size += 2) {
      const std::size_t rows = size + 10 * (size / 25);
      const auto optimum = any.grow(rows, size, payoff, {}, FloatDictionary::Vertex::any);
      only += one.grow(rows, size, payoff, {}) ? 1 : 0;
      if (!optimum) continue;
      ++found;
      const std::vector<double>& row = optimum->row.played;
      const std::vector<double>& column = optimum->column.played;
      EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-8);
      EXPECT_NEAR(std::accumulate(column.begin(), column.end(), 0.0), 1, 1e-8);
      for (std::size_t i = 0; i < rows; ++i) {
        double earned = 0;
        for (std::size_t j = 0; j < size; ++j) earned += table[i][j] * column[j];
        EXPECT_GE(row[i], 0);
        EXPECT_LE(earned, optimum->value + 1e-8);
        EXPECT_NEAR(optimum->value - earned, optimum->row.slack[i], 1e-8);
      }
      for (std::size_t j = 0; j < size; ++j) {
        double conceded = 0;
        for (std::size_t i = 0; i < rows; ++i) conceded += table[i][j] * row[i];
        EXPECT_GE(column[j], 0);
        EXPECT_GE(conceded, optimum->value - 1e-8);
        EXPECT_NEAR(conceded - optimum->value, optimum->column.slack[j], 1e-8);
      }
    }
  }
  EXPECT_GE(found, 1400) << "of 1440";
  EXPECT_LE(only, 1000);
}

TEST(FloatDictionary, EndsWhenStopped) {
  StopFlag flag;
  flag.raise();
  std::mt19937_64 random(3);
  const Table table = random_table(random, 20, 20, 1000);
  FloatDictionary dictionary;
  EXPECT_FALSE(dictionary.grow(
      20, 20, [&](std::size_t i, std::size_t j) { return table[i][j]; }, StopToken(&flag)));
}

}  // namespace
}  // namespace allnash::lp::float_dictionary_test
