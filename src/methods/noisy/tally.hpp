// What plays have paid, cell by cell: what exploration knows.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "exact/at.hpp"

namespace allnash::methods::noisy {

/// A guess at a cell's mean, and the variance of that guess.
struct MeanGuess {
  double mean = 0.5;
  double variance = 0;
  double spread = 0;  ///< the variance of a play
};

/// Payoffs are shares of the range, as the row player sees them. In a symmetric game a play counts
/// for both of its players.
class Tally {
 public:
  Tally(Index rows, Index columns, bool symmetric);

  void add(Entry entry, double share);
  /// With two imagined plays, a win and a loss, for what is hardly known; or, when `by_strength`,
  /// two that go as the averages of the row and of the column would have them.
  [[nodiscard]] MeanGuess guess(Index row, Index column, bool by_strength) const;
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
  static double average(const Sums& sums) { return (sums.paid + 1) / (sums.plays + 2); }
  [[nodiscard]] Sums look(Index row, Index column) const;

  bool symmetric_;
  std::unordered_map<std::uint64_t, Sums> cells_;  // looked up only, never gone through
  std::vector<Sums> rows_;
  std::vector<Sums> columns_;
};

}  // namespace allnash::methods::noisy
