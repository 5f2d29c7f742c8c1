#include <flint/fmpq.h>

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "allnash/rational.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"

namespace allnash {

using exact::denominator;
using exact::numerator;
using exact::raw;

namespace {

std::string digits_of(const fmpz* integer, int base) {
  std::string text(fmpz_sizeinbase(integer, base) + 2, '\0');
  fmpz_get_str(text.data(), base, integer);
  text.resize(text.find('\0'));
  return text;
}

exact::Integer integer_from(const std::string& digits, int base) {
  exact::Integer integer(0);
  if (fmpz_set_str(integer.raw(), digits.c_str(), base) != 0) {
    throw std::invalid_argument("'" + digits + "' is not an integer in base " +
                                std::to_string(base));
  }
  return integer;
}

}  // namespace

Rational Rational::from_digits(const std::string& numerator, const std::string& denominator,
                               int base) {
  const exact::Integer top = integer_from(numerator, base);
  const exact::Integer bottom = integer_from(denominator, base);
  if (fmpz_is_zero(bottom.raw()) != 0) throw std::domain_error("a fraction with denominator zero");
  return exact::quotient(top.raw(), bottom.raw());
}

void Rational::set_words(std::uint64_t high, std::uint64_t low, bool negative) {
  if (negative) {
    high = ~high + (low == 0 ? 1 : 0);
    low = -low;
  }
  fmpz_set_uiui(numerator(*this), high, low);
  if (negative) fmpz_neg(numerator(*this), numerator(*this));
}

void Rational::divide(const Rational& denominator) {
  if (denominator.sign() == 0) throw std::domain_error("a fraction with denominator zero");
  fmpq_div(raw(*this), raw(*this), raw(denominator));
}

namespace {

void refuse_unbounded(double value) {
  if (std::isnan(value)) throw std::domain_error("not a number (nan)");
  if (std::isinf(value)) throw std::domain_error("infinite payoff");
}

template <std::floating_point Number>
Rational decimal_of(Number value) {
  refuse_unbounded(value);
  // Below this size integers are 1 apart or nearer, so that each is its own shortest decimal.
  constexpr auto all_held =
      static_cast<Number>(std::int64_t{1} << std::numeric_limits<Number>::digits);
  if (std::abs(value) < all_held && std::trunc(value) == value) {
    return {static_cast<std::int64_t>(value)};
  }
  // In scientific notation: in the other one an integer has all its digits.
  std::array<char, 32> text{};
  const char* const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific)
          .ptr;
  return Rational::parse({text.data(), end});
}

}  // namespace

Rational::Rational(double value) : Rational(decimal_of(value)) {}
Rational::Rational(float value) : Rational(decimal_of(value)) {}

Rational Rational::from_double(double value) {
  refuse_unbounded(value);
  int exponent = 0;
  // A double's mantissa has 53 bits, so the scaled mantissa is an integer.
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  return exact::times_power_of_two(Rational(mantissa), exponent - 53);
}

void Rational::copy_large(const Rational& other) {
  numerator_ = 0;
  denominator_ = 1;
  fmpq_set(raw(*this), raw(other));
}
void Rational::assign_large(const Rational& other) { fmpq_set(raw(*this), raw(other)); }
void Rational::clear_large() noexcept { fmpq_clear(raw(*this)); }

namespace {

// The longest text that is read: enough for any payoff, and a limit on memory.
constexpr std::size_t longest_number = 20000;
constexpr std::int64_t largest_exponent = 10000;

[[noreturn]] void not_a_number(std::string_view text) {
  // Such a dash looks like a minus, so the message explains the difference.
  const bool dash = text.starts_with("\u2212") || text.starts_with("\u2013");
  throw std::invalid_argument(in_quotes(text) + " is not a number" +
                              (dash ? ": it begins with a dash that is not the minus sign -" : ""));
}

char lower(char c) { return (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

void refuse_special(std::string_view text) {
  std::string word;
  for (const char c : text.substr(0, 12)) {
    if (c != '+' && c != '-') word += lower(c);
  }
  if (word == "nan") throw std::invalid_argument("payoff is not a number (nan)");
  if (word == "inf" || word == "infinity") throw std::invalid_argument("infinite payoff");
}

// Requires nonempty text of digits.
void set_digits(fmpz* out, const std::string& digits) {
  if (digits.size() <= 18) {
    std::int64_t small = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), small);
    fmpz_set_si(out, small);
  } else {
    fmpz_set_str(out, digits.c_str(), 10);
  }
}

// Reads [sign] digits from the front of `rest` and removes them. False if there is no digit.
bool take_digits(std::string_view& rest, std::string& digits) {
  std::size_t length = 0;
  while (length < rest.size() && is_digit(rest[length])) ++length;
  digits.append(rest.substr(0, length));
  rest.remove_prefix(length);
  return length > 0;
}

bool take_sign(std::string_view& rest) {
  const bool negative = !rest.empty() && rest.front() == '-';
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
  return negative;
}

std::int64_t take_exponent(std::string_view& rest, std::string_view text) {
  rest.remove_prefix(1);  // the e
  const bool negative = take_sign(rest);
  std::string digits;
  if (!take_digits(rest, digits)) not_a_number(text);
  std::int64_t exponent = largest_exponent + 1;
  if (digits.size() <= 18) std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (exponent > largest_exponent) {
    throw std::invalid_argument("exponent of a payoff beyond 10000 in size");
  }
  return negative ? -exponent : exponent;
}

/// A number of few digits, as most are, in machine words. False for others.
bool scale_in_words(Rational& result, const std::string& digits, std::int64_t power_of_ten,
                    bool negative) {
  constexpr std::int64_t most_places = 18;  // 10^18 fits a word
  if (std::ssize(digits) > most_places || power_of_ten > 0 || power_of_ten < -most_places) {
    return false;
  }
  slong top = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), top);
  ulong bottom = 1;
  for (; power_of_ten < 0; ++power_of_ten) bottom *= 10;
  fmpq_set_si(raw(result), negative ? -top : top, bottom);
  return true;
}

Rational scaled(const std::string& digits, std::int64_t power_of_ten, bool negative) {
  Rational result;
  if (scale_in_words(result, digits, power_of_ten, negative)) return result;
  exact::Integer top;
  exact::Integer power;
  set_digits(top.raw(), digits);
  if (negative) fmpz_neg(top.raw(), top.raw());
  fmpz_set_si(power.raw(), 10);
  fmpz_pow_ui(power.raw(), power.raw(), static_cast<ulong>(std::abs(power_of_ten)));
  if (power_of_ten >= 0) {
    fmpz_mul(numerator(result), top.raw(), power.raw());
  } else {
    fmpq_set_fmpz_frac(raw(result), top.raw(), power.raw());
  }
  return result;
}

Rational fraction(const std::string& top_digits, std::string_view bottom, bool negative,
                  std::string_view text) {
  std::string digits;
  if (!take_digits(bottom, digits) || !bottom.empty()) not_a_number(text);
  exact::Integer top;
  exact::Integer down;
  set_digits(top.raw(), top_digits);
  set_digits(down.raw(), digits);
  if (fmpz_is_zero(down.raw())) throw std::invalid_argument("division by zero in a payoff");
  if (negative) fmpz_neg(top.raw(), top.raw());
  return exact::quotient(top.raw(), down.raw());
}

}  // namespace

Rational Rational::parse(std::string_view text) {
  std::int64_t small = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), small);
  if (error == std::errc() && end == text.data() + text.size()) return {small};

  if (text.size() > longest_number)
    throw std::invalid_argument("a number of over 20000 characters");
  std::string_view rest = text;
  const bool negative = take_sign(rest);
  std::string digits;
  bool any = take_digits(rest, digits);
  if (any && !rest.empty() && rest.front() == '/') {
    return fraction(digits, rest.substr(1), negative, text);
  }
  std::int64_t power = 0;
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const std::size_t before = digits.size();
    any = take_digits(rest, digits) || any;
    power = -static_cast<std::int64_t>(digits.size() - before);
  }
  if (!any) {
    refuse_special(text);
    not_a_number(text);
  }
  if (!rest.empty() && lower(rest.front()) == 'e') power += take_exponent(rest, text);
  if (!rest.empty()) not_a_number(text);
  return scaled(digits, power, negative);
}

std::string Rational::numerator_digits(int base) const { return digits_of(numerator(*this), base); }

std::string Rational::denominator_digits(int base) const {
  return digits_of(denominator(*this), base);
}

std::string Rational::to_string() const {
  if (exact::is_small(*this)) {
    std::string text = std::to_string(numerator_);
    if (denominator_ != 1) text += "/" + std::to_string(denominator_);
    return text;
  }
  return is_integer() ? numerator_digits() : numerator_digits() + "/" + denominator_digits();
}

namespace {

// The nearest double to a fraction of large numbers: from 62 to 64 bits of the quotient, with the
// last one a sticky bit, so that it is rounded only once.
double rounded_quotient(const fmpz* top, const fmpz* bottom) {
  const auto exponent = static_cast<slong>(fmpz_bits(top)) - static_cast<slong>(fmpz_bits(bottom));
  if (exponent > 1025) return fmpz_sgn(top) < 0 ? -HUGE_VAL : HUGE_VAL;
  if (exponent < -1076) return 0.0;
  const slong shift = 63 - exponent;
  exact::Integer scaled;
  exact::Integer divisor;
  fmpz_abs(scaled.raw(), top);
  fmpz_set(divisor.raw(), bottom);
  if (shift >= 0) {
    fmpz_mul_2exp(scaled.raw(), scaled.raw(), static_cast<ulong>(shift));
  } else {
    fmpz_mul_2exp(divisor.raw(), divisor.raw(), static_cast<ulong>(-shift));
  }
  exact::Integer rest;
  fmpz_tdiv_qr(scaled.raw(), rest.raw(), scaled.raw(), divisor.raw());
  const ulong bits = fmpz_get_ui(scaled.raw()) | (fmpz_is_zero(rest.raw()) != 0 ? 0U : 1U);
  const double size = std::ldexp(static_cast<double>(bits), static_cast<int>(-shift));
  return fmpz_sgn(top) < 0 ? -size : size;
}

}  // namespace

double Rational::to_double() const {
  if (is_integer() && !COEFF_IS_MPZ(numerator_)) return static_cast<double>(numerator_);
  // If both numbers are doubles, their quotient is rounded only once.
  const auto holds = [](fmpz number) {
    constexpr fmpz all_held = fmpz{1} << 53;
    return !COEFF_IS_MPZ(number) && std::abs(number) <= all_held;
  };
  const bool power_of_two = !COEFF_IS_MPZ(denominator_) && (denominator_ & (denominator_ - 1)) == 0;
  if (holds(numerator_) && (power_of_two || holds(denominator_))) {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }
  return rounded_quotient(numerator(*this), denominator(*this));
}

int Rational::sign() const noexcept { return fmpz_sgn(numerator(*this)); }

Rational& Rational::operator+=(const Rational& other) {
  fmpq_add(raw(*this), raw(*this), raw(other));
  return *this;
}
Rational& Rational::operator-=(const Rational& other) {
  fmpq_sub(raw(*this), raw(*this), raw(other));
  return *this;
}
Rational& Rational::operator*=(const Rational& other) {
  fmpq_mul(raw(*this), raw(*this), raw(other));
  return *this;
}
Rational& Rational::operator/=(const Rational& other) {
  if (other.sign() == 0) throw std::domain_error("division by zero");
  fmpq_div(raw(*this), raw(*this), raw(other));
  return *this;
}
Rational Rational::operator-() const {
  Rational result;
  fmpq_neg(raw(result), raw(*this));
  return result;
}

bool operator==(const Rational& left, const Rational& right) noexcept {
  return fmpq_equal(raw(left), raw(right)) != 0;
}
std::strong_ordering operator<=>(const Rational& left, const Rational& right) {
  if (left.is_integer() && right.is_integer()) {
    return fmpz_cmp(numerator(left), numerator(right)) <=> 0;
  }
  return fmpq_cmp(raw(left), raw(right)) <=> 0;
}
std::ostream& operator<<(std::ostream& out, const Rational& value) {
  return out << value.to_string();
}

namespace exact {

Rational quotient(const fmpz* numerator, const fmpz* denominator) {
  Rational result;
  fmpq_set_fmpz_frac(raw(result), numerator, denominator);
  return result;
}

Integer common_denominator(std::span<const Rational> values) {
  Integer result(1);
  for (const Rational& value : values) {
    // Mostly it was included before, and a division is faster than a gcd.
    if (value.is_integer() || fmpz_equal(result.raw(), denominator(value)) != 0) continue;
    if (fmpz_divisible(result.raw(), denominator(value)) != 0) continue;
    fmpz_lcm(result.raw(), result.raw(), denominator(value));
  }
  return result;
}

void scale_to_integer(fmpz* out, const Rational& value, const Integer& scale) {
  if (value.is_integer()) {
    fmpz_mul(out, numerator(value), scale.raw());
  } else if (fmpz_equal(scale.raw(), denominator(value)) != 0) {
    fmpz_set(out, numerator(value));
  } else {
    fmpz_divexact(out, scale.raw(), denominator(value));
    fmpz_mul(out, out, numerator(value));
  }
}

// A prime that the denominator shares with some numerator divides the product of all of them. This
// part of the denominator is mostly small, and gcds with it are fast.
std::vector<Rational> quotients(const std::vector<Integer>& numerators,
                                const Integer& denominator) {
  Integer product(1);
  Integer quotient;
  fmpz_preinvn_t inverse;
  fmpz_preinvn_init(inverse, denominator.raw());
  for (const Integer& one : numerators) {
    if (fmpz_is_zero(one.raw()) != 0) continue;
    fmpz_mul(product.raw(), product.raw(), one.raw());
    fmpz_fdiv_qr_preinvn(quotient.raw(), product.raw(), product.raw(), denominator.raw(), inverse);
  }
  fmpz_preinvn_clear(inverse);
  Integer common;
  Integer rest = denominator;
  for (;;) {
    fmpz_gcd(common.raw(), product.raw(), rest.raw());
    if (fmpz_is_one(common.raw()) != 0) break;
    fmpz_divexact(rest.raw(), rest.raw(), common.raw());
    fmpz_set(product.raw(), common.raw());
  }
  Integer shared;
  fmpz_divexact(shared.raw(), denominator.raw(), rest.raw());
  std::vector<Rational> result(numerators.size());
  for (std::size_t t = 0; t < result.size(); ++t) {
    fmpz_mod(common.raw(), numerators[t].raw(), shared.raw());
    fmpz_gcd(common.raw(), common.raw(), shared.raw());
    fmpz_divexact(numerator(result[t]), numerators[t].raw(), common.raw());
    fmpz_divexact(exact::denominator(result[t]), denominator.raw(), common.raw());
    if (fmpz_is_zero(numerators[t].raw()) != 0) fmpz_one(exact::denominator(result[t]));
  }
  return result;
}

}  // namespace exact
}  // namespace allnash
