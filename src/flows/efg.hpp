// Game trees in files of Gambit's.
#pragma once

#include <iosfwd>
#include <string>

#include "flows/tree.hpp"

namespace allnash::flows {

/// Reads an .efg of two players. `name` stands for the file in messages. Throws InputError for
/// what is no such file, with the line; what a game on flows cannot be is left to `flow_game_of`.
[[nodiscard]] Tree read_efg(std::istream& in, const std::string& name);

}  // namespace allnash::flows
