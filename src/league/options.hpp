// The options of `rank`, checked.
#pragma once

#include "allnash/rank.hpp"

namespace allnash::league {

/// Throws what setting them from text would have thrown.
void check_rank_options(const RankOptions& options);

}  // namespace allnash::league
