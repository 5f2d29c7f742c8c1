// The attempts of a league that is kept in a ledger. Each attempt freezes a mixture for each player
// before some play, and all later plays certify it, whatever run or log they come from.
//
// Claim. With probability at least 1 - delta all bounds that are ever stated from a league's ledger
// hold, however often and whenever somebody looks. Assumed: plays are independent, plays of a
// pairing have one mean, and results did not decide how long the first log was. Results may have
// decided who met whom, who joined, and when somebody looked.
//
// Why. Attempts, their error budgets and their confidence sequences are those of live runs
// (noisy/), and so is the proof: docs/research/theory.md. The content of a freeze depends only on
// plays before it. The place of the first freeze in the first log depends only on the log's length.
// Every later freeze comes after all plays that were there when it was decided on. The sequence of
// a newcomer depends on no play, so all its plays count. What has the next place depends on plays
// before it alone if results decided neither whether nor when a log was added. A newcomer is a
// group of its own, since results may have decided who came next.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "chance/evidence/attempt.hpp"
#include "payoffs/asking/kept.hpp"

namespace allnash::league {

/// The game of a league, and its error budget.
struct Terms {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Rational delta;
  /// A number above that of every play of the file, also of plays between strategies that have
  /// left. Empty: above that of every play of the past.
  std::optional<std::int64_t> end = {};
};

/// Opens the attempts that are worth opening now. `past` holds all plays, in the order of their
/// numbers; new freezes are added to it. `before` is the number of plays before this call, and
/// `moved` says whether a strategy has left or come back. Returns the attempts in which every
/// strategy has an arm, with all their plays counted.
std::vector<chance::Attempt> open_attempts(asking::Past& past, const Terms& terms,
                                           std::int64_t before, bool moved = false);
/// The same without freezing anything, for a caller who cannot save a freeze.
[[nodiscard]] std::vector<chance::Attempt> standing_attempts(asking::Past& past,
                                                             const Terms& terms);

}  // namespace allnash::league
