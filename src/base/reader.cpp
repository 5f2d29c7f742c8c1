#include "base/reader.hpp"

#include <istream>
#include <utility>

#include "base/at.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace allnash {

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

}  // namespace allnash
