// The search in noise: a double oracle that uses every payoff it has read.
//
// Claim: only that it ends; `lazy` proves what it finds. Queries: whole lines, at most all.
//
// Rows R and columns S are open: read whole. The textbook solves the block R x S and adds the best
// responses to its equilibrium. But every row is known against S, and every column against R. So
// two games are solved. The game of all rows against S gives a row mix x and an upper bound on the
// value. The game of R against all columns gives a column mix y and a lower bound. Next to be
// opened are the row that x plays most, and the column that y plays most, among those that are not
// open. When all that they play is open, the two bounds meet.
//
// Only one support has to be found. Once R contains the row support, y is optimal for any S, and
// the columns that y plays are opened next. The same holds with the players exchanged.
//
// A mix is fitted to the noise of the lines it is made from. So the choice goes by weights that are
// averaged over the rounds (docs/query_results.md has figures).
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "matrix/lazy/lazy.hpp"
#include "matrix/run/relaxed_game.hpp"

namespace allnash::matrix {

namespace {

/// The weights of one player's strategies. They are averaged over rounds, since the latest mix is
/// fitted to the noise of the lines it was made from.
struct Seeker {
  std::map<Index, double> weights = {};

  void weigh(const FloatMix& mix) {
    constexpr double memory = 0.8;
    for (auto& [unused, weight] : weights) weight *= memory;
    for (const auto& [s, probability] : mix) weights[s] += probability;
  }
};

class NoiseSearch {
 public:
  explicit NoiseSearch(Run& run) : run_(run), relaxed_(run) {}

  [[nodiscard]] bool open(const Block& lines) { return relaxed_.open(lines); }

  [[nodiscard]] bool solve() {
    if (!relaxed_.solve()) return false;
    for (const Player player : game::players) seekers_.of(player).weigh(mix(player));
    run_.hope_for(mix(Player::row).size(), mix(Player::column).size());
    run_.report("searching");
    return true;
  }

  /// The lines to open next; empty if all lines of both players' mixes are open.
  [[nodiscard]] Block next() { return {{heaviest(Player::row), heaviest(Player::column)}}; }

  [[nodiscard]] Block opened() const {
    return {{relaxed_.opened(Player::row), relaxed_.opened(Player::column)}};
  }
  [[nodiscard]] Block found() const {
    return {{support_of(mix(Player::row)), support_of(mix(Player::column))}};
  }

 private:
  [[nodiscard]] const FloatMix& mix(Player player) const { return relaxed_.of(player).mix(); }

  // The strategy of the mix with the largest weight among those whose line is not open, if any. The
  // weight also grows with the mean payoff: a mix of many lines hardly shows that a strategy with a
  // high mean is likelier to belong to an equilibrium.
  [[nodiscard]] Lines heaviest(Player player) {
    const std::vector<double> standing = relaxed_.of(player).standing();
    Lines result;
    double most = 0;
    for (const auto& [s, unused] : mix(player)) {
      if (relaxed_.is_open(player, s)) continue;
      const double weight = seekers_.of(player).weights.at(s) * std::exp(standing[at(s)]);
      if (weight <= most) continue;
      most = weight;
      result = {s};
    }
    return result;
  }

  Run& run_;
  RelaxedGames relaxed_;
  Both<Seeker> seekers_;
};

}  // namespace

std::optional<Block> search_noise(Run& run, Block start) {
  NoiseSearch search(run);
  Block lines = std::move(start);
  while (!lines.empty()) {
    if (!search.open(lines)) return std::nullopt;
    if (!search.solve()) {
      // If floating point fails, the open lines are a start as good as another.
      return run.stop.stopped() ? std::nullopt : std::optional(search.opened());
    }
    if (run.close_enough()) return search.opened();
    lines = search.next();
  }
  return search.found();
}

}  // namespace allnash::matrix
