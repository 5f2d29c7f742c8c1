// Values and supports of very small games with whole payoffs, by closed forms. The methods that go
// through all subgames of one size spend their time here. Nothing allocates memory except the rare
// exact fallback of `supports`.
#pragma once

#include <array>
#include <cstdint>

#include "allnash/source.hpp"
#include "core/exact/fraction.hpp"

namespace allnash::matrix {

/// top / bottom with bottom > 0, not in lowest terms; within Fraction's word limit.
struct Ratio {
  std::int64_t top = 0;
  std::int64_t bottom = 1;

  friend bool operator<(const Ratio& left, const Ratio& right) {
    return static_cast<exact::Wide>(left.top) * right.bottom <
           static_cast<exact::Wide>(right.top) * left.bottom;
  }
  friend bool operator==(const Ratio& left, const Ratio& right) {
    return static_cast<exact::Wide>(left.top) * right.bottom ==
           static_cast<exact::Wide>(right.top) * left.bottom;
  }
};

/// The numbers of rows and of columns in the supports.
struct SupportSizes {
  Index rows = 0;
  Index columns = 0;
  bool operator==(const SupportSizes&) const = default;
};

/// Games of one shape. Payoffs are given row by row.
class SmallGame {
 public:
  SmallGame(Index rows, Index columns);

  /// Payoffs of at most this size, of either sign, cause no overflow; 0 if the shape is too large
  /// for that.
  [[nodiscard]] std::int64_t largest_payoff() const { return largest_payoff_; }

  /// Both require payoffs within the bound.
  [[nodiscard]] Ratio value(const std::int64_t* payoffs) const;
  [[nodiscard]] SupportSizes supports(const std::int64_t* payoffs) const;

 private:
  Index rows_;
  Index columns_;
  std::int64_t largest_payoff_;
};

/// The simplex method on a small game with integer payoffs, in words: no allocation, no fractions.
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
  /// True if the optimal dictionary has no zero, so that the equilibrium is unique and strictly
  /// complementary.
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

// Many two by two or three by three games at once (lanes.cpp), in doubles that hold integers: no
// branches, so that the compiler turns the loop over games into vector instructions.

/// Games in a batch. Payoff t of game g lies at payoffs[t * lanes + g].
inline constexpr int lanes = 8;

/// Payoffs of at most this size keep all computations exact.
///
/// Numerators and denominators are integers below 2^53. Two by twos are compared by their rounded
/// values, and the order is still exact: with payoffs up to W their denominators are at most 4 W,
/// so that two different values differ by 1 / (16 W^2) or more, while rounding moves each by at
/// most W / 2^53.
inline constexpr std::int64_t largest_in_lanes = std::int64_t{1} << 15;

/// Values top / bottom, bottom > 0, not in lowest terms.
void two_by_twos(const double* payoffs, double* tops, double* bottoms);
void three_by_threes(const double* payoffs, double* tops, double* bottoms);

}  // namespace allnash::matrix
