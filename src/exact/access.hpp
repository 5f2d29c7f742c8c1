// How the rooms inside the library reach the FLINT number in a Rational.
#pragma once

#include <flint/fmpq.h>

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

/// For the end of a thread: the spare large integers it keeps would be lost with it.
inline void release_spare_numbers() noexcept { flint_cleanup(); }

}  // namespace allnash::exact
