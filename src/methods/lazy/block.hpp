// Equilibria of the block: the game on the two working sets, which is known.
#pragma once

#include <optional>
#include <vector>

#include "allnash/stop.hpp"
#include "game/pair.hpp"
#include "ledger/ledger.hpp"
#include "methods/lazy/responder.hpp"

namespace allnash::methods {

/// An equilibrium of the block in floating point. Strategies are numbered as in the game.
struct FloatEquilibrium {
  FloatMix row;
  FloatMix column;
  double value = 0;
  double reach = 0;  ///< half the range of the block's payoffs
  /// Rows and columns of the block that fall short of the value by nothing that floating point
  /// sees: where an exact solution starts.
  std::vector<Index> near_rows;
  std::vector<Index> near_columns;
};

/// One extreme equilibrium. Nothing when the floating solver fails or is stopped.
std::optional<FloatEquilibrium> floating_equilibrium(const ledger::Ledger& ledger,
                                                     const std::vector<Index>& rows,
                                                     const std::vector<Index>& columns,
                                                     const StopToken& stop);

/// The strictly complementary pair of the block, exactly, solved on the near strategies first and
/// enlarged while another strategy of the block beats or ties it; on all of the block at once where
/// floating point cannot tell what is near. Nothing when stopped.
std::optional<game::Pair> exact_equilibrium(const ledger::Ledger& ledger,
                                            const std::vector<Index>& rows,
                                            const std::vector<Index>& columns,
                                            std::vector<Index> near_rows,
                                            std::vector<Index> near_columns, const StopToken& stop);

/// What a row earns against a column strategy, and a column concedes to a row strategy, exactly.
Rational earned_by_row(const ledger::Ledger& ledger, Index row, const MixedStrategy& column);
Rational conceded_by_column(const ledger::Ledger& ledger, Index column, const MixedStrategy& row);

/// Strategies that do as well against the other half of a pair as its value, or better.
struct Responses {
  std::vector<Index> rows;
  std::vector<Index> columns;
  [[nodiscard]] bool empty() const { return rows.empty() && columns.empty(); }
};

/// Of all strategies of the game outside the block: the best one a player where one beats the
/// value, or else all that tie it. Requires that the lines of the pair's supports are known whole.
Responses responses_outside(const ledger::Ledger& ledger, const game::Pair& pair,
                            const std::vector<Index>& rows, const std::vector<Index>& columns);

}  // namespace allnash::methods
