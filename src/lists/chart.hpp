// A chart, a table of means, beside a table of the same shape that says of how many matches each
// is.
#pragma once

#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "lists/sheet.hpp"

namespace allnash::lists {

/// Whether percentages are in it: the range is then 0,100 by itself.
[[nodiscard]] bool has_percent(const Sheet& chart);

/// A chart as a list with the headings row, column, plays, mean.
struct ChartList {
  Sheet list;
  bool symmetric = false;          ///< then each pairing is in it once
  std::vector<std::string> notes;  ///< what a reader should know of it
};

/// Throws InputError for a chart that contradicts its counts or itself, and for lines that sum up
/// the others.
[[nodiscard]] ChartList list_of(const Sheet& means, const Sheet& plays, const RankOptions& options);

}  // namespace allnash::lists
