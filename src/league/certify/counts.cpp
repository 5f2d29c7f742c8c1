#include "league/certify/counts.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "allnash/rational.hpp"
#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/game/seen.hpp"

namespace allnash::league {
namespace {

std::int64_t floor_of(const Rational& number) {
  exact::Integer whole;
  fmpz_fdiv_q(whole.raw(), exact::numerator(number), exact::denominator(number));
  return fmpz_get_si(whole.raw());
}

/// The outcomes of one side of a pairing, as they are added up.
struct SideSums {
  Score score;             // wins and draws are those seen as such
  Rational low;            // of outcomes in (0, 1/2)
  Rational high;           // of outcomes in (1/2, 1), less 1/2 each
  std::int64_t upper = 0;  // how many these are

  void add(const Rational& outcome) {
    static const Rational half(1, 2);
    ++score.plays;
    if (outcome == Rational(1)) {
      ++score.wins;
    } else if (outcome == half) {
      ++score.draws;
    } else if (outcome < half) {
      low += outcome;
    } else {
      high += outcome - half;
      ++upper;
    }
  }
  [[nodiscard]] Score counted() const {
    Score all = score;
    const std::int64_t more = floor_of(Rational(2) * high);
    all.wins += more;
    all.draws += upper - more + floor_of(Rational(2) * low);
    return all;
  }
};

void put(Counts& counts, const Entry& entry, const Score& first, const Score& second) {
  counts[at(entry.row)].push_back({entry.column, first, second});
  counts[at(entry.column)].push_back({entry.row, second, first});
}

void sort_opponents(Counts& counts) {
  for (std::vector<Met>& list : counts) std::ranges::sort(list, {}, &Met::other);
}

}  // namespace

Counts counts_of(const reading::Record& record) {
  Counts counts(record.rows.size());
  if (record.plays.empty()) {
    for (const auto& [entry, total] : record.totals) {
      const Rational most = total.most_sum();
      put(counts, entry, {total.plays, floor_of(total.least_sum()), 0},
          {total.plays, floor_of(Rational(total.plays) - most), 0});
    }
    sort_opponents(counts);
    return counts;
  }
  std::unordered_map<Entry, std::array<SideSums, 2>, game::EntryHash> sums;
  for (const reading::Play& play : record.plays) {
    const bool turned = play.row > play.column;
    const Rational& outcome = record.outcomes[play.outcome];
    auto& [first, second] =
        sums[{std::min(play.row, play.column), std::max(play.row, play.column)}];
    (turned ? second : first).add(outcome);
    (turned ? first : second).add(Rational(1) - outcome);
  }
  for (const auto& [entry, sides] : sums) {
    put(counts, entry, sides[0].counted(), sides[1].counted());
  }
  sort_opponents(counts);
  return counts;
}

void add_counts(Counts& counts, const Counts& more) {
  for (std::size_t player = 0; player < more.size(); ++player) {
    std::vector<Met>& list = counts[player];
    for (const Met& one : more[player]) {
      const auto place = std::ranges::lower_bound(list, one.other, {}, &Met::other);
      if (place == list.end() || place->other != one.other) {
        list.insert(place, one);
        continue;
      }
      place->own.add(one.own);
      place->theirs.add(one.theirs);
    }
  }
}

Score total_of(const std::vector<Met>& opponents) {
  Score total;
  for (const Met& one : opponents) total.add(one.own);
  return total;
}

std::int64_t players_in(const Counts& counts) {
  return std::ranges::count_if(counts, [](const auto& list) { return !list.empty(); });
}

}  // namespace allnash::league
