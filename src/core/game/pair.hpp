// A value and a mixed strategy for each player: the result of every exact method. Where it is
// strictly complementary, it proves all equilibria.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "core/base/stop_token.hpp"
#include "core/game/players.hpp"

namespace allnash::game {

struct Pair {
  Rational value;
  MixedStrategy row;
  MixedStrategy column;
};

/// The exact check that ends every run: the pair is strictly complementary, that is
///
///   the row strategy earns exactly the value against every column that the column strategy plays,
///   and strictly more against every other; the column strategy concedes exactly the value to every
///   row that the row strategy plays, and strictly less to every other.
///
/// Then the value is the game's and the two supports are the unions of the supports of all optimal
/// strategies (Goldman and Tucker 1956). Looks only at the rows and the columns that the pair
/// plays. Returns nothing when the pair holds, otherwise what is wrong.
///
/// With a range of payoffs, an unknown payoff counts as the end that is worst for the claim, so
/// that the pair holds whatever it is. Payoffs between the two supports must be known. With two
/// threads both players are checked at the same time. If stopped before the check was complete the
/// fault is `check_stopped`. Equalities that the solver has proved are not checked again.
enum class Equalities { in_doubt, proved };
[[nodiscard]] std::optional<std::string> fault_in(const KnownPayoffs& game, const Pair& pair,
                                                  const std::optional<PayoffRange>& range = {},
                                                  std::size_t threads = 1,
                                                  const StopToken& stop = {},
                                                  Equalities equalities = Equalities::in_doubt);
inline constexpr const char* check_stopped = "the check was stopped";

/// The fewest known payoffs that prove the pair: all between the two supports, and of each other
/// line those that decide it soonest. In a symmetric game, matches. Requires that `fault_in`
/// accepts the pair. Nothing when stopped.
[[nodiscard]] std::optional<std::int64_t> fewest_for_proof(const KnownPayoffs& game,
                                                           const Pair& pair,
                                                           const PayoffRange& range, bool symmetric,
                                                           const StopToken& stop = {});

/// The same with every unknown payoff at its best for the proof: if these are the only optimal
/// strategies, fewer payoffs prove nothing (docs/research/theory.md).
[[nodiscard]] std::optional<std::int64_t> fewest_for_any_proof(const KnownPayoffs& game,
                                                               const Pair& pair,
                                                               const PayoffRange& range,
                                                               bool symmetric,
                                                               const StopToken& stop = {});

/// The least that the row strategy earns, and the most that the column strategy concedes; unknown
/// payoffs as above. Requires a range, or that all payoffs are known.
[[nodiscard]] Rational guaranteed(const KnownPayoffs& game, const MixedStrategy& row,
                                  const std::optional<PayoffRange>& range);
[[nodiscard]] Rational conceded(const KnownPayoffs& game, const MixedStrategy& column,
                                const std::optional<PayoffRange>& range);

/// A strategy and the opponent's strategies against which it earns exactly the value; without the
/// latter when stopped.
struct TightStrategy {
  MixedStrategy strategy;
  Lines tight;  ///< ascending
};
[[nodiscard]] TightStrategy tight(const KnownPayoffs& game, Player player, const Rational& value,
                                  MixedStrategy strategy, const StopToken& stop = {});

/// The rows and columns of a kernel of Shapley and Snow (1950): a smallest square submatrix B such
/// that this pair of extreme optimal strategies is the only solution of x B = v 1, B y = v 1, sum x
/// = sum y = 1. Its rows are those that `row` plays and others that earn the value against
/// `column`; likewise its columns. Reads only the rows and columns that the two play: payoffs
/// between added lines do not matter. Requires extreme strategies. Nothing when stopped.
[[nodiscard]] std::optional<Block> kernel_of(const KnownPayoffs& game, const TightStrategy& row,
                                             const TightStrategy& column,
                                             const StopToken& stop = {});

}  // namespace allnash::game
