// Planning ahead: which payoffs a run would ask for next. With a ledger file as the only state, a
// game is solved round by round by whoever runs the simulations:
//
//   allnash::Options options;
//   options.ledger = "run.db";
//   auto game = allnash::unanswered_game(40, 40);
//   for (auto next = allnash::plan(*game, options); !next.questions.empty();
//        next = allnash::plan(*game, options)) {
//     allnash::add_to_ledger("run.db", next.entries(), simulate(next.entries()));
//   }
//   allnash::Result result = allnash::solve(*game, options);  // asks nothing
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/options.hpp"
#include "allnash/solve.hpp"
#include "allnash/source.hpp"

namespace allnash {

struct Plan {
  /// All that the next round asks for, in that order; with a budget, no more than that. In a
  /// symmetric game matches, row < column. Empty when solving asks nothing more.
  ///
  /// Plays of a game of chance are handed out where there is a ledger file: unless the source draws
  /// its chances from the seed, no later plan has them, and solving waits until what they paid is
  /// imported, or that they are lost (`import_ledger`).
  std::vector<Question> questions;
  /// Plays that earlier plans handed out and nobody has imported yet.
  std::vector<Question> out;
  /// Why there is no plan, where a limit came first: as in Result.
  std::optional<Stop> stop = {};

  /// Those of the questions, for whoever plays no game of chance.
  [[nodiscard]] ALLNASH_EXPORT std::vector<Entry> entries() const;
};

/// What `solve` with the same game and options would ask for next. Asks the game nothing; makes the
/// ledger file when it is not there. Throws InputError as `solve` does.
ALLNASH_EXPORT Plan plan(Source& game, const Options& options = {}, const Hooks& hooks = {});

/// A line `row,column`, then a line an entry, by label where the game has labels; of a game of
/// chance `row,column,seed`, by number, as plays are imported.
ALLNASH_EXPORT std::string to_csv(const Plan& plan, const Source& game);
/// One JSON object on one line: rows, columns, and the entries with row and column, with row_label
/// and column_label where the game has labels; of plays, with a seed, and in the same way what is
/// `out`, if anything is.
ALLNASH_EXPORT std::string to_json(const Plan& plan, const Source& game);

}  // namespace allnash
