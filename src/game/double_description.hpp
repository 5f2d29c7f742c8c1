// The extreme rays of a pointed cone by the double description method (Motzkin, Raiffa, Thompson
// and Thrall 1953; Fukuda and Prodon 1996), exactly.
#pragma once

#include <optional>
#include <vector>

#include "allnash/progress.hpp"
#include "exact/integer.hpp"
#include "game/work.hpp"

namespace allnash::game {

/// A ray a row, primitive, of the cone { z : h.z >= 0 for every row h of `half_spaces` }. The rows
/// listed in `first` are independent and as many as there are coordinates; the cone has interior.
/// Nothing when `bound` is exceeded or `stop` says so.
std::optional<exact::IntegerMatrix> extreme_rays(const exact::IntegerMatrix& half_spaces,
                                                 const std::vector<slong>& first,
                                                 const WorkBound& bound, const StopToken& stop);

}  // namespace allnash::game
