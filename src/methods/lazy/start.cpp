#include "methods/lazy/start.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "methods/lazy/standouts.hpp"

namespace allnash::methods {

Block small_start(const Sample& sample, const game::Known& known) {
  constexpr std::size_t kept = 2;
  Block start{{sample.row.lines, sample.column.lines}};
  for (const Player player : game::players) {
    const View view(known, player);
    const auto earned = [&](Index own) {
      double sum = 0;
      for (const Index other : sample.of(opponent_of(player)).lines) {
        sum += view.approximate(own, other);
      }
      return std::isfinite(sum) ? sum : 0;
    };
    Lines& lines = start.of(player);
    std::ranges::stable_sort(lines, std::greater{}, earned);
    lines.resize(std::min(kept, lines.size()));
  }
  return start;
}

std::optional<Block> two_payoff_start(Run& run, const Sample& sample) {
  const Block small = small_start(sample, run.known);
  Block start;
  for (const Player player : {Player::column, Player::row}) {
    start.of(player) = small.of(player);
    if (!run.ledger.ask_lines(start.row, start.column)) return std::nullopt;
    auto found = standouts(run, opponent_of(player), start.of(player), sample.of(player).lines);
    if (!found) return std::nullopt;
    for (const Player either : game::players) {
      start.of(either).insert(start.of(either).end(), found->of(either).begin(),
                              found->of(either).end());
    }
    if (!found->empty()) break;
  }
  return start;
}

}  // namespace allnash::methods
