// A positive number that is rounded up, or down, at every step. So a result lies on a known side of
// the exact value, and powers are cheap.
#pragma once

#include <cstdint>

#include "allnash/rational.hpp"
#include "core/exact/access.hpp"

namespace allnash::chance {

enum class Rounding { down, up };

class Rounded {
 public:
  /// Requires value >= 0.
  Rounded(const Rational& value, Rounding side);

  Rounded& operator*=(const Rounded& other);
  Rounded& operator+=(const Rounded& other);
  [[nodiscard]] Rounded power(std::int64_t exponent) const;
  // Exact comparisons.
  [[nodiscard]] bool at_least(const Rational& other) const { return compare(other) >= 0; }
  [[nodiscard]] bool at_most(const Rational& other) const { return compare(other) <= 0; }
  /// The number lies in [2^(bits - 1), 2^bits), unless it is 0.
  [[nodiscard]] std::int64_t bits() const;

 private:
  void cut();
  [[nodiscard]] int compare(const Rational& other) const;

  exact::Integer mantissa_;
  std::int64_t exponent_ = 0;  // power of 2
  Rounding side_;
};

}  // namespace allnash::chance
