// A double next to a fraction of small denominator was probably that fraction. In [0, 1] there are
// 0.3 * 2^40 fractions of denominators up to 2^20, and doubles within 2^-50 of one of them,
// relatively, are about one in 3,000: that several numbers are caught by accident and then add up
// to exactly 1, as the callers demand of probabilities, practically never happens.
//
// The fraction of least denominator in an interval is found by continued fractions.
#include <cmath>

#include "allnash/rational.hpp"
#include "core/exact/access.hpp"

namespace allnash {

Rational simplest_between(const Rational& low, const Rational& high) {
  if (low.sign() <= 0 && high.sign() >= 0) return {};
  if (high.sign() < 0) return -simplest_between(-high, -low);
  Rational result;
  fmpq_simplest_between(exact::raw(result), exact::raw(low), exact::raw(high));
  return result;
}

std::optional<Rational> restored(double number) {
  constexpr int relative = 50;
  constexpr unsigned largest_denominator = 1U << 20U;
  if (number == 0) return Rational();
  const Rational value = Rational::from_double(number);
  // Beyond these no fraction but the number itself is meant.
  if (std::abs(number) < 0.5 / largest_denominator) return {};
  if (value.is_integer()) return value;
  const Rational size = number < 0 ? -value : value;
  const Rational slack = exact::times_power_of_two(size, -relative);
  Rational found = simplest_between(size - slack, size + slack);
  if (fmpz_cmp_ui(exact::denominator(found), largest_denominator) > 0) return {};
  return number < 0 ? -found : found;
}

}  // namespace allnash
