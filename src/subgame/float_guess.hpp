// What floating point believes the two supports are. Nothing here is ever an answer: the exact
// check decides, and a wrong guess costs only time.
#pragma once

#include <optional>
#include <vector>

#include "allnash/progress.hpp"
#include "exact/matrix.hpp"

namespace allnash::subgame {

/// One player's half of a guess.
struct GuessedSide {
  std::vector<Index> support;    ///< sorted
  std::vector<double> interior;  ///< probabilities on the support, all positive
};

struct Guess {
  GuessedSide row;
  GuessedSide column;
};

/// The payoffs as doubles, moved and scaled into [-1, 1].
class FloatGame {
 public:
  explicit FloatGame(const exact::Matrix& game);
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] double at(Index row, Index column) const {
    return values_[static_cast<std::size_t>(row * columns_ + column)];
  }

 private:
  Index rows_;
  Index columns_;
  std::vector<double> values_;
};

/// Nothing when the floating solver fails, contradicts itself, or is stopped.
[[nodiscard]] std::optional<Guess> guess_supports(const FloatGame& game, const StopToken& stop);

}  // namespace allnash::subgame
