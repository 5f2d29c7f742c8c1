// The game of a few strategies against many opponents.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace allnash::methods {

/// What some strategies earn against the same opponents: a span a strategy, all of one length.
using EarnedBySome = std::vector<std::span<const double>>;

/// Solves such games in floating point, thousands in a row, by the simplex method on a table that
/// is kept. What comes out is a guess.
class FewAgainstMany {
 public:
  /// The most that a mixture of the strategies guarantees. Requires a strategy and an opponent.
  double solve(const EarnedBySome& strategies);

  /// An opponent, by position, and the probability with which it is played.
  using Share = std::pair<std::size_t, double>;
  /// The opponent's answer to the game that was solved last: it holds each of the strategies to
  /// what the best mixture guarantees.
  [[nodiscard]] std::vector<Share> holding() const;
  /// The best mixture of the strategies in that game: a probability each.
  [[nodiscard]] std::vector<double> mixture() const;

 private:
  [[nodiscard]] const double* row(std::size_t number) const { return &table_[number * width_]; }
  [[nodiscard]] double* row(std::size_t number) { return &table_[number * width_]; }
  [[nodiscard]] std::size_t entering() const;
  [[nodiscard]] std::size_t leaving(std::size_t column) const;
  void pivot(std::size_t pivot_row, std::size_t column);

  std::size_t strategies_ = 0;
  std::size_t opponents_ = 0;
  std::size_t width_ = 0;      // of the table: opponents, slacks and the right hand side
  std::vector<double> table_;  // a row a strategy, and the objective
  std::vector<std::size_t> basis_;
};

}  // namespace allnash::methods
