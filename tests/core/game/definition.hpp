// The strictly complementary pair by its definition, word by word.
#pragma once

#include <algorithm>

#include "core/exact/matrix.hpp"
#include "core/game/pair.hpp"

namespace allnash::game {

inline bool plays(const MixedStrategy& strategy, Index s) {
  return std::ranges::any_of(strategy, [s](const Weight& w) { return w.strategy == s; });
}

/// In every game between the two.
inline bool holds(const exact::Matrix& low, const exact::Matrix& high, const Pair& pair) {
  for (Index j = 0; j < low.columns(); ++j) {
    Rational least;
    for (const Weight& w : pair.row) least += w.probability * low.at(w.strategy, j);
    if (plays(pair.column, j) ? least != pair.value : least <= pair.value) return false;
  }
  for (Index i = 0; i < high.rows(); ++i) {
    Rational most;
    for (const Weight& w : pair.column) most += w.probability * high.at(i, w.strategy);
    if (plays(pair.row, i) ? most != pair.value : most >= pair.value) return false;
  }
  return true;
}

}  // namespace allnash::game
