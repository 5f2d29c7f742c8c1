#include "core/base/text.hpp"

#include <array>
#include <limits>
#include <utility>

#include "allnash/run.hpp"

namespace allnash {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The length of a UTF-8 character, by its first byte; 0 for a byte that starts none.
std::size_t length_told_by(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

// Excludes overlong forms, surrogates and numbers beyond Unicode by the second byte.
bool second_fits(unsigned char first, unsigned char second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second < 0xA0;
  if (first == 0xF0) return second >= 0x90;
  if (first == 0xF4) return second < 0x90;
  return true;
}

// The length of the character at the front; 0 if no valid one begins there.
std::size_t first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = length_told_by(first);
  if (length > text.size()) return 0;
  for (std::size_t t = 1; t < length; ++t) {
    if (!continues(text[t])) return 0;
  }
  if (length > 1 && !second_fits(first, static_cast<unsigned char>(text[1]))) return 0;
  return length;
}

// Control characters beyond ASCII: U+0080 to U+009F.
bool is_wide_control(std::string_view character) {
  return character.size() == 2 && character[0] == '\xC2' &&
         static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = first_character(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = first_character(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (shown.size() + character.size() > longest) return shown + "...";
    const bool prints = length > 0 && !is_control(character[0]) && !is_wide_control(character);
    shown += prints ? character : "?";
    text.remove_prefix(character.size());
  }
  return shown;
}

std::string in_quotes(std::string_view text) { return "'" + printable(text) + "'"; }

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> words_in(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    words.push_back(line.substr(0, line.find_first_of(" \t\r")));
    line.remove_prefix(words.back().size());
  }
  return words;
}

std::string shortest_text(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

void refuse(const std::string& where, const std::string& what) {
  throw InputError(printable(where, 1000) + ": " + what);
}

void refuse_line(const std::string& name, std::int64_t line, const std::string& what) {
  refuse(name + ":" + std::to_string(line), what);
}

void check_shape(const std::string& where, Index rows, Index columns) {
  const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
  if (rows < 1 || columns < 1) {
    throw InputError(where + ": a game of " + shape + " has no strategies to choose from");
  }
  if (rows > std::numeric_limits<Index>::max() / columns) {
    throw InputError(where + ": a game of " + shape + " is too large");
  }
}

std::string entry_name(Entry entry) {
  return "entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ")";
}

std::optional<std::string> name_fault(std::string_view name) {
  if (name.empty()) return "is empty";
  if (std::ranges::any_of(name, is_control)) return "has a control character";
  if (!is_utf8(name)) return "is not UTF-8";
  return {};
}

void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies) {
  if (names.empty()) return;
  if (static_cast<Index>(names.size()) != strategies) {
    refuse(where, std::to_string(names.size()) + " " + side + " labels where there are " +
                      std::to_string(strategies) + " " + side + "s");
  }
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t t = 0; t < names.size(); ++t) {
    if (const auto fault = name_fault(names[t])) {
      refuse(where, "the label of " + std::string(side) + " " + std::to_string(t) + " " + *fault);
    }
    const auto [first, fresh] = seen.emplace(names[t], t);
    if (!fresh) {
      refuse(where, std::string(side) + "s " + std::to_string(first->second) + " and " +
                        std::to_string(t) + " share the label " + in_quotes(names[t]));
    }
  }
}

void check_labels(const std::string& where, const Labels& labels, Index rows, Index columns) {
  check_names(where, "row", labels.rows, rows);
  check_names(where, "column", labels.columns, columns);
}

NameTable::NameTable(Key key, std::vector<std::string> known)
    : key_(std::move(key)), names_(std::move(known)) {
  Index number = 0;
  for (const std::string& name : names_) numbers_.try_emplace(this->key(name), number++);
}

Index NameTable::number_of(const std::string& name) {
  const auto [place, fresh] = numbers_.try_emplace(key(name), std::ssize(names_));
  if (fresh) names_.push_back(name);
  return place->second;
}

}  // namespace allnash
