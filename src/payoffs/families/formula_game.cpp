#include "payoffs/families/formula_game.hpp"

#include <algorithm>

namespace allnash::payoffs {

void FormulaGame::payoffs(std::span<const Entry> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) {
    answers[t] = payoff(asked[t].row, asked[t].column);
  }
}

std::optional<Entry> FormulaGame::symmetry_fault() const {
  if (rows_ != columns_) return {};
  const Index looked_at = std::min<Index>(rows_, 64);
  for (Index row = 0; row < looked_at; ++row) {
    for (Index column = row; column < looked_at; ++column) {
      if (payoff(row, column) != -payoff(column, row)) return Entry{row, column};
    }
  }
  return {};
}

}  // namespace allnash::payoffs
