// A record of matches as lines of cells under one list of headings, whatever the form of the file.
#pragma once

#include <cstdint>
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

}  // namespace allnash::reading
