// What was asked, told in short.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allnash/progress.hpp"
#include "allnash/source.hpp"

namespace allnash::ledger {

/// Entries in short, as the event below has them.
struct EntryRuns {
  std::vector<Index> row_runs;
  std::vector<Index> column_runs;
  std::vector<Index> entries;
};
EntryRuns runs_of(std::span<const Entry> asked);

/// Tells of entries asked together, as an event "batch". Neighbours in a row or a column make runs,
/// so that a line read whole is three numbers, however long:
///   row_runs     row, first column, how many, row, first column, how many, ...
///   column_runs  column, first row, how many, ...
///   entries      row, column, row, column, ...
/// A list of nothing is left out. The order of the asking is kept within each list.
void tell_batch(Observer& observer, std::span<const Entry> asked, std::int64_t queries,
                std::int64_t rounds);

}  // namespace allnash::ledger
