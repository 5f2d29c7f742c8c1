#include "lists/sheet.hpp"

#include <algorithm>
#include <istream>
#include <map>

#include "allnash/error.hpp"
#include "base/text.hpp"
#include "json/json.hpp"
#include "lists/words.hpp"

namespace allnash::lists {
namespace {

constexpr std::size_t longest_record = 1U << 24U;

[[noreturn]] void refuse_at(const std::string& name, std::int64_t line, const std::string& what) {
  throw InputError(name + ":" + std::to_string(line) + ": " + what);
}

/// Lines without their ends, counted.
class LineReader {
 public:
  LineReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// False at the end of the text.
  bool next(std::string& line) {
    if (!std::getline(in_, line)) return false;
    if (++number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    if (line.ends_with('\r')) line.pop_back();
    if (line.size() > longest_record) refuse("the line is longer than 16 megabytes");
    return true;
  }
  [[nodiscard]] std::int64_t number() const { return number_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::istream& rest() { return in_; }
  [[noreturn]] void refuse(const std::string& what) const { refuse_at(name_, number_, what); }

 private:
  std::istream& in_;
  std::string name_;
  std::int64_t number_ = 0;
};

/// One record of CSV, quotes as in RFC 4180; a quoted cell may hold the ends of lines.
class CellReader {
 public:
  CellReader(LineReader& lines, char separator) : lines_(lines), separator_(separator) {}

  std::vector<std::string> cells(std::string& line) {
    std::vector<std::string> cells;
    std::size_t place = 0;
    do {
      while (place < line.size() && line[place] == ' ') ++place;
      const bool quoted = place < line.size() && line[place] == '"';
      cells.push_back(quoted ? quoted_cell(line, place) : plain_cell(line, place));
    } while (place++ < line.size());
    return cells;
  }

 private:
  std::string plain_cell(const std::string& line, std::size_t& place) const {
    const std::size_t end = std::min(line.find(separator_, place), line.size());
    std::string cell = without_blanks(std::string_view(line).substr(place, end - place));
    place = end;
    return cell;
  }

  std::string quoted_cell(std::string& line, std::size_t& place) {
    const std::int64_t begun = lines_.number();
    std::string cell;
    for (++place;; ++place) {
      if (place >= line.size()) {
        if (cell.size() > longest_record || !lines_.next(line)) {
          refuse_at(lines_.name(), begun, "a quoted cell does not end");
        }
        cell += '\n';
        place = 0;
        if (line.empty()) continue;
      }
      if (line[place] == '"' && (place + 1 >= line.size() || line[place + 1] != '"')) break;
      if (line[place] == '"') ++place;
      cell += line[place];
    }
    ++place;
    while (place < line.size() && line[place] == ' ') ++place;
    if (place < line.size() && line[place] != separator_) {
      lines_.refuse("text follows the closing quote of a cell");
    }
    return cell;
  }

  LineReader& lines_;
  char separator_;
};

char separator_of(const std::string& header) {
  if (header.find(',') != std::string::npos) return ',';
  if (header.find('\t') != std::string::npos) return '\t';
  return header.find(';') != std::string::npos ? ';' : ',';
}

Sheet read_cells(LineReader& lines, std::string& line, bool whole) {
  Sheet sheet;
  sheet.name = lines.name();
  CellReader reader(lines, separator_of(line));
  const std::vector<std::string> header = reader.cells(line);
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < header.size(); ++t) {
    if (!whole && !is_known_heading(plain_word(header[t]))) continue;
    kept.push_back(t);
    sheet.headings.push_back(header[t]);
  }
  while (lines.next(line)) {
    if (without_blanks(line).empty()) continue;
    Sheet::Line record{lines.number(), {}};
    std::vector<std::string> cells = reader.cells(line);
    if (cells.size() != header.size()) {
      refuse_at(sheet.name, record.number,
                std::to_string(cells.size()) + " cells where the header has " +
                    std::to_string(header.size()));
    }
    record.cells.reserve(kept.size());
    for (const std::size_t place : kept) record.cells.push_back(std::move(cells[place]));
    sheet.lines.push_back(std::move(record));
  }
  return sheet;
}

std::string text_of_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return json_text(value);
}

/// Records whose keys need not come in one order, nor all of them in each.
class Records {
 public:
  explicit Records(std::string name) { sheet_.name = std::move(name); }

  void add(const Json& record, std::int64_t number) {
    if (!record.is_object()) refuse_at(sheet_.name, number, "it is not a JSON object");
    Sheet::Line line{number, std::vector<std::string>(sheet_.headings.size())};
    for (const auto& [key, value] : record.items()) {
      if (value.is_array() || value.is_object() || !is_known_heading(plain_word(key))) continue;
      const auto [place, fresh] = places_.try_emplace(key, sheet_.headings.size());
      if (fresh) sheet_.headings.push_back(key);
      line.cells.resize(sheet_.headings.size());
      line.cells[place->second] = text_of_value(value);
    }
    sheet_.lines.push_back(std::move(line));
  }

  Sheet finish() {
    for (Sheet::Line& line : sheet_.lines) line.cells.resize(sheet_.headings.size());
    return std::move(sheet_);
  }

 private:
  Sheet sheet_;
  std::map<std::string, std::size_t> places_;
};

Json parsed(const std::string& text, const std::string& name, std::int64_t number) {
  std::optional<RepeatedKey> repeated;
  std::optional<Json> value = parse_json(text, &repeated);
  if (repeated) {
    refuse_at(name, number + static_cast<std::int64_t>(repeated->element),
              "the key " + in_quotes(repeated->key) + " stands there twice");
  }
  if (!value) refuse_at(name, number, "it is not JSON");
  return *std::move(value);
}

Sheet read_json_lines(LineReader& lines, std::string& line) {
  Records records(lines.name());
  do {
    if (without_blanks(line).empty()) continue;
    records.add(parsed(line, lines.name(), lines.number()), lines.number());
  } while (lines.next(line));
  return records.finish();
}

Sheet read_json_array(LineReader& lines, const std::string& first) {
  std::string text = first + "\n";
  text.append(std::istreambuf_iterator<char>(lines.rest()), {});
  Records records(lines.name());
  std::int64_t number = 0;
  const Json list = parsed(text, lines.name(), 1);
  for (const Json& record : list) records.add(record, ++number);
  return records.finish();
}

}  // namespace

void Sheet::refuse(const Line& line, const std::string& what) const {
  refuse_at(name, line.number, what);
}

Sheet read_sheet(std::istream& in, const std::string& name, bool whole) {
  LineReader lines(in, name);
  std::string line;
  while (lines.next(line) && without_blanks(line).empty()) {
  }
  const std::string start = without_blanks(line);
  if (start.empty()) throw InputError(name + ": empty file");
  if (start.front() == '[') return read_json_array(lines, line);
  if (start.front() == '{') return read_json_lines(lines, line);
  return read_cells(lines, line, whole);
}

}  // namespace allnash::lists
