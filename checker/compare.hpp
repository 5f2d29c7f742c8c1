// Whether a certificate is of the game in a file.
#pragma once

#include "confidence.hpp"
#include "flows.hpp"
#include "games/game_file.hpp"
#include "proof.hpp"

namespace checker {

/// Each rejects a certificate that is of another game.
void compare(const Certificate& certificate, const Table& table);
/// With the payoffs known, checks whether the claim is true.
void compare(const Confidence& claim, const Table& table);
void compare(const FlowClaim& claim, const GameTree& tree);
// --- files of path games
//
// Arcs between named nodes, and payoffs of their features. The certificate has the same arcs in the
// same order, with numbers for the names, in one-to-one correspondence.
void compare(const FlowClaim& claim, const PathGame& game);

}  // namespace checker
