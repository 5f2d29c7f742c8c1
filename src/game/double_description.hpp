// The extreme rays of a pointed cone by the double description method (Motzkin, Raiffa, Thompson
// and Thrall 1953; Fukuda and Prodon 1996), exactly.
#pragma once

#include <cstddef>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/integer.hpp"
#include "game/blocker.hpp"
#include "game/work.hpp"

namespace allnash::game {

struct ExtremeRays {
  exact::IntegerMatrix rays;      ///< a ray a row, primitive
  bool complete = true;           ///< false when the bound or `stop` cut the list
  std::vector<slong> start = {};  ///< the half-spaces of the first cone
  std::vector<slong> cuts = {};   ///< those that it was then cut with, in that order
  std::size_t most = 0;           ///< rays after any of the cuts
};

/// The rays of the cone { z : h.z >= 0 for every row h of `half_spaces` }, which is pointed and has
/// `interior` strictly inside. Throws std::logic_error when it is not so.
ExtremeRays extreme_rays(const exact::IntegerMatrix& half_spaces, const Point& interior,
                         const WorkBound& bound, const StopToken& stop);

}  // namespace allnash::game
