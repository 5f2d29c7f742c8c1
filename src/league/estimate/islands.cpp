#include "league/estimate/islands.hpp"

#include <algorithm>
#include <cstddef>

#include "core/base/at.hpp"

namespace allnash::league {
namespace {

/// Flows between players. A link's two directions stand side by side, and each has room for all
/// matches of the pair.
class Flows {
 public:
  explicit Flows(const PairingSums& sums) : links_of_(at(sums.rows)), plays_(at(sums.rows)) {
    for (const PairingSum& one : sums.pairings) {
      for (const bool forward : {true, false}) {
        const std::size_t from = at(forward ? one.entry.row : one.entry.column);
        links_of_[from].push_back(room_.size());
        to_.push_back(at(forward ? one.entry.column : one.entry.row));
        room_.push_back(one.plays);
        plays_[from] += one.plays;
      }
    }
  }

  [[nodiscard]] double plays(std::size_t player) const { return plays_[player]; }

  /// Whether so much flows from a player to those who are joined.
  [[nodiscard]] bool reaches(std::size_t player, const std::vector<bool>& joined, double enough) {
    double flow = 0;
    while (flow < enough) {
      const double more = push(player, joined);
      if (more <= 0) break;
      flow += more;
    }
    for (const std::size_t link : changed_) {
      const double both = room_[link] + room_[link ^ 1U];
      room_[link] = room_[link ^ 1U] = both / 2;
    }
    changed_.clear();
    return flow >= enough;
  }

 private:
  /// Along a shortest path.
  double push(std::size_t player, const std::vector<bool>& joined) {
    constexpr std::size_t unseen = static_cast<std::size_t>(-1);
    std::vector<std::size_t> by(links_of_.size(), unseen);
    std::vector<std::size_t> queue{player};
    for (std::size_t t = 0; t < queue.size(); ++t) {
      const std::size_t from = queue[t];
      for (const std::size_t link : links_of_[from]) {
        const std::size_t to = to_[link];
        if (room_[link] <= 0 || to == player || by[to] != unseen) continue;
        by[to] = link;
        if (joined[to]) return push_along(to, player, by);
        queue.push_back(to);
      }
    }
    return 0;
  }
  double push_along(std::size_t end, std::size_t player, const std::vector<std::size_t>& by) {
    double least = room_[by[end]];
    for (std::size_t one = end; one != player; one = to_[by[one] ^ 1U]) {
      least = std::min(least, room_[by[one]]);
    }
    for (std::size_t one = end; one != player; one = to_[by[one] ^ 1U]) {
      room_[by[one]] -= least;
      room_[by[one] ^ 1U] += least;
      changed_.push_back(by[one]);
    }
    return least;
  }

  std::vector<std::vector<std::size_t>> links_of_;
  std::vector<std::size_t> to_;
  std::vector<double> room_;
  std::vector<double> plays_;
  std::vector<std::size_t> changed_;
};

}  // namespace

std::vector<Index> on_islands(const PairingSums& sums, Index leader, double fewer,
                              const StopToken& stop) {
  Flows flows(sums);
  std::vector<Index> players;
  for (Index player = 0; player < sums.rows; ++player) {
    if (player != leader) players.push_back(player);
  }
  std::ranges::stable_sort(players, std::greater(),
                           [&](Index player) { return flows.plays(at(player)); });
  std::vector<bool> joined(at(sums.rows));
  joined[at(leader)] = true;
  std::vector<Index> islanders;
  for (const Index player : players) {
    if (stop.stopped()) return {};
    if (flows.plays(at(player)) >= fewer && flows.reaches(at(player), joined, fewer)) {
      joined[at(player)] = true;
    } else {
      islanders.push_back(player);
    }
  }
  std::ranges::sort(islanders);
  return islanders;
}

}  // namespace allnash::league
