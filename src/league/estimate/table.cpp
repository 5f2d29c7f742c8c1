#include "league/estimate/table.hpp"

#include <cmath>

namespace allnash::league {

namespace {

[[gnu::always_inline]] inline void add_lanes(double* __restrict row, double factor,
                                             const double* __restrict other, std::size_t size) {
  for (std::size_t j = 0; j < size; ++j) row[j] += factor * other[j];
}

// In four sums, since each addition waits for the one before it.
[[gnu::always_inline]] inline double sum_of_products(const double* one, const double* other,
                                                     std::size_t size) {
  double sums[4] = {};
  std::size_t t = 0;
  for (; t + 4 <= size; t += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += one[t + k] * other[t + k];
  }
  for (; t < size; ++t) sums[0] += one[t] * other[t];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

using Add = void (*)(double*, double, const double*, std::size_t);
using Product = double (*)(const double*, const double*, std::size_t);

void plain_add(double* row, double factor, const double* other, std::size_t size) {
  add_lanes(row, factor, other, size);
}
double plain_product(const double* one, const double* other, std::size_t size) {
  return sum_of_products(one, other, size);
}

// The same with wider instructions, where the machine has them. The rounding is the same: none is
// fused.
#ifdef __x86_64__
[[gnu::target("avx2")]] void wide_add(double* row, double factor, const double* other,
                                      std::size_t size) {
  add_lanes(row, factor, other, size);
}
[[gnu::target("avx2")]] double wide_product(const double* one, const double* other,
                                            std::size_t size) {
  return sum_of_products(one, other, size);
}
bool is_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
constexpr Add wide_add = plain_add;
constexpr Product wide_product = plain_product;
bool is_wide() { return false; }
#endif

}  // namespace

void add_line(double* row, double factor, const double* other, std::size_t size) {
  static const Add add = is_wide() ? wide_add : plain_add;
  add(row, factor, other, size);
}

double inner_product(const double* one, const double* other, std::size_t size) {
  static const Product product = is_wide() ? wide_product : plain_product;
  return product(one, other, size);
}

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
