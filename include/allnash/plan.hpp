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

#include <chrono>
#include <cstdint>
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
  /// What earlier plans handed out and nobody has imported yet: plays, or with `Leases` entries
  /// whose lease has not run out, those that end first first.
  std::vector<Question> out;
  /// With `Leases` and Options::ahead: how many questions, the last ones of the list, were not
  /// asked by a round so far but probably will be.
  std::int64_t ahead = 0;
  /// With `Leases`: when the lease of each question that is `out` ends, and that of all
  /// `questions`.
  std::vector<std::chrono::sys_seconds> out_until = {};
  std::optional<std::chrono::sys_seconds> until = {};
  /// Solving asks nothing more, whatever is out.
  bool done = false;
  /// Why there is no plan, where a limit came first: as in Result.
  std::optional<Stop> stop = {};

  /// Those of the questions, for whoever plays no game of chance.
  [[nodiscard]] ALLNASH_EXPORT std::vector<Entry> entries() const;
};

/// For workers that come and go: a question is handed out for a limited time. Then it is handed out
/// again, unless its payoff is in the ledger file.
struct Leases {
  std::optional<std::int64_t> out;  ///< how many may be out at a time; none: no limit
  std::chrono::seconds lease;       ///< how long each may take
  std::chrono::sys_seconds now;     ///< the caller's clock decides
};

/// What `solve` with the same game and options would ask for next. Asks the game nothing; makes the
/// ledger file when it is not there. Throws InputError as `solve` does.
ALLNASH_EXPORT Plan plan(Source& game, const Options& options = {}, const Hooks& hooks = {});
/// The same, of what is not out: as many questions as may be out besides. They are written down in
/// the ledger file, and are out from then on. Since one process at a time has the file, no two
/// plans hand out the same. Throws OptionError without a ledger file, and for a game of chance,
/// whose plays are never handed out twice.
ALLNASH_EXPORT Plan plan(Source& game, const Options& options, const Leases& leases,
                         const Hooks& hooks = {});

/// A line `row,column`, then a line an entry, by label where the game has labels; of a game of
/// chance `row,column,seed`, by number, as plays are imported.
ALLNASH_EXPORT std::string to_csv(const Plan& plan, const Source& game);
/// One JSON object on one line: rows, columns, and the entries with row and column, with row_label
/// and column_label where the game has labels; of plays, with a seed, and in the same way what is
/// `out`, if anything is. With leases it says whether it is done, and until when the entries, and
/// each that is out, are handed out, in seconds since 1970.
ALLNASH_EXPORT std::string to_json(const Plan& plan, const Source& game);

}  // namespace allnash
