#include "chance/play/play_statistics.hpp"

#include <algorithm>
#include <utility>

namespace allnash::chance {
namespace {

std::uint64_t key(Index row, Index column) {
  return (static_cast<std::uint64_t>(row) << 32U) | static_cast<std::uint64_t>(column);
}

}  // namespace

PlayStatistics::PlayStatistics(Index rows, Index columns, bool symmetric)
    : symmetric_(symmetric),
      of_rows_(at(rows)),
      of_columns_(symmetric ? 0 : at(columns)),
      rows_(at(rows)),
      columns_(of_columns_.size()) {}

void PlayStatistics::add(Entry entry, double share) {
  if (symmetric_ && entry.row == entry.column) return;
  const auto note = [](Moments& sums, double paid) {
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
  const auto [found, is_new] = places_.try_emplace(key(entry.row, entry.column), cells_.size());
  if (is_new) {
    auto& others = symmetric_ ? of_rows_ : of_columns_;
    of_rows_[at(entry.row)].cells.push_back(cells_.size());
    others[at(entry.column)].cells.push_back(cells_.size());
    cells_.push_back({entry, {}});
  }
  note(cells_[found->second].sums, share);
}

PlayStatistics::Moments PlayStatistics::look(Index row, Index column) const {
  const bool mirrored = symmetric_ && row > column;
  const auto found = places_.find(mirrored ? key(column, row) : key(row, column));
  if (found == places_.end()) return {};
  Moments sums = cells_[found->second].sums;
  if (mirrored) {
    sums.squares += sums.plays - 2 * sums.paid;
    sums.paid = sums.plays - sums.paid;
  }
  return sums;
}

double PlayStatistics::plays_of(Index row, Index column) const { return look(row, column).plays; }

double PlayStatistics::predicted(Index row, Index column) const {
  const double other = symmetric_ ? -of_rows_[at(column)].share : of_columns_[at(column)].share;
  return std::clamp(0.5 + of_rows_[at(row)].share + other, 0.02, 0.98);
}

double PlayStatistics::strengths() const {
  return static_cast<double>(rows_.size() + columns_.size());
}

/// The number of plays that the prior from the strengths counts for. At most the number of cells of
/// a strength: few cells show badly how far cells deviate, and the opponent chooses the cell that
/// deviates to our loss.
double PlayStatistics::imagined() const {
  constexpr double fewest = 2;
  const double most = std::max(fewest, static_cast<double>(cells_.size()) / strengths());
  return std::clamp(spread_ / stray_, fewest, most);
}

MeanGuess PlayStatistics::guess(Index row, Index column) const {
  if (symmetric_ && row == column) return {0.5, 0, 0, 0};
  const Moments sums = look(row, column);
  const double usual = predicted(row, column);
  const double more = imagined();
  const double plays = sums.plays + more;
  const double mean = (sums.paid + more * usual) / plays;
  // Plays of the prior are wins or losses, which have the largest variance.
  const double spread = std::max((sums.squares + more * usual) / plays - mean * mean, 0.0);
  return {mean, spread / (plays + 1), spread, more / plays};
}

/// Fits one strength by least squares, with the others fixed. A cell weighs by its precision.
void PlayStatistics::improve(Strength& strength, bool is_row, std::size_t number) {
  constexpr double none = 1 / 0.25;  // the prior: a strength of 0 with variance 0.25
  double weights = none;
  double sum = 0;
  for (const std::size_t place : strength.cells) {
    const auto& [entry, sums] = cells_[place];
    const bool as_row = is_row && at(entry.row) == number;
    const double weight = 1 / (stray_ + spread_ / sums.plays);
    // A cell's mean is 1/2 plus its row's strength plus its column's, in a symmetric game minus it.
    const double sign = symmetric_ ? -1 : 1;
    const double paid = sums.paid / sums.plays - 0.5;
    const Strength& column = (symmetric_ ? of_rows_ : of_columns_)[at(entry.column)];
    const double own =
        as_row ? paid - sign * column.share : sign * (paid - of_rows_[at(entry.row)].share);
    weights += weight;
    sum += weight * own;
  }
  strength.share = sum / weights;
  strength.doubt = 1 / weights;
}

/// Estimates the variance `stray_` by moments: a cell's average differs from the prediction because
/// its mean deviates and because its plays are random.
void PlayStatistics::measure_stray() {
  const auto cells = static_cast<double>(cells_.size());
  const double free = cells - strengths();
  if (free < strengths() / 2) return;
  double sum = 0;
  double weights = 0;
  for (const auto& [entry, sums] : cells_) {
    const double sampling_variance = spread_ / sums.plays;
    const double off = sums.paid / sums.plays - predicted(entry.row, entry.column);
    const double weight = 1 / ((stray_ + sampling_variance) * (stray_ + sampling_variance));
    sum += weight * (off * off * cells / free - sampling_variance);
    weights += weight;
  }
  stray_ = std::clamp(sum / weights, 1e-4, 0.25);
}

void PlayStatistics::learn() {
  constexpr int times = 4;
  constexpr int sweeps = 4;
  double free = 8;  // the prior: eight plays of a fair coin
  double within = free * 0.25;
  for (const auto& [entry, sums] : cells_) {
    within += sums.squares - sums.paid * sums.paid / sums.plays;
    free += sums.plays - 1;
  }
  spread_ = std::max(within / free, 1e-4);
  for (int time = 0; time < times; ++time) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (std::size_t i = 0; i < of_rows_.size(); ++i) improve(of_rows_[i], true, i);
      for (std::size_t j = 0; j < of_columns_.size(); ++j) improve(of_columns_[j], false, j);
    }
    measure_stray();
  }
}

}  // namespace allnash::chance
