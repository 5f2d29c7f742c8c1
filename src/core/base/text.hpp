// Handles text that users wrote, in messages, as names and as numbers; and wording that errors
// share.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allnash/source.hpp"

namespace allnash {

/// Whether a character would break the line in which it is printed. Bytes of UTF-8 do not, whether
/// `char` is signed or not.
constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

bool is_utf8(std::string_view text);

/// Text for a line of a message: cut to about `longest` bytes between characters, with '?' for
/// control characters and for bytes that are not UTF-8.
std::string printable(std::string_view text, std::size_t longest = 40);
/// The same between single quotes.
std::string in_quotes(std::string_view text);

std::string lower_case(std::string_view text);  ///< ASCII letters only
/// Takes blanks, tabs and carriage returns off both ends.
std::string_view trimmed(std::string_view text);

/// The words between the blanks of a line.
std::vector<std::string_view> words_in(std::string_view line);
/// Calls `visit` with each line of the text, without its end.
template <typename Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The number, if the whole text is one that fits the type.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc{} || end != last) return {};
  return number;
}
/// The shortest decimal that reads back as this double.
std::string shortest_text(double value);

// Messages of errors, in one line.

/// Throws InputError "where: what".
[[noreturn]] void refuse(const std::string& where, const std::string& what);
/// Throws InputError "name:line: what".
[[noreturn]] void refuse_line(const std::string& name, std::int64_t line, const std::string& what);

/// The name of an entry in errors: "entry (2, 5)".
std::string entry_name(Entry entry);

/// Throws InputError, with `where` before it, unless there is a strategy on each side and the
/// entries can be counted in an Index.
void check_shape(const std::string& where, Index rows, Index columns);

// Names of strategies.

/// Why a name cannot be a strategy's name in our files ("is empty", ...), if it cannot.
std::optional<std::string> name_fault(std::string_view name);

/// Throws InputError, with `where` before it, unless there are no names or one for each strategy of
/// the side, each printable and none twice.
void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies);

/// The same for both sides.
void check_labels(const std::string& where, const Labels& labels, Index rows, Index columns);

/// Numbers names: those that are known at first, then others in the order in which they are met.
class NameTable {
 public:
  /// Names with equal keys are the same; the first spelling is kept. By default a name is its key.
  using Key = std::function<std::string(std::string_view)>;
  explicit NameTable(Key key = {}, std::vector<std::string> known = {});

  Index number_of(const std::string& name);
  [[nodiscard]] bool has(const std::string& name) const { return numbers_.contains(key(name)); }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  [[nodiscard]] std::string key(const std::string& name) const { return key_ ? key_(name) : name; }

  Key key_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, Index> numbers_;
};

}  // namespace allnash
