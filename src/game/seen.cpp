#include "game/seen.hpp"

#include <algorithm>
#include <limits>

namespace allnash::game {

namespace {

// Up to this many entries (32 MB) a game is all lines: the map would cost time and save nothing.
constexpr Index small_game = Index{1} << 22;

bool is_brief(const Rational& payoff) {
  using exact::denominator;
  using exact::numerator;
  return exact::is_small(payoff) &&
         *numerator(payoff) == static_cast<std::int32_t>(*numerator(payoff)) &&
         *denominator(payoff) <= std::numeric_limits<std::uint32_t>::max();
}

Index enough_for_a_line(Index length) { return std::max<Index>(16, length / 16); }

}  // namespace

Seen::Seen(Index rows, Index columns)
    : row_count_(rows),
      column_count_(columns),
      small_(rows <= small_game / columns),
      rows_(at(rows)),
      columns_(at(columns)) {}

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
  const auto row = at(entry.row);
  const auto column = at(entry.column);
  if (small_ && !rows_[row] && !columns_[column]) {
    // Lines along the longer side, so that there are few.
    column_count_ >= row_count_ ? make_row_line(entry.row) : make_column_line(entry.column);
  }
  if (rows_[row]) {
    put_in_line(rows_[row], column_count_, entry.column, payoff);
  } else if (columns_[column]) {
    put_in_line(columns_[column], row_count_, entry.row, payoff);
  } else {
    put_loose(entry, payoff);
  }
}

std::vector<Entry> Seen::entries() const {
  std::vector<Entry> found;
  found.reserve(loose_.size());
  for (const auto& [entry, payoff] : loose_) found.push_back(entry);
  // A page that was never made holds nothing.
  const auto note_line = [&found](const Line& line, Index length, const auto& entry_at) {
    if (!line) return;
    for (Index place = 0; place < length; ++place) {
      const Page& page = line[at(place / page_size)];
      if (!page.brief && !page.wide) {
        place += page_size - 1;
      } else if (look(line, place)) {
        found.push_back(entry_at(place));
      }
    }
  };
  for (Index row = 0; row < row_count_; ++row) {
    note_line(rows_[at(row)], column_count_, [row](Index column) { return Entry{row, column}; });
  }
  for (Index column = 0; column < column_count_; ++column) {
    note_line(columns_[at(column)], row_count_, [column](Index row) { return Entry{row, column}; });
  }
  return found;
}

void Seen::put_loose(Entry entry, const Rational& payoff) {
  if (loose_in_row_.empty()) {
    loose_in_row_.resize(rows_.size());
    loose_in_column_.resize(columns_.size());
  }
  loose_.emplace(entry, payoff);
  const auto in_row = ++loose_in_row_[at(entry.row)];
  const auto in_column = ++loose_in_column_[at(entry.column)];
  if (in_row > enough_for_a_line(column_count_)) {
    make_row_line(entry.row);
  } else if (in_column > enough_for_a_line(row_count_)) {
    make_column_line(entry.column);
  }
}

bool Seen::take_loose(Entry entry, Rational& payoff) {
  const auto found = loose_.find(entry);
  if (found == loose_.end()) return false;
  payoff = std::move(found->second);
  loose_.erase(found);
  --loose_in_row_[at(entry.row)];
  --loose_in_column_[at(entry.column)];
  return true;
}

void Seen::expect_row(Index row) {
  if (!small_) make_row_line(row);
}

void Seen::expect_column(Index column) {
  if (!small_) make_column_line(column);
}

void Seen::make_row_line(Index row) {
  make_line(rows_[at(row)], column_count_, loose_in_row_, row, [row](Index column) {
    return Entry{row, column};
  });
}

void Seen::make_column_line(Index column) {
  make_line(columns_[at(column)], row_count_, loose_in_column_, column, [column](Index row) {
    return Entry{row, column};
  });
}

template <typename EntryAt>
void Seen::make_line(Line& line, Index length, const std::vector<std::uint32_t>& loose, Index which,
                     const EntryAt& entry_at) {
  if (line) return;
  line = std::make_unique<Page[]>(pages_of(length));
  if (loose_.empty()) return;
  Rational payoff;
  for (Index place = 0; loose[at(which)] > 0; ++place) {
    if (take_loose(entry_at(place), payoff)) put_in_line(line, length, place, payoff);
  }
}

}  // namespace allnash::game
