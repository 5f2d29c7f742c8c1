// The verdict on a certificate.
#pragma once

#include <optional>

#include "games/game_file.hpp"

namespace checker {

/// Verifies a certificate, with a game if there is one. Returns a description of what was verified.
string verified(string_view text, const GameFile& game);
/// Why the certificate does not hold, or nothing if it does.
std::optional<string> fault_in(string_view text, const GameFile& game = {});

}  // namespace checker
