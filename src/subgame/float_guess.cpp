#include "subgame/float_guess.hpp"

namespace allnash::subgame {

namespace {

std::optional<GuessedSide> guessed(const FloatSide& side, double zero) {
  GuessedSide result;
  for (std::size_t t = 0; t < side.played.size(); ++t) {
    const bool played = side.played[t] > zero;
    const bool short_of = side.slack[t] > zero;
    if (played == short_of) return std::nullopt;
    if (!played) continue;
    result.support.push_back(static_cast<Index>(t));
    result.interior.push_back(side.played[t]);
  }
  return result;
}

}  // namespace

std::optional<SupportGuess> guess_supports(const FloatOptimum& optimum, double zero) {
  std::optional<GuessedSide> row = guessed(optimum.row, zero);
  std::optional<GuessedSide> column = guessed(optimum.column, zero);
  if (!row || !column) return std::nullopt;
  return SupportGuess{*std::move(row), *std::move(column)};
}

}  // namespace allnash::subgame
