// The search for an equilibrium where payoffs look like noise.
#pragma once

#include <optional>
#include <vector>

#include "methods/methods.hpp"

namespace allnash::methods {

/// Strategies to begin from.
struct Start {
  std::vector<Index> rows;
  std::vector<Index> columns;
};

/// Reads lines whole, a row and a column a round, until what is known shows an equilibrium as
/// floating point sees it, and returns its strategies. Empty when the run must end.
std::optional<Start> search_noise(Run& run, const Start& start);

}  // namespace allnash::methods
