// Questions that are handed out for a while.
//
// Claim: while a lease lasts no other plan has its question, and a question is out for as long as
// its payoff is not in the file and its lease lasts. For one process at a time has the file, reads
// what is out and writes down what it hands out before anybody sees the plan. A lease that ran out
// may be answered all the same: then the same payoff comes twice, which importing takes for one.

#include <algorithm>
#include <string>
#include <unordered_set>

#include "allnash/error.hpp"
#include "allnash/plan.hpp"
#include "base/at.hpp"
#include "game/seen.hpp"
#include "solve/parts.hpp"
#include "store/store.hpp"

namespace allnash {

void check_leases(const Source& game, const Options& options, const Leases& leases) {
  if (game.traits().random) {
    throw OptionError(
        "lease: not for games of chance, whose plays are handed out once; what never comes back is "
        "imported as lost");
  }
  if (!options.ledger) throw OptionError("lease: it needs a ledger file, which says what is out");
  // A longer one is beyond any use, and the clock's arithmetic would overflow.
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

void hand_out(Plan& next, store::Store& file, const Leases& leases) {
  const std::int64_t now = leases.now.time_since_epoch().count();
  std::unordered_set<Entry, game::EntryHash> out;
  for (const auto& [entry, until] : file.leases(now)) {
    out.insert(entry);
    next.out.push_back({entry});
    next.out_until.emplace_back(std::chrono::seconds(until));
  }
  std::erase_if(next.questions, [&](const Question& one) { return out.contains(one.entry); });
  if (leases.out) {
    const std::int64_t room = std::max<std::int64_t>(0, *leases.out - std::ssize(next.out));
    if (std::ssize(next.questions) > room) next.questions.resize(at(room));
  }
  next.until = leases.now + leases.lease;
  try {
    file.lease(next.entries(), next.until->time_since_epoch().count(), now, file.asked_ahead());
  } catch (const store::LedgerWriteError& error) {
    // What is not written down is not handed out.
    next.questions.clear();
    next.done = false;
    next.stop = {StopReason::ledger_file, std::string("ledger file: ") + error.what()};
  }
}

}  // namespace allnash
