// The payoffs of plays, cell by cell: the data of exploration.
//
// A cell that was played a few times says little by itself. So the rest of its row and column is
// used as a prior. It counts as a number of plays of the cell, which is larger if cells deviate
// less from the prediction of their two strategies' strengths.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/at.hpp"

namespace allnash::chance {

/// A guess at a cell's mean, and the variance of that guess.
struct MeanGuess {
  double mean = 0.5;
  double variance = 0;
  double spread = 0;  ///< the variance of a play
  double lean = 0;    ///< the weight of the strengths in the guess
};

/// Payoffs are scaled to [0, 1], as the row player sees them. In a symmetric game a play counts for
/// both of its players.
class PlayStatistics {
 public:
  PlayStatistics(Index rows, Index columns, bool symmetric);

  void add(Entry entry, double share);
  /// Fits the strengths to all plays so far.
  void learn();
  /// The posterior mean with the prior from the strengths, which counts as two plays or more.
  [[nodiscard]] MeanGuess guess(Index row, Index column) const;
  /// The variance of a strength.
  [[nodiscard]] double doubt_of_row(Index row) const { return of_rows_[at(row)].doubt; }
  [[nodiscard]] double doubt_of_column(Index column) const {
    return symmetric_ ? doubt_of_row(column) : of_columns_[at(column)].doubt;
  }
  [[nodiscard]] double row_average(Index row) const { return average(rows_[at(row)]); }
  [[nodiscard]] double column_average(Index column) const {
    return symmetric_ ? 1 - row_average(column) : average(columns_[at(column)]);
  }
  [[nodiscard]] double plays_of(Index row, Index column) const;
  [[nodiscard]] double plays_of_row(Index row) const { return rows_[at(row)].plays; }
  [[nodiscard]] double plays_of_column(Index column) const { return columns_[at(column)].plays; }

 private:
  struct Moments {
    double plays = 0;
    double paid = 0;
    double squares = 0;
  };
  struct Cell {
    Entry place;
    Moments sums;
  };
  /// A strategy's effect: the amount it adds to 1/2 in each of its cells.
  struct Strength {
    double share = 0;
    double doubt = 0.25;
    std::vector<std::size_t> cells = {};  // its cells that were played
  };
  static double average(const Moments& sums) { return (sums.paid + 1) / (sums.plays + 2); }
  [[nodiscard]] Moments look(Index row, Index column) const;

  [[nodiscard]] double predicted(Index row, Index column) const;
  [[nodiscard]] double imagined() const;
  [[nodiscard]] double strengths() const;
  void improve(Strength& strength, bool is_row, std::size_t number);
  void measure_stray();

  bool symmetric_;
  std::vector<Cell> cells_;  // in the order of their first plays
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<Strength> of_rows_;
  std::vector<Strength> of_columns_;  // empty in a symmetric game: minus those of the rows
  double spread_ = 0.25;              // the average variance of a play
  double stray_ = 0.125;              // variance of cells' means about the strengths' prediction
  std::vector<Moments> rows_;
  std::vector<Moments> columns_;
};

}  // namespace allnash::chance
