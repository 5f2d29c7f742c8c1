// A value and a mixed strategy for each player: the result of every exact method. Where it is
// strictly complementary, it proves all equilibria.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/known_payoffs.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/result.hpp"
#include "base/stop_token.hpp"
#include "game/players.hpp"

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
/// Where payoffs lie in a range, one that has not been seen counts as the end of it that is worst
/// for the claim: the pair then holds whatever it is. What the pair plays against itself must have
/// been seen. With two threads the players are checked side by side. Where `stop` came before the
/// pair was found to hold, what is wrong is `check_stopped`. Where whoever solved the equalities
/// has proved them only the rest is looked at.
enum class Equalities { in_doubt, proved };
[[nodiscard]] std::optional<std::string> fault_in(const KnownPayoffs& game, const Pair& pair,
                                                  const std::optional<PayoffRange>& range = {},
                                                  std::size_t threads = 1,
                                                  const StopToken& stop = {},
                                                  Equalities equalities = Equalities::in_doubt);
inline constexpr const char* check_stopped = "the check was stopped";

/// How few of the payoffs that have been seen prove the pair: all that it plays against itself,
/// and of each other line those that settle it soonest. In a symmetric game, matches. Requires that
/// `fault_in` accepts the pair. Nothing when stopped.
[[nodiscard]] std::optional<std::int64_t> fewest_for_proof(const KnownPayoffs& game,
                                                           const Pair& pair,
                                                           const PayoffRange& range, bool symmetric,
                                                           const StopToken& stop = {});

/// The same with every payoff that has not been seen as the best that it can be for the proof:
/// where these strategies are the only optimal ones, fewer prove nothing (docs/research/theory.md).
[[nodiscard]] std::optional<std::int64_t> fewest_for_any_proof(const KnownPayoffs& game,
                                                               const Pair& pair,
                                                               const PayoffRange& range,
                                                               bool symmetric,
                                                               const StopToken& stop = {});

/// What the row strategy is sure to earn, and what the column strategy concedes at most; payoffs
/// that have not been seen as above. Requires that there is a range or none such.
[[nodiscard]] Rational guaranteed(const KnownPayoffs& game, const MixedStrategy& row,
                                  const std::optional<PayoffRange>& range);
[[nodiscard]] Rational conceded(const KnownPayoffs& game, const MixedStrategy& column,
                                const std::optional<PayoffRange>& range);

/// A strategy and the opponent's strategies that it earns exactly the value against. None of these
/// where `stop` came first.
struct TightStrategy {
  MixedStrategy strategy;
  Lines tight;  ///< rising
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
