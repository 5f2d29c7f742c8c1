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

#include "allnash/rational.hpp"
#include "allnash/solve.hpp"
#include "allnash/source.hpp"

namespace allnash {

struct Plan {
  /// All questions of the next round, in its order; with a budget, no more than that. In a
  /// symmetric game matches, row < column. Empty if solving asks nothing more.
  ///
  /// With a ledger file, plays of a game of chance are handed out: unless the source draws from the
  /// seed, no later plan has them, and solving waits until their payoffs, or that they are lost,
  /// are imported (`import_ledger`).
  std::vector<Question> questions;
  /// Questions that earlier plans handed out and nobody has imported yet: plays, or with `Leases`
  /// entries whose lease has not run out, those that end first first.
  std::vector<Question> out;
  /// With `Leases` and Options::ahead: the number of questions, at the end of the list, that no
  /// round has asked so far but one probably will.
  std::int64_t ahead = 0;
  /// With `Leases`: when the lease of each question in `out` ends, and that of all `questions`.
  std::vector<std::chrono::sys_seconds> out_until = {};
  std::optional<std::chrono::sys_seconds> until = {};
  /// Solving asks nothing more, whatever is still out.
  bool done = false;
  /// Why there is no plan, if a limit came first: as in Result.
  std::optional<Stop> stop = {};

  /// The entries of the questions, for games without chance.
  [[nodiscard]] ALLNASH_EXPORT std::vector<Entry> entries() const;
};

/// For workers that come and go: a question is handed out for a limited time, and then again,
/// unless its payoff is in the ledger file.
struct Leases {
  std::optional<std::int64_t> out;  ///< number of questions that may be out; none: no limit
  std::chrono::seconds lease;       ///< time for each question
  std::chrono::sys_seconds now;     ///< by the caller's clock
};

/// The questions that `solve` with the same game and options would ask next. Asks the game nothing;
/// creates the ledger file if it does not exist. Throws InputError as `solve` does.
ALLNASH_EXPORT Plan plan(Source& game, const Options& options = {}, const Hooks& hooks = {});
/// The same without questions that are out, up to the limit of `leases`. The questions are recorded
/// in the ledger file, and are out from then on. Since one process at a time has the file, no two
/// plans hand out the same. Throws OptionError without a ledger file, and for a game of chance,
/// whose plays are never handed out twice.
ALLNASH_EXPORT Plan plan(Source& game, const Options& options, const Leases& leases,
                         const Hooks& hooks = {});

/// A line `row,column`, then a line for each entry, by label if the game has labels; for a game of
/// chance `row,column,seed`, by number, as plays are imported.
ALLNASH_EXPORT std::string to_csv(const Plan& plan, const Source& game);
/// One JSON object on one line: rows, columns, and the entries with row and column, with row_label
/// and column_label if the game has labels; plays have a seed. `out` is in the same form, if there
/// is any. With leases it says whether it is done, and when the leases of the entries, and of each
/// that is out, end, in seconds since 1970.
ALLNASH_EXPORT std::string to_json(const Plan& plan, const Source& game);

}  // namespace allnash
