// What a run will probably ask for next.
#pragma once

#include "allnash/options.hpp"
#include "ledger/ahead.hpp"
#include "ledger/ledger.hpp"
#include "search/run.hpp"

namespace allnash {

/// A run as it was begun.
struct Begun {
  methods::Method method = nullptr;
  Options options;
  ledger::LedgerSettings settings;
  Index rows = 0;
  Index columns = 0;
};

/// Replays the run on what is known, with a guess for every other payoff that it asks for, through
/// `options.ahead` rounds after the one that is waited for, or until `enough` is raised. A guess is
/// a row's effect plus a column's, and where several draws of the rest disagree on what comes next,
/// what they have in common is foreseen.
[[nodiscard]] std::vector<Entry> foresee(const Begun& run, const ledger::Standing& now,
                                         const StopFlag& enough);

}  // namespace allnash
