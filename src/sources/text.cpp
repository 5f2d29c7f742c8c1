#include "sources/text.hpp"

#include <istream>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "exact/at.hpp"

namespace allnash::sources {

void refuse(const std::string& where, const std::string& what) {
  throw InputError(printable(where, 1000) + ": " + what);
}

void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies) {
  if (names.empty()) return;
  const auto refuse_names = [&](const std::string& what) { throw InputError(where + ": " + what); };
  if (static_cast<Index>(names.size()) != strategies) {
    refuse_names(std::to_string(names.size()) + " " + side + " labels where there are " +
                 std::to_string(strategies) + " " + side + "s");
  }
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t t = 0; t < names.size(); ++t) {
    if (const auto fault = name_fault(names[t])) {
      refuse_names("the label of " + std::string(side) + " " + std::to_string(t) + " " + *fault);
    }
    const auto [first, fresh] = seen.emplace(names[t], t);
    if (!fresh) {
      refuse_names(std::string(side) + "s " + std::to_string(first->second) + " and " +
                   std::to_string(t) + " share the label " + in_quotes(names[t]));
    }
  }
}

void check_labels(const std::string& where, const Labels& labels, Index rows, Index columns) {
  check_names(where, "row", labels.rows, rows);
  check_names(where, "column", labels.columns, columns);
}

std::string cell_text(const std::string& name, char separator) {
  const bool plain = !name.empty() && name.find('"') == std::string::npos &&
                     name.find(separator) == std::string::npos && trimmed(name) == name;
  if (plain) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string(2, c) : std::string(1, c);
  return text + "\"";
}

std::string cell_of(const std::vector<std::string>& names, Index strategy) {
  return names.empty() ? std::to_string(strategy) : cell_text(names[at(strategy)]);
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
