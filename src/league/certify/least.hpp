// Numbers of at least 0 in floating point, rounded down at every step, with a wide exponent.
//
// Claim. What a `Least` holds is at most the exact result of the operations that made it. So where
// it reaches a threshold, the exact number does, and what is stated for that is proved.
//
// Why. Let u = 2^-53. A sum, product or quotient of doubles of ordinary size is at most 1 + u times
// the exact one. After two of them the result is multiplied by 1 - 4 u, which is rounded, too:
// (1 + u)^3 (1 - 4 u) < 1. Mantissas lie in [1/2, 1), so nothing overflows or underflows; scaling
// by a power of two is exact. Only these four operations are used, no function of a library, so
// that every machine gets the same numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "allnash/rational.hpp"
#include "core/exact/access.hpp"

namespace allnash::league {

class Least {
 public:
  /// Requires a double of at least 0.
  explicit Least(double number = 0) : mantissa_(number) { normalise(); }

  void multiply(const Least& factor) {
    mantissa_ = mantissa_ * factor.mantissa_ * downward;
    exponent_ += factor.exponent_;
    normalise();
  }
  /// Multiplies by a fraction of whole numbers, below 2^53 and above 0.
  void multiply(double numerator, double denominator) {
    mantissa_ = mantissa_ * numerator / denominator * downward;
    normalise();
  }
  void add(const Least& summand) {
    if (summand.mantissa_ == 0) return;
    if (mantissa_ == 0 || summand.exponent_ > exponent_) {
      add_smaller(summand, *this);
    } else {
      add_smaller(*this, summand);
    }
  }
  /// Requires an exponent of at least 0.
  [[nodiscard]] Least power(std::int64_t exponent) const {
    Least result(1);
    for (Least square = *this; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) result.multiply(square);
      if (exponent > 1) square.multiply(square);
    }
    return result;
  }
  /// The number itself; infinite above the range of doubles, 0 below it.
  [[nodiscard]] double to_double() const {
    constexpr std::int64_t widest = 2000;
    return std::ldexp(mantissa_, static_cast<int>(std::clamp(exponent_, -widest, widest)));
  }
  [[nodiscard]] bool exceeds(const Least& other) const {
    if (mantissa_ == 0 || other.mantissa_ == 0) return mantissa_ > other.mantissa_;
    return std::pair(exponent_, mantissa_) > std::pair(other.exponent_, other.mantissa_);
  }
  /// Whether it reaches the bound, which is above 0. If so, the exact number does.
  [[nodiscard]] bool reaches(const Rational& bound) const {
    if (mantissa_ == 0) return false;
    // The bound lies between 2^(size - 1) and 2^(size + 1).
    const std::int64_t size = exact::binary_exponent(bound);
    if (exponent_ - 1 >= size + 1) return true;
    if (exponent_ <= size - 1) return false;
    return exact::times_power_of_two(Rational::from_double(mantissa_), exponent_) >= bound;
  }

 private:
  static constexpr double downward = 1 - 0x1p-51;  // 1 - 4 u

  void normalise() {
    int more = 0;
    mantissa_ = std::frexp(mantissa_, &more);
    exponent_ = mantissa_ == 0 ? 0 : exponent_ + more;
  }
  void add_smaller(Least larger, const Least& smaller) {
    constexpr std::int64_t negligible = 200;  // powers of two
    const std::int64_t less = larger.exponent_ - smaller.exponent_;
    if (less < negligible) {
      const double part = std::ldexp(smaller.mantissa_, -static_cast<int>(less));
      larger.mantissa_ = (larger.mantissa_ + part) * downward;
      larger.normalise();
    }
    *this = larger;
  }

  double mantissa_;
  std::int64_t exponent_ = 0;
};

}  // namespace allnash::league
