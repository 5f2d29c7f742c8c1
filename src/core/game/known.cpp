#include "core/game/known.hpp"

#include <fmt/core.h>

#include <stdexcept>
#include <unordered_map>

namespace allnash {

bool KnownPayoffs::knows(Index /*row*/, Index /*column*/) const { return true; }

std::vector<Entry> KnownPayoffs::entries() const {
  std::vector<Entry> all;
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = 0; column < columns(); ++column) {
      if (knows(row, column)) all.push_back({row, column});
    }
  }
  return all;
}

namespace game {
namespace {

// Sides reach 2^32, so products may overflow 64 bits; they then become the largest number.
std::int64_t saturating_product(std::int64_t left, std::int64_t right) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(left, right, &product)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

std::int64_t saturating_sum(std::int64_t left, std::int64_t right) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(left, right, &sum)) return std::numeric_limits<std::int64_t>::max();
  return sum;
}

std::int64_t matches_among(Index players) {
  return players % 2 == 0 ? saturating_product(players / 2, players - 1)
                          : saturating_product(players, (players - 1) / 2);
}

}  // namespace

Known::Known(GameShape shape)
    : shape_(std::move(shape)),
      half_(shape_.sum / Rational(2)),
      seen_(shape_.rows, shape_.columns),
      in_row_(at(shape_.rows)),
      in_column_(shape_.symmetric ? 0 : at(shape_.columns)) {
  if (shape_.symmetric && shape_.rows == 1) whole_rows_.push_back(0);
}

void Known::refuse(Index row, Index column) {
  throw std::logic_error(fmt::format("entry ({}, {}) has not been seen", row, column));
}

std::vector<Entry> Known::entries() const {
  std::vector<Entry> entries = seen_.entries();
  std::ranges::sort(entries);
  return entries;
}

void Known::learn(Entry entry, const Rational& payoff) {
  seen_.put(entry, payoff);
  ++count_;
  ++in_row_[at(entry.row)];
  ++(shape_.symmetric ? in_row_ : in_column_)[at(entry.column)];
  if (knows_row(entry.row)) whole_rows_.push_back(entry.row);
  if (knows_column(entry.column)) {
    (shape_.symmetric ? whole_rows_ : whole_columns_).push_back(entry.column);
  }
}

namespace {

// Sorts the lines from `settled` on by the position of their last entry in `asked`.
void order_by_asking(std::vector<Index>& lines, std::size_t& settled, std::span<const Entry> asked,
                     bool by_row, bool by_column) {
  const std::span<Index> fresh = std::span(lines).subspan(settled);
  settled = lines.size();
  if (fresh.size() < 2) return;
  std::unordered_map<Index, std::size_t> last;
  for (const Index line : fresh) last.emplace(line, 0);
  const auto note = [&last](Index line, std::size_t place) {
    const auto found = last.find(line);
    if (found != last.end()) found->second = place;
  };
  for (std::size_t t = 0; t < asked.size(); ++t) {
    const Entry next = t + 1 < asked.size() ? asked[t + 1] : Entry{-1, -1};  // repeats the note
    if (by_row && next.row != asked[t].row) note(asked[t].row, t);
    if (by_column && next.column != asked[t].column) note(asked[t].column, t);
  }
  // Two lines of a symmetric game may share their last entry.
  std::ranges::sort(fresh, {}, [&last](Index line) { return std::pair(last[line], line); });
}

}  // namespace

void Known::settle(std::span<const Entry> asked) {
  order_by_asking(whole_rows_, settled_rows_, asked, true, shape_.symmetric);
  order_by_asking(whole_columns_, settled_columns_, asked, false, true);
}

void Known::expect_row(Index row) {
  const Index missing = shape_.columns - in_row_[at(row)];
  if (missing > shape_.columns / 16) seen_.expect(Player::row, row);
}

void Known::expect_column(Index column) {
  const Index missing = shape_.rows - (shape_.symmetric ? in_row_ : in_column_)[at(column)];
  if (missing > shape_.rows / 16) seen_.expect(Player::column, column);
}

std::int64_t Known::size() const {
  return shape_.symmetric ? matches_among(shape_.rows)
                          : saturating_product(shape_.rows, shape_.columns);
}

std::int64_t query_floor(Index rows, Index columns, Index k1, Index k2, bool symmetric) {
  if (symmetric) return saturating_sum(matches_among(k1), saturating_product(k1, rows - k1));
  return saturating_sum(saturating_product(columns, k1), saturating_product(rows - k1, k2));
}

}  // namespace game
}  // namespace allnash
