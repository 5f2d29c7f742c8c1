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

/// Columns that UTF-8 text takes on a terminal, one a character.
std::size_t width_of(std::string_view text);

/// The text with blanks after it, up to the width.
std::string padded(std::string text, std::size_t width);

/// A line of an answer: a word at the left, and what there is to say of it.
std::string line(const char* label, const std::string& text);

/// A name from a file made fit to print: control characters out, cut to the width.
std::string printable(std::string_view name, std::size_t width);

/// Words in lines of at most `line_width`, every line but the first indented.
std::string wrapped(std::string_view text, std::size_t first_column, std::size_t indent);

/// One line a pair, in two columns: what, and words on it that wrap beneath themselves.
struct Item {
  std::string what;
  std::string words;
};
std::string two_columns(const std::vector<Item>& items, std::size_t column);

/// 1234567 as 1,234,567.
std::string grouped(std::int64_t count);
std::string grouped(std::string digits);

/// The format with the count in it, such as "and {} more"; empty for 0.
std::string unless_none(const char* format, std::int64_t count);

/// `3 x 4`, and whether it is symmetric.
std::string shape_text(std::int64_t rows, std::int64_t columns, bool symmetric);

/// An integer or p/q, long ones as 1234...5678/9999...0001: never wider than `shortened_width`.
inline constexpr std::size_t shortened_width = 24;
std::string shortened(const Rational& number);

/// The same with what it leaves out: `2/7 (about 0.285714286)`, `12...89/99...01 (412 digits,
/// ...)`.
std::string described(const Rational& number);

/// A decimal of about `digits` digits, empty when the number is out of a double's range.
std::string decimal(const Rational& number, int digits);

/// "; did you mean NAME?" where one of the names is close to the word, and nothing otherwise.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

/// What a report calls a game: the name of its file, or of its family.
std::string game_title(const std::string& game);

}  // namespace allnash::cli
