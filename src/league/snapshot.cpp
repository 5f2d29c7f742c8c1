#include "league/snapshot.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace allnash::league {

void add_to(Tally& tally, const store::KeptPlay& play) {
  if (play.payoff) ++tally[{play.entry, *play.payoff}];
}

std::optional<Fallen> fallen_since(const Tally& before, const Tally& now) {
  for (const auto& [cell, count] : before) {
    const auto found = now.find(cell);
    const std::int64_t have = found == now.end() ? 0 : found->second;
    if (have < count) return Fallen{cell.first, cell.second, count, have};
  }
  return {};
}

bool holds(const Tally& all, const Tally& part) { return !fallen_since(part, all); }

std::vector<store::KeptPlay> played_since(const Tally& before, const Tally& now) {
  std::vector<store::KeptPlay> plays;
  Hash lots;
  for (const auto& [cell, count] : now) {
    const auto found = before.find(cell);
    const std::int64_t more = count - (found == before.end() ? 0 : found->second);
    lots.add(static_cast<std::uint64_t>(cell.first.row));
    lots.add(static_cast<std::uint64_t>(cell.first.column));
    lots.add(cell.second.to_string());
    lots.add(static_cast<std::uint64_t>(count));
    store::KeptPlay play{cell.first};
    play.payoff = cell.second;
    plays.insert(plays.end(), static_cast<std::size_t>(std::max<std::int64_t>(more, 0)), play);
  }
  Random(lots.value()).shuffle(plays);
  return plays;
}

}  // namespace allnash::league
