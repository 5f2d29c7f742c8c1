// Islands: players who are linked to another player by few matches only. What is said of them in
// comparison with the rest hangs on these matches.
//
// Claim. A player is on an island if some set of players that holds it, and not the leader, has
// fewer than `fewer` matches with all others: by Menger's theorem if no flow of that size goes from
// one to the other, where a pair has as much room as it has matches.
//
// Why players may be joined. If two are linked by at least `fewer`, no smaller cut parts them. So
// everybody found to be linked to the leader is one with it, and later flows are short.
#pragma once

#include <vector>

#include "core/base/stop_token.hpp"
#include "league/estimate/posterior.hpp"

namespace allnash::league {

/// The players on islands, by number; none when stopped. Requires a symmetric league whose numbers
/// of matches are known.
[[nodiscard]] std::vector<Index> on_islands(const PairingSums& sums, Index leader, double fewer,
                                            const StopToken& stop);

}  // namespace allnash::league
