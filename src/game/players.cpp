#include "game/players.hpp"

#include <numeric>

#include "base/at.hpp"

namespace allnash::game {

Lines all_below(Index count) {
  Lines all(at(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

Lines complement(const Lines& sorted, Index count) {
  Lines rest;
  auto next = sorted.begin();
  for (Index t = 0; t < count; ++t) {
    if (next != sorted.end() && *next == t) {
      ++next;
    } else {
      rest.push_back(t);
    }
  }
  return rest;
}

std::vector<Entry> entries_of(const Block& block) {
  std::vector<Entry> entries;
  entries.reserve(block.row.size() * block.column.size());
  for (const Index i : block.row) {
    for (const Index j : block.column) entries.push_back({i, j});
  }
  return entries;
}

}  // namespace allnash::game
