#include "game/players.hpp"

#include <numeric>

#include "exact/at.hpp"

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

}  // namespace allnash::game
