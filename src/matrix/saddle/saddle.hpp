// Shared parts of the searches for a strict saddle point.
//
// A strict saddle point is an entry strictly below the rest of its row and strictly above the rest
// of its column. A game has at most one, and its row and column are then the only equilibrium.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "matrix/run/run.hpp"

namespace allnash::matrix {

// Entries in a total order.

/// A line that does not exist. A row of padding is all -inf and a column of padding all +inf:
/// neither can contain a saddle point or prevent one.
inline constexpr Index padding = -1;

/// An entry in the total order by payoff, then row, then column. A strict saddle point of the
/// payoffs is one in this order too. `infinite` is the sign of an entry of padding, else 0.
struct Key {
  int infinite = 0;
  Rational value = {};
  Entry place = {};
  friend std::strong_ordering operator<=>(const Key&, const Key&) = default;
  friend bool operator==(const Key&, const Key&) = default;
};

/// Requires that the entry is of padding or has been seen.
[[nodiscard]] Key key_of(const game::Known& known, Entry entry);

/// Makes both lists as long as the longer one.
void pad(std::vector<Index>& rows, std::vector<Index>& columns);

/// Asks for entries in one round, except padding. False when the run must end.
[[nodiscard]] bool ask(Run& run, std::span<const Entry> wanted, std::string_view stage);

/// The last step: reads the candidate's row, then its column, up to the first contradiction.
Outcome verify(Run& run, Entry candidate);

// Pseudo-saddle points: a key p such that every row has an entry <= p and every column one >= p,
// that is max_i min_j <= p <= min_j max_i. Where there is a strict saddle point both sides are its
// key, so p is that key, and p's place is the only place to verify. p.value is no bound on the
// value of the game.

/// Bienstock's search on the whole game, without the verification: at most 2 max(n, m) - 1 queries,
/// and the ledger keeps them. Empty when the run must end.
std::optional<Key> bienstock_walk(Run& run);
/// The same on these rows and columns; lists of different lengths are padded.
std::optional<Key> pseudo_saddle(Run& run, std::vector<Index> rows, std::vector<Index> columns);

/// The search of saddle_dallant on the whole game; lists of up to `base` lines go to Bienstock's.
std::optional<Key> dallant_pseudo_saddle(Run& run, std::size_t base);

/// A row and a column, or a set of rows and a set of columns, by number. Every row has an entry <=
/// key and every column one >= key.
struct Crossing {
  Index row = 0;
  Index column = 0;
  Key key;
};
/// A pseudo-saddle point of row set `row` against column set `column`. Empty when the run must end.
using CrossingKey = std::function<std::optional<Key>(Index row, Index column)>;
/// Bienstock's loop: the pseudo-saddle point of all the crossings' rows and columns together.
/// Requires at least one crossing. Empty when the run must end.
std::optional<Key> squeeze(std::vector<Crossing> crossings, const CrossingKey& key_at,
                           const StopToken& stop);

}  // namespace allnash::matrix
