// Whether a log is in the order of playing, oldest first: its first matches choose a mixture, and
// the later ones certify it. One that is sorted by outcome, or has its newest match first, is not.
#pragma once

#include <cstddef>

#include "lists/record.hpp"
#include "lists/sheet.hpp"

namespace allnash::lists {

/// Throws InputError where the times under this heading fall, and never rise.
void refuse_newest_first(const Sheet& sheet, std::size_t time);

/// Throws InputError where every pairing has its outcomes one after the other, which chance brings
/// about less than once in a million logs.
void refuse_sorted(const Record& log);

}  // namespace allnash::lists
