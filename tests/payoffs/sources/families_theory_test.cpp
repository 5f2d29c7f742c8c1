// What each family promises about its games, checked exactly from the entries.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "core/exact/matrix.hpp"
#include "payoffs/sources/families.hpp"

namespace allnash::sources::families_theory_test {
namespace {

exact::Matrix whole(const std::string& family) {
  const auto game = make_family(family);
  std::vector<Entry> asked;
  for (Index i = 0; i < game->rows(); ++i) {
    for (Index j = 0; j < game->columns(); ++j) asked.push_back({i, j});
  }
  return {game->rows(), game->columns(), payoffs_of(*game, asked)};
}

using Strategy = std::vector<Rational>;

Strategy at_places(Index strategies, const HidingPlaces& places,
                   const std::vector<std::int64_t>& weights) {
  const std::int64_t total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  Strategy result(static_cast<std::size_t>(strategies));
  for (Index t = 0; t < places.count(); ++t) {
    result[static_cast<std::size_t>(places.place(t))] =
        Rational(weights[static_cast<std::size_t>(t)], total);
  }
  return result;
}

// Strictly complementary: everyone played gets the value, everyone else strictly worse.
void expect_strict_pair(const exact::Matrix& game, const Strategy& x, const Strategy& y,
                        const Rational& value) {
  for (Index i = 0; i < game.rows(); ++i) {
    Rational earned;
    for (Index j = 0; j < game.columns(); ++j) {
      earned += game.at(i, j) * y[static_cast<std::size_t>(j)];
    }
    const bool played = x[static_cast<std::size_t>(i)].sign() > 0;
    EXPECT_TRUE(played ? earned == value : earned < value) << "row " << i;
  }
  for (Index j = 0; j < game.columns(); ++j) {
    Rational conceded;
    for (Index i = 0; i < game.rows(); ++i) {
      conceded += game.at(i, j) * x[static_cast<std::size_t>(i)];
    }
    const bool played = y[static_cast<std::size_t>(j)].sign() > 0;
    EXPECT_TRUE(played ? conceded == value : conceded > value) << "column " << j;
  }
}

void expect_planted(const std::string& family, Index rows, Index columns, const Core& core,
                    std::uint64_t seed) {
  SCOPED_TRACE(family);
  const exact::Matrix game = whole(family);
  ASSERT_EQ(game.rows(), rows);
  ASSERT_EQ(game.columns(), columns);
  const HidingPlaces hidden_rows(rows, core.size, Noise(seed, 1));
  const HidingPlaces hidden_columns(columns, core.size, Noise(seed, 2));
  expect_strict_pair(game, at_places(rows, hidden_rows, core.row_weights),
                     at_places(columns, hidden_columns, core.column_weights),
                     Rational(core.row_earns, core.row_total));
}

TEST(Planted, TheCoreIsTheOnlyEquilibrium) {
  const std::tuple<Index, Index, Index> shapes[] = {
      {1, 1, 1}, {2, 2, 1},   {7, 3, 1}, {2, 2, 2},   {9, 20, 2},   {12, 12, 3},  {20, 9, 4},
      {5, 5, 5}, {30, 30, 5}, {6, 6, 6}, {25, 25, 7}, {40, 30, 12}, {60, 60, 30},
  };
  for (const auto& [n, m, k] : shapes) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      expect_planted("planted,n=" + std::to_string(n) + ",m=" + std::to_string(m) +
                         ",k=" + std::to_string(k) + ",seed=" + std::to_string(seed),
                     n, m, integer_core(k, seed), seed);
    }
  }
}

TEST(Binary, TheCoreIsTheOnlyEquilibrium) {
  const std::pair<Index, Index> shapes[] = {{2, 2},  {3, 2},  {20, 2}, {15, 3}, {20, 4}, {30, 5},
                                            {12, 6}, {20, 7}, {30, 8}, {40, 9}, {60, 22}};
  for (const auto& [n, k] : shapes) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const std::string family = "binary,n=" + std::to_string(n) + ",k=" + std::to_string(k) +
                                 ",seed=" + std::to_string(seed);
      expect_planted(family, n, n, binary_core(k, seed), seed);
      const exact::Matrix game = whole(family);
      for (const Rational& payoff : game.values()) {
        EXPECT_TRUE(payoff == Rational(0) || payoff == Rational(1));
      }
    }
  }
}

struct SteadyShape {
  Index n;
  Index m;
  Index k;
  Index decoys;
  Index outliers;
};

TEST(Steady, TheCoreIsTheOnlyEquilibrium) {
  const SteadyShape shapes[] = {{2, 2, 2, 0, 0},     {9, 20, 2, 3, 0},   {20, 9, 3, 0, 40},
                                {30, 30, 5, 2, 100}, {40, 30, 7, 1, 50}, {12, 12, 2, 0, 100}};
  for (const auto& [n, m, k, decoys, outliers] : shapes) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      expect_planted("steady,n=" + std::to_string(n) + ",m=" + std::to_string(m) +
                         ",k=" + std::to_string(k) + ",decoys=" + std::to_string(decoys) +
                         ",outliers=" + std::to_string(outliers) + ",seed=" + std::to_string(seed),
                     n, m, binary_core(k, seed), seed);
    }
  }
}

// Without outliers k rows and as many decoys keep to 1, ..., width against columns of noise, and
// the rest are noise.
TEST(Steady, LinesKeepToTheirBand) {
  const exact::Matrix game = whole("steady,n=60,k=3,width=4,noise=50,decoys=2");
  const HidingPlaces rows(60, 5, Noise(1, 1));
  const HidingPlaces columns(60, 5, Noise(1, 2));
  Rational least;
  Rational most;
  for (Index i = 0; i < 60; ++i) {
    for (Index j = 0; j < 60; ++j) {
      if (columns.number(j) >= 0) continue;
      const Rational& paid = game.at(i, j);
      if (rows.number(i) >= 0) {
        EXPECT_TRUE(paid >= Rational(1) && paid <= Rational(4)) << i << " " << j;
      } else {
        least = std::min(least, paid);
        most = std::max(most, paid);
      }
    }
  }
  EXPECT_EQ(least, Rational(-50));
  EXPECT_EQ(most, Rational(50));
}

// With every outsider an outlier each pays one line of the core what noise may, and loses it to the
// next.
TEST(Steady, OutliersAreMadeUpForByTheNextLine) {
  const exact::Matrix game = whole("steady,n=40,k=2,noise=50,outliers=100");
  const HidingPlaces rows(40, 2, Noise(1, 1));
  const HidingPlaces columns(40, 2, Noise(1, 2));
  for (Index j = 0; j < 40; ++j) {
    if (columns.number(j) >= 0) continue;
    const Rational& one = game.at(rows.place(0), j);
    const Rational& other = game.at(rows.place(1), j);
    EXPECT_TRUE(std::min(one, other) < Rational(0));
    EXPECT_TRUE(one + other >= Rational(2) && one + other <= Rational(4));
  }
}

// The equilibrium is unique when [B -1; 1' 0] is regular: by exact elimination, unlike the library.
bool bordered_is_regular(const Core& core) {
  const Index size = core.size + 1;
  exact::Matrix system(size, size);
  for (Index i = 0; i + 1 < size; ++i) {
    for (Index j = 0; j + 1 < size; ++j) system.at(i, j) = core.at(i, j);
    system.at(i, size - 1) = -1;
    system.at(size - 1, i) = 1;
  }
  for (Index step = 0; step < size; ++step) {
    Index pivot = step;
    while (pivot < size && system.at(pivot, step).sign() == 0) ++pivot;
    if (pivot == size) return false;
    for (Index j = 0; j < size; ++j) std::swap(system.at(step, j), system.at(pivot, j));
    for (Index i = step + 1; i < size; ++i) {
      const Rational factor = system.at(i, step) / system.at(step, step);
      for (Index j = step; j < size; ++j) system.at(i, j) -= factor * system.at(step, j);
    }
  }
  return true;
}

TEST(Cores, HaveOneEquilibriumAndModestPayoffs) {
  for (const Index size : {1, 2, 3, 4, 5, 6, 7, 10, 20}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Core core = integer_core(size, seed);
      EXPECT_TRUE(bordered_is_regular(core));
      for (const std::int64_t payoff : core.payoffs) EXPECT_LE(std::abs(payoff), 400);
      if (size >= 2) {
        EXPECT_TRUE(bordered_is_regular(binary_core(size, seed)));
      }
    }
  }
  const Core largest = integer_core(largest_core, 1);
  const auto [low, high] = std::ranges::minmax(largest.payoffs);
  EXPECT_GT(low, -2000);
  EXPECT_LT(high, 2000);
}

TEST(LowerBound, FollowsItsDefinition) {
  for (const auto& [n, k] : {std::pair<Index, Index>{1, 1}, {8, 4}, {12, 5}, {6, 6}, {40, 1}}) {
    const exact::Matrix game =
        whole("lowerbound,n=" + std::to_string(n) + ",k=" + std::to_string(k) + ",seed=12");
    for (Index i = 0; i < n; ++i) {
      Index zeros = 0;
      for (Index j = 0; j < n; ++j) {
        if (j >= k) {
          EXPECT_EQ(game.at(i, j), Rational(2));
        } else {
          zeros += game.at(i, j) == Rational(0) ? 1 : 0;
          EXPECT_TRUE(game.at(i, j) == Rational(0) || game.at(i, j) == Rational(1));
        }
      }
      EXPECT_EQ(zeros, i == 0 ? 0 : 1);
    }
  }
}

// The pair of the theory: 1/k on each row that is not 0, and on each column where such a row
// pays 1.
TEST(HiddenCells, HaveTheirOneEquilibriumWhereTheySay) {
  for (const auto& [n, m, k] : {std::tuple<Index, Index, Index>{5, 4, 1}, {4, 6, 3}, {20, 18, 9}}) {
    const exact::Matrix game =
        whole("hidden-cells,n=" + std::to_string(n) + ",m=" + std::to_string(m) +
              ",k=" + std::to_string(k) + ",seed=7");
    Strategy x(static_cast<std::size_t>(n));
    Strategy y(static_cast<std::size_t>(m));
    for (Index i = 0; i < n; ++i) {
      Index twos = 0;
      for (Index j = 0; j < m; ++j) {
        const Rational& paid = game.at(i, j);
        if (paid != Rational(0)) x[static_cast<std::size_t>(i)] = Rational(1, k);
        if (paid == Rational(1)) y[static_cast<std::size_t>(j)] = Rational(1, k);
        twos += paid == Rational(2) ? 1 : 0;
      }
      EXPECT_TRUE(twos == 0 || twos == m / k - 1);
    }
    expect_strict_pair(game, x, y, Rational(1, k));
  }
}

TEST(Antisymmetric, AreSoEverywhere) {
  for (const char* family :
       {"elo,n=60,noise=0.1", "elo,n=60,noise=10,seed=3", "spinning,n=60,cycles=1",
        "spinning,n=60,cycles=9,seed=5", "undercut,n=30", "rps,n=31", "rps,n=1",
        "blotto,fields=3,soldiers=9", "blotto,fields=4,soldiers=4"}) {
    SCOPED_TRACE(family);
    const exact::Matrix game = whole(family);
    for (Index i = 0; i < game.rows(); ++i) {
      for (Index j = 0; j <= i; ++j) ASSERT_EQ(game.at(i, j), -game.at(j, i));
    }
    EXPECT_FALSE(make_family(family)->self_check()->symmetry_fault(0));
  }
}

TEST(Others, NameAnEntryThatContradictsSymmetry) {
  for (const char* family : {"random,n=1000000", "random,n=1,low=1", "planted,n=50,k=3",
                             "lowrank,n=20,rank=2", "bell,n=1,width=1", "polynomial,n=9,degree=2",
                             "matching,n=1", "lowerbound,n=9,k=2", "binary,n=1000,k=4"}) {
    EXPECT_TRUE(make_family(family)->self_check()->symmetry_fault(0)) << family;
  }
  EXPECT_FALSE(make_family("random,n=5,low=0,high=0")->self_check()->symmetry_fault(0));
}

TEST(RockPaperScissors, EachBeatsHalfOfTheOthers) {
  const exact::Matrix game = whole("rps,n=5");
  const int expected[5][5] = {{0, -1, -1, 1, 1},
                              {1, 0, -1, -1, 1},
                              {1, 1, 0, -1, -1},
                              {-1, 1, 1, 0, -1},
                              {-1, -1, 1, 1, 0}};
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) EXPECT_EQ(game.at(i, j), Rational(expected[i][j]));
  }
}

// Allocations in the order of nested loops.
std::vector<std::vector<Index>> allocations(Index fields, Index soldiers) {
  if (fields == 1) return {{soldiers}};
  std::vector<std::vector<Index>> result;
  for (Index first = 0; first <= soldiers; ++first) {
    for (std::vector<Index> rest : allocations(fields - 1, soldiers - first)) {
      rest.insert(rest.begin(), first);
      result.push_back(std::move(rest));
    }
  }
  return result;
}

TEST(Blotto, NumbersAllocationsLexicographically) {
  // The last is too large to be kept, so that numbers are turned into allocations one at a time.
  for (const auto& [fields, soldiers] :
       {std::pair<Index, Index>{1, 5}, {2, 2}, {3, 3}, {3, 10}, {4, 5}, {6, 33}}) {
    const auto all = allocations(fields, soldiers);
    const auto game = make_family("blotto,fields=" + std::to_string(fields) +
                                  ",soldiers=" + std::to_string(soldiers));
    ASSERT_EQ(game->rows(), std::ssize(all));
    const std::size_t stride = 1 + all.size() / 50;
    for (std::size_t i = 0; i < all.size(); i += stride) {
      for (std::size_t j = 0; j < all.size(); j += stride) {
        int ahead = 0;
        for (std::size_t f = 0; f < all[i].size(); ++f) {
          ahead += (all[i][f] > all[j][f] ? 1 : 0) - (all[i][f] < all[j][f] ? 1 : 0);
        }
        const Entry asked{static_cast<Index>(i), static_cast<Index>(j)};
        ASSERT_EQ(payoffs_of(*game, {&asked, 1}).front(),
                  Rational((ahead > 0 ? 1 : 0) - (ahead < 0 ? 1 : 0)));
      }
    }
  }
}

TEST(Bell, IsTheFormula) {
  const exact::Matrix game = whole("bell,n=7,width=5/2");
  for (Index i = 0; i < 7; ++i) {
    for (Index j = 0; j < 7; ++j) {
      const Rational apart(i - j, 7);
      EXPECT_EQ(game.at(i, j), Rational(1) / (Rational(1) + Rational(5, 2) * apart * apart));
    }
  }
}

TEST(Polynomial, HasTheDegreeItSays) {
  // Differences of order degree + 1 along a row or a column of the grid vanish.
  const exact::Matrix game = whole("polynomial,n=12,degree=3,seed=5");
  const int binomials[] = {1, -4, 6, -4, 1};
  for (Index i = 0; i < 12; ++i) {
    for (Index j = 0; j + 4 < 12; ++j) {
      Rational along_row;
      Rational along_column;
      for (Index t = 0; t < 5; ++t) {
        along_row += Rational(binomials[t]) * game.at(i, j + t);
        along_column += Rational(binomials[t]) * game.at(j + t, i);
      }
      EXPECT_EQ(along_row, Rational(0));
      EXPECT_EQ(along_column, Rational(0));
    }
  }
}

TEST(Random, IsUniformEnough) {
  const exact::Matrix game = whole("random,n=200,low=-2,high=2");
  int counts[5] = {};
  for (const Rational& payoff : game.values()) {
    ++counts[static_cast<int>(payoff.to_double()) + 2];
  }
  // 8000 each; the standard deviation is 80.
  for (const int count : counts) EXPECT_NEAR(count, 8000, 400);
}

TEST(HidingPlaces, AreDistinctAndFound) {
  const HidingPlaces all(50, 50, Noise(3, 1));
  std::vector<bool> met(50);
  for (Index t = 0; t < 50; ++t) {
    EXPECT_FALSE(met[static_cast<std::size_t>(all.place(t))]);
    met[static_cast<std::size_t>(all.place(t))] = true;
    EXPECT_EQ(all.number(all.place(t)), t);
  }
  const HidingPlaces one(1000000, 1, Noise(3, 1));
  EXPECT_EQ(one.number(one.place(0)), 0);
  EXPECT_EQ(one.number(one.place(0) + 1), -1);
}

}  // namespace
}  // namespace allnash::sources::families_theory_test
