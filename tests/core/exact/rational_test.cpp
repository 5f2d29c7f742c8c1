#include "allnash/rational.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "core/exact/access.hpp"

namespace allnash::rational_test {
namespace {

template <typename T>
constexpr bool becomes_rational = std::is_convertible_v<T, Rational>;
static_assert(becomes_rational<int> && becomes_rational<std::uint64_t> &&
              becomes_rational<double> && becomes_rational<signed char> &&
              becomes_rational<std::uint8_t>);
static_assert(!becomes_rational<char> && !becomes_rational<bool> && !becomes_rational<wchar_t> &&
              !becomes_rational<char8_t> && !becomes_rational<char32_t> &&
              !becomes_rational<long double>);
static_assert(!std::is_constructible_v<Rational, char, int>);

TEST(RationalParse, ReadsEveryNotationExactly) {
  const std::pair<const char*, const char*> table[] = {
      {"0", "0"},
      {"-0", "0"},
      {"+7", "7"},
      {"-3/6", "-1/2"},
      {"0.1", "1/10"},
      {"-.5", "-1/2"},
      {"5.", "5"},
      {"1e3", "1000"},
      {"1E+3", "1000"},
      {"12.50e-1", "5/4"},
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", "9223372036854775808"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"4611686018427387904", "4611686018427387904"},  // the first that FLINT keeps elsewhere
      {"123456789012345678901234567890/3", "41152263004115226300411522630"},
      {"00012/0004", "3"},
  };
  for (const auto& [text, expected] : table) {
    EXPECT_EQ(Rational::parse(text).to_string(), expected) << text;
  }
}

TEST(RationalParse, RefusesWhatIsNotANumber) {
  const std::pair<const char*, const char*> table[] = {
      {"", "'' is not a number"},
      {"abc", "'abc' is not a number"},
      {"1 2", "'1 2' is not a number"},
      {"--1", "'--1' is not a number"},
      {"1/-2", "'1/-2' is not a number"},
      {"1/2/3", "'1/2/3' is not a number"},
      {"1.5/2", "'1.5/2' is not a number"},
      {"0x10", "'0x10' is not a number"},
      {"1e", "'1e' is not a number"},
      {".", "'.' is not a number"},
      {"nan", "payoff is not a number (nan)"},
      {"-NaN", "payoff is not a number (nan)"},
      {"inf", "infinite payoff"},
      {"-Infinity", "infinite payoff"},
      {"1/0", "division by zero in a payoff"},
      {"1e10001", "exponent of a payoff beyond 10000 in size"},
      {"1e-99999999999999999999", "exponent of a payoff beyond 10000 in size"},
  };
  for (const auto& [text, message] : table) {
    try {
      (void)Rational::parse(text);
      ADD_FAILURE() << text << " was read";
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), message) << text;
    }
  }
  EXPECT_THROW((void)Rational::parse(std::string(30000, '1')), std::invalid_argument);
}

TEST(RationalDouble, TakesADoubleAtItsExactValue) {
  EXPECT_EQ(Rational::from_double(0.1).to_string(), "3602879701896397/36028797018963968");
  std::mt19937_64 random(1);
  for (int t = 0; t < 20000; ++t) {
    const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                    static_cast<int>(random() % 2000) - 1060);
    EXPECT_EQ(Rational::from_double(value).to_double(), value);
  }
  EXPECT_THROW((void)Rational::from_double(std::nan("")), std::domain_error);
  EXPECT_THROW((void)Rational::from_double(std::numeric_limits<double>::infinity()),
               std::domain_error);
}

TEST(RationalArithmetic, AgreesWithSmallFractions) {
  for (std::int64_t a = -6; a <= 6; ++a) {
    for (std::int64_t b = 1; b <= 5; ++b) {
      for (std::int64_t c = -6; c <= 6; ++c) {
        for (std::int64_t d = 1; d <= 5; ++d) {
          const Rational left(a, b);
          const Rational right(c, d);
          EXPECT_EQ(left + right, Rational(a * d + c * b, b * d));
          EXPECT_EQ(left - right, Rational(a * d - c * b, b * d));
          EXPECT_EQ(left * right, Rational(a * c, b * d));
          if (c != 0) {
            EXPECT_EQ(left / right, Rational(a * d, b * c));
          }
          EXPECT_EQ(left < right, a * d < c * b);
          EXPECT_EQ(left == right, a * d == c * b);
        }
      }
    }
  }
  EXPECT_THROW(Rational(1) / Rational(0), std::domain_error);
  EXPECT_THROW(Rational(1, 0), std::domain_error);
}

TEST(RationalValue, SurvivesCopiesAndMovesWhenLarge) {
  const Rational large = Rational::parse("123456789012345678901234567890/7");
  Rational copy = large;
  Rational moved = std::move(copy);
  EXPECT_EQ(moved, large);
  copy = moved;
  EXPECT_EQ(copy, large);
  copy = Rational(3);
  EXPECT_EQ(copy.to_string(), "3");
  moved = moved - large;
  EXPECT_EQ(moved.sign(), 0);
}

TEST(RationalDigits, GoThereAndBackInAnyBase) {
  for (const char* text : {"0", "-1", "5/3", "-4611686018427387904", "9223372036854775807/2",
                           "-123456789012345678901234567890/7"}) {
    const Rational number = Rational::parse(text);
    for (const int base : {2, 10, 16, 36}) {
      EXPECT_EQ(Rational::from_digits(number.numerator_digits(base),
                                      number.denominator_digits(base), base),
                number)
          << text << " in base " << base;
    }
  }
  EXPECT_EQ(Rational(-255, 16).numerator_digits(16), "-ff");
  EXPECT_EQ(Rational(-255, 16).denominator_digits(16), "10");
  EXPECT_EQ(Rational::from_digits("6", "-4"), Rational(-3, 2));
  EXPECT_THROW(Rational::from_digits("1", "0"), std::domain_error);
  EXPECT_THROW(Rational::from_digits("1g", "2", 16), std::invalid_argument);
  EXPECT_THROW(Rational::from_digits("", "2"), std::invalid_argument);
}

TEST(Rational, EveryIntegerIsExact) {
  EXPECT_EQ(Rational(~std::uint64_t{0}).to_string(), "18446744073709551615");
  EXPECT_EQ(Rational(std::numeric_limits<std::int64_t>::min()).to_string(), "-9223372036854775808");
  EXPECT_EQ(Rational(std::size_t{7}), 7);
  EXPECT_EQ(Rational(static_cast<short>(-3)), -3);
  EXPECT_EQ(Rational(~std::uint32_t{0}), Rational::parse("4294967295"));
  const Int128 wide = static_cast<Int128>(std::numeric_limits<std::int64_t>::max()) * 1000;
  EXPECT_EQ(Rational(wide).to_string(), "9223372036854775807000");
  EXPECT_EQ(Rational(-wide).to_string(), "-9223372036854775807000");
  EXPECT_EQ(Rational(~UInt128{0}).to_string(), "340282366920938463463374607431768211455");
  EXPECT_EQ(Rational(-(Int128{1} << 126) - (Int128{1} << 126)).to_string(),
            "-170141183460469231731687303715884105728");
  EXPECT_EQ(Rational(~std::uint64_t{0}, 5).to_string(), "3689348814741910323");
  EXPECT_EQ(Rational(3, std::int8_t{-6}).to_string(), "-1/2");
  EXPECT_THROW(Rational(1, 0U), std::domain_error);
}

TEST(Rational, DoublesAreTakenAsTheyPrint) {
  Rational value = 2.9;
  EXPECT_EQ(value, Rational(29, 10));
  EXPECT_NE(value, Rational::from_double(2.9));  // 29/10 is no double
  value = 0.1F;
  EXPECT_EQ(value, Rational(1, 10));
  value = 0.75F;
  EXPECT_EQ(value, Rational(3, 4));
  EXPECT_EQ(value + 0.25, 1);
  EXPECT_LT(value, 1e300);
  EXPECT_EQ(Rational(-1e23), Rational::parse("-1e23"));
  EXPECT_EQ(Rational(123456789.0F), 123456790);  // the float is 123456792
  EXPECT_EQ(Rational(9007199254740991.0), 9007199254740991);
  EXPECT_EQ(Rational(0x1p60), Rational::parse("1152921504606847000"));
  EXPECT_EQ(Rational(5e-324), Rational::parse("5e-324"));
  EXPECT_EQ(Rational(-0.0), 0);
  std::mt19937_64 random(1);
  for (int t = 0; t < 20000; ++t) {
    const double number = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                     static_cast<int>(random() % 2000) - 1060);
    EXPECT_EQ(Rational(number).to_double(), number);
  }
  EXPECT_THROW(Rational(std::nan("")), std::domain_error);
  EXPECT_THROW(Rational{HUGE_VAL}, std::domain_error);
  EXPECT_THROW(Rational{-std::numeric_limits<float>::infinity()}, std::domain_error);
  static_assert(!std::is_constructible_v<Rational, long double>);
  static_assert(!std::is_constructible_v<Rational, double, int>);
  static_assert(!std::is_constructible_v<Rational, int, double>);
}

TEST(Rational, ToDoubleIsTheNearest) {
  std::mt19937_64 random(5);
  for (int t = 0; t < 20000; ++t) {
    // A double, and a rational off from it by less than half of what separates doubles there.
    const auto mantissa = static_cast<double>((random() >> 11) | 1);
    const double number = std::ldexp(mantissa, static_cast<int>(random() % 1900) - 950);
    const Rational exact = Rational::from_double(number);
    const Rational half =
        (Rational::from_double(std::nextafter(number, HUGE_VAL)) - exact) / (t % 2 == 0 ? 2 : -2);
    const Rational share = Rational(999'999'999'999, 1'000'000'000'000);
    EXPECT_EQ((exact + half * share).to_double(), number);
    EXPECT_EQ((-exact - half * share).to_double(), -number);
  }
  EXPECT_EQ(Rational::parse("1e400").to_double(), HUGE_VAL);
  EXPECT_EQ(Rational::parse("-1e400").to_double(), -HUGE_VAL);
  EXPECT_EQ(Rational::parse("1e-400").to_double(), 0);
  EXPECT_EQ(Rational::parse("4e-320").to_double(), 4e-320);
}

// Out of the range in which products neither overflow nor underflow a filter is told nothing.
TEST(Rational, NearIsSilentWhereFiltersMustNotDecide) {
  EXPECT_EQ(exact::near(Rational(0)), 0);
  EXPECT_EQ(exact::near(Rational(-1, 3)), -1.0 / 3);
  EXPECT_EQ(exact::near(Rational::parse("1e120")), 1e120);
  for (const char* text : {"1e121", "-1e121", "1e-121", "1e400", "-1e-400", "1e-320"}) {
    EXPECT_TRUE(std::isnan(exact::near(Rational::parse(text)))) << text;
  }
}

}  // namespace
}  // namespace allnash::rational_test
