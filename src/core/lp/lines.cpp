#include "core/lp/lines.hpp"

namespace allnash::lp {
namespace {

[[gnu::always_inline]] inline void add_lanes(double* __restrict line, double factor,
                                             const double* __restrict other, std::size_t size) {
  for (std::size_t j = 0; j < size; ++j) line[j] += factor * other[j];
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

void plain_add(double* line, double factor, const double* other, std::size_t size) {
  add_lanes(line, factor, other, size);
}
double plain_product(const double* one, const double* other, std::size_t size) {
  return sum_of_products(one, other, size);
}

// The same with wider instructions, where the machine has them. The rounding is the same: none is
// fused.
#ifdef __x86_64__
[[gnu::target("avx2")]] void wide_add(double* line, double factor, const double* other,
                                      std::size_t size) {
  add_lanes(line, factor, other, size);
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

void add_line(double* line, double factor, const double* other, std::size_t size) {
  static const Add add = is_wide() ? wide_add : plain_add;
  add(line, factor, other, size);
}

double inner_product(const double* one, const double* other, std::size_t size) {
  static const Product product = is_wide() ? wide_product : plain_product;
  return product(one, other, size);
}

}  // namespace allnash::lp
