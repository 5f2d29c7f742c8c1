// Ranges of a game on flows: see ranges.hpp.
#pragma once

#include "flows.hpp"
#include "ranges.hpp"

namespace checker {

Ranges read_ranges(Lines& lines, const FlowClaim& claim);
/// Checks the ranges of a claim that was checked.
void check_ranges(const FlowClaim& claim, const Ranges& ranges);

}  // namespace checker
