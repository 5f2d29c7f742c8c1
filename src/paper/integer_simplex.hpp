// The simplex method on a small game with whole payoffs, in words: no allocation, no fractions.
#pragma once

#include <array>
#include <cstdint>

#include "paper/small_game.hpp"

namespace allnash::methods {

/// Solves on construction: max sum u, B u <= 1, u >= 0, where B is the game shifted to be positive;
/// pivots divide without remainder (Edmonds 1967, Bareiss 1968). Requires sides of at most
/// `longest_side` and payoffs within largest_payoff.
class IntegerSimplex {
 public:
  static constexpr Index longest_side = 8;
  /// 0 when the shape is too large.
  static std::int64_t largest_payoff(Index rows, Index columns);

  IntegerSimplex(const std::int64_t* payoffs, Index rows, Index columns);

  [[nodiscard]] Ratio value() const;
  /// True when the optimal dictionary has no zero, so that the equilibrium is the only one and
  /// strictly complementary.
  [[nodiscard]] bool unique() const;
  /// Requires unique().
  [[nodiscard]] SupportSizes supports() const;

 private:
  static constexpr std::size_t stride = static_cast<std::size_t>(longest_side) + 1;
  [[nodiscard]] std::int64_t& at(int row, int column) { return table_[place(row, column)]; }
  [[nodiscard]] std::int64_t at(int row, int column) const { return table_[place(row, column)]; }
  static std::size_t place(int row, int column) {
    return static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column);
  }
  [[nodiscard]] int entering(bool bland) const;
  [[nodiscard]] int leaving(int column) const;
  void pivot(int row, int column);

  int rows_;
  int columns_;
  std::int64_t shift_ = 0;
  std::int64_t denominator_ = 1;
  // The objective is the last row, the right-hand side the last column. Variables 0 .. columns - 1
  // are the u, the others slacks.
  std::array<std::int64_t, stride * stride> table_;
  std::array<int, stride> basic_;
  std::array<int, stride> cobasic_;
};

}  // namespace allnash::methods
