// The lines that a call fixes are read from the ledger once, as strips: k rows against all columns,
// say. The lines in play are processed in blocks, on all cores; each is unranked once for all
// strips. Integer payoffs that fit into words go through closed forms. Others go through exact
// pivoting, behind a floating filter that may only say "far from the best".
#include "matrix/research/paper/subset_matrix.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/exact/memory.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/subgame.hpp"
#include "matrix/research/paper/small_game.hpp"
#include "matrix/research/paper/strips.hpp"

namespace allnash::matrix {

namespace {

using exact::Fraction;

// Lines are kept in lists, at about 50 bytes each: beyond this they outgrow most machines.
constexpr Index most_lines = 100'000'000;
constexpr std::size_t block_size = 512;
constexpr std::size_t heat_size = 64;

std::vector<std::size_t> all_places(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

// The union of the subsets, rising. The last subsets come first: they have the largest members,
// which no others have, among all the rest, so a few of them usually suffice.
std::vector<Index> members_of(const Subsets& subsets, std::span<const Index> ranks) {
  if (subsets.size() == 1) return {ranks.begin(), ranks.end()};
  std::vector<bool> met(at(subsets.members()));
  Index count = 0;
  std::vector<Index> subset(at(subsets.size()));
  for (std::size_t last = ranks.size(); last-- > 0;) {
    subsets.subset(ranks[last], subset);
    for (const Index member : subset) {
      if (met[at(member)]) continue;
      met[at(member)] = true;
      ++count;
    }
    if (count == subsets.members()) break;
  }
  std::vector<Index> members;
  for (Index t = 0; t < subsets.members(); ++t) {
    if (met[at(t)]) members.push_back(t);
  }
  return members;
}

// The game, row by row, of a strip of `thick` lines and `across` places on it. The strip holds rows
// or columns of the game, place by place.
template <typename Number>
void gather(const Number* strip, Index thick, const Index* places, Index across, bool by_row,
            Number* game) {
  for (Index p = 0; p < across; ++p) {
    for (Index q = 0; q < thick; ++q) {
      game[by_row ? q * across + p : p * thick + q] = strip[places[p] * thick + q];
    }
  }
}

// Several square games of one size, solved together.
template <int size>
class LaneGames {
 public:
  // `members` are places on a strip: columns of the game if the strip holds rows.
  void gather(std::size_t g, const double* strip, const Index* members, bool by_row) {
    for (std::size_t p = 0; p < size; ++p) {
      const double* payoffs = strip + members[p] * size;
      for (std::size_t q = 0; q < size; ++q) {
        payoffs_[(by_row ? q * size + p : p * size + q) * lanes + g] = payoffs[q];
      }
    }
  }
  void solve() {
    const auto solver = size == 2 ? two_by_twos : three_by_threes;
    solver(payoffs_.data(), tops_.data(), bottoms_.data());
  }
  [[nodiscard]] Fraction value(std::size_t g, std::int64_t scale) const {
    return {static_cast<std::int64_t>(tops_[g]), static_cast<std::int64_t>(bottoms_[g]) * scale};
  }
  [[nodiscard]] std::array<std::int64_t, at(Index{size} * size)> whole(std::size_t g) const {
    std::array<std::int64_t, at(Index{size} * size)> game{};
    for (std::size_t t = 0; t < game.size(); ++t) {
      game[t] = static_cast<std::int64_t>(payoffs_[t * lanes + g]);
    }
    return game;
  }

 private:
  std::array<double, at(Index{size} * size * lanes)> payoffs_{};
  std::array<double, at(lanes)> tops_{};
  std::array<double, at(lanes)> bottoms_{};
};

}  // namespace

// A block of the lines in play.
struct SubsetMatrix::Chunk {
  std::size_t first = 0;  // index of its first line
  std::span<const Index> lines;
  std::vector<Index> subsets;  // members of the lines, subset by subset
};

SubsetMatrix::SubsetMatrix(Run& run, Index k1, Index k2, Phase phase)
    : run_(run),
      counts_(run.counts.of(phase)),
      subsets_{{run.known.rows(), k1, "rows"}, {run.known.columns(), k2, "columns"}},
      small_(k1, k2) {
  if (!searchable(run.known, k1, k2)) {
    throw InputError("the matrix of all " + std::to_string(k1) + " x " + std::to_string(k2) +
                     " subgames, " + std::to_string(subsets_.row.count()) + " x " +
                     std::to_string(subsets_.column.count()) + ", is too large to search");
  }
}

bool SubsetMatrix::searchable(const game::Known& known, Index k1, Index k2) {
  const Index rows = binomial(known.rows(), k1);
  const Index columns = binomial(known.columns(), k2);
  return rows >= 0 && rows <= most_lines && columns >= 0 && columns <= most_lines;
}

void SubsetMatrix::perturb(const std::vector<Rational>& candidates) {
  order_ = EntryOrder::perturbed;
  candidates_.clear();
  Rational gap = 1;
  for (std::size_t t = 0; t < candidates.size(); ++t) {
    candidates_.emplace_back(candidates[t]);
    if (t == 0) continue;
    const Rational next = candidates[t] - candidates[t - 1];
    gap = t == 1 ? next : std::min(gap, next);
  }
  quarter_ = gap / 4;
  near_quarter_ = exact::near(quarter_);
}

std::vector<Index> SubsetMatrix::members(Player player, Index line) const {
  std::vector<Index> subset(at(subsets_.of(player).size()));
  subsets_.of(player).subset(line, subset);
  return subset;
}

bool SubsetMatrix::ask(const game::Block& lines, const game::Block& in_play) {
  const std::vector<Index> rows = members_of(subsets_.row, lines.row);
  const std::vector<Index> columns = members_of(subsets_.column, lines.column);
  std::vector<Index> across;
  std::vector<Index> down;
  if (!rows.empty()) across = members_of(subsets_.column, in_play.column);
  if (!columns.empty()) down = members_of(subsets_.row, in_play.row);
  counts_.looks += std::ssize(lines.row) * subsets_.row.size() * std::ssize(across) +
                   std::ssize(lines.column) * subsets_.column.size() * std::ssize(down);
  const std::int64_t before = run_.ledger.queries();
  const bool asked = ask(rows, across, columns, down);
  counts_.queries += run_.ledger.queries() - before;
  return asked;
}

bool SubsetMatrix::ask(const std::vector<Index>& rows, const std::vector<Index>& across,
                       const std::vector<Index>& columns, const std::vector<Index>& down) {
  const bool whole_rows = rows.empty() || std::ssize(across) == run_.known.columns();
  const bool whole_columns = columns.empty() || std::ssize(down) == run_.known.rows();
  if (whole_rows && whole_columns) return run_.ask_lines(rows, columns);
  std::vector<Entry> wanted;
  for (const Index row : rows) {
    for (const Index column : across) wanted.push_back({row, column});
  }
  for (const Index column : columns) {
    for (const Index row : down) wanted.push_back({row, column});
  }
  return run_.ask(wanted);
}

Strips SubsetMatrix::strips_of(Player side, std::span<const Index> lines) const {
  const auto& [rows, columns] = subsets_;
  const bool in_lanes = rows.size() == columns.size() && (rows.size() == 2 || rows.size() == 3);
  return {run_.known, subsets_.of(side),       side == Player::row,
          lines,      small_.largest_payoff(), in_lanes};
}

// Calls piece(block) for all blocks of the lines in play. False when stopped.
template <typename Piece>
bool SubsetMatrix::each_block(Player side, std::span<const Index> in_play,
                              const Piece& piece) const {
  const Subsets& subsets = subsets_.of(opponent_of(side));
  const std::size_t blocks = (in_play.size() + block_size - 1) / block_size;
  std::atomic<bool> stopped = false;
  exact::side_by_side(run_.threads(), blocks, [&](std::size_t t) {
    if (stopped || run_.stop.stopped()) {
      stopped = true;
      return;
    }
    Chunk block;
    block.first = t * block_size;
    block.lines = in_play.subspan(block.first, std::min(block_size, in_play.size() - block.first));
    block.subsets.resize(block.lines.size() * at(subsets.size()));
    unrank(subsets, block);
    piece(block);
  });
  return !stopped;
}

bool SubsetMatrix::improve(Player side, std::span<const Index> lines,
                           std::span<const Index> in_play, std::span<OracleEntry> best) {
  const Strips strips = strips_of(side, lines);
  return each_block(side, in_play, [&](const Chunk& block) {
    const std::span<OracleEntry> cells = best.subspan(block.first, block.lines.size());
    const std::vector<std::size_t> all = all_places(block.lines.size());
    for (std::size_t s = 0; s < lines.size(); ++s) {
      each_value(
          strips, s, block, all,
          [&](std::size_t t, const lp::FloatBounds& near) { return beaten(near, cells[t], side); },
          [&](std::size_t t, Fraction value, const auto& sizes) {
            offer(cells[t], std::move(value), lines[s], block.lines[t], side, sizes);
          });
    }
  });
}

// The lines of a race, and how many others each has excluded: those with most go first.
struct SubsetMatrix::Race {
  Race(const SubsetMatrix& matrix, Player towards, std::span<const Index> lines)
      : side(towards), strips(matrix.strips_of(towards, lines)), wins(lines.size()) {}

  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<std::pair<std::int64_t, std::size_t>> ranked;
    for (std::size_t s = 0; s < wins.size(); ++s) ranked.emplace_back(-wins[s].load(), s);
    std::ranges::sort(ranked);
    std::vector<std::size_t> order;
    for (const auto& [count, s] : ranked) order.push_back(s);
    return order;
  }

  Player side;
  Strips strips;
  std::vector<std::atomic<std::int64_t>> wins;
  std::mutex guard;
  OracleEntry leader;  // row -1: none yet
  // Aimed at an earlier leader, so that it can only exclude fewer.
  std::shared_ptr<const Screen> screen;
  std::size_t next_aim = block_size;  // index of the line at which it is aimed again
};

std::optional<OracleEntry> SubsetMatrix::race(Player side, std::span<const Index> lines,
                                              std::span<const Index> in_play) {
  Race race(*this, side, lines);
  const bool screened = worth_a_screen(race.strips, in_play.size());
  const bool done = each_block(side, in_play, [&](Chunk& block) {
    OracleEntry leader;
    std::shared_ptr<const Screen> screen;
    {
      const std::scoped_lock lock(race.guard);
      if (screened && race.leader.row >= 0 && block.first >= race.next_aim) aim(race, block.first);
      leader = race.leader;
      screen = race.screen;
    }
    std::vector<Index> kept;
    if (screen) keep_in_play(*screen, block, kept);
    const std::vector<std::size_t> order = race.order();
    for (std::size_t first = 0; first < block.lines.size(); first += heat_size) {
      run_heat(race, block, first, order, leader);
    }
    const std::scoped_lock lock(race.guard);
    if (race.leader.row < 0 || leads(leader, race.leader, side)) race.leader = std::move(leader);
  });
  if (!done) return std::nullopt;
  return race.leader;
}

// A screen costs a few games' time a place of each strip. Subsets of one have too large payoffs.
bool SubsetMatrix::worth_a_screen(const Strips& strips, std::size_t in_play) const {
  if (strips.wide() || subsets_.row.size() == 1 || subsets_.column.size() == 1) return false;
  return in_play > 4 * strips.lines().size() * at(strips.length());
}

// Aims at the present leader; the next time is when twice as many lines are done.
void SubsetMatrix::aim(Race& race, std::size_t through) const {
  const Strips& strips = race.strips;
  auto screen = race.screen ? std::make_shared<Screen>(*race.screen)
                            : std::make_shared<Screen>(strips.length(), strips.scale());
  if (!race.screen) {
    for (std::size_t s = 0; s < strips.lines().size(); ++s) {
      screen->add(strips.whole(s), strips.thickness(), race.side == Player::row ? 1 : -1);
    }
  }
  screen->aim([&](double earned) {
    return surely_beyond({earned, earned}, race.leader, race.side);
  });
  race.screen = std::move(screen);
  race.next_aim = 2 * through;
}

// Keeps the lines of the block that the screen does not exclude.
void SubsetMatrix::keep_in_play(const Screen& screen, Chunk& block, std::vector<Index>& kept) {
  const std::size_t k = block.subsets.size() / block.lines.size();
  for (std::size_t t = 0; t < block.lines.size(); ++t) {
    const auto subset = std::span(block.subsets).subspan(t * k, k);
    if (screen.out(subset)) continue;
    std::ranges::copy(subset, block.subsets.begin() + static_cast<std::ptrdiff_t>(kept.size() * k));
    kept.push_back(block.lines[t]);
  }
  block.lines = kept;
}

// Some lines in play that are computed together, with the worst entry so far of each.
struct SubsetMatrix::Heat {
  Heat(std::size_t begin, std::size_t end) : first(begin), running(end - begin) {
    std::iota(running.begin(), running.end(), first);
  }
  OracleEntry& worst_of(std::size_t place) { return worst[place - first]; }
  bool& is_out(std::size_t place) { return out[place - first]; }

  std::size_t first;
  std::vector<std::size_t> running;  // indices in the block
  std::array<OracleEntry, heat_size> worst;
  std::array<bool, heat_size> out{};
};

// Runs a heat. A line is excluded as soon as one entry is beyond the leader's.
void SubsetMatrix::run_heat(Race& race, const Chunk& block, std::size_t first,
                            const std::vector<std::size_t>& order, OracleEntry& leader) const {
  Heat heat(first, std::min(first + heat_size, block.lines.size()));
  for (const std::size_t s : order) {
    meet(race, s, block, leader, heat);
    const auto gone = std::erase_if(heat.running, [&](std::size_t t) { return heat.is_out(t); });
    race.wins[s] += static_cast<std::int64_t>(gone);
    if (heat.running.empty()) return;
  }
  for (const std::size_t t : heat.running) {
    if (leader.row < 0 || leads(heat.worst_of(t), leader, race.side)) leader = heat.worst_of(t);
  }
}

// Computes the entries of the remaining lines with one more of the race's lines.
void SubsetMatrix::meet(const Race& race, std::size_t line, const Chunk& block,
                        const OracleEntry& leader, Heat& heat) const {
  const Player side = race.side;
  const bool led = leader.row >= 0;
  const auto settled = [&](std::size_t t, const lp::FloatBounds& near) {
    heat.is_out(t) = led && surely_beyond(near, leader, side);
    return heat.is_out(t) || beaten(near, heat.worst_of(t), side);
  };
  const auto take = [&](std::size_t t, Fraction value, const auto& sizes) {
    heat.is_out(t) = led && beyond(value, leader, side);
    if (heat.is_out(t)) return;
    OracleEntry& worst = heat.worst_of(t);
    offer(worst, std::move(value), race.strips.lines()[line], block.lines[t], side, sizes);
    heat.is_out(t) = led && leads(leader, worst, side);
  };
  each_value(race.strips, line, block, heat.running, settled, take);
}

// Whether `one` leads: the smaller of two largest entries, the first of equals; or mirrored.
bool SubsetMatrix::leads(const OracleEntry& one, const OracleEntry& two, Player side) const {
  const auto order = compare(one, two);
  if (order != 0) return side == Player::row ? order < 0 : order > 0;
  return one.of(opponent_of(side)) < two.of(opponent_of(side));
}

// True only when an entry with this value is worse than the leader's, whatever its place.
bool SubsetMatrix::beyond(const Fraction& value, const OracleEntry& leader, Player side) const {
  const bool raise = side == Player::row;
  if (raise ? value <= leader.value : value >= leader.value) return false;
  return order_ != EntryOrder::perturbed ||
         far_apart(raise ? leader.value : value, raise ? value : leader.value);
}

void SubsetMatrix::unrank(const Subsets& subsets, Chunk& block) {
  const std::size_t k = at(subsets.size());
  for (std::size_t t = 0; t < block.lines.size(); ++t) {
    const auto subset = std::span(block.subsets).subspan(t * k, k);
    if (t > 0) std::ranges::copy(std::span(block.subsets).subspan((t - 1) * k, k), subset.begin());
    if (t > 0 && block.lines[t] == block.lines[t - 1] + 1) {
      subsets.advance(subset);
    } else {
      subsets.subset(block.lines[t], subset);
    }
  }
}

// Computes the values of one line at some places of a block: take(place, value, sizes), where
// `sizes` computes those of the supports; not where settled(place, bounds) is true.
template <typename Settled, typename Take>
void SubsetMatrix::each_value(const Strips& strips, std::size_t line, const Chunk& block,
                              std::span<const std::size_t> places, const Settled& settled,
                              const Take& take) const {
  if (strips.wide()) {
    each_wide(strips, line, block, places, settled, take);
  } else if (strips.in_lanes() && subsets_.row.size() == 2) {
    each_in_lanes<2>(strips, line, block, places, take);
  } else if (strips.in_lanes()) {
    each_in_lanes<3>(strips, line, block, places, take);
  } else {
    each_whole(strips, line, block, places, take);
  }
}

template <typename Take>
void SubsetMatrix::each_whole(const Strips& strips, std::size_t line, const Chunk& block,
                              std::span<const std::size_t> places, const Take& take) const {
  const Index k1 = subsets_.row.size();
  const Index k2 = subsets_.column.size();
  const bool by_row = strips.of_rows();
  const Index across = by_row ? k2 : k1;  // size of a subset in play
  std::vector<std::int64_t> game(at(k1 * k2));
  for (const std::size_t t : places) {
    gather(strips.whole(line), strips.thickness(), &block.subsets[t * at(across)], across, by_row,
           game.data());
    const Ratio value = small_.value(game.data());
    take(t, Fraction(value.top, value.bottom * strips.scale()),
         [&] { return small_.supports(game.data()); });
  }
}

template <int size, typename Take>
void SubsetMatrix::each_in_lanes(const Strips& strips, std::size_t line, const Chunk& block,
                                 std::span<const std::size_t> places, const Take& take) const {
  const bool by_row = strips.of_rows();
  LaneGames<size> games;
  for (std::size_t first = 0; first < places.size(); first += lanes) {
    const std::size_t count = std::min<std::size_t>(lanes, places.size() - first);
    for (std::size_t g = 0; g < count; ++g) {
      games.gather(g, strips.floating(line), &block.subsets[places[first + g] * size], by_row);
    }
    games.solve();
    for (std::size_t g = 0; g < count; ++g) {
      take(places[first + g], games.value(g, strips.scale()),
           [&] { return small_.supports(games.whole(g).data()); });
    }
  }
}

template <typename Settled, typename Take>
void SubsetMatrix::each_wide(const Strips& strips, std::size_t line, const Chunk& block,
                             std::span<const std::size_t> places, const Settled& settled,
                             const Take& take) const {
  const Index k1 = subsets_.row.size();
  const Index k2 = subsets_.column.size();
  const bool by_row = strips.of_rows();
  const Index across = by_row ? k2 : k1;
  std::vector<double> near(at(k1 * k2));
  std::vector<Rational> game(at(k1 * k2));
  for (const std::size_t t : places) {
    const Index* members = &block.subsets[t * at(across)];
    gather(strips.floating(line), strips.thickness(), members, across, by_row, near.data());
    if (settled(t, lp::floating_bounds(near.data(), k1, k2))) continue;
    gather(strips.wide(line), strips.thickness(), members, across, by_row, game.data());
    const auto pair = lp::solve_by_pivoting({k1, k2, game}, {});
    take(t, Fraction(pair->value), [&] {
      return SupportSizes{std::ssize(pair->row), std::ssize(pair->column)};
    });
  }
}

// The distance from a mark at which a rounded value is surely on its side.
double SubsetMatrix::margin(double mark) const {
  return 1e-14 * std::abs(mark) + (order_ == EntryOrder::perturbed ? 3 * near_quarter_ : 0);
}

// True only if the value cannot replace the best so far. A NaN fails the comparisons.
bool SubsetMatrix::beaten(const lp::FloatBounds& near, const OracleEntry& best, Player side) const {
  if (best.row < 0) return false;
  const double mark = best.value.approximate();
  return side == Player::row ? near.high < mark - margin(mark) : near.low > mark + margin(mark);
}

// True only if the value is beyond the leader's.
bool SubsetMatrix::surely_beyond(const lp::FloatBounds& near, const OracleEntry& leader,
                                 Player side) const {
  const double mark = leader.value.approximate();
  return side == Player::row ? near.low > mark + margin(mark) : near.high < mark - margin(mark);
}

// Takes the entry if it beats the best so far. Supports are computed only where they matter.
template <typename Sizes>
void SubsetMatrix::offer(OracleEntry& best, Fraction value, Index line, Index other, Player side,
                         const Sizes& sizes) const {
  const bool raise = side == Player::row;
  if (best.row >= 0) {
    const auto order = raise ? value <=> best.value : best.value <=> value;
    if (order < 0) {
      if (order_ != EntryOrder::perturbed) return;
      if (far_apart(raise ? value : best.value, raise ? best.value : value)) return;
    }
    if (order == 0 && order_ == EntryOrder::value) return;
  }
  OracleEntry cell;
  if (order_ == EntryOrder::perturbed && is_candidate(value)) cell.tag = tag_of(sizes());
  cell.value = std::move(value);
  cell.row = raise ? line : other;
  cell.column = raise ? other : line;
  if (best.row >= 0) {
    const auto order = compare(cell, best);
    if (raise ? order <= 0 : order >= 0) return;
  }
  best = std::move(cell);
}

Index SubsetMatrix::tag_of(const SupportSizes& sizes) const {
  const bool all_rows = sizes.rows == subsets_.row.size();
  const bool all_columns = sizes.columns == subsets_.column.size();
  return (all_rows ? 1 : 0) - (all_columns ? 1 : 0);
}

bool SubsetMatrix::is_candidate(const Fraction& value) const {
  return std::ranges::binary_search(candidates_, value);
}

// True only if no perturbation can make the two equal; a NaN fails the comparison.
bool SubsetMatrix::far_apart(const Fraction& low, const Fraction& high) const {
  const double one = low.approximate();
  const double two = high.approximate();
  const double rounding = 1e-14 * (std::abs(one) + std::abs(two));
  return two - one > 3 * near_quarter_ + rounding;
}

std::strong_ordering SubsetMatrix::compare(const OracleEntry& left,
                                           const OracleEntry& right) const {
  if (order_ == EntryOrder::perturbed) return compare_perturbed(left, right);
  return left.value <=> right.value;
}

// Compares by value + tag * quarter. Two values that both moved are four quarters apart.
std::strong_ordering SubsetMatrix::compare_perturbed(const OracleEntry& left,
                                                     const OracleEntry& right) const {
  const auto order = left.value <=> right.value;
  if (order == 0) return left.tag <=> right.tag;
  if (left.tag == right.tag || (left.tag != 0 && right.tag != 0)) return order;
  if (order < 0 && (left.tag < right.tag || far_apart(left.value, right.value))) return order;
  if (order > 0 && (left.tag > right.tag || far_apart(right.value, left.value))) return order;
  return number(left) <=> number(right);
}

bool SubsetMatrix::less(const OracleEntry& left, const OracleEntry& right) const {
  return compare(left, right) < 0;
}

Rational SubsetMatrix::number(const OracleEntry& cell) const {
  const Rational value = cell.value.reduced();
  return order_ == EntryOrder::perturbed ? value + Rational(cell.tag) * quarter_ : value;
}

}  // namespace allnash::matrix
