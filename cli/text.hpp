// Formats text for a terminal: wrapped lines, columns, numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash::cli {

inline constexpr std::size_t line_width = 80;

/// Columns of UTF-8 text on a terminal, one for each character.
std::size_t width_of(std::string_view text);

/// The text padded with blanks to the width.
std::string padded(std::string text, std::size_t width);

/// A line of an answer: a label at the left, and its text.
std::string line(const char* label, const std::string& text);
inline constexpr std::size_t label_width = 11;

/// The same with a text that is wrapped beside its label.
std::string paragraph(const char* label, const std::string& text);

/// A name made printable: without control characters, cut to the width.
std::string printable(std::string_view name, std::size_t width);

/// Wraps text into lines of at most `line_width`, all but the first indented.
std::string wrapped(std::string_view text, std::size_t first_column, std::size_t indent);

/// A line in two columns: a word and its description, which is wrapped in its column.
struct Item {
  std::string what;
  std::string words;
};
std::string two_columns(const std::vector<Item>& items, std::size_t column);

/// 1234567 as 1,234,567.
std::string grouped(std::int64_t count);
std::string grouped(std::string digits);

/// The format with the count inserted, such as "and {} more"; empty for 0.
std::string unless_none(const char* format, std::int64_t count);

/// `3 x 4`, and a note if it is symmetric.
std::string shape_text(std::int64_t rows, std::int64_t columns, bool symmetric);

/// An integer or p/q, long ones as 1234...5678/9999...0001, at most `shortened_width` wide.
inline constexpr std::size_t shortened_width = 24;
std::string shortened(const Rational& number);

/// The same with an explanation: `2/7 (about 0.285714286)`, `12...89/99...01 (412 digits, ...)`.
std::string described(const Rational& number);

/// A decimal of about `digits` digits; empty if the number is out of a double's range.
std::string decimal(const Rational& number, int digits);

/// A share as percent with this many decimals: `<1%` and `>99%` rather than `0%` and `100%` of what
/// is not exactly that.
std::string percent_text(double share, int places);

/// A confidence below 1 as percent: exactly where that is short, otherwise rounded down; never
/// 100%.
std::string confidence_text(const Rational& confidence);

/// "; did you mean NAME?" if one of the names is similar to the word, otherwise empty.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

/// The title of a report: the name of the game's file or family.
std::string game_title(const std::string& game);

}  // namespace allnash::cli
