// Square tables of numbers, and their factors, by plain arithmetic in a fixed order.
#pragma once

#include <cstddef>
#include <vector>

#include "core/lp/lines.hpp"

namespace allnash::league {

/// A square table, row by row.
struct Table {
  std::size_t size = 0;
  std::vector<double> cells;

  explicit Table(std::size_t count = 0) : size(count), cells(count * count) {}
  [[nodiscard]] double& at(std::size_t row, std::size_t column) {
    return cells[row * size + column];
  }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return cells[row * size + column];
  }
  [[nodiscard]] double* row(std::size_t number) { return &cells[number * size]; }
  [[nodiscard]] const double* row(std::size_t number) const { return &cells[number * size]; }
};

using lp::add_line;
using lp::inner_product;

/// Replaces a table by its Cholesky factor, lower left. A pivot that is not positive gives an empty
/// column.
void factorize(Table& table);
/// The inverse of a positive definite table.
[[nodiscard]] Table inverse_of(Table table);
[[nodiscard]] Table turned_table(const Table& table);
[[nodiscard]] Table product_of(const Table& first, const Table& second);

}  // namespace allnash::league
