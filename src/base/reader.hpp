// Text read in small pieces, so that no file, however odd, is held whole; and cells of CSV.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/index.hpp"

namespace allnash {

/// A name as a cell of a text table, in quotes where it needs them.
std::string cell_text(const std::string& name, char separator = ',');
/// The cell of a strategy: its name, or its number where there are no names.
std::string cell_of(const std::vector<std::string>& names, Index strategy);

/// How much of the stream lies ahead, where it can tell; the position stays.
std::optional<std::uint64_t> bytes_left(std::istream& in);

/// Text, one character at a time, with the line it stands on. A byte order mark is skipped.
class TextReader {
 public:
  static constexpr int end = -1;
  /// Numbers, names and lines longer than this are refused: it bounds the memory that garbage
  /// takes.
  static constexpr std::size_t longest = 100000;

  /// The stream must outlive the reader; `name` stands for the file in messages.
  TextReader(std::istream& in, std::string name);

  /// The next character, or `end`.
  int peek() {
    if (at_ == filled_ && !fill()) return end;
    return static_cast<unsigned char>(buffer_[at_]);
  }
  int take() {
    const int c = peek();
    if (c == end) return end;
    ++at_;
    if (c == '\n') ++line_;
    return c;
  }
  /// The rest of the line, without its end. False at the end of the text.
  bool take_line(std::string& out);
  /// Adds a character to text being read.
  void append(std::string& text, int c) const {
    if (text.size() == longest) refuse_length();
    text += static_cast<char>(c);
  }

  [[nodiscard]] std::int64_t line() const { return line_; }  ///< of the next character, from 1
  [[nodiscard]] std::uint64_t bytes() const { return before_ + at_; }  ///< taken so far

  /// Throw InputError about the whole file, or about a line of it.
  [[noreturn]] void refuse_file(const std::string& what) const;
  [[noreturn]] void refuse_line(std::int64_t line, const std::string& what) const;

 private:
  bool fill();
  [[noreturn]] void refuse_length() const;

  std::istream& in_;
  std::string name_;
  std::array<char, 65536> buffer_;
  std::size_t at_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t before_ = 0;  // bytes in the pieces before this one
  std::int64_t line_ = 1;
};

}  // namespace allnash
