#include "league/certify/counts.hpp"

#include <algorithm>

#include "allnash/rational.hpp"
#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "league/reading/tally.hpp"

namespace allnash::league {
namespace {

std::int64_t floor_of(const Rational& number) {
  exact::Integer whole;
  fmpz_fdiv_q(whole.raw(), exact::numerator(number), exact::denominator(number));
  return fmpz_get_si(whole.raw());
}

void put(Counts& counts, const Entry& entry, const Score& first, const Score& second) {
  counts[at(entry.row)].push_back({entry.column, first, second});
  counts[at(entry.column)].push_back({entry.row, second, first});
}

void sort_opponents(Counts& counts) {
  for (std::vector<Met>& list : counts) std::ranges::sort(list, {}, &Met::other);
}

}  // namespace

void MatchCounter::SideSums::add(const Rational& outcome, std::int64_t times) {
  static const Rational half(1, 2);
  score.plays += times;
  if (outcome == Rational(1)) {
    score.wins += times;
  } else if (outcome == half) {
    score.draws += times;
  } else if (outcome < half) {
    low += Rational(times) * outcome;
  } else {
    high += Rational(times) * (outcome - half);
    upper += times;
  }
}

Score MatchCounter::SideSums::counted() const {
  Score all = score;
  const std::int64_t more = floor_of(Rational(2) * high);
  all.wins += more;
  all.draws += upper - more + floor_of(Rational(2) * low);
  return all;
}

void MatchCounter::add(const Entry& entry, const std::optional<Rational>& outcome,
                       std::int64_t times) {
  const bool turned = entry.row > entry.column;
  auto& sides = sums_[{std::min(entry.row, entry.column), std::max(entry.row, entry.column)}];
  if (!outcome) {
    for (SideSums& one : sides) one.score.plays += times;
    return;
  }
  sides[turned ? 1 : 0].add(*outcome, times);
  sides[turned ? 0 : 1].add(Rational(1) - *outcome, times);
}

Counts MatchCounter::counts() const {
  Counts counts(players_);
  for (const auto& [entry, sides] : sums_) {
    put(counts, entry, sides[0].counted(), sides[1].counted());
  }
  sort_opponents(counts);
  return counts;
}

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
  MatchCounter counter(record.rows.size());
  for (const auto& [entry, outcome, count] : reading::alike_plays(record)) {
    counter.add(entry, record.outcomes[outcome], count);
  }
  return counter.counts();
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
