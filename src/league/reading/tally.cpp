#include "league/reading/tally.hpp"

#include <algorithm>

#include "core/base/at.hpp"

namespace allnash::reading {
namespace {

/// Whether a table of so many cells costs no more than the list.
bool is_small(Index rows, Index columns, std::size_t list) {
  constexpr Index cells_each = 4;
  const Index most = cells_each * static_cast<Index>(list) + 1024;
  return rows <= most && columns <= most / std::max<Index>(rows, 1);
}

}  // namespace

Numbered numbered(const std::vector<Entry>& list) {
  Numbered found;
  found.numbers.resize(list.size());
  Index rows = 0;
  Index columns = 0;
  for (const Entry& one : list) {
    rows = std::max(rows, one.row + 1);
    columns = std::max(columns, one.column + 1);
  }
  if (!is_small(rows, columns, list.size())) {
    found.entries = list;
    std::ranges::sort(found.entries);
    found.entries.erase(std::unique(found.entries.begin(), found.entries.end()),
                        found.entries.end());
    for (std::size_t t = 0; t < list.size(); ++t) {
      const auto place = std::ranges::lower_bound(found.entries, list[t]);
      found.numbers[t] = static_cast<std::uint32_t>(place - found.entries.begin());
    }
    return found;
  }
  std::vector<std::uint32_t> table(at(rows * columns));
  const auto place_of = [&](const Entry& one) { return at(one.row * columns + one.column); };
  for (const Entry& one : list) table[place_of(one)] = 1;
  for (std::size_t place = 0; place < table.size(); ++place) {
    if (table[place] == 0) continue;
    table[place] = static_cast<std::uint32_t>(found.entries.size());
    const auto cell = static_cast<Index>(place);
    found.entries.push_back({cell / columns, cell % columns});
  }
  for (std::size_t t = 0; t < list.size(); ++t) found.numbers[t] = table[place_of(list[t])];
  return found;
}

Numbered pairings_of(const std::vector<Play>& plays) {
  std::vector<Entry> list;
  list.reserve(plays.size());
  for (const Play& one : plays) list.push_back({one.row, one.column});
  return numbered(list);
}

std::vector<AlikePlays> alike_plays(const Record& record) {
  // A pairing and an outcome stand for a row and a column.
  const Numbered pairings = pairings_of(record.plays);
  std::vector<Entry> kinds;
  kinds.reserve(record.plays.size());
  for (std::size_t t = 0; t < record.plays.size(); ++t) {
    kinds.push_back({pairings.numbers[t], record.plays[t].outcome});
  }
  const Numbered counted = numbered(kinds);
  std::vector<AlikePlays> list;
  for (const Entry& one : counted.entries) {
    list.push_back({pairings.entries[at(one.row)], static_cast<std::uint32_t>(one.column), 0});
  }
  for (const std::uint32_t number : counted.numbers) ++list[number].count;
  return list;
}

}  // namespace allnash::reading
