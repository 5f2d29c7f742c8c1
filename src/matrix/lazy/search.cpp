// The search of lazy: a double oracle that reads only what may matter.
//
// A block of rows R and columns S is known. Solve it; look for rows that beat its value v against
// the column strategy y and columns that beat it against the row strategy x; add them; again, until
// nothing does (McMahan, Gordon and Blum 2003). The textbook reads every line of supp(x) and
// supp(y) whole to see all responses. Here:
//
// - Forecasts. A few payoffs of a row predict its other payoffs wherever the game has structure.
//   Only rows whose optimistic forecast lies above v are read, a few at a time and half of their
//   unknown payoffs at a time; the search widens only when nothing is found. So lines are scanned
//   late, when the mix they are scanned against is nearly the final one, and most lines that pass
//   through the mixes on the way are never read whole.
// - Growth. In a large game the players see a few thousand of their strategies at first, drawn at
//   random, and eight times as many whenever nothing more is found among those.
//
// The search is in one of three phases, by the equilibrium that it responds to (steering.hpp), and
// reads promising payoffs or the rest:
//
//                       nothing promising            nothing promising
//   floating, promising -----------------> precise, promising --------> precise, rest
//       |   ^                                 |   ^                        |   |
//       |   +------ a gain that floating -----+---|------ point sees ------+   |
//       |                                     |   +------ another gain --------+
//       | nothing better, and the mix's       |                                |
//       v lines are known whole               v                                v
//   proof, promising --------------------------------------------------> proof, rest
//       nothing better, lines known whole, nothing ties: proved; a tie: joins the block;
//       a gain: back to floating or precise
//
// With a range it goes from `precise, promising` to `proof, promising` at once.
//
// In the last phase every strategy outside the block that beats or ties its strictly complementary
// pair must join (docs/research/theory.md says why ties must). When there is none, the pair is the
// proof.
//
// Tried and dropped: reading the missing entries of the best tenth by the mean of their line (worse
// on smooth kernels); balancing the efforts of the two players (worse on low ranks); ranking
// candidates by a smaller doubt than admits them (worse on cycles).
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "matrix/lazy/lazy.hpp"
#include "matrix/lazy/responder.hpp"
#include "matrix/lazy/steering.hpp"

namespace allnash::matrix {

namespace {

constexpr std::size_t most_forecast = 60;  // strategies of a mix with forecasts
constexpr std::size_t additions = 3;       // better responses added in a round, for each player
// With at least this many payoffs to look at, the players look for responses in parallel.
constexpr Index worth_side_by_side = 20'000;
// As a part of the block's reach: a larger gain is left to floating point.
constexpr double visible = 1e-6;

// With a tolerance, the gain that a player may miss: half of it, or in a symmetric game, whose
// value is known, all of it.
double margin_of(const Run& run) {
  constexpr double rounding = 1 - 1e-6;
  if (!run.options.epsilon) return 0;
  return run.options.epsilon->to_double() * (run.known.symmetric() ? 1 : 0.5) * rounding;
}

// A budget may cut a round short. So entries of strategies with large probabilities come first, and
// among equals the cheap ones.
void put_most_useful_first(const Run& run, const Both<FloatMix>& mix, std::vector<Entry>& wanted) {
  Both<std::unordered_map<Index, double>> played;
  for (const Player player : game::players) {
    for (const auto& [s, probability] : mix.of(player)) played.of(player).emplace(s, probability);
  }
  const auto share = [&](Player player, Index s) {
    const auto found = played.of(player).find(s);
    return found == played.of(player).end() ? 0.0 : found->second;
  };
  struct Ranked {
    double worth;
    double cost;
    Entry entry;
  };
  run.ledger.prices().know(wanted);
  std::vector<Ranked> ranked;
  ranked.reserve(wanted.size());
  for (const Entry& entry : wanted) {
    const double use = std::max(share(Player::row, entry.row), share(Player::column, entry.column));
    const double cost = run.ledger.prices().weight_of(entry);
    ranked.push_back(
        {cost > 0 ? use / cost : std::numeric_limits<double>::infinity(), cost, entry});
  }
  std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.cost < b.cost;
  });
  for (std::size_t t = 0; t < wanted.size(); ++t) wanted[t] = ranked[t].entry;
}

class LazySearch {
 public:
  LazySearch(Run& run, Sample sample, const Block& start, bool trust_forecasts)
      : run_(run),
        steering_(run),
        players_{
            Responder({run.known, Player::row}, std::move(sample.row), run.ledger.prices()),
            Responder({run.known, Player::column}, std::move(sample.column), run.ledger.prices())},
        trust_forecasts_(trust_forecasts),
        one_sided_(one_for_both(run)),
        margin_(margin_of(run)) {
    run.range_used = run.known.range().has_value();
    for (const Player player : game::players) {
      for (const Index s : start.of(player)) add(player, s);
    }
    while (!trust_forecasts && see_more()) {
    }
  }

  Outcome solve() {
    for (;;) {
      if (margin_ == 0 && worth_reading_all()) return full(run_);
      if (!solve_block()) return Outcome::stopped();
      look();
      run_.report(phase_ == SearchPhase::proof ? "proving" : "searching");
      tell();
      if (run_.close_enough()) return Outcome::within();
      if (!found_.row.better.empty() || !found_.column.better.empty()) {
        take_better();
      } else if (found_.row.complete && found_.column.complete) {
        if (phase_ == SearchPhase::proof && !add_ties()) return Outcome::proved(*steering_.pair());
        phase_ = SearchPhase::proof;  // with a tolerance: gains too small for floating point
      } else if (reading_ == SearchTask::Read::promising && found_.row.quiet &&
                 found_.column.quiet) {
        settle();
      } else if (!read_on()) {
        return Outcome::stopped();
      }
    }
  }

 private:
  // With so few payoffs left, reading all costs less than finding out which are not needed.
  [[nodiscard]] bool worth_reading_all() const {
    return run_.ledger.queries() >= run_.known.size() - run_.known.size() / 16;
  }

  // In a symmetric game both players add it, since their optimal strategies are the same.
  void add(Player player, Index s) {
    run_.event("add", {{player == Player::row ? "row" : "column", s}});
    players_.of(player).add(s);
    if (run_.known.symmetric()) players_.of(opponent_of(player)).add(s);
  }

  bool see_more() {
    const bool rows = players_.row.see_more();
    return players_.column.see_more() || rows;
  }

  bool ask(std::vector<Entry> wanted) {
    if (wanted.empty()) return true;
    if (run_.ledger.may_be_cut()) put_most_useful_first(run_, steering_.mix(), wanted);
    const bool all = run_.ask(wanted);
    for (const Player player : game::players) {
      for (const Entry& entry : wanted) {
        players_.of(player).learned(entry);
        if (run_.known.symmetric()) players_.of(player).learned({entry.column, entry.row});
      }
    }
    return all;
  }

  // False when the run must end.
  bool solve_block() {
    const Block block{{players_.row.working(), players_.column.working()}};
    const double before = steering_.value();
    if (!ask(unknown_of(block)) || !steering_.solve(block, phase_)) return false;
    known_ = {block.row.size(), block.column.size()};
    if (joined_) take_turns(std::abs(steering_.value() - before) > steering_.tolerance());
    return true;
  }

  // The unknown entries of the block, by row. Those of the last block are known.
  [[nodiscard]] std::vector<Entry> unknown_of(const Block& block) const {
    std::vector<Entry> wanted;
    for (std::size_t r = 0; r < block.row.size(); ++r) {
      for (std::size_t c = r < known_.row ? known_.column : 0; c < block.column.size(); ++c) {
        const Entry entry{block.row[r], block.column[c]};
        if (!run_.known.knows(entry.row, entry.column)) wanted.push_back(entry);
      }
    }
    return wanted;
  }

  // If only one player had strategies added, and the value stayed the same, the other only changed
  // its mix among equally good ones. Then it is the other's turn to look for better responses.
  void take_turns(bool moved) {
    for (const Player player : game::players) {
      waits_.of(player) = joined_->of(player) && !joined_->of(opponent_of(player)) && !moved;
    }
    joined_.reset();
  }

  void look() {
    const Both<FloatMix>& mix = steering_.mix();
    const bool forecasts =
        trust_forecasts_ && std::max(mix.row.size(), mix.column.size()) <= most_forecast;
    const SearchTask::Read read = forecasts ? reading_ : SearchTask::Read::lines;
    const double margin = phase_ == SearchPhase::proof ? 0 : margin_;
    const auto look_around = [&](std::size_t which) {
      const Player player = game::players[which];
      Responder& responder = players_.of(player);
      found_.of(player) = responder.look({mix.of(opponent_of(player)),
                                          responder.view().turned(steering_.value()) + margin,
                                          steering_.reach(), steering_.tolerance(), read});
    };
    const Index payoffs = std::min(run_.known.rows() * std::ssize(mix.column),
                                   run_.known.columns() * std::ssize(mix.row));
    run_.work += run_.known.rows() * std::ssize(mix.column);
    run_.work += run_.known.columns() * std::ssize(mix.row);
    const bool together =
        steering_.moved() && payoffs >= worth_side_by_side && run_.ledger.prices().concurrent();
    exact::side_by_side(together ? run_.threads() : 1, one_sided_ ? 1 : game::players.size(),
                        look_around);
    note_findings();
  }

  // Notes the bounds that the best responses prove: for a mix whose lines are known whole, with a
  // range for any mix.
  void note_findings() {
    run_.bounds.hold_down(Player::row, found_.row.most, steering_.mix().column);
    if (one_sided_) {
      found_.column = {};
      found_.column.quiet = found_.row.quiet;
      found_.column.complete = found_.row.complete;
    } else {
      run_.bounds.hold_down(Player::column, found_.column.most, steering_.mix().row);
    }
  }

  void tell() const {
    run_.event("solved", {{"rows", players_.row.working().size()},
                          {"columns", players_.column.working().size()},
                          {"row_support", steering_.mix().row.size()},
                          {"column_support", steering_.mix().column.size()},
                          {"value", steering_.value()},
                          {"better_rows", found_.row.better.size()},
                          {"better_columns", found_.column.better.size()},
                          {"rows_known", found_.row.complete},
                          {"columns_known", found_.column.complete}});
  }

  void take_better() {
    joined_.emplace();
    for (const Player player : game::players) {
      const Lines& better = found_.of(player).better;
      const std::size_t most = trust_forecasts_ ? additions : 1;
      for (std::size_t t = 0; t < std::min(most, better.size()); ++t) add(player, better[t]);
      players_.of(player).start_over(!better.empty());
      joined_->of(player) = !better.empty();
    }
    reading_ = SearchTask::Read::promising;
    const bool seen = std::max(found_.row.gain, found_.column.gain) > visible * steering_.reach();
    phase_ = seen ? SearchPhase::floating : std::min(phase_, SearchPhase::precise);
  }

  // If neither player expects a gain: consider more strategies, then continue with an exact
  // equilibrium, then read the rest. With a range, payoffs that are read settle a strategy against
  // one mix only, so that should be the mix of the proof.
  void settle() {
    if (see_more()) return;
    if (phase_ == SearchPhase::floating && margin_ == 0) {
      phase_ = SearchPhase::precise;
    } else if (phase_ == SearchPhase::precise && run_.known.range()) {
      phase_ = SearchPhase::proof;
    } else {
      reading_ = SearchTask::Read::rest;
    }
    for (const Player player : game::players) players_.of(player).start_over(true);
  }

  // False when the run must end.
  bool read_on() {
    const Both<bool> skips{waits_.row && !found_.column.wanted.empty(),
                           waits_.column && !found_.row.wanted.empty()};
    std::vector<Entry> wanted;
    for (const Player player : game::players) {
      if (skips.of(player)) continue;
      const Findings& found = found_.of(player);
      players_.of(player).widen(found);
      wanted.insert(wanted.end(), found.wanted.begin(), found.wanted.end());
    }
    // Nothing to read although something is promising: the unread weights underflow.
    if (wanted.empty() && reading_ == SearchTask::Read::promising) settle();
    return ask(wanted);
  }

  // False if no strategy outside the block beats or ties the exact value.
  bool add_ties() {
    const game::Pair& pair = *steering_.pair();
    bool any = false;
    for (const Player player : game::players) {
      const View& view = players_.of(player).view();
      const Rational value = view.turned(pair.value);
      for (const Index s : found_.of(player).close) {
        if (earned(view, s, view.theirs(pair)) < value) continue;
        add(player, s);
        any = true;
      }
    }
    return any;
  }

  Run& run_;
  Steering steering_;
  Both<Responder> players_;
  const bool trust_forecasts_;
  const bool one_sided_;
  const double margin_;
  SearchPhase phase_ = SearchPhase::floating;
  SearchTask::Read reading_ = SearchTask::Read::promising;
  Both<Findings> found_;
  Both<std::size_t> known_;           // sizes of the block that was solved last
  std::optional<Both<bool>> joined_;  // players with strategies added since the block was solved
  Both<bool> waits_;                  // this player waits until the other finds something
};

}  // namespace

Outcome search_lazily(Run& run, Sample sample, const Block& start, bool trust_forecasts) {
  return LazySearch(run, std::move(sample), start, trust_forecasts).solve();
}

}  // namespace allnash::matrix
