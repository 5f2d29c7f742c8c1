// Reads charts: tables of means. The numbers of matches come from a second table with the same
// names, or stand in the cells themselves, as `65% (197)` or as wins, losses and draws, `128-69-3`.
// A chart may also hold rates alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "lists/sheet.hpp"

namespace allnash::lists {

/// A chart as a list with the headings row, column, plays, mean; or row, column, wins, losses,
/// draws.
struct ChartList {
  Sheet list;
  bool symmetric = false;  ///< then each pairing is in it once
  bool percent = false;    ///< percentages are in it: the range is then 0,100 by itself
};

/// Whether every cell of a table that is not blank says how many matches it is of.
[[nodiscard]] bool is_counted_chart(const Sheet& chart);

/// Whether a table has a rate, a number or a percentage, in every cell that is not blank, and rows
/// and columns share a name or are said to be two sides.
[[nodiscard]] bool is_chart_of_rates(const Sheet& chart, bool two_sided);
/// A table of counts for such a chart, with this number of matches in each cell.
[[nodiscard]] Sheet equal_counts(const Sheet& chart, std::int64_t matches);

/// Throws InputError for a chart that contradicts its counts or itself, and for lines that sum up
/// the others.
[[nodiscard]] ChartList list_of(const Sheet& means, const Sheet& plays, const RankOptions& options);
/// The list of a chart for which is_counted_chart is true.
[[nodiscard]] ChartList counted_list_of(const Sheet& chart, const RankOptions& options);

}  // namespace allnash::lists
