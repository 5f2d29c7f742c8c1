// Numbers rounded to one side, where exact ones would be too long.
#pragma once

#include "exact.hpp"

namespace checker {

/// A non-negative number as a mantissa and a power of two, rounded to one side at every step:
/// results lie on a known side of the exact value, and no number is long.
class Rounded {
 public:
  enum class Side { down, up };

  /// The number 0.
  explicit Rounded(Side side) : side_(side) {}
  Rounded(mpz_srcptr value, Side side) : side_(side) {
    mpz_set(mantissa_, value);
    shorten();
  }
  Rounded(Index value, Side side) : side_(side) { mpz_set_si(mantissa_, value); }
  Rounded(const Fraction& value, Side side) : Rounded(mpq_numref(value.raw()), side) {
    divide(Rounded(mpq_denref(value.raw()), side == Side::up ? Side::down : Side::up));
  }

  void multiply(const Rounded& factor) {
    mpz_mul(mantissa_, mantissa_, factor.mantissa_);
    exponent_ += factor.exponent_;
    shorten();
  }
  /// Divides by a positive number that is rounded to the other side.
  void divide(const Rounded& divisor) {
    mpz_mul_2exp(mantissa_, mantissa_, 2 * digits);
    exponent_ -= divisor.exponent_ + 2 * digits;
    (side_ == Side::up ? mpz_cdiv_q : mpz_fdiv_q)(mantissa_, mantissa_, divisor.mantissa_);
    shorten();
  }
  void add(const Rounded& summand) {
    if (summand.mantissa_.sign() == 0) return;
    if (mantissa_.sign() == 0) exponent_ = summand.exponent_;
    // A summand far below counts as one unit at most.
    const Index high = std::max(exponent_, summand.exponent_);
    const Index common = std::max(std::min(exponent_, summand.exponent_), high - 2 * digits);
    mpz_add(mantissa_, multiple_of(common), summand.multiple_of(common));
    exponent_ = common;
    shorten();
  }
  void raise(Index exponent) {
    Rounded square(mantissa_, side_);
    square.exponent_ = exponent_;
    mpz_set_ui(mantissa_, 1);
    exponent_ = 0;
    for (; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) multiply(square);
      if (exponent > 1) square.multiply(square);
    }
  }
  /// The number lies in [2^(size - 1), 2^size), unless it is 0.
  [[nodiscard]] Index size() const {
    return exponent_ + static_cast<Index>(mpz_sizeinbase(mantissa_, 2));
  }
  /// The sign of this - bound. Requires a bound above 0 that a certificate can write.
  [[nodiscard]] int against(const Fraction& bound) const {
    constexpr auto longest = static_cast<Index>(4 * longest_number);  // an upper bound, in bits
    if (mantissa_.sign() == 0 || size() < -longest) return -1;
    if (size() > longest) return 1;
    Fraction number;
    mpz_set(mpq_numref(number.raw()), mantissa_);
    if (exponent_ >= 0) {
      mpq_mul_2exp(number.raw(), number.raw(), static_cast<mp_bitcnt_t>(exponent_));
    } else {
      mpq_div_2exp(number.raw(), number.raw(), static_cast<mp_bitcnt_t>(-exponent_));
    }
    const int order = mpq_cmp(number.raw(), bound.raw());
    return (order > 0) - (order < 0);
  }

 private:
  static constexpr Index digits = 192;
  /// The number as a multiple of 2^exponent, rounded.
  [[nodiscard]] Integer multiple_of(Index exponent) const {
    Integer result;
    if (exponent_ >= exponent) {
      mpz_mul_2exp(result, mantissa_, static_cast<mp_bitcnt_t>(exponent_ - exponent));
    } else {
      const auto more = static_cast<mp_bitcnt_t>(exponent - exponent_);
      (side_ == Side::up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(result, mantissa_, more);
    }
    return result;
  }
  void shorten() {
    const auto size = static_cast<Index>(mpz_sizeinbase(mantissa_, 2));
    if (size <= digits) return;
    const auto more = static_cast<mp_bitcnt_t>(size - digits);
    (side_ == Side::up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(mantissa_, mantissa_, more);
    exponent_ += size - digits;
  }
  Integer mantissa_;
  Index exponent_ = 0;
  Side side_;
};

/// "n choose k". A prime p divides it as often as digits carry when k and n - k are added in base p
/// (Kummer), which is floor(n/p^e) - floor(k/p^e) - floor((n-k)/p^e) summed over e.
Rounded binomial(Index n, Index k, Rounded::Side side);

}  // namespace checker
