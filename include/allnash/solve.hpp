// Solving a game.
#pragma once

#include <iosfwd>
#include <string>

#include "allnash/export.hpp"
#include "allnash/options.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "allnash/stop.hpp"

namespace allnash {

/// What a run may talk to besides the game; each may be absent.
struct Hooks {
  Observer* observer = nullptr;
  const StopFlag* stop = nullptr;
  std::ostream* certificate = nullptr;  ///< receives the certificate of a proved answer
  /// What asking for each entry costs: a game of the same shape, none of its entries negative; in a
  /// symmetric game a match costs what its entry with row < column does. Of entries of equal use
  /// `auto` and `lazy` then ask for cheap ones, and the result says what was spent.
  Source* costs = nullptr;
};

/// Finds the value and every equilibrium of the game, and proves it.
///
/// Requires: the same entry always has the same payoff. Ensures: a result of status `proved` passed
/// the exact check of a strictly complementary pair; one of status `stopped` holds true bounds.
/// The game stays as it is: what `symmetric` fills in and rounds in a chart is in the result alone.
/// Throws InputError (options, or a game that contradicts them), SourceError (from the source), and
/// passes on whatever else the source, the observer or the certificate's stream throw. What was
/// asked by then is in the ledger file, where there is one.
///
/// Of a game of chance (`SourceTraits::random`): bounds on its value, and strategies that attain
/// them, with probability at least 1 - options.delta: status `certified` once they are at most
/// options.epsilon apart (in a symmetric game: once `low` is that near to the value), `stopped`
/// before. Requires that plays are independent, and pay on average what the game says. Needs
/// options.payoff_range and options.epsilon; options.budget counts plays. A ledger file keeps the
/// plays of one run.
ALLNASH_EXPORT Result solve(Source& game, const Options& options = {}, const Hooks& hooks = {});

/// For programs: sets the function that is called when there is no memory for a large number; it
/// may not return. By default GMP and FLINT, which cannot go on, end the process by a signal. It
/// holds for the whole process, and must be called before anything else.
ALLNASH_EXPORT void when_out_of_memory(void (*end)()) noexcept;

/// The version of the library, such as "0.1.0".
ALLNASH_EXPORT std::string version();

}  // namespace allnash
