// What plays have paid, cell by cell: all that exploration knows.
//
// A cell that was played a few times says little by itself. So the rest of its row and column is
// used as a prior: it counts as a number of plays of the cell, the larger the less cells deviate in
// this game from what the strengths of their two strategies predict.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/at.hpp"

namespace allnash::methods::noisy {

/// A guess at a cell's mean, and the variance of that guess.
struct MeanGuess {
  double mean = 0.5;
  double variance = 0;
  double spread = 0;  ///< the variance of a play
  double lean = 0;    ///< the weight of the strengths in the guess
};

/// Payoffs are shares of the range, as the row player sees them. In a symmetric game a play counts
/// for both of its players.
class Tally {
 public:
  Tally(Index rows, Index columns, bool symmetric);

  void add(Entry entry, double share);
  /// Works out the strengths from all plays so far.
  void learn();
  /// The guess with the prior from the strengths, which counts as two plays or more.
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
  struct Sums {
    double plays = 0;
    double paid = 0;
    double squares = 0;
  };
  struct Cell {
    Entry place;
    Sums sums;
  };
  /// What a strategy adds to 1/2 in each of its cells.
  struct Strength {
    double share = 0;
    double doubt = 0.25;
    std::vector<std::size_t> cells = {};  // its cells that were played
  };
  static double average(const Sums& sums) { return (sums.paid + 1) / (sums.plays + 2); }
  [[nodiscard]] Sums look(Index row, Index column) const;

  [[nodiscard]] double foretold(Index row, Index column) const;
  [[nodiscard]] double imagined() const;
  [[nodiscard]] double strengths() const;
  void improve(Strength& strength, bool is_row, std::size_t number);
  void measure_stray();

  bool symmetric_;
  std::vector<Cell> cells_;  // in the order of their first plays
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<Strength> of_rows_;
  std::vector<Strength> of_columns_;  // none in a symmetric game: minus those of the rows
  double spread_ = 0.25;              // the average variance of a play
  double stray_ = 0.125;  // the variance of cells' means about what the strengths predict
  std::vector<Sums> rows_;
  std::vector<Sums> columns_;
};

}  // namespace allnash::methods::noisy
