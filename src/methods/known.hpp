// Beginning from what is known.
#pragma once

#include <optional>

#include "methods/methods.hpp"

namespace allnash::methods {

/// The proof, where what is known holds one. Asks nothing. Nothing also when stopped.
[[nodiscard]] std::optional<game::Pair> prove_from_known(Run& run);

/// The strategies of which more than half is known: those that mattered to who asked.
[[nodiscard]] game::Block mostly_known(const game::Known& known);

}  // namespace allnash::methods
