#include "core/base/reader.hpp"

#include <algorithm>
#include <istream>
#include <utility>

#include "core/base/at.hpp"
#include "core/base/text.hpp"

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

TextReader::TextReader(std::istream& in, std::string name, std::size_t longest)
    : in_(in), name_(std::move(name)), longest_(longest) {
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
  allnash::refuse_line(name_, line, what);
}

void TextReader::refuse_controls(std::int64_t line, std::string_view text) const {
  const auto spoils = [](char c) { return is_control(c) && c != '\t' && c != '\r' && c != '\n'; };
  if (std::ranges::any_of(text, spoils)) refuse_line(line, "a control character");
}

void TextReader::check_return() {
  const int next = peek();
  if (next == '\n' || next == '\r' || next == end) return;
  refuse_line(line_, "a carriage return inside a line: a line ends in a line feed, or in both");
}

void TextReader::refuse_length() const {
  refuse_line(line_, "text of over " + std::to_string(longest_) + " characters");
}

bool CellReader::next(std::string& cell) {
  cell.clear();
  skip_blanks();
  if (text_.peek() == '"') {
    take_quoted(cell);
  } else {
    for (int c = text_.peek(); !ends_cell(c); c = text_.peek()) text_.append(cell, text_.take());
    cell.resize(trimmed(cell).size());  // no blanks are in front
  }
  return text_.take() == separator_;
}

bool CellReader::next_record(std::vector<std::string>& cells) {
  if (text_.peek() == TextReader::end) return false;
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    if (count == cells.size()) cells.emplace_back();
    more = next(cells[count]);
  }
  cells.resize(count);
  return true;
}

void CellReader::take_quoted(std::string& cell) {
  const std::int64_t begun = text_.line();
  text_.take();
  for (;;) {
    const int c = text_.peek();
    if (c == TextReader::end || (c == '\n' && quoted_ == Quoted::on_one_line)) {
      text_.refuse_line(begun, quoted_ == Quoted::on_one_line
                                   ? "a quoted cell that does not end on its line"
                                   : "a quoted cell that does not end");
    }
    text_.take();
    if (c == '"') {
      if (text_.peek() != '"') break;
      text_.take();
    }
    text_.append(cell, c);
  }
  skip_blanks();
  if (!ends_cell(text_.peek())) {
    text_.refuse_line(text_.line(), "text after the closing quote of a cell");
  }
}

void CellReader::skip_blanks() {
  for (int c = text_.peek(); c == ' ' || c == '\r' || c == '\t'; c = text_.peek()) {
    if (c == separator_) return;
    text_.take();
  }
}

}  // namespace allnash
