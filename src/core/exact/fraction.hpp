// A rational of two machine words that need not be in lowest terms. It is cheap to make and to
// compare, because it needs no greatest common divisor. Numbers that outgrow the words are FLINT's.
#pragma once

#include <flint/fmpz.h>

#include <compare>
#include <cstdint>
#include <utility>

#include "allnash/rational.hpp"
#include "core/exact/access.hpp"

namespace allnash::exact {

__extension__ using Wide = __int128;  ///< for products of two words

class Fraction {
 public:
  /// Numerators and denominators below this in size are stored in the two words.
  static constexpr std::int64_t word_limit = std::int64_t{1} << 62;

  Fraction() noexcept = default;  ///< zero
  /// Requires bottom > 0 and both within the word limit.
  Fraction(std::int64_t top, std::int64_t bottom) noexcept : top_(top), bottom_(bottom) {}
  explicit Fraction(const Rational& value) {
    fmpz_set(&top_, numerator(value));
    fmpz_set(&bottom_, denominator(value));
  }

  Fraction(const Fraction& other) : top_(other.top_), bottom_(other.bottom_) {
    if (is_small()) return;
    fmpz_init_set(&top_, &other.top_);
    fmpz_init_set(&bottom_, &other.bottom_);
  }
  Fraction(Fraction&& other) noexcept : top_(other.top_), bottom_(other.bottom_) {
    other.top_ = 0;
    other.bottom_ = 1;
  }
  Fraction& operator=(const Fraction& other) {
    if (this != &other) *this = Fraction(other);
    return *this;
  }
  Fraction& operator=(Fraction&& other) noexcept {
    std::swap(top_, other.top_);
    std::swap(bottom_, other.bottom_);
    return *this;
  }
  ~Fraction() {
    if (is_small()) return;
    fmpz_clear(&top_);
    fmpz_clear(&bottom_);
  }

  /// In lowest terms.
  [[nodiscard]] Rational reduced() const { return quotient(&top_, &bottom_); }
  /// With a relative error of at most 2^-51; NaN out of the range of filters (access.hpp).
  [[nodiscard]] double approximate() const {
    return is_small() ? static_cast<double>(top_) / static_cast<double>(bottom_) : near(reduced());
  }

  friend std::strong_ordering operator<=>(const Fraction& left, const Fraction& right) {
    if (!left.is_small() || !right.is_small()) return compare_large(left, right);
    const Wide one = static_cast<Wide>(left.top_) * right.bottom_;
    const Wide two = static_cast<Wide>(right.top_) * left.bottom_;
    return one < two   ? std::strong_ordering::less
           : two < one ? std::strong_ordering::greater
                       : std::strong_ordering::equal;
  }
  friend bool operator==(const Fraction& left, const Fraction& right) {
    return (left <=> right) == std::strong_ordering::equal;
  }

 private:
  [[nodiscard]] bool is_small() const noexcept {
    return !COEFF_IS_MPZ(top_) && !COEFF_IS_MPZ(bottom_);
  }
  static std::strong_ordering compare_large(const Fraction& left, const Fraction& right) {
    Integer one;
    Integer two;
    fmpz_mul(one.raw(), &left.top_, &right.bottom_);
    fmpz_mul(two.raw(), &right.top_, &left.bottom_);
    return fmpz_cmp(one.raw(), two.raw()) <=> 0;
  }

  fmpz top_ = 0;
  fmpz bottom_ = 1;
};

}  // namespace allnash::exact
