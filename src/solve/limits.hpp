// What solving shares between its files.
#pragma once

#include "allnash/options.hpp"
#include "allnash/plan.hpp"
#include "allnash/solve.hpp"
#include "ledger/store.hpp"

namespace allnash {

/// When a run must end.
StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now);

/// Of a game of chance.
Result solve_by_play(Source& game, const Options& options, const Hooks& hooks);
Plan plan_plays(Source& game, const Options& options, const Hooks& hooks);

/// What a ledger file is to know the strategies by. Throws InputError.
void label(ledger::LedgerGame& known, const Source& game, const std::string& path);

/// Solves a game that only its ledger file knows: `from` is what the file says of it, or null.
Result solve(Source& game, const Options& options, const Hooks& hooks,
             const ledger::LedgerGame* from);

}  // namespace allnash
