// Built-in games of any size, computed entry by entry from a formula and a hash of (seed, i, j), in
// integer arithmetic: the same numbers on every machine, and nothing stored.
#pragma once

#include <memory>
#include <string>

#include "allnash/source.hpp"

namespace allnash::sources {

/// Makes the game that the text after "family:" describes, such as "planted,n=200,k=3,seed=2".
/// Throws InputError.
std::unique_ptr<Source> make_family(const std::string& description);

}  // namespace allnash::sources
