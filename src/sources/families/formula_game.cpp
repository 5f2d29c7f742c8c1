#include "sources/families/formula_game.hpp"

#include <algorithm>

namespace allnash::sources {

void FormulaGame::payoffs(std::span<const Question> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) {
    answers[t] = payoff(asked[t].entry.row, asked[t].entry.column);
  }
}

std::optional<Entry> FormulaGame::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  const Index looked_at = std::min<Index>(rows(), 64);
  for (Index row = 0; row < looked_at; ++row) {
    for (Index column = row; column < looked_at; ++column) {
      if (payoff(row, column) != sum - payoff(column, row)) return Entry{row, column};
    }
  }
  return {};
}

}  // namespace allnash::sources
