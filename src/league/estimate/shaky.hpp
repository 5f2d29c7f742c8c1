// How many matches the first place hangs on.
//
// Claim. Without the matches that are counted here, another player has the highest expected score
// in the fit that was the likeliest with all of them, its skills fitted anew. So the number is an
// upper bound on the least one; whether fewer would do is not known.
//
// How they are found. To first order, leaving a match out changes the score of one player less that
// of a rival by the match's influence: through the skills, by one system of linear equations for
// each rival, and through its own pair. The matches with the most influence are left out, one
// number of them after the other, and the skills are fitted anew each time (Broderick, Giordano,
// Meager).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/estimate.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

/// Nothing if half of the matches would not do, if single results are not known, or when stopped.
/// `leader` is in first place now, and `rivals` may take it. Requires a symmetric league whose
/// numbers of matches are known.
[[nodiscard]] std::optional<Shaky> shaky_first(const reading::Record& record,
                                               const PairingSums& sums, const DrawnLeagues& leagues,
                                               const std::vector<double>& field, Index leader,
                                               const std::vector<Index>& rivals,
                                               const StopToken& stop);

}  // namespace allnash::league
