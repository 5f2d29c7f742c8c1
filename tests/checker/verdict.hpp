// What the independent checker says of a certificate, for tests outside its own.
#pragma once

#include <string>

#include "../../checker/verdict.hpp"

namespace allnash::test {

using checker::fault_in;

/// What the program says of a certificate beside a game in a file of this name: "verified",
/// "rejected: REASON" or "refused: REASON".
[[nodiscard]] std::string verdict_beside(const std::string& certificate, const std::string& game,
                                         const std::string& name, bool labels);

/// The game that the program reads from a file of this name, as a text: the payoffs of a table, or
/// what tests/fuzz/game_text.hpp makes of a game on flows; or "refused: REASON".
[[nodiscard]] std::string game_read(const std::string& game, const std::string& name, bool labels);

}  // namespace allnash::test
