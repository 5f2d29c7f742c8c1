// full: reads the whole game and solves it.
//
// Claim: exact on every game. Queries: n*m, in one round (n(n-1)/2 matches when symmetric). It is
// the baseline for the others, and the right choice for small dense games.
//
// If it is stopped while reading, the first rows and columns are known whole, and bounds follow
// from them.
#include <optional>
#include <string>
#include <utility>

#include "allnash/run.hpp"
#include "core/lp/subgame.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

namespace {

// Beyond this many entries the table outgrows the memory of most machines.
constexpr Index largest_table = 400'000'000;

}  // namespace

Outcome full(Run& run) {
  const Index rows = run.known.rows();
  const Index columns = run.known.columns();
  if (rows > largest_table / columns) {
    throw OptionError("method full: a table of " + std::to_string(rows) + " x " +
                      std::to_string(columns) + " payoffs is too large to read whole");
  }
  run.report("reading");
  if (!run.ask_all()) return Outcome::stopped();
  const exact::Matrix game = game::View(run.known, game::Player::row)
                                 .table(game::all_below(rows), game::all_below(columns));
  run.report("solving");
  std::optional<game::Pair> pair = lp::solve(game, run.stop, run.threads());
  run.event("solved", {{"rows", rows}, {"columns", columns}, {"solved", pair.has_value()}});
  return pair ? Outcome::proved(*std::move(pair)) : Outcome::stopped();
}

}  // namespace allnash::matrix
