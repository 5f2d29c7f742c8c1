// The phases of the lazy method, and what `auto` makes of it.
#pragma once

#include <optional>

#include "search/lazy/sample.hpp"

namespace allnash::methods {

/// The lazy method, but where payoffs look like noise the other method goes first, if there is one:
/// for a saddle point, or with a tolerance one that answers.
Outcome lazy_or(Run& run, Method in_noise);

/// Reads lines whole, those of the start, then a row and a column a round, until what is known
/// shows an equilibrium as floating point sees it, and returns its strategies. Empty when the run
/// must end. Where there are two payoffs only, a good pair stands out sooner.
std::optional<game::Block> search_noise(Run& run, game::Block start, bool two_payoffs);

/// The search, and the proof that it ends in, from a block of strategies to start with. Forecasts
/// are of no use in noise.
Outcome search_lazily(Run& run, Sample sample, const Block& start, bool trust_forecasts);

}  // namespace allnash::methods
