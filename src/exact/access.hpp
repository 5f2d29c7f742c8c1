// How the rooms inside the library reach the FLINT number in a Rational, and the double near it.
#pragma once

#include <flint/fmpq.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "allnash/rational.hpp"

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

/// True when numerator and denominator both lie in the two words themselves.
inline bool is_small(const Rational& value) noexcept {
  return !COEFF_IS_MPZ(*numerator(value)) && !COEFF_IS_MPZ(*denominator(value));
}

/// The value times 2^exponent.
inline Rational times_power_of_two(Rational value, slong exponent) {
  if (exponent > 0) fmpq_mul_2exp(raw(value), raw(value), static_cast<ulong>(exponent));
  if (exponent < 0) fmpq_div_2exp(raw(value), raw(value), static_cast<ulong>(-exponent));
  return value;
}

/// For the end of a thread: the spare large integers it keeps would be lost with it.
inline void release_spare_numbers() noexcept { flint_cleanup(); }

// Doubles for filters: comparisons that floating point settles where it is sure, and leaves to
// exact arithmetic where it is not.

/// Numbers of this size or less, and of its inverse or more, are multiplied in twos and summed
/// without overflow or underflow.
inline constexpr double filter_range = 0x1p+400;

/// The double itself when it is 0 or within the range, otherwise NaN.
inline double within_filter_range(double value) {
  const double size = std::abs(value);
  const bool within = size == 0 || (size <= filter_range && size >= 1 / filter_range);
  return within ? value : std::numeric_limits<double>::quiet_NaN();
}

/// The nearest double, off by a relative 2^-53 at most, or NaN when the value is neither 0 nor
/// within the range. NaN stays NaN through sums and products and fails every comparison: a filter
/// that asks "is it surely so?" then answers no.
///
/// Terms p * a of two such doubles carry a relative error below 2^-51, and a sum of n of them, in
/// any order, an absolute one below (n + 4) * 2^-52 times the sum of their sizes: sums round
/// relatively even where they underflow.
inline double near(const Rational& value) {
  const double rounded = value.to_double();
  // What is not 0 may round to 0.
  if (rounded == 0 && value.sign() != 0) return std::numeric_limits<double>::quiet_NaN();
  return within_filter_range(rounded);
}

/// True when a double of ordinary size is this very number, as `to_double` returns it.
inline bool is_double(const Rational& value) {
  constexpr fmpz all_held = fmpz{1} << 53;
  if (value.is_integer() && std::abs(*numerator(value)) < all_held) return true;
  const fmpz* bottom = denominator(value);
  return fmpz_bits(numerator(value)) <= 53 && fmpz_bits(bottom) <= 1000 &&
         fmpz_val2(bottom) + 1 == fmpz_bits(bottom);
}

/// The size of a number that is not 0: 2^(e - 1) < |value| < 2^(e + 1).
inline std::int64_t binary_exponent(const Rational& value) {
  return static_cast<std::int64_t>(fmpz_bits(numerator(value))) -
         static_cast<std::int64_t>(fmpz_bits(denominator(value)));
}

}  // namespace allnash::exact
