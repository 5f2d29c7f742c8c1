#include "matrix/research/paper/subsets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "allnash/run.hpp"

namespace allnash::subsets_test {
namespace {

using matrix::binomial;
using matrix::Subsets;

bool rises(const std::vector<Index>& list) {
  return std::ranges::adjacent_find(list, std::ranges::greater_equal{}) == list.end();
}

TEST(Binomial, Pascal) {
  for (Index n = 1; n <= 60; ++n) {
    for (Index k = 1; k <= n; ++k) {
      EXPECT_EQ(binomial(n, k), binomial(n - 1, k - 1) + binomial(n - 1, k));
    }
  }
  EXPECT_EQ(binomial(5, 6), 0);
  EXPECT_EQ(binomial(66, 33), 7219428434016265740);  // below 2^63; the next is not
  EXPECT_EQ(binomial(68, 34), -1);
  EXPECT_EQ(binomial(Index{1} << 32, 1), Index{1} << 32);
  EXPECT_EQ(binomial(4000000000, 2), 7999999998000000000);
  EXPECT_EQ(binomial(5000000000, 2), -1);
}

// Both ways, and in order: every rank has a subset, rising, and no two have the same.
TEST(Subsets, BijectionsOfSmallSets) {
  for (Index n = 1; n <= 11; ++n) {
    for (Index k = 1; k <= n; ++k) {
      const Subsets subsets(n, k, "rows");
      std::vector<Index> subset(static_cast<std::size_t>(k));
      std::vector<Index> next(static_cast<std::size_t>(k));
      for (Index rank = 0; rank < subsets.count(); ++rank) {
        subsets.subset(rank, subset);
        EXPECT_TRUE(rises(subset));
        EXPECT_LT(subset.back(), n);
        EXPECT_EQ(subsets.rank(subset), rank);
        if (rank > 0) {
          subsets.advance(next);
          EXPECT_EQ(next, subset);
        }
        next = subset;
      }
    }
  }
}

TEST(Subsets, BijectionsOfLargeSets) {
  std::mt19937_64 random(1);
  const std::pair<Index, Index> shapes[] = {
      {66, 33},   {200, 3}, {5000, 4}, {1000000, 3}, {Index{1} << 31, 2}, {Index{1} << 32, 1},
      {100000, 3}};
  for (const auto& [n, k] : shapes) {
    const Subsets subsets(n, k, "rows");
    std::vector<Index> subset(static_cast<std::size_t>(k));
    for (int t = 0; t < 2000; ++t) {
      const auto drawn = static_cast<Index>(random() >> 1) % subsets.count();
      const Index rank = t == 0 ? 0 : t == 1 ? subsets.count() - 1 : drawn;
      subsets.subset(rank, subset);
      EXPECT_TRUE(rises(subset));
      EXPECT_GE(subset.front(), 0);
      EXPECT_LT(subset.back(), n);
      EXPECT_EQ(subsets.rank(subset), rank);
    }
  }
}

TEST(Subsets, TooManyAreRefused) {
  try {
    const Subsets subsets(100, 50, "columns");
    ADD_FAILURE() << subsets.count();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "the subsets of 50 of 100 columns cannot be numbered with 63 bits");
  }
}

}  // namespace
}  // namespace allnash::subsets_test
