// Ledgers of plays looked at, written out, and given what people have played.
#pragma once

#include <iosfwd>
#include <string>

#include "allnash/ledger.hpp"

namespace allnash::ledger {

/// One more payoff that the file holds.
void count_in(LedgerInfo& info, const Rational& payoff);

/// Whether the file is there and holds plays.
bool holds_plays(const std::string& path);

// As the functions of allnash/ledger.hpp do, for such a file.
LedgerInfo plays_info(const std::string& path);
void export_plays(const std::string& path, std::ostream& out);
std::int64_t export_sound_plays(const std::string& path, std::ostream& out);
Imported import_plays(const std::string& path, std::istream& in, const std::string& name);

}  // namespace allnash::ledger
