#include "chance/evidence/rounded.hpp"

#include <algorithm>

#include "core/exact/access.hpp"

namespace allnash::chance {
namespace {

constexpr std::int64_t kept_bits = 192;

}  // namespace

Rounded::Rounded(const Rational& value, Rounding side) : side_(side) {
  exponent_ = -kept_bits - static_cast<std::int64_t>(fmpz_bits(exact::denominator(value)));
  fmpz_mul_2exp(mantissa_.raw(), exact::numerator(value), static_cast<ulong>(-exponent_));
  (side == Rounding::up ? fmpz_cdiv_q : fmpz_fdiv_q)(mantissa_.raw(), mantissa_.raw(),
                                                     exact::denominator(value));
  cut();
}

void Rounded::cut() {
  const std::int64_t more = static_cast<std::int64_t>(fmpz_bits(mantissa_.raw())) - kept_bits;
  if (more <= 0) return;
  (side_ == Rounding::up ? fmpz_cdiv_q_2exp : fmpz_fdiv_q_2exp)(mantissa_.raw(), mantissa_.raw(),
                                                                static_cast<ulong>(more));
  exponent_ += more;
}

Rounded& Rounded::operator*=(const Rounded& other) {
  fmpz_mul(mantissa_.raw(), mantissa_.raw(), other.mantissa_.raw());
  exponent_ += other.exponent_;
  cut();
  return *this;
}

Rounded& Rounded::operator+=(const Rounded& other) {
  const std::int64_t least = std::min(exponent_, other.exponent_);
  exact::Integer summand;
  fmpz_mul_2exp(summand.raw(), other.mantissa_.raw(), static_cast<ulong>(other.exponent_ - least));
  fmpz_mul_2exp(mantissa_.raw(), mantissa_.raw(), static_cast<ulong>(exponent_ - least));
  fmpz_add(mantissa_.raw(), mantissa_.raw(), summand.raw());
  exponent_ = least;
  cut();
  return *this;
}

Rounded Rounded::power(std::int64_t exponent) const {
  Rounded result(1, side_);
  Rounded square = *this;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= square;
    if (exponent > 1) square *= square;
  }
  return result;
}

std::int64_t Rounded::bits() const {
  return exponent_ + static_cast<std::int64_t>(fmpz_bits(mantissa_.raw()));
}

int Rounded::compare(const Rational& other) const {
  exact::Integer left;
  exact::Integer right;
  fmpz_mul(left.raw(), mantissa_.raw(), exact::denominator(other));
  fmpz_set(right.raw(), exact::numerator(other));
  exact::Integer& shifted = exponent_ >= 0 ? left : right;
  fmpz_mul_2exp(shifted.raw(), shifted.raw(),
                static_cast<ulong>(exponent_ >= 0 ? exponent_ : -exponent_));
  return fmpz_cmp(left.raw(), right.raw());
}

}  // namespace allnash::chance
