// Whether matches are enough, and which to play next, as text.
#pragma once

#include <string>

#include "allnash/rank.hpp"

namespace allnash::cli {

/// The lines `enough?` and `next` of the first screen; empty where nothing is said of it.
std::string enough_text(const Ranking& ranking);

/// The matches of a plan, by pairing; empty without a plan.
std::string plan_text(const Ranking& ranking);

}  // namespace allnash::cli
