// Error messages for a game that contradicts what its user said about it.
#pragma once

#include <string>

#include "ledger/ledger.hpp"

namespace allnash::ledger {

/// A payoff that is outside the range.
std::string outside(Entry entry, const Rational& payoff, const PayoffRange& range);

/// Payoffs a in `entry` and b in its mirror that do not add up to what they must: which, and what
/// to do.
std::string asymmetry(Entry entry, const Rational& a, const Rational& b, const LedgerSettings& as);

/// Throws InputError where the shape, or what the source knows, contradicts the settings.
void refuse_misfit(Source& source, const LedgerSettings& settings);

}  // namespace allnash::ledger
