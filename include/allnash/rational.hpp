// An exact rational number.
//
// Every payoff, probability and game value in allnash is one of these. The header needs only the
// standard library; the arithmetic is FLINT's.
//
// Integers of any type become rationals without loss. A float or double is read as the shortest
// decimal that rounds to it, as it is printed: 0.1 is 1/10, as in a text file. from_double takes
// its bits instead. A function that returns double may be used where one that returns Rational is
// required. NaN and infinities throw. long double, bool and characters do not convert.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Marks the functions and classes that programs may link to. All else in the library is hidden.
#define ALLNASH_EXPORT __attribute__((visibility("default")))

namespace allnash {

namespace exact {
struct Access;  // gives the library's own rooms access to the number inside
}

#ifdef __SIZEOF_INT128__
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;
#else
using Int128 = std::int64_t;
using UInt128 = std::uint64_t;
#endif

/// Types that are integers in C++ but not meant as numbers.
template <typename T>
concept NoNumber = std::same_as<T, bool> || std::same_as<T, char> || std::same_as<T, wchar_t> ||
    std::same_as<T, char8_t> || std::same_as<T, char16_t> || std::same_as<T, char32_t>;

/// Every integer type, including those of 128 bits in any compiler mode.
template <typename T>
concept AnyInteger =
    (std::integral<T> && !NoNumber<T>) || std::same_as<T, Int128> || std::same_as<T, UInt128>;

/// An exact rational number. Many functions, since a number has all operators, each also for
/// integers and doubles, so that it is written like one.
class ALLNASH_EXPORT Rational {
 public:
  Rational() noexcept = default;  ///< zero
  template <AnyInteger T>
  Rational(T integer) {  // NOLINT(google-explicit-constructor): an integer is a rational
    constexpr bool is_signed = std::is_signed_v<T> || std::same_as<T, Int128>;
    bool negative = false;
    if constexpr (is_signed) negative = integer < 0;
    std::uint64_t high = negative ? ~std::uint64_t{0} : 0;
    if constexpr (sizeof(T) > sizeof(high)) high = static_cast<std::uint64_t>(integer >> 64);
    set_words(high, static_cast<std::uint64_t>(integer), negative);
  }
  /// The shortest decimal that rounds to the number, so that 0.1 is 1/10 and 0.1F, too. If there
  /// are two, the nearer one. Throws std::domain_error for NaN and infinities.
  Rational(double value);  // NOLINT(google-explicit-constructor): it reads back as it was
  Rational(float value);   // NOLINT(google-explicit-constructor): it reads back as it was
  Rational(long double value) = delete;
  template <NoNumber T>
  Rational(T) = delete;
  /// Throws std::domain_error when the denominator is zero.
  template <AnyInteger N, AnyInteger D>
  Rational(N numerator, D denominator) : Rational(numerator) {
    divide(Rational(denominator));
  }
  /// The exact value of the bits: 0.1 is 3602879701896397/36028797018963968. Throws as above.
  static Rational from_double(double value);
  /// Reads an integer, a fraction `p/q`, a decimal or scientific notation, each exactly (0.1 is
  /// 1/10). Throws std::invalid_argument, with a message that says what is wrong with the text
  /// ("'abc' is not a number", "infinite payoff", ...). Exponents beyond +-10000 are refused.
  static Rational parse(std::string_view text);

  /// The fraction of two integers in a base from 2 to 36, digits only with a minus sign in front.
  /// For large numbers base 16 is far quicker than 10. Throws std::invalid_argument for other text,
  /// std::domain_error if the denominator is zero.
  static Rational from_digits(const std::string& numerator, const std::string& denominator,
                              int base = 10);

  Rational(const Rational& other) : numerator_(other.numerator_), denominator_(other.denominator_) {
    if (!other.is_small()) copy_large(other);
  }
  Rational(Rational&& other) noexcept { swap(other); }
  Rational& operator=(const Rational& other) {
    if (is_small() && other.is_small()) {
      numerator_ = other.numerator_;
      denominator_ = other.denominator_;
    } else {
      assign_large(other);
    }
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Rational() {
    if (!is_small()) clear_large();
  }

  /// An integer or `p/q` in lowest terms.
  [[nodiscard]] std::string to_string() const;
  /// The digits of the two parts in lowest terms, in a base from 2 to 36; the numerator has the
  /// sign.
  [[nodiscard]] std::string numerator_digits(int base = 10) const;
  [[nodiscard]] std::string denominator_digits(int base = 10) const;
  /// The nearest double; for denormal results, below 2^-1022, the nearest or one next to it. So a
  /// number that is not 0 may round to 0, and one beyond the range of doubles is infinite.
  [[nodiscard]] double to_double() const;
  [[nodiscard]] int sign() const noexcept;
  [[nodiscard]] bool is_integer() const noexcept { return denominator_ == 1; }

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
  void set_words(std::uint64_t high, std::uint64_t low, bool negative);  // two's complement
  void divide(const Rational& denominator);
  void copy_large(const Rational& other);  // the words are copies of its words
  void assign_large(const Rational& other);
  void clear_large() noexcept;
  void swap(Rational& other) noexcept {
    std::swap(numerator_, other.numerator_);
    std::swap(denominator_, other.denominator_);
  }
  // Two words laid out as FLINT's fmpq: small numbers are stored here, larger ones elsewhere, at an
  // address marked by 01 in the two highest bits.
  static constexpr bool is_address(long word) noexcept {
    return word >> (std::numeric_limits<long>::digits - 1) == 1;
  }
  [[nodiscard]] bool is_small() const noexcept {
    return !is_address(numerator_) && !is_address(denominator_);
  }
  long numerator_ = 0;
  long denominator_ = 1;
};

/// Every payoff lies in it, ends included.
struct PayoffRange {
  Rational low;
  Rational high;
  [[nodiscard]] bool holds(const Rational& payoff) const { return low <= payoff && payoff <= high; }
};

// Numbers that were rounded before they came here, such as a third as a double or as 0.333333, and
// the fractions that they probably were.

/// The rational of least denominator from `low` to `high`; of several integers the one nearest to
/// zero. Requires low <= high.
[[nodiscard]] ALLNASH_EXPORT Rational simplest_between(const Rational& low, const Rational& high);

/// The rational of least denominator within 2^-50 of the number, relatively, if that denominator
/// is at most 2^20: 1/3 for the double next to it. Throws std::domain_error for NaN and infinities.
[[nodiscard]] ALLNASH_EXPORT std::optional<Rational> restored(double number);

}  // namespace allnash
