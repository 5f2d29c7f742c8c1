// Access to FLINT's numbers for the rooms of the library: the number in a Rational and the double
// near it, integers, and matrices of integers.
#pragma once

#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/at.hpp"

namespace allnash::exact {

static_assert(sizeof(Rational) == sizeof(fmpq));
static_assert(sizeof(long) == sizeof(fmpz));

struct Access {
  static_assert(Rational::is_address(COEFF_MAX + 1) && !Rational::is_address(COEFF_MAX) &&
                Rational::is_address(2 * COEFF_MAX + 1) && !Rational::is_address(COEFF_MIN));
  static fmpq* raw(Rational& value) noexcept { return reinterpret_cast<fmpq*>(&value.numerator_); }
  static const fmpq* raw(const Rational& value) noexcept {
    return reinterpret_cast<const fmpq*>(&value.numerator_);
  }
};

inline fmpq* raw(Rational& value) noexcept { return Access::raw(value); }
inline const fmpq* raw(const Rational& value) noexcept { return Access::raw(value); }
inline fmpz* numerator(Rational& value) noexcept { return fmpq_numref(raw(value)); }
inline const fmpz* numerator(const Rational& value) noexcept { return fmpq_numref(raw(value)); }
inline fmpz* denominator(Rational& value) noexcept { return fmpq_denref(raw(value)); }
inline const fmpz* denominator(const Rational& value) noexcept { return fmpq_denref(raw(value)); }

/// True when neither numerator nor denominator needs memory outside the Rational.
inline bool is_small(const Rational& value) noexcept {
  return !COEFF_IS_MPZ(*numerator(value)) && !COEFF_IS_MPZ(*denominator(value));
}

/// The value times 2^exponent.
inline Rational times_power_of_two(Rational value, slong exponent) {
  if (exponent > 0) fmpq_mul_2exp(raw(value), raw(value), static_cast<ulong>(exponent));
  if (exponent < 0) fmpq_div_2exp(raw(value), raw(value), static_cast<ulong>(-exponent));
  return value;
}

/// For the end of a thread: frees the spare large integers that FLINT keeps for it.
inline void release_spare_numbers() noexcept { flint_cleanup(); }

// Doubles for filters: floating point decides a comparison where it is certain, otherwise exact
// arithmetic does.

/// Numbers between the inverse of this and this can be multiplied in pairs and summed without
/// overflow or underflow.
inline constexpr double filter_range = 0x1p+400;

/// The double itself when it is 0 or within the range, otherwise NaN.
inline double within_filter_range(double value) {
  const double size = std::abs(value);
  const bool within = size == 0 || (size <= filter_range && size >= 1 / filter_range);
  return within ? value : std::numeric_limits<double>::quiet_NaN();
}

/// The nearest double, with a relative error of at most 2^-53, or NaN when the value is neither 0
/// nor within the range. NaN stays NaN in sums and products and fails every comparison, so a filter
/// that asks "is it certain?" gets no.
///
/// A product p * a of two such doubles has a relative error below 2^-51. A sum of n of them, in any
/// order, has an absolute error below (n + 4) * 2^-52 times the sum of their sizes, also with
/// underflow.
inline double near(const Rational& value) {
  const double rounded = value.to_double();
  // A nonzero value may round to 0.
  if (rounded == 0 && value.sign() != 0) return std::numeric_limits<double>::quiet_NaN();
  return within_filter_range(rounded);
}

/// True when the value is exactly a double of ordinary size, which `to_double` then returns.
inline bool is_double(const Rational& value) {
  constexpr fmpz all_held = fmpz{1} << 53;
  if (value.is_integer() && std::abs(*numerator(value)) < all_held) return true;
  const fmpz* bottom = denominator(value);
  return fmpz_bits(numerator(value)) <= 53 && fmpz_bits(bottom) <= 1000 &&
         fmpz_val2(bottom) + 1 == fmpz_bits(bottom);
}

/// The binary exponent of a nonzero number: 2^(e - 1) < |value| < 2^(e + 1).
inline std::int64_t binary_exponent(const Rational& value) {
  return static_cast<std::int64_t>(fmpz_bits(numerator(value))) -
         static_cast<std::int64_t>(fmpz_bits(denominator(value)));
}

class Integer {
 public:
  Integer() noexcept = default;
  explicit Integer(std::int64_t value) { fmpz_set_si(&value_, value); }
  Integer(const Integer& other) { fmpz_set(&value_, &other.value_); }
  Integer(Integer&& other) noexcept { std::swap(value_, other.value_); }
  Integer& operator=(const Integer& other) {
    fmpz_set(&value_, &other.value_);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Integer() { fmpz_clear(&value_); }

  fmpz* raw() noexcept { return &value_; }
  [[nodiscard]] const fmpz* raw() const noexcept { return &value_; }

 private:
  fmpz value_ = 0;
};

class IntegerMatrix {
 public:
  IntegerMatrix(slong rows, slong columns) { fmpz_mat_init(value_, rows, columns); }
  IntegerMatrix(const IntegerMatrix& other) { fmpz_mat_init_set(value_, other.value_); }
  IntegerMatrix(IntegerMatrix&& other) noexcept {
    fmpz_mat_init(value_, 0, 0);
    fmpz_mat_swap(value_, other.value_);
  }
  IntegerMatrix& operator=(IntegerMatrix other) noexcept {
    fmpz_mat_swap(value_, other.value_);
    return *this;
  }
  ~IntegerMatrix() { fmpz_mat_clear(value_); }

  fmpz_mat_struct* raw() noexcept { return value_; }
  [[nodiscard]] const fmpz_mat_struct* raw() const noexcept { return value_; }
  [[nodiscard]] slong rows() const noexcept { return value_->r; }
  [[nodiscard]] slong columns() const noexcept { return value_->c; }
  fmpz* at(slong row, slong column) noexcept { return fmpz_mat_entry(value_, row, column); }
  [[nodiscard]] const fmpz* at(slong row, slong column) const noexcept {
    return fmpz_mat_entry(value_, row, column);
  }
  fmpz* row(slong row) noexcept { return value_->rows[row]; }
  [[nodiscard]] const fmpz* row(slong row) const noexcept { return value_->rows[row]; }

 private:
  fmpz_mat_t value_;
};

/// numerator / denominator in lowest terms. Requires a nonzero denominator.
Rational quotient(const fmpz* numerator, const fmpz* denominator);
/// Each numerator over the denominator, which must be positive; faster than one by one.
std::vector<Rational> quotients(const std::vector<Integer>& numerators, const Integer& denominator);

/// The least common multiple of the denominators.
Integer common_denominator(std::span<const Rational> values);
/// out = value * scale, which must be an integer.
void scale_to_integer(fmpz* out, const Rational& value, const Integer& scale);

}  // namespace allnash::exact
