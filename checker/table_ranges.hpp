// Ranges of a table: see ranges.hpp. A table is a graph of one node, whose arcs are the player's
// strategies.
#pragma once

#include "proof.hpp"
#include "ranges.hpp"

namespace checker {

Ranges read_ranges(Lines& lines, const Certificate& certificate);
/// Checks the ranges of a certificate that was checked.
void check_ranges(const Certificate& claim, const Ranges& ranges);

}  // namespace checker
