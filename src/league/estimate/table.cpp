#include "league/estimate/table.hpp"

#include <cmath>

namespace allnash::league {

void factorize(Table& table) {
  const std::size_t size = table.size;
  for (std::size_t k = 0; k < size; ++k) {
    const double* const up = table.row(k);
    const double pivot = up[k] - inner_product(up, up, k);
    const bool empty = pivot <= 1e-12 * std::abs(up[k]) || pivot <= 0;
    const double root = empty ? 0 : std::sqrt(pivot);
    table.at(k, k) = root;
    for (std::size_t i = k + 1; i < size; ++i) {
      double* const row = table.row(i);
      row[k] = empty ? 0 : (row[k] - inner_product(row, up, k)) / root;
    }
  }
}

Table inverse_of(Table table) {
  const std::size_t size = table.size;
  factorize(table);
  // The inverse of the factor, then the product of its transpose with itself.
  Table inverse(size);
  for (std::size_t i = 0; i < size; ++i) {
    double* const row = inverse.row(i);
    for (std::size_t k = 0; k < i; ++k) add_line(row, -table.at(i, k), inverse.row(k), k + 1);
    row[i] = 1;
    for (std::size_t j = 0; j <= i; ++j) row[j] /= table.at(i, i);
  }
  Table product(size);
  for (std::size_t k = 0; k < size; ++k) {
    const double* const row = inverse.row(k);
    for (std::size_t i = 0; i <= k; ++i) add_line(product.row(i), row[i], row, i + 1);
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i + 1; j < size; ++j) product.at(i, j) = product.at(j, i);
  }
  return product;
}

Table turned_table(const Table& table) {
  Table other(table.size);
  for (std::size_t i = 0; i < table.size; ++i) {
    for (std::size_t j = 0; j < table.size; ++j) other.at(j, i) = table.at(i, j);
  }
  return other;
}

Table product_of(const Table& first, const Table& second) {
  const std::size_t size = first.size;
  Table product(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      const double factor = first.at(i, k);
      if (factor != 0) add_line(product.row(i), factor, second.row(k), size);
    }
  }
  return product;
}

}  // namespace allnash::league
