// The game of a few strategies against many opponents.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace allnash::matrix {

/// Payoffs of some strategies against the same opponents: spans of one length, one a strategy.
using EarnedBySome = std::vector<std::span<const double>>;

/// Solves such games in floating point, thousands in a row, by the simplex method on a table that
/// is reused. The results are guesses.
class FewAgainstMany {
 public:
  /// The value: the largest payoff that a mixture guarantees. Requires a strategy and an opponent.
  double solve(const EarnedBySome& strategies);

  /// An opponent, by position, and the probability with which it is played.
  using Share = std::pair<std::size_t, double>;
  /// The opponent's optimal mixture in the game that was solved last.
  [[nodiscard]] std::vector<Share> holding() const;
  /// The optimal mixture of the strategies in that game: a probability for each.
  [[nodiscard]] std::vector<double> mixture() const;

 private:
  [[nodiscard]] const double* row(std::size_t number) const { return &table_[number * width_]; }
  [[nodiscard]] double* row(std::size_t number) { return &table_[number * width_]; }
  [[nodiscard]] std::size_t entering() const;
  [[nodiscard]] std::size_t leaving(std::size_t column) const;
  void pivot(std::size_t pivot_row, std::size_t column);

  std::size_t strategies_ = 0;
  std::size_t opponents_ = 0;
  std::size_t width_ = 0;      // of the table: opponents, slacks and the right-hand side
  std::vector<double> table_;  // a row for each strategy, and the objective
  std::vector<std::size_t> basis_;
};

}  // namespace allnash::matrix
