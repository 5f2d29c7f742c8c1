// A ranking as people read it.
#pragma once

#include <string>

#include "allnash/rank.hpp"
#include "answer.hpp"

namespace allnash::cli {

/// First whom to play and what that guarantees, then a line a strategy.
std::string ranking_text(const Ranking& ranking, Style style = {});

}  // namespace allnash::cli
