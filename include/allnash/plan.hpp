// Planning ahead: which payoffs a run would ask for next. With a ledger file as the only state, a
// game is solved round by round by whoever runs the simulations:
//
//   allnash::Options options;
//   options.ledger = "run.db";
//   auto game = allnash::unanswered_game(40, 40);
//   for (auto next = allnash::plan(*game, options); !next.entries.empty();
//        next = allnash::plan(*game, options)) {
//     allnash::add_to_ledger("run.db", next.entries, simulate(next.entries));
//   }
//   allnash::Result result = allnash::solve(*game, options);  // asks nothing
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/options.hpp"
#include "allnash/payoff_source.hpp"
#include "allnash/solve.hpp"

namespace allnash {

struct Plan {
  /// All that the next round asks for, in that order; with a budget, no more than that. In a
  /// symmetric game matches, row < column. Empty when solving asks nothing more.
  std::vector<Entry> entries;
  /// Why there is no plan, where a limit came first: as in Result.
  std::optional<Stop> stop = {};
};

/// What `solve` with the same game and options would ask for next. Asks the game nothing; makes the
/// ledger file when it is not there. Throws InputError as `solve` does.
ALLNASH_EXPORT Plan plan(PayoffSource& game, const Options& options = {}, const Hooks& hooks = {});

/// The plays that `solve` with the same game of chance and options would ask for next.
struct PlayPlan {
  /// As Plan::entries. With a ledger file they are handed out: unless the source draws its chances
  /// from the seed, no later plan has them, and solving waits until what they paid is imported, or
  /// that they are lost (`import_ledger`).
  std::vector<Play> plays;
  /// What earlier plans handed out and nobody has imported yet.
  std::vector<Play> out;
  std::optional<Stop> stop = {};
};
ALLNASH_EXPORT PlayPlan plan(PlaySource& game, const Options& options, const Hooks& hooks = {});

/// A line `row,column`, then a line an entry, by label where the game has labels; of plays
/// `row,column,seed`, by number, as they are imported.
ALLNASH_EXPORT std::string to_csv(const Plan& plan, const PayoffSource& game);
ALLNASH_EXPORT std::string to_csv(const PlayPlan& plan, const PlaySource& game);
/// One JSON object on one line: rows, columns, and the entries with row and column, with row_label
/// and column_label where the game has labels; of plays, with a seed, and in the same way what is
/// `out`, if anything is.
ALLNASH_EXPORT std::string to_json(const Plan& plan, const PayoffSource& game);
ALLNASH_EXPORT std::string to_json(const PlayPlan& plan, const PlaySource& game);

/// A game of which no more than the shape is known here: it answers with SourceError. Throws
/// InputError unless rows, columns >= 1.
ALLNASH_EXPORT std::unique_ptr<PayoffSource> unanswered_game(Index rows, Index columns);

}  // namespace allnash
