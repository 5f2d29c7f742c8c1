#include "payoffs/asking/entry_runs.hpp"

#include <cstddef>
#include <initializer_list>

namespace allnash::asking {

namespace {

// The number of consecutive entries from `first` on that are each one step apart.
std::size_t run_length(std::span<const Entry> asked, std::size_t first, Index down, Index right) {
  std::size_t last = first;
  while (last + 1 < asked.size() && asked[last + 1].row == asked[last].row + down &&
         asked[last + 1].column == asked[last].column + right) {
    ++last;
  }
  return last - first + 1;
}

void append(std::vector<Index>& list, std::initializer_list<Index> numbers) {
  list.insert(list.end(), numbers);
}

}  // namespace

EntryRuns runs_of(std::span<const Entry> asked) {
  EntryRuns runs;
  for (std::size_t t = 0; t < asked.size();) {
    const Entry& first = asked[t];
    const std::size_t along = run_length(asked, t, 0, 1);
    const std::size_t down = run_length(asked, t, 1, 0);
    if (along > 1) {
      append(runs.row_runs, {first.row, first.column, static_cast<Index>(along)});
    } else if (down > 1) {
      append(runs.column_runs, {first.column, first.row, static_cast<Index>(down)});
    } else {
      append(runs.entries, {first.row, first.column});
    }
    t += std::max(along, down);
  }
  return runs;
}

}  // namespace allnash::asking
