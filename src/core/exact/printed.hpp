// Numbers as text: those that we write and read back, and those of charts, which may be rounded, be
// missing, or stand in lines that sum up the others.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "allnash/rational.hpp"

namespace allnash {

/// The number that people wrote; nothing if it is not one.
std::optional<Rational> rational_in(std::string_view text);
/// Replaces this decimal mark by a point. Throws std::invalid_argument for a number with a point
/// where the mark is a comma.
std::string with_point(std::string_view number, char decimal_mark);
/// Reads the output of Rational::to_string, of any length. Throws std::invalid_argument.
Rational written_number(std::string_view text);
/// The decimal digits of a number with at most this many after the point; empty for others.
std::string finite_decimal(const Rational& number, std::size_t most_places);

/// The power of ten of the last place of a printed number: 0 for `51`, -2 for `0.51`, 0 for
/// `5.1e1`. A fraction counts as the decimal that it equals, so it is -2 for `51/100` and `13/25`;
/// nothing for a fraction without finite decimals, such as `2/3`, which no rounding produces.
/// Requires text that Rational::parse accepts.
[[nodiscard]] std::optional<int> last_place(std::string_view number);

/// Ten to the power.
[[nodiscard]] Rational power_of_ten(int power);

/// Whether a cell means an unknown number: it is empty, or `-`, `n/a`, `na`, `nan`, `?`.
[[nodiscard]] bool is_unknown(std::string_view cell);

/// Whether this is a name of a line that summarises the others of a chart: `Overall`, `Total`,
/// `Average`, `Win rate` and the like.
[[nodiscard]] bool sums_up(std::string_view name);

}  // namespace allnash
