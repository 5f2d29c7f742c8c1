// The search in noise: a double oracle that uses every payoff it has read.
//
// Claim: none but that it ends; `lazy` proves what it finds. Queries: whole lines, at most all.
//
// Rows R and columns S are open: read whole. The textbook solves the block R x S and adds the best
// responses to its equilibrium. But every row is known against S, and every column against R. So
// two games are solved. The game of all rows against S gives a row mix x and an upper bound on the
// value. The game of R against all columns gives a column mix y and a lower bound. Next to be
// opened are the row that x plays most, and the column that y plays most, among those that are not
// open. When all that they play is open, the two bounds meet.
//
// Only one side has to be found. Once R holds the row support, y is optimal, whatever S holds, and
// the columns that y plays are opened next. The same holds with the players exchanged.
//
// A mix is fitted to the noise of the lines it is made from. So the choice goes by weights that are
// averaged over the rounds (docs/query_results.md has figures). Pairs of strategies and sets of
// three to five are followed as well while they may show something (pairs.cpp, supports.cpp).
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "search/lazy/lazy.hpp"
#include "search/lazy/outlook.hpp"
#include "search/lazy/pairs.hpp"
#include "search/lazy/supports.hpp"

namespace allnash::methods {

namespace {

/// What is kept of one player in the search. Which of its strategies come up in its mixes is
/// averaged over rounds, since the latest mix is fitted to the noise of the lines it was made from.
struct Seeker {
  Pairs pairs;
  Supports supports;
  std::map<Index, double> weights = {};

  void weigh(const FloatMix& mix) {
    constexpr double memory = 0.8;
    for (auto& [unused, weight] : weights) weight *= memory;
    for (const auto& [s, probability] : mix) weights[s] += probability;
  }
};

class NoiseSearch {
 public:
  NoiseSearch(Run& run, bool two_payoffs)
      : run_(run),
        first_turn_(two_payoffs ? 3 : 7),
        outlooks_(run),
        seekers_{{Pairs(run, Player::row), Supports(run, Player::row)},
                 {Pairs(run, Player::column), Supports(run, Player::column)}},
        turns_of_pairs_(turns_of_pairs(run.known)),
        turns_of_supports_(Supports::suit(run.known)) {}

  [[nodiscard]] bool open(const Block& lines) {
    if (!outlooks_.open(lines)) return false;
    if (turns_of_pairs_ == 0) return true;
    for (const Player player : game::players) {
      const auto& known = outlooks_.of(player).lines();
      Pairs& pairs = seekers_.of(player).pairs;
      while (pairs.learned() < known.size()) pairs.learn(known[pairs.learned()]);
    }
    return true;
  }

  [[nodiscard]] bool solve() {
    if (!outlooks_.solve()) return false;
    for (const Player player : game::players) seekers_.of(player).weigh(mix(player));
    run_.hope_for(mix(Player::row).size(), mix(Player::column).size());
    run_.report("searching");
    return true;
  }

  /// The lines to open next, none when both players' mixes are open. Empty when the run must end.
  std::optional<Block> next() {
    Block lines{{heaviest(Player::row), heaviest(Player::column)}};
    if (!lines.empty() && !pursue_pairs(lines)) return std::nullopt;
    if (!lines.empty() && !pursue_supports(lines)) return std::nullopt;
    return lines;
  }

  [[nodiscard]] Block opened() const {
    return {{outlooks_.opened(Player::row), outlooks_.opened(Player::column)}};
  }
  [[nodiscard]] Block found() const {
    return {{support_of(mix(Player::row)), support_of(mix(Player::column))}};
  }

 private:
  [[nodiscard]] const FloatMix& mix(Player player) const { return outlooks_.of(player).mix(); }

  // The strategy of the mix that weighs most among those whose line is not open, if any. One that
  // earns more on average than others do is the likelier to belong to an equilibrium, which a mix
  // of many lines hardly shows.
  [[nodiscard]] Lines heaviest(Player player) {
    const std::vector<double> standing = outlooks_.of(player).standing();
    Lines result;
    double most = 0;
    for (const auto& [s, unused] : mix(player)) {
      if (outlooks_.is_open(player, s)) continue;
      const double weight = seekers_.of(player).weights.at(s) * std::exp(standing[at(s)]);
      if (weight <= most) continue;
      most = weight;
      result = {s};
    }
    return result;
  }

  // In a symmetric game a pair is in equilibrium only by a tie.
  static Index turns_of_pairs(const game::Known& known) {
    if (known.symmetric() || !Pairs::suit(known)) return 0;
    const double count =
        std::pow(static_cast<double>(std::max(known.rows(), known.columns())), 2) / 2;
    return static_cast<Index>(std::log2(count));
  }

  // One of the players gets at least the middle between the bounds on what it can get: a pair or a
  // set that falls below is of no interest to it.
  [[nodiscard]] double middle_of(Player player) const {
    const double low = -outlooks_.of(opponent_of(player)).bound();
    return low + (outlooks_.of(player).bound() - low) / 2;
  }

  // Puts strategies that are likely to be in equilibrium, and what binds them, in place of `lines`.
  // False when the run must end.
  template <typename Search>
  bool follow(Player player, Search& search, Block& lines) {
    Block found;
    found.of(player) = search.best();
    if (!run_.ledger.ask_lines(found.row, found.column)) return false;
    found.of(opponent_of(player)) = search.binding();
    lines = std::move(found);
    return true;
  }

  // Puts a pair in place of `lines` if one stands out. False when the run must end.
  bool pursue_pairs(Block& lines) {
    const Index turn = std::ssize(outlooks_.of(Player::row).opened());
    if (turn < first_turn_ || turn > turns_of_pairs_) return true;
    bool none = true;
    for (const Player player : game::players) {
      Pairs& pairs = seekers_.of(player).pairs;
      const Pairs::Chase chase =
          pairs.pursue(middle_of(player), View(run_.known, player).count() / 2);
      if (chase == Pairs::Chase::ended) return false;
      none &= chase == Pairs::Chase::none;
      if (chase != Pairs::Chase::won) continue;
      turns_of_pairs_ = 0;
      return follow(player, pairs, lines);
    }
    if (none) turns_of_pairs_ = 0;
    return true;
  }

  // The player's open lines that guarantee most together, heaviest first.
  [[nodiscard]] Lines holding(Player player) const {
    FloatMix mix = outlooks_.of(opponent_of(player)).holding();
    std::ranges::stable_sort(mix, std::greater{}, &FloatWeight::probability);
    Lines lines;
    for (const FloatWeight& weight : mix) lines.push_back(weight.strategy);
    return lines;
  }

  // The same with a set of a few strategies. In a symmetric game one player's are the other's.
  bool pursue_supports(Block& lines) {
    if (!turns_of_supports_) return true;
    for (const Player player : game::players) {
      if (player == Player::column && run_.known.symmetric()) break;
      Supports& supports = seekers_.of(player).supports;
      const Supports::Chase chase =
          supports.pursue(outlooks_.of(player), holding(player), middle_of(player),
                          View(run_.known, player).count() / 6);
      if (chase == Supports::Chase::ended) return false;
      if (chase != Supports::Chase::won) continue;
      turns_of_supports_ = false;
      turns_of_pairs_ = 0;
      return follow(player, supports, lines);
    }
    return true;
  }

  Run& run_;
  Index first_turn_;  // sooner there are too many pairs
  Outlooks outlooks_;
  Both<Seeker> seekers_;
  Index turns_of_pairs_;    // 0 when pairs are not, or no longer, pursued
  bool turns_of_supports_;  // whether sets of a few strategies are, still
};

}  // namespace

std::optional<Block> search_noise(Run& run, Block start, bool two_payoffs) {
  NoiseSearch search(run, two_payoffs);
  std::optional<Block> lines = std::move(start);
  while (!lines->empty()) {
    if (!search.open(*lines)) return std::nullopt;
    if (!search.solve()) {
      // Where floating point fails, what was opened is a start as good as another.
      return run.stop.stopped() ? std::nullopt : std::optional(search.opened());
    }
    if (run.close_enough()) return search.opened();
    lines = search.next();
    if (!lines) return std::nullopt;
  }
  return search.found();
}

}  // namespace allnash::methods
