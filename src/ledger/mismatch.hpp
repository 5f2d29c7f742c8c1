// What is said of a game that is not what was said of it.
#pragma once

#include <string>

#include "ledger/ledger.hpp"

namespace allnash::ledger {

/// What a match pays its two players in a symmetric game.
Rational mirror_sum(const LedgerSettings& settings);

/// Payoffs a in `entry` and b in its mirror that do not add up to that: which, and what to do.
std::string asymmetry(Entry entry, const Rational& a, const Rational& b, const LedgerSettings& as);

/// A payoff that is outside the range.
std::string outside(Entry entry, const Rational& payoff, const PayoffRange& range);

/// Throws InputError where the shape, or what the source knows, contradicts the settings.
void refuse_misfit(Source& source, const LedgerSettings& settings);

}  // namespace allnash::ledger
