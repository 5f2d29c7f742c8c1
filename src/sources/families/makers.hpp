// One maker a family, from its keys. Each throws InputError for keys that do not fit.
#pragma once

#include <memory>

#include "sources/families/formula_game.hpp"
#include "sources/families/keys.hpp"

namespace allnash::sources {

using Maker = std::unique_ptr<FormulaGame>(const Keys&);

Maker random_family;
Maker planted_family;
Maker lowrank_family;
Maker elo_family;
Maker spinning_family;
Maker bell_family;
Maker polynomial_family;
Maker undercut_family;
Maker blotto_family;
Maker matching_family;
Maker rps_family;
Maker lowerbound_family;
Maker binary_family;

}  // namespace allnash::sources
