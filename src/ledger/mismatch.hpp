// What is said of a game that is not what was said of it.
#pragma once

#include <string>

#include "ledger/ledger.hpp"

namespace allnash::ledger {

/// A payoff for people: a double by its shortest decimal, which is how it was written.
std::string short_text(const Rational& payoff);

/// A payoff that is outside the range.
std::string outside(Entry entry, const Rational& payoff, const PayoffRange& range);

/// Throws InputError where the shape, or what the source knows, contradicts the settings.
void refuse_misfit(Source& source, const LedgerSettings& settings);

}  // namespace allnash::ledger
