// full: reads the whole game and solves it.
//
// Claim: exact on every game. Queries: n*m, in one round (n(n-1)/2 matches when symmetric): the
// baseline for the others, and the right choice for small dense games.
//
// Stopped while reading, it knows the first rows and columns whole: the row player can do no worse
// than the game on those rows alone, the column player no worse than on those columns alone.
#include <algorithm>
#include <numeric>
#include <vector>

#include "allnash/error.hpp"
#include "methods/methods.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

// Beyond this many entries the table outgrows the memory of most machines.
constexpr Index largest_table = 400'000'000;

std::vector<Index> everything(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

// Sharper, by mixing what is known whole; worth its time only while there is some.
void note_mixed_bounds(Run& run, const std::vector<Index>& rows,
                       const std::vector<Index>& columns) {
  const ledger::Ledger& ledger = run.ledger;
  if (!rows.empty()) {
    const auto known = ledger.submatrix(rows, everything(ledger.columns()));
    if (const auto pair = subgame::solve(known, run.stop, run.threads())) run.bounds.raise_low(pair->value);
  }
  if (!columns.empty()) {
    const auto known = ledger.submatrix(everything(ledger.rows()), columns);
    if (const auto pair = subgame::solve(known, run.stop, run.threads())) run.bounds.lower_high(pair->value);
  }
}

void note_bounds_of_what_is_known(Run& run) {
  std::vector<Index> rows = everything(run.ledger.rows());
  std::vector<Index> columns = everything(run.ledger.columns());
  std::erase_if(rows, [&](Index i) { return !run.ledger.knows_row(i); });
  std::erase_if(columns, [&](Index j) { return !run.ledger.knows_column(j); });
  note_pure_bounds(run);
  if (!run.stop.stopped()) note_mixed_bounds(run, rows, columns);
}

}  // namespace

Outcome full(Run& run) {
  const Index rows = run.ledger.rows();
  const Index columns = run.ledger.columns();
  if (rows > largest_table / columns) {
    throw OptionError("method full: a table of " + std::to_string(rows) + " x " +
                      std::to_string(columns) + " payoffs is too large to read whole");
  }
  run.report("reading");
  if (!run.ledger.ask_all()) {
    note_bounds_of_what_is_known(run);
    return Outcome::stopped();
  }
  const exact::Matrix game = run.ledger.submatrix(everything(rows), everything(columns));
  run.report("solving");
  std::optional<game::Pair> pair = subgame::solve(game, run.stop, run.threads());
  run.event("solved", {{"rows", rows}, {"columns", columns}, {"solved", pair.has_value()}});
  if (pair) return Outcome::proved(*std::move(pair));
  note_bounds_of_what_is_known(run);
  return Outcome::stopped();
}

}  // namespace allnash::methods
