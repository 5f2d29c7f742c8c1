// Leases: questions that a plan hands out for a limited time.
//
// Claim: while a lease lasts no other plan hands out its question. A question is out as long as its
// payoff is not in the file and its lease lasts. Why: only one process at a time has the file open;
// it reads which questions are out, and records those it hands out before anybody sees the plan. A
// lease that has run out may still be answered. Then the same payoff comes twice, and the import
// counts it once.
//
// Questions that are handed out ahead of the round are marked as such. The method learns of their
// answers only when it asks for them, so it asks the same questions as without.

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "allnash/plan.hpp"
#include "allnash/run.hpp"
#include "answer/solve/parts.hpp"
#include "core/base/at.hpp"
#include "core/game/seen.hpp"
#include "payoffs/asking/ahead.hpp"
#include "payoffs/asking/payoff_ledger.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {

void check_leases(const Source& game, const Options& options, const Leases& leases) {
  if (game.traits().random) {
    throw OptionError(
        "lease: not for games of chance, whose plays are handed out once; what never comes back is "
        "imported as lost");
  }
  if (!options.ledger)
    throw OptionError("lease: it needs a ledger file, which keeps what is handed out");
  // A longer one is of no use, and the clock's arithmetic would overflow.
  constexpr std::chrono::seconds longest(1'000'000'000);
  if (leases.lease <= std::chrono::seconds(0) || leases.lease > longest) {
    throw OptionError("lease: " + std::to_string(leases.lease.count()) +
                      " is not a number of seconds above 0 and at most 1e9");
  }
  if (leases.out && *leases.out < 1) {
    throw OptionError("out: " + std::to_string(*leases.out) +
                      " is not a whole number of 1 or more");
  }
}

namespace {

using Entries = std::unordered_set<Entry, game::EntryHash>;

/// Up to `most` entries that will probably be asked for after the round, within the price. Entries
/// that earlier plans handed out, answered or not, count against the same price.
std::vector<Entry> expected(const Planned& planned, const std::vector<Entry>& round,
                            const std::vector<Question>& out, std::int64_t most) {
  const game::Known& known = planned.ledger.known();
  asking::Ahead ahead(planned.forecaster, planned.options.ahead);
  for (const Question& one : out) ahead.expect(one.entry);
  file::KeptPlay kept;
  for (const Entry& entry : planned.ledger.unclaimed_in_file()) {
    if (planned.file.recall(entry, kept)) ahead.arrive(entry, *kept.payoff);
  }
  ahead.begin_round(round);
  ahead.settle(known);
  return ahead.next(at(most), known, [&](Entry entry) { return planned.file.recall(entry, kept); });
}

/// Entries that were handed out ahead and that the method has not asked for, answered or not.
std::vector<Entry> still_ahead(const Planned& planned, const Entries& round, const Entries& out) {
  std::vector<Entry> ahead = planned.ledger.unclaimed_in_file();
  for (const Entry& entry : planned.file.leases().asked_ahead()) {
    if (out.contains(entry) && !round.contains(entry)) ahead.push_back(entry);
  }
  return ahead;
}

}  // namespace

void hand_out(Plan& next, const Planned& planned, const Leases& leases) {
  const std::int64_t now = leases.now.time_since_epoch().count();
  constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
  const std::vector<Entry> round = next.entries();
  Entries out;
  for (const auto& [entry, until] : planned.file.leases().out(now)) {
    out.insert(entry);
    next.out.push_back({entry});
    next.out_until.emplace_back(std::chrono::seconds(until));
  }
  std::erase_if(next.questions, [&](const Question& one) { return out.contains(one.entry); });
  const auto room = [&](std::optional<std::int64_t> most) {
    return std::max<std::int64_t>(0, most.value_or(no_limit) - std::ssize(next.out));
  };
  if (std::ssize(next.questions) > room(leases.out)) next.questions.resize(at(room(leases.out)));
  std::vector<Entry> ahead = still_ahead(planned, {round.begin(), round.end()}, out);
  const std::int64_t left =
      std::min(room(leases.out), room(planned.options.budget)) - std::ssize(next.questions);
  if (planned.forecaster && !next.done && !next.stop && left > 0) {
    for (const Entry& entry : expected(planned, round, next.out, left)) {
      next.questions.push_back({entry});
      ahead.push_back(entry);
      ++next.ahead;
    }
  }
  next.until = leases.now + leases.lease;
  try {
    planned.file.leases().hand_out(next.entries(), next.until->time_since_epoch().count(), now,
                                   ahead);
  } catch (const file::LedgerWriteError& error) {
    // A question that is not recorded is not handed out.
    next.questions.clear();
    next.ahead = 0;
    next.done = false;
    next.stop = {StopReason::ledger_file, std::string("ledger file: ") + error.what()};
  }
}

}  // namespace allnash
