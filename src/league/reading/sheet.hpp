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
#include "core/base/reader.hpp"

namespace allnash::reading {

struct Sheet {
  std::string name;                   ///< of the file, for messages
  std::vector<std::string> headings;  ///< as written
  struct Line {
    std::int64_t number = 0;  ///< in the file, from 1; in a JSON array, of the record
    std::vector<std::string> cells;
  };
  std::vector<Line> lines;
  char decimal_mark = '.';
  bool one_roster = false;  ///< both sides are from one roster, even if no name shows it
  std::vector<std::string> notes = {};  ///< for the user

  [[noreturn]] void refuse(const Line& line, const std::string& what) const;
};

/// Headings of a log beside the known ones, which the options name.
struct WantedHeadings {
  std::vector<std::string> headings = {};
  bool sides = false;   ///< they name both sides
  bool result = false;  ///< they name the result
};

/// How a sheet is to be read.
struct SheetForm {
  bool table = false;                  ///< a chart or its counts: rows have names
  std::optional<char> separator = {};  ///< nothing: judged by the header
  char decimal_mark = '.';
  WantedHeadings wanted = {};
  std::vector<std::string> counts = {};  ///< further headings of numbers of matches
  bool skip = false;                     ///< contradictory games get no result instead of an error
};

/// How many finished games of a log that goes on may wait for an earlier one. With more behind it,
/// that game is not one that is still played, but was broken off or left out.
inline constexpr std::int64_t most_waiting = 64;

/// Throws InputError. Skips blank lines, a byte order mark and carriage returns. If the headings
/// identify the columns, other cells are not kept: some logs hold long texts.
[[nodiscard]] Sheet read_sheet(std::istream& in, const std::string& name, const SheetForm& form);

// Formats that are recognised by their lines.

/// The first nonblank line, which was read to recognise the format.
struct FirstLine {
  std::string text;
  std::int64_t number = 1;
};
/// Calls `take(line, number)` for the first line and all later ones.
template <typename Take>
void take_lines(TextReader& text, FirstLine line, const Take& take) {
  do {
    take(line.text, line.number);
    line.number = text.line();
  } while (text.take_line(line.text));
}

/// Whether a line starts a PGN file: a tag, its name and a quote; and whether a text has such a
/// line.
[[nodiscard]] bool is_tag_line(std::string_view line);
[[nodiscard]] bool has_tag_line(std::string_view text);
/// The games, with the headings white, black, result and date. A game whose tag and moves end
/// differently is refused, or with `skip` gets no result. Throws InputError.
[[nodiscard]] Sheet read_pgn(const std::string& name, TextReader& text, const FirstLine& first,
                             bool skip);

/// Whether the text has a line in the format of cutechess.
[[nodiscard]] bool has_cutechess_line(std::string_view text);
/// Has the headings white, black, result; or row, column, wins, losses, draws. Of a tournament that
/// goes on, games after one that is still played wait for it; with `skip` they do not. Throws
/// InputError.
[[nodiscard]] Sheet read_cutechess(const std::string& name, TextReader& text,
                                   const FirstLine& first, bool skip);

// Charts: tables of means. The numbers of matches come from a second table with the same names, or
// stand in the cells themselves, as `65% (197)` or as wins, losses and draws, `128-69-3`. A chart
// may also hold rates alone.

/// A chart as a list with the headings row, column, plays, mean; or row, column, wins, losses,
/// draws.
struct ChartList {
  Sheet list;
  bool symmetric = false;  ///< each pairing is then listed once
  bool percent = false;    ///< it has percentages, so that the range is 0,100
  bool counted = true;     ///< false if numbers of matches are unknown
  bool exact = false;      ///< means are not rounded
};
/// Converts a sheet that is a chart to a list: every nonblank cell states its number of matches, or
/// is a rate alone, of as many matches as the options say. Nothing if the sheet is not a chart.
/// Throws InputError for a chart that contradicts itself, and for lines that summarise others.
[[nodiscard]] std::optional<ChartList> chart_in(const Sheet& sheet, const RankOptions& options);
/// Throws OptionError: the option is for charts of rates alone.
[[noreturn]] void refuse_matches_each(const Sheet& sheet);
/// Converts a chart whose counts are in a second table with the same names.
[[nodiscard]] ChartList list_of(const Sheet& means, const Sheet& plays, const RankOptions& options);

}  // namespace allnash::reading
