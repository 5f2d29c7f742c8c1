#include "core/game/seen.hpp"

#include <algorithm>
#include <limits>

namespace allnash::game {

namespace {

// Up to this many entries (32 MB) all payoffs are in lines: the map would save no memory.
constexpr Index small_game = Index{1} << 22;

bool is_brief(const Rational& payoff) {
  using exact::denominator;
  using exact::numerator;
  return exact::is_small(payoff) &&
         *numerator(payoff) == static_cast<std::int32_t>(*numerator(payoff)) &&
         *denominator(payoff) <= std::numeric_limits<std::uint32_t>::max();
}

Index enough_for_a_line(Index length) { return std::max<Index>(16, length / 16); }

Entry entry_of(Player player, Index which, Index place) {
  return player == Player::row ? Entry{which, place} : Entry{place, which};
}

}  // namespace

Seen::Seen(Index rows, Index columns)
    : row_count_(rows),
      column_count_(columns),
      small_(rows <= small_game / columns),
      lines_{std::vector<Line>(at(rows)), std::vector<Line>(at(columns))} {}

std::size_t EntryHash::operator()(const Entry& entry) const noexcept {
  std::uint64_t word = static_cast<std::uint64_t>(entry.row) * 0x9e3779b97f4a7c15U;
  word = (word ^ (word >> 32U)) + static_cast<std::uint64_t>(entry.column);
  word *= 0xbf58476d1ce4e5b9U;
  return word ^ (word >> 32U);
}

void Seen::widen(Page& page, std::size_t size) {
  page.wide = std::make_unique<Rational[]>(size);
  for (std::size_t place = 0; place < size; ++place) {
    const Brief cell = page.brief ? page.brief[place] : Brief{};
    fmpz_set_si(exact::numerator(page.wide[place]), cell.numerator);
    fmpz_set_ui(exact::denominator(page.wide[place]), cell.denominator);
  }
  page.brief.reset();
}

void Seen::put_in_line(const Line& line, Index length, Index place, const Rational& payoff) {
  const Index start = place - place % page_size;
  const auto size = at(std::min(page_size, length - start));
  const std::size_t cell = at(place % page_size);
  Page& page = line[at(place / page_size)];
  if (!page.wide && !is_brief(payoff)) widen(page, size);
  if (page.wide) {
    page.wide[cell] = payoff;
    return;
  }
  if (!page.brief) page.brief = std::make_unique<Brief[]>(size);
  page.brief[cell] = {static_cast<std::int32_t>(*exact::numerator(payoff)),
                      static_cast<std::uint32_t>(*exact::denominator(payoff))};
}

void Seen::put(Entry entry, const Rational& payoff) {
  const Line& row = lines_.row[at(entry.row)];
  const Line& column = lines_.column[at(entry.column)];
  if (small_ && !row && !column) {
    // Lines run along the longer side, so that there are few.
    const bool along = column_count_ >= row_count_;
    make_line(along ? Player::row : Player::column, along ? entry.row : entry.column);
  }
  if (row) {
    put_in_line(row, column_count_, entry.column, payoff);
  } else if (column) {
    put_in_line(column, row_count_, entry.row, payoff);
  } else {
    put_loose(entry, payoff);
  }
}

std::vector<Entry> Seen::entries() const {
  std::vector<Entry> found;
  found.reserve(loose_.size());
  for (const auto& [entry, payoff] : loose_) found.push_back(entry);
  for (const Player player : players) {
    for (Index which = 0; which < std::ssize(lines_.of(player)); ++which) {
      const Line& line = lines_.of(player)[at(which)];
      for (Index place = 0; line && place < length_of(player); ++place) {
        const Page& page = line[at(place / page_size)];
        if (!page.brief && !page.wide) {
          place += page_size - 1;  // a missing page holds no payoffs
        } else if (look(line, place)) {
          found.push_back(entry_of(player, which, place));
        }
      }
    }
  }
  return found;
}

void Seen::put_loose(Entry entry, const Rational& payoff) {
  if (loose_in_.row.empty()) {
    for (const Player player : players) loose_in_.of(player).resize(lines_.of(player).size());
  }
  loose_.emplace(entry, payoff);
  const auto in_row = ++loose_in_.row[at(entry.row)];
  const auto in_column = ++loose_in_.column[at(entry.column)];
  if (in_row > enough_for_a_line(column_count_)) {
    make_line(Player::row, entry.row);
  } else if (in_column > enough_for_a_line(row_count_)) {
    make_line(Player::column, entry.column);
  }
}

bool Seen::take_loose(Entry entry, Rational& payoff) {
  const auto found = loose_.find(entry);
  if (found == loose_.end()) return false;
  payoff = std::move(found->second);
  loose_.erase(found);
  --loose_in_.row[at(entry.row)];
  --loose_in_.column[at(entry.column)];
  return true;
}

void Seen::expect(Player player, Index which) {
  if (!small_) make_line(player, which);
}

void Seen::make_line(Player player, Index which) {
  Line& line = lines_.of(player)[at(which)];
  if (line) return;
  line = std::make_unique<Page[]>(pages_of(length_of(player)));
  if (loose_.empty()) return;
  Rational payoff;
  for (Index place = 0; loose_in_.of(player)[at(which)] > 0; ++place) {
    if (!take_loose(entry_of(player, which, place), payoff)) continue;
    put_in_line(line, length_of(player), place, payoff);
  }
}

}  // namespace allnash::game
