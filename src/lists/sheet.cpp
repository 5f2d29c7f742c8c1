#include "lists/sheet.hpp"

#include <algorithm>
#include <istream>
#include <map>
#include <sstream>

#include "allnash/error.hpp"
#include "base/reader.hpp"
#include "base/text.hpp"
#include "json/json.hpp"
#include "lists/winner.hpp"

namespace allnash::lists {
namespace {

constexpr std::size_t longest_record = 1U << 24U;

[[noreturn]] void refuse_at(const std::string& name, std::int64_t line, const std::string& what) {
  throw InputError(name + ":" + std::to_string(line) + ": " + what);
}

char separator_of(const std::string& header) {
  if (header.find(',') != std::string::npos) return ',';
  if (header.find('\t') != std::string::npos) return '\t';
  return header.find(';') != std::string::npos ? ';' : ',';
}

/// The cells of a header that was read already, with the lines that its quoted cells go on in.
std::vector<std::string> cells_of_header(const std::string& name, TextReader& text,
                                         std::string header, char separator) {
  for (std::string more; std::ranges::count(header, '"') % 2 != 0 && text.take_line(more);) {
    header += '\n' + more;
  }
  std::istringstream in(header);
  TextReader line(in, name, longest_record);
  std::vector<std::string> cells;
  CellReader(line, separator, CellReader::Quoted::over_lines).next_record(cells);
  return cells;
}

Sheet read_cells(const std::string& name, TextReader& text, const std::string& first, bool whole) {
  Sheet sheet;
  sheet.name = name;
  const char separator = separator_of(first);
  const std::vector<std::string> header = cells_of_header(name, text, first, separator);
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < header.size(); ++t) {
    if (!whole && !is_known_heading(plain_word(header[t]))) continue;
    kept.push_back(t);
    sheet.headings.push_back(header[t]);
  }
  CellReader reader(text, separator, CellReader::Quoted::over_lines);
  std::vector<std::string> cells;
  for (;;) {
    Sheet::Line record{text.line(), {}};
    if (!reader.next_record(cells)) return sheet;
    if (cells.size() == 1 && cells[0].empty()) continue;
    if (cells.size() != header.size()) {
      refuse_at(sheet.name, record.number,
                std::to_string(cells.size()) + " cells where the header has " +
                    std::to_string(header.size()));
    }
    record.cells.reserve(kept.size());
    for (const std::size_t place : kept) record.cells.push_back(std::move(cells[place]));
    sheet.lines.push_back(std::move(record));
  }
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

Sheet read_json_lines(const std::string& name, TextReader& text, std::string line,
                      std::int64_t number) {
  Records records(name);
  do {
    if (!trimmed(line).empty()) records.add(parsed(line, name, number), number);
    number = text.line();
  } while (text.take_line(line));
  return records.finish();
}

Sheet read_json_array(const std::string& name, TextReader& text, std::string all) {
  all += '\n';
  for (std::string line; text.take_line(line);) all += line + '\n';
  Records records(name);
  std::int64_t number = 0;
  const Json list = parsed(all, name, 1);
  for (const Json& record : list) records.add(record, ++number);
  return records.finish();
}

}  // namespace

void Sheet::refuse(const Line& line, const std::string& what) const {
  refuse_at(name, line.number, what);
}

Sheet read_sheet(std::istream& in, const std::string& name, bool whole) {
  TextReader text(in, name, longest_record);
  std::string line;
  std::int64_t number = 1;
  while (text.take_line(line) && trimmed(line).empty()) number = text.line();
  const std::string_view start = trimmed(line);
  if (start.empty()) throw InputError(name + ": empty file");
  if (start.front() == '[') return read_json_array(name, text, line);
  if (start.front() == '{') return read_json_lines(name, text, line, number);
  return read_cells(name, text, line, whole);
}

}  // namespace allnash::lists
