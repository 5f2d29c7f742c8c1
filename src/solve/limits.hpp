// What solving shares between its files.
#pragma once

#include "allnash/options.hpp"
#include "allnash/solve.hpp"
#include "base/stop_token.hpp"
#include "search/run.hpp"
#include "store/ledger_game.hpp"

namespace allnash {

/// The probability that a program gave as a double: the shortest decimal that gives it. One that is
/// no double stays as it is.
Rational as_meant(const Rational& probability);

// Of a game of chance.
/// Throws OptionError for options that do not fit one.
void check_for_chance(const Options& options);
/// What its answer has beside its bounds.
void add_by_play(Result& result, const methods::Run& run, methods::Outcome& outcome);
/// The certificate of an answer that is certified.
void write_claim(std::ostream& out, const methods::Run& run, const methods::Outcome& outcome);

/// Solves a game that only its ledger file knows: `from` is what the file says of it, or null.
Result solve(Source& game, const Options& options, const Hooks& hooks,
             const store::LedgerGame* from);

}  // namespace allnash
