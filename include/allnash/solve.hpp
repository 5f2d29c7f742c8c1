// Solving a game.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "allnash/export.hpp"
#include "allnash/options.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "allnash/stop.hpp"

namespace allnash {

/// Partners of a run besides the game; each may be absent.
struct Hooks {
  Observer* observer = nullptr;
  const StopFlag* stop = nullptr;
  std::ostream* certificate = nullptr;  ///< receives the certificate of a proved answer
  /// The cost of asking for each entry: a game of the same shape, none of its entries negative; in
  /// a symmetric game the cost of a match is that of its entry with row < column. Among entries of
  /// equal use `auto` and `lazy` then ask for cheap ones, and the result has the total cost.
  Source* costs = nullptr;
};

/// Finds the value and every equilibrium of the game, and proves it.
///
/// Requires: the same entry always has the same payoff. Ensures: a result of status `proved` passed
/// the exact check of a strictly complementary pair; one of status `stopped` holds true bounds.
/// The game stays as it is: entries that `symmetric` adds or rounds in a chart are only in the
/// result. Throws InputError (options, or a game that contradicts them), SourceError (from the
/// source), and passes on whatever else the source, the observer or the certificate's stream throw.
/// Payoffs asked by then are in the ledger file, if there is one.
///
/// For a game of chance (`SourceTraits::random`): bounds on its value, and strategies that attain
/// them, with probability at least 1 - options.delta: status `certified` once they are at most
/// options.epsilon apart (in a symmetric game: once `low` is that near to the value), `stopped`
/// before. Requires that plays are independent and that their means are the payoffs. Needs
/// options.payoff_range and options.epsilon; options.budget counts plays. A ledger file keeps the
/// plays of one run.
ALLNASH_EXPORT Result solve(Source& game, const Options& options = {}, const Hooks& hooks = {});

/// The range that makes the game symmetric where each match pays the same to both players together:
/// 0,10 where each divides ten points. The diagonal does not count, nor do blank cells. Nothing if
/// matches differ, for sources that cannot check themselves, and unless there are 3 to 2000
/// strategies.
ALLNASH_EXPORT std::optional<PayoffRange> range_of_matches(Source& game);

/// For programs: sets the function that is called when there is no memory for a large number; it
/// may not return. By default GMP and FLINT, which cannot go on, end the process by a signal. It
/// holds for the whole process, and must be called before anything else.
ALLNASH_EXPORT void when_out_of_memory(void (*end)()) noexcept;

/// The version of the library, such as "0.1.0".
ALLNASH_EXPORT std::string version();

}  // namespace allnash
