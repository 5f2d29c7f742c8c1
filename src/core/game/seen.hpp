// A compact store of the payoffs that have been seen. Where nothing is known it takes a pointer for
// each row and column.
//
// A row or a column that is expected to be read in large part is a line: pages of 512 payoffs, each
// page made when the first of its payoffs comes. A page holds fractions of two 32-bit halves (8
// bytes a payoff; integers and decimals fit) until one does not fit, then rationals (16 bytes).
// Fractions in lowest terms were preferred to integers over a common denominator, which take the
// same room: they need no gcd when read. Payoffs outside every line lie in a hash map until a
// sixteenth of their row or column does, which then becomes a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "allnash/source.hpp"
#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/game/players.hpp"

namespace allnash::game {

struct EntryHash {
  std::size_t operator()(const Entry& entry) const noexcept;
};

class Seen {
 public:
  Seen(Index rows, Index columns);

  [[nodiscard]] bool knows(Index row, Index column) const {
    return static_cast<bool>(find(row, column));
  }
  /// False when the entry is unknown.
  [[nodiscard]] bool read(Index row, Index column, Rational& payoff) const;
  [[nodiscard]] bool read(Index row, Index column, double& payoff) const;
  /// All known entries, in no particular order.
  [[nodiscard]] std::vector<Entry> entries() const;
  /// Requires an unknown entry.
  void put(Entry entry, const Rational& payoff);

  /// Announces that most of a row or column will be read.
  void expect(Player player, Index which);

 private:
  static constexpr Index page_size = 512;
  static std::size_t pages_of(Index length) { return at((length + page_size - 1) / page_size); }
  struct Brief {
    std::int32_t numerator = 0;
    std::uint32_t denominator = 0;  // 0: unknown
  };
  // One of the two arrays, or none yet. An unknown rational has denominator 0.
  struct Page {
    std::unique_ptr<Brief[]> brief;
    std::unique_ptr<Rational[]> wide;
  };
  using Line = std::unique_ptr<Page[]>;
  struct Cell {
    const Brief* brief = nullptr;
    const Rational* wide = nullptr;
    explicit operator bool() const { return brief != nullptr || wide != nullptr; }
  };
  [[nodiscard]] Index length_of(Player player) const {
    return player == Player::row ? column_count_ : row_count_;
  }
  void make_line(Player player, Index which);
  static Cell look(const Line& line, Index place);
  [[nodiscard]] Cell find(Index row, Index column) const;
  static void put_in_line(const Line& line, Index length, Index place, const Rational& payoff);
  static void widen(Page& page, std::size_t size);
  void put_loose(Entry entry, const Rational& payoff);
  bool take_loose(Entry entry, Rational& payoff);

  Index row_count_;
  Index column_count_;
  bool small_;
  Both<std::vector<Line>> lines_;
  std::unordered_map<Entry, Rational, EntryHash> loose_;
  // By row and column: the number of loose payoffs; empty while there are none.
  Both<std::vector<std::uint32_t>> loose_in_;
};

// Inline, since it is called hundreds of millions of times in a run.

inline Seen::Cell Seen::look(const Line& line, Index place) {
  const Page& page = line[at(place) / page_size];
  if (page.brief) {
    const Brief* cell = &page.brief[at(place) % page_size];
    return cell->denominator != 0 ? Cell{cell, nullptr} : Cell{};
  }
  if (page.wide) {
    const Rational* cell = &page.wide[at(place) % page_size];
    return *exact::denominator(*cell) != 0 ? Cell{nullptr, cell} : Cell{};
  }
  return {};
}

inline Seen::Cell Seen::find(Index row, Index column) const {
  if (const Line& line = lines_.row[at(row)]) {
    if (const Cell cell = look(line, column)) return cell;
  }
  if (const Line& line = lines_.column[at(column)]) {
    if (const Cell cell = look(line, row)) return cell;
  }
  if (!loose_.empty()) {
    const auto found = loose_.find({row, column});
    if (found != loose_.end()) return {nullptr, &found->second};
  }
  return {};
}

inline bool Seen::read(Index row, Index column, Rational& payoff) const {
  const Cell cell = find(row, column);
  if (cell.brief != nullptr) {
    fmpz_set_si(exact::numerator(payoff), cell.brief->numerator);
    fmpz_set_ui(exact::denominator(payoff), cell.brief->denominator);
  } else if (cell.wide != nullptr) {
    payoff = *cell.wide;
  }
  return static_cast<bool>(cell);
}

inline bool Seen::read(Index row, Index column, double& payoff) const {
  const Cell cell = find(row, column);
  if (cell.brief != nullptr) {
    payoff = static_cast<double>(cell.brief->numerator) / cell.brief->denominator;
  } else if (cell.wide != nullptr) {
    payoff = cell.wide->to_double();
  }
  return static_cast<bool>(cell);
}

}  // namespace allnash::game
