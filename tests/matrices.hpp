// Matrices of rationals, made entry by entry.
#pragma once

#include "core/exact/matrix.hpp"

namespace allnash::test {

/// `entry(row, column)` is called row by row.
template <typename Entry>
exact::Matrix matrix_of(Index rows, Index columns, const Entry& entry) {
  std::vector<Rational> values;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) values.emplace_back(entry(i, j));
  }
  return {rows, columns, std::move(values)};
}

/// The game as the other player sees it, who plays the rows then.
inline exact::Matrix turned(const exact::Matrix& game) {
  return matrix_of(game.columns(), game.rows(), [&](Index i, Index j) { return -game.at(j, i); });
}

}  // namespace allnash::test
