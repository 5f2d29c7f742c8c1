#include "league/board/looks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/at.hpp"

namespace allnash::league {
namespace {

/// For each look the number of plays that it saw.
std::vector<std::size_t> places_of_looks(const Update& update,
                                         const std::vector<Store::Log>& logs) {
  std::vector<std::int64_t> ends;
  for (const Store::Log& log : logs) {
    for (const auto& [first, count] : log.parts) ends.push_back(first + count);
  }
  std::ranges::sort(ends);
  std::vector<std::size_t> places;
  for (const std::int64_t end : ends) {
    const auto seen = std::ranges::lower_bound(update.kept, end, {},
                                               [](const KeptPlay& play) { return *play.number; });
    const auto place = static_cast<std::size_t>(seen - update.kept.begin());
    if (places.empty() ? place > 0 : 10 * place >= 11 * places.back()) places.push_back(place);
  }
  if (places.empty() && !update.kept.empty()) places.push_back(update.kept.size());
  return places;
}

/// Counts the plays from one place to another.
class PlayCounter {
 public:
  explicit PlayCounter(const Update& update)
      : update_(update), seen_(update.game.row_labels.size()) {}

  Counts counted(std::size_t first, std::size_t last, std::vector<Index>& joined) {
    MatchCounter counter(seen_.size());
    const auto before = std::ssize(joined);
    const PayoffRange& range = update_.log.range;
    for (std::size_t t = first; t < last; ++t) {
      const KeptPlay& play = update_.kept[t];
      std::optional<Rational> outcome;
      if (play.payoff && !play.lost) {
        outcome = (*play.payoff - range.low) / (range.high - range.low);
      }
      counter.add(play.entry, outcome);
      for (const Index player : {play.entry.row, play.entry.column}) {
        if (!seen_[at(player)]) joined.push_back(player);
        seen_[at(player)] = true;
      }
    }
    if (before == 0) std::ranges::sort(joined);
    return counter.counts();
  }

 private:
  const Update& update_;
  std::vector<bool> seen_;
};

std::string reason_in(const std::vector<KeptPlay>& plays) {
  if (std::ranges::count(plays, file::Origin::log, &KeptPlay::origin) < std::ssize(plays)) {
    return "some matches are of runs, which chose them by results";
  }
  const bool lost =
      std::ranges::any_of(plays, [](const KeptPlay& play) { return play.lost || !play.payoff; });
  return lost ? "some matches were withdrawn or lost, perhaps for their results" : "";
}

}  // namespace

LedgerLooks looks_at(const Update& update, const std::vector<Store::Log>& logs) {
  LedgerLooks result;
  result.names = update.game.row_labels;
  result.withheld = reason_in(update.kept);
  PlayCounter counter(update);
  std::size_t first = 0;
  for (const std::size_t place : places_of_looks(update, logs)) {
    result.looks.fresh.push_back(counter.counted(first, place, result.looks.joined));
    first = place;
  }
  result.looks.rest = counter.counted(first, update.kept.size(), result.looks.joined);
  return result;
}

}  // namespace allnash::league
