#include "league/certify/box.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "chance/evidence/sequence.hpp"
#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::league {
namespace {

constexpr std::int64_t box_grid = 10'000;

/// The lower confidence limit for a mean. The uniform-mixture sequence needs a whole number of
/// wins, so the sum is rounded down.
Rational lower_end(std::int64_t plays, const Rational& sum, const Rational& inverse_level) {
  exact::Integer whole;
  fmpz_fdiv_q(whole.raw(), exact::numerator(sum), exact::denominator(sum));
  const std::int64_t won = fmpz_get_si(whole.raw());
  chance::Evidence draws;
  if (won > 0) draws.add(1, won);
  if (plays > won) draws.add(0, plays - won);
  return chance::lower_bound(chance::UniformMixture{}, {draws}, inverse_level, box_grid);
}

/// The exact cap that a mixture of the opponent near a given one proves.
class CapSearch {
 public:
  CapSearch(const exact::Matrix& high, const Rational& least)
      : high_(high), least_(least), program_(high, least.to_double()) {}

  [[nodiscard]] chance::CapClaim cap(Index own, const StopToken& stop) {
    chance::CapClaim proof;
    proof.cap = {own, 1};
    const std::vector<double> guess = program_.held_down_by(own, stop);
    std::int64_t sum = 0;
    std::vector<std::int64_t> parts;
    for (const double weight : guess) sum += parts.emplace_back(std::llround(weight * 1e6));
    for (std::size_t t = 0; t < parts.size(); ++t) {
      if (parts[t] > 0) proof.mixture.push_back({static_cast<Index>(t), Rational(parts[t], sum)});
    }
    if (sum > 0) proof.cap.most = bound_by(own, proof.mixture);
    return proof;
  }

 private:
  [[nodiscard]] Rational bound_by(Index own, const MixedStrategy& mixture) const {
    std::optional<Rational> most;
    Rational mine;
    for (Index row = 0; row < high_.rows(); ++row) {
      Rational earned;
      for (const auto& [column, weight] : mixture) earned += high_.at(row, column) * weight;
      if (row == own) mine = earned;
      if (!most || earned > *most) most = std::move(earned);
    }
    if (mine >= least_) return 1;
    if (*most <= least_) return 0;
    return rounded_up((*most - least_) / (*most - mine));
  }

  static Rational rounded_up(const Rational& value) {
    exact::Integer count;
    fmpz_mul_si(count.raw(), exact::numerator(value), box_grid);
    fmpz_cdiv_q(count.raw(), count.raw(), exact::denominator(value));
    return {fmpz_get_si(count.raw()), box_grid};
  }

  const exact::Matrix& high_;
  Rational least_;
  lp::MostWeight program_;
};

/// The box before any play: every interval is [0, 1].
Box whole_box(Index rows, Index columns, bool symmetric) {
  Box box{exact::Matrix(rows, columns), exact::Matrix(rows, columns)};
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) {
      const bool known = symmetric && row == column;
      box.low.at(row, column) = known ? Rational(1, 2) : Rational(0);
      box.high.at(row, column) = known ? Rational(1, 2) : Rational(1);
    }
  }
  return box;
}

}  // namespace

exact::Matrix turned(const exact::Matrix& game) {
  exact::Matrix result(game.columns(), game.rows());
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = 0; column < game.columns(); ++column) {
      result.at(column, row) = Rational(1) - game.at(row, column);
    }
  }
  return result;
}

std::vector<Interval> intervals_of(const Record& record, const Rational& level) {
  const Index rows = record.row_count();
  const Index columns = record.column_count();
  const Index pairings = record.symmetric ? rows * (rows - 1) / 2 : rows * columns;
  const Rational inverse_level = Rational(2 * pairings) / level;
  // Caches the limits: many pairings with few plays have the same results.
  std::map<std::pair<std::int64_t, Rational>, Rational> known;
  const auto end_of = [&](std::int64_t plays, const Rational& sum) -> const Rational& {
    const auto [found, fresh] = known.try_emplace({plays, sum});
    if (fresh) found->second = lower_end(plays, sum, inverse_level);
    return found->second;
  };
  std::vector<Interval> intervals;
  for (const auto& [entry, total] : record.totals) {
    Interval interval{entry, total.plays, total.least_sum(), total.most_sum(), {}, {}};
    interval.low = end_of(total.plays, interval.least_sum);
    interval.high = Rational(1) - end_of(total.plays, Rational(total.plays) - interval.most_sum);
    intervals.push_back(std::move(interval));
  }
  return intervals;
}

Box box_of(const Record& record, const std::vector<Interval>& intervals) {
  Box box = whole_box(record.row_count(), record.column_count(), record.symmetric);
  for (const Interval& interval : intervals) {
    const auto& [row, column] = interval.entry;
    box.low.at(row, column) = interval.low;
    box.high.at(row, column) = interval.high;
    if (record.symmetric) {
      box.low.at(column, row) = Rational(1) - interval.high;
      box.high.at(column, row) = Rational(1) - interval.low;
    }
  }
  return box;
}

InformedBox informed_box_of(const Record& record, const std::vector<Interval>& intervals) {
  const auto informs = [](const Interval& one) {
    return one.low.sign() > 0 || one.high < Rational(1);
  };
  std::set<Index> rows;
  std::set<Index> columns;
  for (const Interval& one : intervals) {
    if (!informs(one)) continue;
    rows.insert(one.entry.row);
    (record.symmetric ? rows : columns).insert(one.entry.column);
  }
  if (record.symmetric) columns = rows;
  InformedBox box{{rows.begin(), rows.end()}, {columns.begin(), columns.end()}, {}, {}};
  const Index height = std::ssize(box.rows);
  const Index width = std::ssize(box.columns);
  Box ends = whole_box(height + 1, width + 1, false);
  const auto place = [](const std::vector<Index>& list, Index index) {
    return std::ranges::lower_bound(list, index) - list.begin();
  };
  const auto put = [&](Index row, Index column, const Rational& low, const Rational& high) {
    ends.low.at(place(box.rows, row), place(box.columns, column)) = low;
    ends.high.at(place(box.rows, row), place(box.columns, column)) = high;
  };
  for (const Interval& one : intervals) {
    const auto& [row, column] = one.entry;
    if (!informs(one)) continue;
    put(row, column, one.low, one.high);
    if (record.symmetric) put(column, row, Rational(1) - one.high, Rational(1) - one.low);
  }
  for (const Index own : record.symmetric ? box.rows : std::vector<Index>()) {
    put(own, own, Rational(1, 2), Rational(1, 2));
  }
  box.high = exact::Matrix(height + 1, width);
  box.low = exact::Matrix(height, width + 1);
  for (Index row = 0; row <= height; ++row) {
    for (Index column = 0; column <= width; ++column) {
      if (column < width) box.high.at(row, column) = ends.high.at(row, column);
      if (row < height) box.low.at(row, column) = ends.low.at(row, column);
    }
  }
  return box;
}

std::vector<chance::CapClaim> caps_of(const exact::Matrix& high, const Rational& least,
                                      const StopToken& stop) {
  std::vector<chance::CapClaim> caps;
  CapSearch search(high, least);
  for (Index own = 0; own < high.rows() && !stop.stopped(); ++own) {
    // A strategy whose upper ends are all at least `least` has no cap below 1.
    const auto row = high.row(own);
    if (std::ranges::all_of(row, [&](const Rational& most) { return most >= least; })) continue;
    chance::CapClaim proof = search.cap(own, stop);
    if (proof.cap.most < Rational(1)) caps.push_back(std::move(proof));
  }
  return caps;
}

}  // namespace allnash::league
