#include "core/exact/printed.hpp"

#include <gtest/gtest.h>

namespace allnash::printed_test {
namespace {

TEST(Printed, TheLastPlaceIsThatOfTheDecimal) {
  const std::pair<const char*, int> numbers[] = {
      {"51", 0},      {"-51", 0},    {"0.51", -2},   {"0.510", -3},  {".5", -1},
      {"5.", 0},      {"5.1e1", 0},  {"5.1E+1", 0},  {"5e1", 1},     {"51e-2", -2},
      {"5.10e1", -1}, {"0", 0},      {"51/100", -2}, {"50/100", -2}, {"1/1", 0},
      {"1/2", -1},    {"13/25", -2}, {"-7/8", -3},   {"4/2", 0},     {"1e-9999", -300}};
  for (const auto& [number, place] : numbers) EXPECT_EQ(last_place(number), place) << number;
}

TEST(Printed, NoRoundingMakesAFractionWithoutEnd) {
  EXPECT_FALSE(last_place("2/3"));
  EXPECT_FALSE(last_place("-1/7"));
  EXPECT_FALSE(last_place("17/60"));
}

TEST(Printed, PowersOfTen) {
  EXPECT_EQ(power_of_ten(2), Rational(100));
  EXPECT_EQ(power_of_ten(0), Rational(1));
  EXPECT_EQ(power_of_ten(-3), Rational(1, 1000));
}

TEST(Printed, CellsThatSayNothing) {
  for (const char* const cell : {"", "-", "n/a", "N/A", "NaN", "?"}) EXPECT_TRUE(is_unknown(cell));
  for (const char* const cell : {"0", "-1", "none"}) EXPECT_FALSE(is_unknown(cell));
}

}  // namespace
}  // namespace allnash::printed_test
