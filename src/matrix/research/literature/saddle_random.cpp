// saddle_random: the strict saddle point by random pivots, in linear expected time.
//
// Claim: finds the strict saddle point or says that there is none, on every game. Randomness can
// cost queries, never correctness. Queries and time: O(n + m) expected and with high probability;
// more queries than saddle_bienstock, about 8 to 16 N with N = max(n, m). Rounds: a few dozen to
// cut the game down to N / log N lines a side, then about one a line left.
//
// Reference: Dallant, Haagensen, Jacob, Kozma, Wild, "An optimal randomized algorithm for finding
// the saddlepoint", ESA 2024.
//
// A pivot that removes rows: every column still in play has a best entry, the largest drawn so far.
// The least of the bests, t, is a lower bound on the saddle point, which is the largest entry of
// its column; so rows with an entry below t are removed. To make t large in a column where many
// entries lie below it, each column draws entries at random and keeps the largest, the fifth of the
// columns with the largest bests drops out before each new draw, and the few columns that stay draw
// log N more each. The mirror image removes columns.
//
// Correctness needs no luck: t is the least best of all columns in play, also of those that dropped
// out. With these draws t is above a quarter of its column, and below every best that dropped out,
// with probability 1 - o(1), and the longer side loses a quarter.
//
// Chosen: ties broken by place (0/1 games would stall without). Logarithms are whole, rounded up,
// so that every machine draws the same. Games of up to 64 lines go straight to saddle_bienstock's
// search; so does what is left after eight pivots that removed less than a quarter.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/random.hpp"
#include "matrix/saddle/saddle.hpp"

namespace allnash::matrix {

namespace {

constexpr Index small_game = 64;
constexpr Index smallest_side = 8;
constexpr int most_weak_pivots = 8;

using game::Lines;

Index log_of(Index count) {
  return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(count - 1)));
}

// One pivot. `own` are the lines that may be removed and `other` those whose entries are drawn; the
// order is the total order if rows are removed, and its reverse if columns are.
class Pivot {
 public:
  Pivot(Run& run, Random& random, game::Player goes, const Lines& own, const Lines& other)
      : run_(run), random_(random), view_(run.known, goes), own_(own), other_(other) {
    // Nothing is drawn yet, which is below every entry.
    best_.assign(other.size(), Key{goes == game::Player::row ? -1 : 1, {}, {}});
  }

  /// The lines of `own` that stay, at least one. Nothing when the run must end.
  std::optional<Lines> stay() {
    const auto count = std::ssize(other_);
    const Index log = log_of(std::ssize(own_) + count);
    std::vector<std::size_t> left(other_.size());
    for (std::size_t t = 0; t < left.size(); ++t) left[t] = t;
    if (!draw(left, 1)) return std::nullopt;
    while (std::ssize(left) > 1 && std::ssize(left) * log > 2 * count) {
      drop_a_fifth(left);
      if (!draw(left, 1)) return std::nullopt;
    }
    if (!draw(left, log)) return std::nullopt;
    const auto lower = [this](std::size_t a, std::size_t b) { return less(best_[a], best_[b]); };
    const Index line = other_[*std::ranges::min_element(left, lower)];
    const auto by_key = [this](const Key& a, const Key& b) { return less(a, b); };
    return not_below(*std::ranges::min_element(best_, by_key), line);
  }

 private:
  [[nodiscard]] bool less(const Key& a, const Key& b) const {
    return view_.player() == game::Player::row ? a < b : b < a;
  }

  // Draws `times` entries of each line, all in one round.
  bool draw(const std::vector<std::size_t>& lines, Index times) {
    std::vector<Entry> wanted;
    for (const std::size_t t : lines) {
      for (Index k = 0; k < times; ++k) {
        const auto drawn = at(random_.below(std::ssize(own_)));
        wanted.push_back(view_.entry(own_[drawn], other_[t]));
      }
    }
    if (!ask(run_, wanted, "drawing payoffs")) return false;
    auto next = wanted.begin();
    for (const std::size_t t : lines) {
      for (Index k = 0; k < times; ++k) {
        Key key = key_of(run_.known, *next++);
        if (less(best_[t], key)) best_[t] = std::move(key);
      }
    }
    return true;
  }

  void drop_a_fifth(std::vector<std::size_t>& lines) const {
    std::vector<std::size_t> order = lines;
    const auto first_out = order.end() - static_cast<std::ptrdiff_t>((order.size() + 4) / 5);
    std::nth_element(order.begin(), first_out, order.end(),
                     [this](std::size_t a, std::size_t b) { return less(best_[a], best_[b]); });
    const Key limit = best_[*first_out];
    std::erase_if(lines, [&](std::size_t t) { return !less(best_[t], limit); });
  }

  std::optional<Lines> not_below(const Key& floor, Index line) {
    std::vector<Entry> wanted;
    for (const Index own : own_) wanted.push_back(view_.entry(own, line));
    if (!ask(run_, wanted, "removing lines")) return std::nullopt;
    Lines kept;
    for (std::size_t t = 0; t < own_.size(); ++t) {
      if (!less(key_of(run_.known, wanted[t]), floor)) kept.push_back(own_[t]);
    }
    return kept;
  }

  Run& run_;
  Random& random_;
  game::View view_;
  const Lines& own_;
  const Lines& other_;
  std::vector<Key> best_;  // of each line of `other`: the largest entry drawn
};

// Removes rows and columns without the strict saddle point, until few are left. False when the run
// must end.
bool reduce(Run& run, game::Block& lines) {
  const Index longest = std::max(std::ssize(lines.row), std::ssize(lines.column));
  if (longest <= small_game) return true;
  Random random(run.options.seed);
  int weak_pivots = 0;
  while (weak_pivots < most_weak_pivots) {
    const bool rows_go = lines.row.size() >= lines.column.size();
    const game::Player goes = rows_go ? game::Player::row : game::Player::column;
    Lines& own = lines.of(goes);
    const auto before = std::ssize(own);
    if (before <= smallest_side || before * log_of(longest) <= longest) break;
    auto kept = Pivot(run, random, goes, own, lines.of(opponent_of(goes))).stay();
    if (!kept) return false;
    own = *std::move(kept);
    run.event("pivot",
              {{"side", rows_go ? "rows" : "columns"}, {"before", before}, {"after", own.size()}});
    if (4 * (before - std::ssize(own)) < before) ++weak_pivots;
  }
  return true;
}

}  // namespace

Outcome saddle_random(Run& run) {
  game::Block lines{{game::all_below(run.known.rows()), game::all_below(run.known.columns())}};
  if (!reduce(run, lines)) return Outcome::stopped();
  const auto last = pseudo_saddle(run, std::move(lines.row), std::move(lines.column));
  return last ? verify(run, last->place) : Outcome::stopped();
}

}  // namespace allnash::matrix
