// Exact numbers over GMP.
#pragma once

#include <gmp.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace checker {

using std::string;
using std::string_view;
using Index = std::int64_t;

constexpr std::size_t to_size(Index number) { return static_cast<std::size_t>(number); }

constexpr std::size_t longest_number = 100000;  // of a numerator or a denominator

class Integer {
 public:
  Integer() { mpz_init(value_); }
  Integer(Integer&& other) noexcept : Integer() { mpz_swap(value_, other.value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(value_, other.value_);
    return *this;
  }
  ~Integer() { mpz_clear(value_); }
  operator mpz_ptr() { return value_; }           // NOLINT(google-explicit-constructor)
  operator mpz_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor)
  // GMP's macros need the bare struct.
  [[nodiscard]] int sign() const { return mpz_sgn(value_); }
  [[nodiscard]] bool is_one() const { return mpz_cmp_ui(value_, 1) == 0; }

 private:
  mpz_t value_;
};

/// A rational number.
class Fraction {
 public:
  Fraction() { mpq_init(value_); }
  Fraction(long integer) : Fraction() {  // NOLINT(google-explicit-constructor)
    mpq_set_si(value_, integer, 1);
  }
  explicit Fraction(const Integer& integer) : Fraction() { mpq_set_z(value_, integer); }
  /// Requires that `bottom` is not 0.
  Fraction(const Integer& top, const Integer& bottom) : Fraction(top) {
    mpz_set(mpq_denref(value_), bottom);
    mpq_canonicalize(value_);
  }
  Fraction(const Fraction& other) : Fraction() { mpq_set(value_, other.value_); }
  Fraction(Fraction&& other) noexcept : Fraction() { mpq_swap(value_, other.value_); }
  Fraction& operator=(Fraction other) noexcept {
    mpq_swap(value_, other.value_);
    return *this;
  }
  ~Fraction() { mpq_clear(value_); }

  mpq_ptr raw() { return value_; }
  [[nodiscard]] mpq_srcptr raw() const { return value_; }
  [[nodiscard]] int sign() const { return mpq_sgn(value_); }
  [[nodiscard]] bool is_integer() const { return mpz_cmp_ui(mpq_denref(value_), 1) == 0; }
  void add(const Fraction& summand) { mpq_add(value_, value_, summand.value_); }
  void multiply(const Fraction& factor) { mpq_mul(value_, value_, factor.value_); }
  void raise(Index exponent) {
    mpz_pow_ui(mpq_numref(value_), mpq_numref(value_), static_cast<unsigned long>(exponent));
    mpz_pow_ui(mpq_denref(value_), mpq_denref(value_), static_cast<unsigned long>(exponent));
  }

  friend bool operator==(const Fraction& left, const Fraction& right) {
    return mpq_equal(left.value_, right.value_) != 0;
  }
  friend std::strong_ordering operator<=>(const Fraction& left, const Fraction& right) {
    return mpq_cmp(left.value_, right.value_) <=> 0;
  }
  friend Fraction operator+(const Fraction& left, const Fraction& right) {
    return made_by(mpq_add, left, right);
  }
  friend Fraction operator-(const Fraction& left, const Fraction& right) {
    return made_by(mpq_sub, left, right);
  }
  friend Fraction operator*(const Fraction& left, const Fraction& right) {
    return made_by(mpq_mul, left, right);
  }
  /// Requires that `right` is not 0.
  friend Fraction operator/(const Fraction& left, const Fraction& right) {
    return made_by(mpq_div, left, right);
  }

 private:
  template <typename Operation>
  static Fraction made_by(Operation operation, const Fraction& left, const Fraction& right) {
    Fraction result;
    operation(result.value_, left.value_, right.value_);
    return result;
  }
  mpq_t value_;
};

/// A payoff: a small integer is in `integer`, any other number in `value`.
struct Number {
  bool small = true;
  long integer = 0;
  Fraction value;

  [[nodiscard]] Fraction exact() const { return small ? Fraction(integer) : value; }
  /// The sign of this - other.
  [[nodiscard]] int against(const Fraction& other) const {
    return small ? -mpq_cmp_si(other.raw(), integer, 1) : mpq_cmp(value.raw(), other.raw());
  }
};

bool is_digit(char c);
/// Digits without a leading zero, and not too many.
bool canonical_digits(string_view text);
void set_digits(mpz_ptr out, string_view digits);

/// Reads an integer or a fraction in lowest terms; false for any other text. Each number has
/// exactly one text, so that numbers are equal if their texts are.
bool read_canonical(string_view text, Number& number);
/// The one text of a number.
string text_of(const Fraction& number);

/// The sum of weight * payoff over one row or column, as total / scale.
class Sum {
 public:
  void clear() {
    mpz_set_ui(total_, 0);
    mpz_set_ui(scale_, 1);
  }

  void add(const Integer& weight, const Number& payoff) {
    if (!payoff.small) {
      add_fraction(weight, mpq_numref(payoff.value.raw()), mpq_denref(payoff.value.raw()));
      return;
    }
    mpz_mul_si(factor_, scale_, payoff.integer);
    mpz_addmul(total_, weight, factor_);
  }

  /// The sign of sum - target.
  int against(const Fraction& target) {
    mpz_mul(factor_, mpq_numref(target.raw()), scale_);
    Integer left;
    mpz_mul(left, total_, mpq_denref(target.raw()));
    const int order = mpz_cmp(left, factor_);
    return (order > 0) - (order < 0);
  }
  int against(const Integer& target) {
    mpz_mul(factor_, target, scale_);
    const int order = mpz_cmp(total_, factor_);
    return (order > 0) - (order < 0);
  }

 private:
  void add_fraction(const Integer& weight, mpz_srcptr top, mpz_srcptr bottom) {
    if (mpz_divisible_p(scale_, bottom) == 0) {
      mpz_lcm(factor_, scale_, bottom);
      mpz_swap(factor_, scale_);
      mpz_divexact(factor_, scale_, factor_);
      mpz_mul(total_, total_, factor_);
    }
    mpz_divexact(factor_, scale_, bottom);
    mpz_mul(factor_, factor_, top);
    mpz_addmul(total_, weight, factor_);
  }

  Integer total_;
  Integer scale_;
  Integer factor_;
};

/// The numbers times their least common denominator; nothing if that has too many bits.
std::vector<Integer> in_integers(const std::vector<Fraction>& numbers, std::size_t most_bits);

}  // namespace checker
