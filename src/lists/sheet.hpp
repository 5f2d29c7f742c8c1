// Reads records in the forms that people keep: CSV and TSV with a header, JSON lines, a JSON array,
// PGN, the output of cutechess. Each becomes lines of cells under one list of headings.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allnash::lists {

struct Sheet {
  std::string name;                   ///< of the file, for messages
  std::vector<std::string> headings;  ///< as written
  struct Line {
    std::int64_t number = 0;  ///< in the file, from 1; of a JSON array the record's
    std::vector<std::string> cells;
  };
  std::vector<Line> lines;
  char decimal_mark = '.';
  bool one_roster = false;              ///< the two sides are of one, even where no name says so
  std::vector<std::string> notes = {};  ///< what a reader should know of it

  [[noreturn]] void refuse(const Line& line, const std::string& what) const;
};

/// How a sheet is to be read.
struct SheetForm {
  bool table = false;                  ///< a chart or its counts: rows have names, too
  std::optional<char> separator = {};  ///< none: what the header shows
  char decimal_mark = '.';
  std::vector<std::string> wanted = {};  ///< headings that the log has, beside those that are known
  bool skip = false;                     ///< games that contradict themselves have no result
};

/// Throws InputError. Blank lines are skipped; a byte order mark and carriage returns are dropped.
/// Where the headings say what the sheet is, cells under others are left out: some logs hold
/// novels.
[[nodiscard]] Sheet read_sheet(std::istream& in, const std::string& name, const SheetForm& form);

/// A cell's number, with a point for the decimal mark. Throws std::invalid_argument for one with a
/// point where the mark is a comma.
[[nodiscard]] std::string number_text(const Sheet& sheet, std::string_view cell);

/// Throws InputError `name:line: what`.
[[noreturn]] void refuse_line_of(const std::string& name, std::int64_t line,
                                 const std::string& what);

}  // namespace allnash::lists
