// Questions about the optimal strategies of one player, answered from the payoffs of its support.
#pragma once

#include <vector>

#include "answer.hpp"

namespace allnash::python {

/// One player of a game with a proved answer.
struct Player {
  const Answer& answer;
  bool is_row;

  [[nodiscard]] const OptimalSet& set() const {
    return is_row ? answer.result.row() : answer.result.column();
  }
  [[nodiscard]] Index strategies() const {
    return is_row ? answer.result.rows : answer.result.columns;
  }
  [[nodiscard]] Index opponents() const {
    return is_row ? answer.result.columns : answer.result.rows;
  }
  /// What `own`, of the support, earns this player above its value against `opponent`.
  [[nodiscard]] Rational excess(Index own, Index opponent, bool hopeful = false) const;
};

/// Whether the weights are an optimal strategy, each condition to within the tolerance: none below
/// 0, none outside the support above 0, their sum 1, and no opponent's strategy holds them below
/// the value. Weights outside the support are left out of the last.
bool contains(const Player& player, const MixedStrategy& weights, const Rational& tolerance);

/// The excesses as doubles, each rounded once: for each opponent's strategy, one a strategy of the
/// support.
std::vector<double> excesses(const Player& player);

}  // namespace allnash::python
