// What solving shares between its files.
#pragma once

#include "allnash/options.hpp"
#include "allnash/solve.hpp"
#include "ledger/store.hpp"

namespace allnash {

/// When a run must end.
StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now);

/// What a ledger file is to know the strategies by. Throws InputError, with its path before it.
void label(ledger::LedgerGame& known, std::vector<std::string> rows,
           std::vector<std::string> columns, const std::string& path);

/// Solves a game that only its ledger file knows: `from` is what the file says of it, or null.
Result solve(PayoffSource& game, const Options& options, const Hooks& hooks,
             const ledger::LedgerGame* from);

}  // namespace allnash
