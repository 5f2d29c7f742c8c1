// A game file, read from front to back.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../text.hpp"

namespace checker {

/// Thrown if the command line or the GAME file cannot be used.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads [sign] digits / digits, or [sign] digits [. digits] [e [sign] digits], exactly. Nothing
/// for other text, division by zero and exponents out of range.
std::optional<string> canonical_text(string_view text);
/// Without the blanks at either end.
string_view trimmed(string_view text);
/// The words of a line.
std::vector<string_view> words_of(string_view line);

/// The text of a file, with the line number for messages.
class Source {
 public:
  Source(string_view text, string name) : text_(text), name_(std::move(name)) {
    if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
  }

  /// Refuses control characters other than tabs and line ends. A carriage return ends a line or is
  /// one of them, so that no reader takes it for a blank where another takes it for a letter.
  void refuse_controls() &&;

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] string_view rest() const { return text_.substr(at_); }
  string_view take(std::size_t length) {
    const string_view result = text_.substr(at_, length);
    at_ += result.size();
    return result;
  }
  /// Takes text up to the next of `ends`, or to the end of the file.
  string_view take_until(string_view ends) {
    return take(std::min(rest().find_first_of(ends), rest().size()));
  }
  void skip(string_view blanks) { take(std::min(rest().find_first_not_of(blanks), rest().size())); }

  [[noreturn]] void fail(const string& what) const;
  /// The one text of a number, however it is written.
  [[nodiscard]] string payoff(string_view text) const;
  [[nodiscard]] Index integer(string_view text, Index low, Index high) const;

 private:
  string_view text_;
  string name_;
  std::size_t at_ = 0;
};

}  // namespace checker
