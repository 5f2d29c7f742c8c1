// The square subgame that makes a pair of extreme strategies.
#pragma once

#include <optional>
#include <vector>

#include "game/pair.hpp"
#include "game/players.hpp"

namespace allnash::game {

/// A strategy and the opponent's strategies that it earns exactly the value against. None of these
/// where `stop` came first.
struct TightStrategy {
  MixedStrategy strategy;
  std::vector<Index> tight;  ///< rising
};
[[nodiscard]] TightStrategy tight(const KnownPayoffs& game, Player player, const Rational& value,
                                  MixedStrategy strategy, const StopToken& stop = {});

/// The rows and columns of a kernel of Shapley and Snow (1950): a square submatrix B, as small as
/// can be, such that this pair of extreme optimal strategies is the only solution of x B = v 1,
/// B y = v 1, sum x = sum y = 1. Its rows are those that `row` plays and others that earn the value
/// against `column`; likewise its columns. Looks only at the rows and columns that the two play,
/// for the payoffs where what is added crosses do not matter. Requires extreme strategies.
/// Nothing when stopped.
[[nodiscard]] std::optional<Block> kernel_of(const KnownPayoffs& game, const TightStrategy& row,
                                             const TightStrategy& column,
                                             const StopToken& stop = {});

}  // namespace allnash::game
