// Error messages for a game that contradicts its user's settings.
#pragma once

#include <string>

#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::asking {

/// The error for a payoff outside the range.
std::string outside(Entry entry, const Rational& payoff, const PayoffRange& range);

/// The error for payoffs a of `entry` and b of its mirror whose sum is wrong, with advice.
std::string asymmetry(Entry entry, const Rational& a, const Rational& b, const LedgerSettings& as,
                      Source& source);

/// The error for a payoff that is `before` in the ledger file and `now` when it is asked again;
/// with a seed, for a play.
std::string changed(const Question& asked, const Rational& before, const Rational& now,
                    const LedgerSettings& as);

/// Throws InputError if the shape, or what the source knows, contradicts the settings.
void refuse_misfit(Source& source, const LedgerSettings& settings);

}  // namespace allnash::asking
