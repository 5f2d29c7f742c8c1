// Numbers as text: those that we write and read back, and those of charts, which may be rounded, be
// missing, or stand in lines that sum up the others.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "allnash/rational.hpp"

namespace allnash {

/// The number that people wrote; nothing where it is none.
std::optional<Rational> rational_in(std::string_view text);
/// A number with this decimal mark, written with a point. Throws std::invalid_argument for one with
/// a point where the mark is a comma.
std::string with_point(std::string_view number, char decimal_mark);
/// What Rational::to_string wrote, however long. Throws std::invalid_argument.
Rational written_number(std::string_view text);
/// All digits of a number that has so few after the point; empty for others.
std::string finite_decimal(const Rational& number, std::size_t most_places);

/// The power of ten that is one unit of the last place of a printed number: 0 of `51`, -2 of
/// `0.51`, 0 of `5.1e1`. A fraction is taken for the decimal that it equals, so that it is -2 of
/// `51/100` and of `13/25`; none for a fraction whose decimals do not end, such as `2/3`, which no
/// rounding makes. The text must be a number that Rational::parse takes.
[[nodiscard]] std::optional<int> last_place(std::string_view number);

/// Ten to the power.
[[nodiscard]] Rational power_of_ten(int power);

/// Whether a cell says that nothing is known: it is empty, or `-`, `n/a`, `na`, `nan`, `?`.
[[nodiscard]] bool is_unknown(std::string_view cell);

/// Whether this is what a line that sums up the others of its chart is called: `Overall`, `Total`,
/// `Average`, `Win rate` and the like.
[[nodiscard]] bool sums_up(std::string_view name);

}  // namespace allnash
