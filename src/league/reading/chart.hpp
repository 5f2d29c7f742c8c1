// Charts: tables of means. The numbers of matches come from a second table with the same names, or
// stand in the cells themselves, as `65% (197)` or as wins, losses and draws, `128-69-3`. A chart
// may also hold rates alone.
#pragma once

#include <optional>

#include "allnash/rank.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

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
