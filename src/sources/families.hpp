// Built-in games of any size, computed entry by entry from a formula and a hash of (seed, i, j), in
// integer arithmetic: the same numbers on every machine, and nothing stored.
#pragma once

#include <memory>
#include <string>

#include "sources/families/formula_game.hpp"
#include "sources/families/keys.hpp"

namespace allnash::sources {

/// Makes the game that the text after "family:" describes, such as "planted,n=200,k=3,seed=2".
/// Throws InputError.
std::unique_ptr<Source> make_family(const std::string& description);

/// One maker a family, from its keys. Each throws InputError for keys that do not fit.
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
