// Every extreme equilibrium of a small game, by an independent road: Shapley and Snow (1950). A
// pair of optimal strategies is extreme exactly when it solves the bordered system of some square
// submatrix. All of them are tried. Whole payoffs, small enough that determinants fit 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/game/players.hpp"

namespace allnash::test {

struct WholeGame {
  int rows = 0;
  int columns = 0;
  std::vector<std::int64_t> payoffs;  // row by row
  std::int64_t scale = 1;             // the game is payoffs / scale
  [[nodiscard]] std::int64_t at(int i, int j) const {
    return payoffs[static_cast<std::size_t>(i * columns + j)];
  }
};

/// For messages.
inline std::string text_of(const WholeGame& game) {
  if (game.rows * game.columns > 400) return "a large game";
  std::string text;
  for (int i = 0; i < game.rows; ++i) {
    for (int j = 0; j < game.columns; ++j) text += std::to_string(game.at(i, j)) + " ";
    text += "\n";
  }
  return text + "over " + std::to_string(game.scale);
}

struct Answer {
  Rational value;
  std::vector<MixedStrategy> row_vertices;  // sorted by dense_less
  std::vector<MixedStrategy> column_vertices;
};

namespace brute {

// A solution as whole numbers over one positive denominator.
struct Solution {
  std::vector<std::int64_t> top;
  std::int64_t bottom = 0;
};

// An augmented square system. Thousands are solved for a game: it lies in no memory of the heap.
constexpr std::size_t largest_system = 9;
using System = std::array<std::array<std::int64_t, largest_system + 1>, largest_system>;

// Fraction-free Gauss-Jordan on n equations; nothing when singular.
inline std::optional<Solution> solve(System& a, std::size_t n) {
  std::int64_t previous = 1;
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t r = p;
    while (r < n && a[r][p] == 0) ++r;
    if (r == n) return std::nullopt;
    std::swap(a[r], a[p]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == p) continue;
      for (std::size_t j = 0; j <= n; ++j) {
        if (j == p) continue;
        // Minors of order 7 with payoffs up to 12 stay below 2^31, so the products fit.
        a[i][j] = (a[i][j] * a[p][p] - a[i][p] * a[p][j]) / previous;
      }
      a[i][p] = 0;
    }
    for (std::size_t i = 0; i < p; ++i) a[i][i] = a[p][p];
    previous = a[p][p];
  }
  Solution solution{std::vector<std::int64_t>(n), previous};
  for (std::size_t i = 0; i < n; ++i) solution.top[i] = previous < 0 ? -a[i][n] : a[i][n];
  solution.bottom = std::abs(previous);
  return solution;
}

// Probabilities on `own` that earn one value against all of `opponent`; the value is the last.
template <typename Payoff>
std::optional<Solution> equalise(const std::vector<int>& own, const std::vector<int>& opponent,
                                 const Payoff& payoff) {
  const std::size_t k = own.size();
  if (k >= largest_system) throw std::length_error("a game too large for all its submatrices");
  System a{};
  for (std::size_t t = 0; t < k; ++t) {
    for (std::size_t s = 0; s < k; ++s) a[t][s] = payoff(own[s], opponent[t]);
    a[t][k] = -1;
    a[k][t] = 1;
  }
  a[k][k + 1] = 1;
  return solve(a, k + 1);
}

inline bool nonnegative(const Solution& s) {
  return std::all_of(s.top.begin(), s.top.end() - 1, [](std::int64_t p) { return p >= 0; });
}

inline MixedStrategy strategy(const std::vector<int>& own, const Solution& s) {
  MixedStrategy result;
  for (std::size_t t = 0; t < own.size(); ++t) {
    if (s.top[t] != 0) result.push_back({own[t], Rational(s.top[t], s.bottom)});
  }
  return result;
}

inline std::vector<std::vector<int>> subsets(int n) {
  std::vector<std::vector<int>> result;
  for (int mask = 1; mask < (1 << n); ++mask) {
    std::vector<int> members;
    for (int i = 0; i < n; ++i) {
      if ((mask >> i & 1) != 0) members.push_back(i);
    }
    result.push_back(std::move(members));
  }
  return result;
}

// The least (sign +1) or most (-1) that the strategy is held to, over the same denominator.
template <typename Payoff>
bool guarantees(const std::vector<int>& own, const Solution& s, int opponents, int sign,
                const Payoff& payoff) {
  for (int t = 0; t < opponents; ++t) {
    std::int64_t earned = 0;
    for (std::size_t i = 0; i < own.size(); ++i) earned += s.top[i] * payoff(own[i], t);
    if (sign * (earned - s.top.back()) < 0) return false;
  }
  return true;
}

inline void sort_unique(std::vector<MixedStrategy>& list) {
  std::sort(list.begin(), list.end(), game::dense_less);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace brute

inline Answer brute_force(const WholeGame& game) {
  Answer answer;
  const auto row_payoff = [&](int i, int j) { return game.at(i, j); };
  const auto column_payoff = [&](int j, int i) { return game.at(i, j); };
  const auto column_sets = brute::subsets(game.columns);
  for (const std::vector<int>& rows : brute::subsets(game.rows)) {
    for (const std::vector<int>& columns : column_sets) {
      if (rows.size() != columns.size()) continue;
      const auto x = brute::equalise(rows, columns, row_payoff);
      if (!x || !brute::nonnegative(*x)) continue;
      if (!brute::guarantees(rows, *x, game.columns, 1, row_payoff)) continue;
      const auto y = brute::equalise(columns, rows, column_payoff);
      if (!y || !brute::nonnegative(*y)) continue;
      if (!brute::guarantees(columns, *y, game.rows, -1, column_payoff)) continue;
      answer.value = Rational(x->top.back(), x->bottom) / game.scale;
      answer.row_vertices.push_back(brute::strategy(rows, *x));
      answer.column_vertices.push_back(brute::strategy(columns, *y));
    }
  }
  brute::sort_unique(answer.row_vertices);
  brute::sort_unique(answer.column_vertices);
  return answer;
}

inline std::vector<Index> union_support(const std::vector<MixedStrategy>& vertices) {
  std::set<Index> all;
  for (const MixedStrategy& vertex : vertices) {
    for (const Weight& weight : vertex) all.insert(weight.strategy);
  }
  return {all.begin(), all.end()};
}

/// The dimension of the hull of the points, by elimination.
inline Index affine_dimension(const std::vector<MixedStrategy>& points, Index strategies) {
  std::vector<std::vector<Rational>> rows;
  const auto dense = [&](const MixedStrategy& point) {
    std::vector<Rational> result(static_cast<std::size_t>(strategies));
    for (const Weight& weight : point) {
      result[static_cast<std::size_t>(weight.strategy)] = weight.probability;
    }
    return result;
  };
  const std::vector<Rational> origin = dense(points.front());
  for (std::size_t p = 1; p < points.size(); ++p) {
    rows.push_back(dense(points[p]));
    for (std::size_t s = 0; s < origin.size(); ++s) rows.back()[s] -= origin[s];
  }
  Index rank = 0;
  for (std::size_t s = 0; s < origin.size(); ++s) {
    const auto first = rows.begin() + rank;
    const auto pivot =
        std::find_if(first, rows.end(), [&](const auto& row) { return row[s].sign() != 0; });
    if (pivot == rows.end()) continue;
    std::iter_swap(first, pivot);
    for (auto row = first + 1; row != rows.end(); ++row) {
      const Rational factor = (*row)[s] / (*first)[s];
      for (std::size_t t = s; t < origin.size(); ++t) (*row)[t] -= factor * (*first)[t];
    }
    ++rank;
  }
  return rank;
}

}  // namespace allnash::test
