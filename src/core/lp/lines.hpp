// Loops along lines of numbers, with wider instructions where the machine has them. The rounding is
// the same on every machine: none is fused, and sums are taken in one order.
#pragma once

#include <cstddef>

namespace allnash::lp {

/// line += factor * other
void add_line(double* line, double factor, const double* other, std::size_t size);

[[nodiscard]] double inner_product(const double* one, const double* other, std::size_t size);

}  // namespace allnash::lp
