#include <algorithm>
#include <array>
#include <istream>
#include <sstream>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "league/reading/columns.hpp"
#include "league/reading/formats.hpp"
#include "league/reading/line_ends.hpp"

namespace allnash::reading {
namespace {

constexpr std::size_t longest_record = 1U << 24U;

char separator_of(const std::string& header, const SheetForm& form) {
  if (form.separator) return *form.separator;
  // A comma that is a decimal mark is no separator.
  if (form.decimal_mark != ',' && header.find(',') != std::string::npos) return ',';
  if (header.find('\t') != std::string::npos) return '\t';
  if (header.find(';') != std::string::npos || form.decimal_mark == ',') return ';';
  return ',';
}

/// The cells of a header that was read already, with the further lines of its quoted cells.
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

/// Spreadsheets may state the separator of cells in a line of its own: `sep=;`.
std::optional<char> separator_line(std::string_view line) {
  line = trimmed(line);
  const std::string_view word = "sep=";
  if (!line.starts_with(word) || line.size() != word.size() + 1) return {};
  return line.back();
}

Sheet read_cells(const std::string& name, TextReader& text, std::string first, SheetForm form) {
  if (const auto said = separator_line(first)) {
    if (!form.separator) form.separator = said;
    text.take_line(first);
  }
  Sheet sheet;
  sheet.name = name;
  sheet.decimal_mark = form.decimal_mark;
  const char separator = separator_of(first, form);
  const std::vector<std::string> header = cells_of_header(name, text, first, separator);
  const bool whole = form.table || !tells_all(header, form.wanted);
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < header.size(); ++t) {
    if (!whole && !is_wanted(header[t], form)) continue;
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
      sheet.refuse(record,
                   fmt::format("{} cells where the header has {}", cells.size(), header.size()));
    }
    record.cells.reserve(kept.size());
    for (const std::size_t place : kept) record.cells.push_back(std::move(cells[place]));
    sheet.lines.push_back(std::move(record));
  }
}

/// Throws InputError for a file that is no text of matches, by its first bytes, with what to bring
/// instead.
void refuse_other_files(const std::string& name, std::string_view text) {
  struct OtherFile {
    std::string_view start;
    const char* what;
  };
  constexpr std::array<OtherFile, 9> kinds{
      {{"\xff\xfe", "it is UTF-16; save it as UTF-8"},
       {"\xfe\xff", "it is UTF-16; save it as UTF-8"},
       {"PK\x03\x04",
        "it is a spreadsheet (.xlsx, .ods) or a .zip: save the table as CSV, or unpack it"},
       {"\xd0\xcf\x11\xe0", "it is a spreadsheet (.xls): save the table as CSV"},
       {"\x1f\x8b", "it is compressed (.gz): unpack it first, such as by `gunzip`"},
       {"\x28\xb5\x2f\xfd", "it is compressed (.zst): unpack it first, such as by `unzstd`"},
       {"BZh91AY", "it is compressed (.bz2): unpack it first, such as by `bunzip2`"},
       {"PAR1", "it is Parquet: write the table as CSV, or bring the frame to `allnash.rank`"},
       {"SQLite format 3",
        "it is a database: a league's ledger is given by `ledger`; of another "
        "database export the table of matches as CSV"}}};
  for (const OtherFile& kind : kinds) {
    if (text.starts_with(kind.start)) throw InputError(name + ": " + kind.what);
  }
  const std::string start =
      lower_case(trimmed(text.substr(0, std::min<std::size_t>(text.size(), 400))));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) {
    throw InputError(name + ": it is a web page (HTML): save its table as CSV");
  }
  if (start.starts_with("<")) {
    throw InputError(
        name +
        ": it is XML, which has no common form of matches: export CSV or JSON instead, "
        "with a line or a record a match");
  }
  if (start.starts_with("(;")) {
    throw InputError(
        name +
        ": it is a game of go (SGF), and a league takes many: write a line black,white,result "
        "for each, with its PB, PW and RE (B+3.5)");
  }
}

}  // namespace

Sheet read_sheet(std::istream& in, const std::string& name, const SheetForm& form) {
  LineEnds ends(in);
  std::istream lines(&ends);
  TextReader text(lines, name, longest_record);
  refuse_other_files(name, text.ahead());
  const bool cutechess = !form.table && has_cutechess_line(text.ahead());
  FirstLine line;
  while (text.take_line(line.text) && trimmed(line.text).empty()) line.number = text.line();
  const std::string_view start = trimmed(line.text);
  if (start.empty()) throw InputError(name + ": empty file");
  if (cutechess) return read_cutechess(name, text, line, form.skip);
  const bool remark = start.front() == '%' || start.front() == ';';
  if (is_tag_line(start) || (remark && has_tag_line(text.ahead()))) {
    return read_pgn(name, text, line, form.skip);
  }
  if (start.front() == '[') {
    return read_json_array(name, text, line, form);
  }
  if (start.front() == '{') return read_json_lines(name, text, line, form);
  return read_cells(name, text, line.text, form);
}

}  // namespace allnash::reading
