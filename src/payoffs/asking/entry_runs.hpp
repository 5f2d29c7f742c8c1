// Lists of entries in short form, for traces and for the history of runs.
#pragma once

#include <span>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::asking {

/// A list of entries in short form. Neighbours in a row or a column form runs, so that a fully read
/// line is three numbers. The order of asking is kept within each list.
struct EntryRuns {
  std::vector<Index> row_runs;     ///< row, first column, length, row, first column, length, ...
  std::vector<Index> column_runs;  ///< column, first row, length, ...
  std::vector<Index> entries;      ///< row, column, row, column, ...
};
EntryRuns runs_of(std::span<const Entry> asked);

}  // namespace allnash::asking
