// The certificate: the strictly complementary pair and the entries it rests on, as text.
// docs/certificate_format.md specifies it.
#pragma once

#include <iosfwd>

#include "game/pair.hpp"

namespace allnash::certificate {

/// Writes the certificate of a pair that `game::fault_in` accepts. Asks `game` only for the entries
/// in the rows and the columns that the pair plays (in a symmetric game: its rows).
void write(std::ostream& out, const game::KnownGame& game, const game::Pair& pair, bool symmetric);

}  // namespace allnash::certificate
