// The players, and rows, columns and entries, by number.
#pragma once

#include <compare>
#include <cstdint>

namespace allnash {

using Index = std::int64_t;

enum class Player { row, column };  ///< the maximiser, the minimiser

/// One cell of the payoff table, numbered from 0. The row player receives the payoff.
struct Entry {
  Index row = 0;
  Index column = 0;
  auto operator<=>(const Entry&) const = default;
};

}  // namespace allnash
