// How values of options are read from a text, checked and written.
#include "core/options/domain.hpp"

#include <gtest/gtest.h>

#include "allnash/run.hpp"

namespace allnash::options::domain_test {
namespace {

template <typename Value>
std::string refusal(const Domain<Value>& domain, Text text) {
  try {
    (void)domain.value_of("name", text);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "taken";
}

// Kills: a value that is written and cannot be read again.
TEST(Domain, WhatIsWrittenIsReadAsTheSameValue) {
  for (const char* const text : {"0.05", "1/3", "0.000001"}) {
    const Rational value = takes::probabilities.value_of("delta", text);
    EXPECT_EQ(value, Rational::parse(text));
    EXPECT_EQ(takes::probabilities.value_of("delta", takes::probabilities.write(value)), value);
  }
  EXPECT_EQ(takes::probabilities.write(Rational(1, 20)), "0.05");
  EXPECT_EQ(takes::probabilities.write(Rational(1, 3)), "1/3");
  EXPECT_EQ(takes::ranges.write(takes::ranges.value_of("range", "-1/2,0.5")), "-1/2,1/2");
  EXPECT_EQ(takes::seeds.write(takes::seeds.value_of("seed", "18446744073709551615")),
            "18446744073709551615");
  EXPECT_EQ(takes::switches.write(takes::switches.value_of("switch", "true")), "true");
}

// Kills: ends that are taken as inside; a range of one point; a file without a name.
TEST(Domain, ValuesOutsideAreRefusedWithTheOptionAndTheText) {
  EXPECT_EQ(refusal(takes::probabilities, "0"), "name: 0 is not in (0, 1)");
  EXPECT_EQ(refusal(takes::probabilities, "1"), "name: 1 is not in (0, 1)");
  EXPECT_EQ(refusal(takes::ranges, "1,1"), "name: 1,1 is not two numbers A,B with A < B");
  EXPECT_EQ(refusal(takes::ranges, "1"), "name: 1 is not two numbers A,B with A < B");
  EXPECT_EQ(refusal(takes::tolerances, "0"),
            "name: 0 is not a number above 0, such as 0.05 or 1/20");
  EXPECT_EQ(refusal(takes::counts, "-1"), "name: -1 is not a whole number of 0 or more");
  EXPECT_EQ(refusal(takes::paths, ""), "name: '' is not the name of a file");
  EXPECT_EQ(refusal(takes::switches, "yes"), "name: yes is not true or false");
  EXPECT_THROW(takes::probabilities.check("delta", Rational(2)), OptionError);
}

// A probability that no double tells from 0 or 1 would be one by rounding.
TEST(Domain, ProbabilitiesWithinRoundingOfTheEndsAreRefused) {
  EXPECT_NE(refusal(takes::probabilities, "0." + std::string(30, '9')), "taken");
  EXPECT_EQ(refusal(takes::probabilities, "0.999999"), "taken");
}

TEST(Domain, ACountBeyondAllIntegersIsNoLimit) {
  EXPECT_EQ(count_in("99999999999999999999"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(count_in("1e3"), std::nullopt);
  EXPECT_EQ(count_in(""), std::nullopt);
}

// Kills: the double itself, 0.05000000000000000277, in place of the decimal.
TEST(Domain, AProbabilityGivenAsADoubleIsTheDecimalThatItPrintsAs) {
  EXPECT_EQ(as_meant(Rational::from_double(0.05)), Rational(1, 20));
  EXPECT_EQ(as_meant(Rational(1, 3)), Rational(1, 3));
  EXPECT_EQ(probability_text(Rational::from_double(0.05)), "0.05");
  EXPECT_EQ(probability_text(Rational(1, 3)), "1/3");
}

}  // namespace
}  // namespace allnash::options::domain_test
