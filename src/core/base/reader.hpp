// Reads text in small pieces, so that even a huge file is never in memory as a whole; and splits
// CSV into cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/source.hpp"

namespace allnash {

/// A name as a cell of a text table, in quotes if it needs them.
std::string cell_text(const std::string& name, char separator = ',');
/// The cell of a strategy: its name, or its number if there are no names.
std::string cell_of(const std::vector<std::string>& names, Index strategy);

/// The number of bytes that are left in the stream, if it can tell; the position stays.
std::optional<std::uint64_t> bytes_left(std::istream& in);

/// Text, one character at a time, with its line number. A byte order mark is skipped.
class TextReader {
 public:
  static constexpr int end = -1;
  /// Numbers, names and lines longer than `longest` are refused, which bounds the memory for
  /// malformed files. The stream must outlive the reader; messages call the file `name`.
  TextReader(std::istream& in, std::string name, std::size_t longest = 100000);

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
    if (c == '\r' && whole_lines_) check_return();
    return c;
  }
  /// From here on a carriage return is refused where it does not end a line: what is a word for one
  /// reader and a blank for another must not be read at all.
  void refuse_lone_returns() { whole_lines_ = true; }
  /// The part of the text that is in the buffer, from the next character on; all of a short text.
  [[nodiscard]] std::string_view ahead() const { return {buffer_.data() + at_, filled_ - at_}; }
  /// The rest of the line, without its end. False at the end of the text.
  bool take_line(std::string& out);
  /// Adds a character to text being read.
  void append(std::string& text, int c) const {
    if (text.size() == longest_) refuse_length();
    text += static_cast<char>(c);
  }

  [[nodiscard]] std::int64_t line() const { return line_; }  ///< of the next character, from 1
  [[nodiscard]] std::uint64_t bytes() const { return before_ + at_; }  ///< taken so far

  /// Throws InputError for a control character in what was read from this line, but tabs, and
  /// carriage returns, which take() looks at.
  void refuse_controls(std::int64_t line, std::string_view text) const;

  /// Throw InputError about the whole file, or about a line of it.
  [[noreturn]] void refuse_file(const std::string& what) const;
  [[noreturn]] void refuse_line(std::int64_t line, const std::string& what) const;

 private:
  bool fill();
  void check_return();
  [[noreturn]] void refuse_length() const;

  std::istream& in_;
  std::string name_;
  std::size_t longest_;
  std::array<char, 65536> buffer_;
  std::size_t at_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t before_ = 0;  // bytes in the pieces before this one
  std::int64_t line_ = 1;
  bool whole_lines_ = false;  // a carriage return inside a line is refused
};

/// Cells of CSV, TSV and the like, one after another, with quotes as in RFC 4180 and without blanks
/// around cells: for tables, lists and logs.
class CellReader {
 public:
  /// Whether a quoted cell may contain line ends.
  enum class Quoted { on_one_line, over_lines };
  /// The text must outlive the reader.
  CellReader(TextReader& text, char separator, Quoted quoted)
      : text_(text), separator_(separator), quoted_(quoted) {}

  /// Reads a cell. True when another follows on the line. Throws InputError.
  bool next(std::string& cell);
  /// Reads the rest of a line. False at the end of the text.
  bool next_record(std::vector<std::string>& cells);
  void skip_blanks();  ///< on this line

 private:
  void take_quoted(std::string& cell);
  [[nodiscard]] bool ends_cell(int c) const {
    return c == separator_ || c == '\n' || c == TextReader::end;
  }

  TextReader& text_;
  char separator_;
  Quoted quoted_;
};

}  // namespace allnash
