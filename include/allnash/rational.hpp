// An exact rational number.
//
// Every payoff, probability and game value in allnash is one of these. The header
// needs the standard library alone; the arithmetic is FLINT's.
#pragma once

#include <compare>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "allnash/export.hpp"

namespace allnash {

namespace exact {
struct Access;  // how the library's own rooms reach the number inside
}

class ALLNASH_EXPORT Rational {
 public:
  Rational() noexcept = default;   ///< zero
  Rational(std::int64_t integer);  // NOLINT(google-explicit-constructor): an integer is a rational
  /// Throws std::domain_error when the denominator is zero.
  Rational(std::int64_t numerator, std::int64_t denominator);
  /// The exact value of a double. Throws std::domain_error for NaN and infinities.
  static Rational from_double(double value);
  /// Reads an integer, a fraction `p/q`, a decimal or scientific notation, each exactly (0.1 is
  /// 1/10). Throws std::invalid_argument, with a message that says what is wrong with the text
  /// ("'abc' is not a number", "infinite payoff", ...). Exponents beyond +-10000 are refused.
  static Rational parse(std::string_view text);

  /// The fraction of two integers written in a base from 2 to 36, a minus sign before digits alone.
  /// For large numbers base 16 is far quicker than 10. Throws std::invalid_argument for other
  /// text, std::domain_error when the denominator is zero.
  static Rational from_digits(const std::string& numerator, const std::string& denominator,
                              int base = 10);

  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  ~Rational();

  /// An integer or `p/q` in lowest terms.
  [[nodiscard]] std::string to_string() const;
  /// The digits of the two parts in lowest terms, in a base from 2 to 36; the numerator has the
  /// sign.
  [[nodiscard]] std::string numerator_digits(int base = 10) const;
  [[nodiscard]] std::string denominator_digits(int base = 10) const;
  /// The nearest double, or one next to it; infinite when out of range.
  [[nodiscard]] double to_double() const;
  [[nodiscard]] int sign() const noexcept;
  [[nodiscard]] bool is_integer() const noexcept;

  Rational& operator+=(const Rational& other);
  Rational& operator-=(const Rational& other);
  Rational& operator*=(const Rational& other);
  Rational& operator/=(const Rational& other);  ///< throws std::domain_error for zero
  Rational operator-() const;

  friend Rational operator+(Rational left, const Rational& right) { return left += right; }
  friend Rational operator-(Rational left, const Rational& right) { return left -= right; }
  friend Rational operator*(Rational left, const Rational& right) { return left *= right; }
  friend Rational operator/(Rational left, const Rational& right) { return left /= right; }
  friend ALLNASH_EXPORT bool operator==(const Rational& left, const Rational& right) noexcept;
  friend ALLNASH_EXPORT std::strong_ordering operator<=>(const Rational& left,
                                                         const Rational& right);
  friend ALLNASH_EXPORT std::ostream& operator<<(std::ostream& out, const Rational& value);

 private:
  friend struct exact::Access;
  // Two words laid out as FLINT's fmpq: small numbers lie here, larger ones elsewhere.
  long numerator_ = 0;
  long denominator_ = 1;
};

}  // namespace allnash
