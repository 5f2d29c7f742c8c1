// The text of a certificate: lines of fields, each of which can be written in one way alone.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "exact.hpp"

namespace checker {

constexpr Index largest_shape = Index{1} << 40;  // of what a line may count

/// Thrown if the certificate does not hold.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text from a file in a printable form for messages.
string shown(string_view text);

/// The rest of one line. Copies are read independently.
struct Line {
  string_view rest;
  std::size_t number = 0;
  bool at_start = true;

  [[noreturn]] void reject(const string& what) const;
  /// Takes the next field. Fields are separated by one space.
  string_view field() {
    if (!at_start) {
      if (rest.empty()) reject("ends too early");
      rest.remove_prefix(1);  // the space that ended the last field
    }
    at_start = false;
    const string_view result = rest.substr(0, rest.find(' '));
    rest.remove_prefix(result.size());
    return result;
  }
  /// Takes this word.
  void keyword(string_view word);
  /// Takes an integer from low to high.
  Index count(Index low, Index high);
  /// Takes a whole number of `least`, 0 or 1, or more.
  Integer whole(int least);
  /// Takes a whole number that is not 0.
  Integer nonzero();
  /// Takes a number.
  Fraction fraction();
  /// Rejects what is left.
  void end() const;
  /// Reads a field that was taken.
  void read_number(string_view field, Number& out) const;
};

/// The lines of a text, from the first one on.
class Lines {
 public:
  explicit Lines(string_view text) : rest_(text) {}

  Line next();
  [[nodiscard]] Line peek() const { return Lines(*this).next(); }
  /// The next line, behind its keyword.
  Line next(string_view keyword);
  /// The integer, the number, or which of two words, that is all of the next line but its keyword.
  Index count(string_view keyword, Index low, Index high);
  Fraction number(string_view keyword);
  bool first_of(const string& keyword, const char* one, const char* other);
  /// The first line of a format.
  void magic(string_view keyword, string_view version);
  /// The last line.
  void end();

 private:
  string_view rest_;
  std::size_t number_ = 0;
};

/// Requires a text that was read as a number before.
Fraction fraction_of(string_view canonical);

}  // namespace checker
