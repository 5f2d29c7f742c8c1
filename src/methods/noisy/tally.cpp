#include "methods/noisy/tally.hpp"

#include <algorithm>
#include <utility>

namespace allnash::methods::noisy {
namespace {

std::uint64_t key(Index row, Index column) {
  return (static_cast<std::uint64_t>(row) << 32U) | static_cast<std::uint64_t>(column);
}

}  // namespace

Tally::Tally(Index rows, Index columns, bool symmetric)
    : symmetric_(symmetric), rows_(at(rows)), columns_(symmetric ? 0 : at(columns)) {}

void Tally::add(Entry entry, double share) {
  if (symmetric_ && entry.row == entry.column) return;
  const auto note = [](Sums& sums, double paid) {
    sums.plays += 1;
    sums.paid += paid;
    sums.squares += paid * paid;
  };
  note(rows_[at(entry.row)], share);
  if (symmetric_) {
    note(rows_[at(entry.column)], 1 - share);
    if (entry.row > entry.column) {
      std::swap(entry.row, entry.column);
      share = 1 - share;
    }
  } else {
    note(columns_[at(entry.column)], share);
  }
  note(cells_[key(entry.row, entry.column)], share);
}

Tally::Sums Tally::look(Index row, Index column) const {
  const bool mirrored = symmetric_ && row > column;
  const auto found = cells_.find(mirrored ? key(column, row) : key(row, column));
  if (found == cells_.end()) return {};
  Sums sums = found->second;
  if (mirrored) {
    sums.squares += sums.plays - 2 * sums.paid;
    sums.paid = sums.plays - sums.paid;
  }
  return sums;
}

double Tally::plays_of(Index row, Index column) const { return look(row, column).plays; }

MeanGuess Tally::guess(Index row, Index column, bool by_strength) const {
  if (symmetric_ && row == column) return {0.5, 0, 0};
  const Sums sums = look(row, column);
  double imagined = 1;
  if (by_strength) {
    imagined = 2 * std::clamp(row_average(row) + column_average(column) - 0.5, 0.05, 0.95);
  }
  const double plays = sums.plays + 2;
  const double mean = (sums.paid + imagined) / plays;
  const double spread = std::max((sums.squares + imagined) / plays - mean * mean, 0.0);
  return {mean, spread / (plays + 1), spread};
}

}  // namespace allnash::methods::noisy
