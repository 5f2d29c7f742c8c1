// Reads records in the forms that people keep: CSV and TSV with a header, JSON lines, a JSON array,
// PGN, the output of cutechess. Each becomes lines of cells under one list of headings.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/rank.hpp"
#include "base/reader.hpp"

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

// Forms that are told by their lines.

/// The first line that is not blank, which was read to tell the form.
struct FirstLine {
  std::string text;
  std::int64_t number = 1;
};
/// Calls `take(line, number)` for the first line and all that follow.
template <typename Take>
void take_lines(TextReader& text, FirstLine line, const Take& take) {
  do {
    take(line.text, line.number);
    line.number = text.line();
  } while (text.take_line(line.text));
}

/// Whether a line begins a file of PGN: a tag, its name and a quote; and whether a text has such.
[[nodiscard]] bool is_tag_line(std::string_view line);
[[nodiscard]] bool has_tag_line(std::string_view text);
/// The games, with the headings white, black, result and date. Unless `skip`, a game whose tag and
/// moves end differently is refused; otherwise it has no result. Throws InputError.
[[nodiscard]] Sheet read_pgn(const std::string& name, TextReader& text, const FirstLine& first,
                             bool skip);

/// Whether some line of the text is one that cutechess prints.
[[nodiscard]] bool has_cutechess_line(std::string_view text);
/// With the headings white, black, result; or row, column, wins, losses, draws. Throws InputError.
[[nodiscard]] Sheet read_cutechess(const std::string& name, TextReader& text,
                                   const FirstLine& first);

// Charts: tables of means. The numbers of matches come from a second table with the same names, or
// stand in the cells themselves, as `65% (197)` or as wins, losses and draws, `128-69-3`. A chart
// may also hold rates alone.

/// A chart as a list with the headings row, column, plays, mean; or row, column, wins, losses,
/// draws.
struct ChartList {
  Sheet list;
  bool symmetric = false;  ///< then each pairing is in it once
  bool percent = false;    ///< percentages are in it: the range is then 0,100 by itself
  bool counted = true;     ///< false where nobody says how many matches a rate is of
};
/// The list of a sheet that is a chart: every cell that is not blank says of how many matches it
/// is; or is a rate alone, of as many matches as the options say. Nothing where the sheet is none.
/// Throws InputError for a chart that contradicts itself, and for lines that sum up the others.
[[nodiscard]] std::optional<ChartList> chart_in(const Sheet& sheet, const RankOptions& options);
/// The list of a chart whose counts are in a second table with the same names.
[[nodiscard]] ChartList list_of(const Sheet& means, const Sheet& plays, const RankOptions& options);

}  // namespace allnash::lists
