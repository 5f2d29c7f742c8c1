// The small games that the planted families hide: square, with one equilibrium, which plays every
// strategy.
#pragma once

#include <cstdint>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::sources {

struct Core {
  Index size = 0;
  std::vector<std::int64_t> payoffs;  ///< row by row
  // The equilibrium, as integer weights above 0.
  std::vector<std::int64_t> row_weights;
  std::vector<std::int64_t> column_weights;
  std::int64_t row_total = 0;  ///< sum of the weights
  std::int64_t column_total = 0;
  // The game's value times row_total: what the row weights earn against each column; and times
  // column_total: what the column weights concede to each row.
  std::int64_t row_earns = 0;
  std::int64_t column_concedes = 0;

  [[nodiscard]] std::int64_t at(Index row, Index column) const {
    return payoffs[static_cast<std::size_t>(row * size + column)];
  }
};

/// The largest core there is.
inline constexpr Index largest_core = 200;

/// Integers: up to size 5 uniform in [-100, 100], beyond that about as large.
Core integer_core(Index size, std::uint64_t seed);
/// Zeros and ones. Requires size >= 2, or there is nothing for others to be worse than.
Core binary_core(Index size, std::uint64_t seed);

}  // namespace allnash::sources
