#include "exact/fraction.hpp"

#include "exact/access.hpp"
#include "exact/integer.hpp"
#include "exact/near.hpp"

namespace allnash::exact {

Fraction::Fraction(const Rational& value) {
  fmpz_set(&top_, numerator(value));
  fmpz_set(&bottom_, denominator(value));
}

Rational Fraction::reduced() const { return quotient(&top_, &bottom_); }

void Fraction::copy_large(const Fraction& other) {
  fmpz_init_set(&top_, &other.top_);
  fmpz_init_set(&bottom_, &other.bottom_);
}

void Fraction::clear_large() {
  fmpz_clear(&top_);
  fmpz_clear(&bottom_);
}

double Fraction::approximate_large() const { return near(reduced()); }

std::strong_ordering Fraction::compare_large(const Fraction& left, const Fraction& right) {
  Integer one;
  Integer two;
  fmpz_mul(one.raw(), &left.top_, &right.bottom_);
  fmpz_mul(two.raw(), &right.top_, &left.bottom_);
  return fmpz_cmp(one.raw(), two.raw()) <=> 0;
}

}  // namespace allnash::exact
