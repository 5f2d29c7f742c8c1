// The search for an equilibrium where payoffs look like noise.
#pragma once

#include <optional>
#include <vector>

#include "methods/methods.hpp"

namespace allnash::methods {

/// Strategies of both players.
struct Start {
  std::vector<Index> rows;
  std::vector<Index> columns;
};

/// Reads lines whole, those of the start, then a row and a column a round, until what is known
/// shows an equilibrium as floating point sees it, and returns its strategies. Empty when the run
/// must end.
std::optional<Start> search_noise(Run& run, Start start);

}  // namespace allnash::methods
