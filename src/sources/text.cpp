#include "sources/text.hpp"

#include <istream>
#include <utility>

#include "allnash/error.hpp"
#include "exact/text.hpp"

namespace allnash::sources {

namespace {

bool is_ascii(char c) { return (static_cast<unsigned char>(c) & 0x80U) == 0; }
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The bytes that a UTF-8 character takes, told by its first byte; 0 for a byte that starts none.
std::size_t utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

// The second byte rules out long-winded forms, surrogates and what lies beyond Unicode.
bool second_fits(unsigned char first, unsigned char second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second < 0xA0;
  if (first == 0xF0) return second >= 0x90;
  if (first == 0xF4) return second < 0x90;
  return true;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = utf8_length(first);
    if (length == 0 || length > text.size()) return false;
    for (std::size_t t = 1; t < length; ++t) {
      if (!continues(text[t])) return false;
    }
    if (length > 1 && !second_fits(first, static_cast<unsigned char>(text[1]))) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

void refuse(const std::string& where, const std::string& what) {
  throw InputError(printable(where, 1000) + ": " + what);
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string_view kept = text.substr(0, longest);
  // Not half a character at the cut.
  if (kept.size() < text.size()) {
    std::size_t size = kept.size();
    while (size > 0 && continues(text[size])) --size;
    if (kept.size() - size < 4) kept = kept.substr(0, size);
  }
  const bool readable = is_utf8(kept);
  std::string shown;
  for (const char c : kept) shown += is_control(c) || (!is_ascii(c) && !readable) ? '?' : c;
  return kept.size() < text.size() ? shown + "..." : shown;
}

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

std::optional<std::string> name_fault(std::string_view name) {
  if (name.empty()) return "is empty";
  for (const char c : name) {
    if (is_control(c)) return "has a control character";
  }
  if (!is_utf8(name)) return "is not UTF-8";
  return {};
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<std::uint64_t> bytes_left(std::istream& in) {
  const std::streampos nowhere(std::streamoff(-1));
  std::streambuf& buffer = *in.rdbuf();
  const std::streampos here = buffer.pubseekoff(0, std::ios::cur, std::ios::in);
  if (here == nowhere) return {};
  const std::streampos end = buffer.pubseekoff(0, std::ios::end, std::ios::in);
  if (end == nowhere || buffer.pubseekpos(here, std::ios::in) != here || end < here) return {};
  return static_cast<std::uint64_t>(end - here);
}

TextReader::TextReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {
  fill();
  if (std::string_view(buffer_.data(), filled_).starts_with("\xEF\xBB\xBF")) at_ = 3;
}

bool TextReader::fill() {
  before_ += filled_;
  in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  at_ = 0;
  filled_ = static_cast<std::size_t>(in_.gcount());
  if (in_.bad()) refuse_file("cannot be read");
  return filled_ > 0;
}

bool TextReader::take_line(std::string& out) {
  out.clear();
  if (peek() == end) return false;
  for (int c = take(); c != end && c != '\n'; c = take()) append(out, c);
  return true;
}

void TextReader::refuse_file(const std::string& what) const { refuse(name_, what); }

void TextReader::refuse_line(std::int64_t line, const std::string& what) const {
  refuse(name_ + ":" + std::to_string(line), what);
}

void TextReader::refuse_length() const {
  refuse_line(line_, "text of over " + std::to_string(longest) + " characters");
}

}  // namespace allnash::sources
