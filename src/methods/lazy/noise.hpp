// The search for an equilibrium where payoffs look like noise.
#pragma once

#include <optional>

#include "methods/methods.hpp"

namespace allnash::methods {

/// Reads lines whole, those of the start, then a row and a column a round, until what is known
/// shows an equilibrium as floating point sees it, and returns its strategies. Empty when the run
/// must end. Where there are two payoffs only, a good pair stands out sooner.
std::optional<game::Block> search_noise(Run& run, game::Block start, bool two_payoffs);

}  // namespace allnash::methods
