// What changed since an earlier moment: ranks before and now, and players whose later matches
// contradict what the earlier ones told of them.
//
// The test of a player. Earlier matches give leagues that fit them, each with an expected sum of
// the outcomes of the player's later matches. With e and v the mean and the variance of these sums
// over the leagues, and w the variance of the outcomes about them,
//   z = (sum of the outcomes - e) / sqrt(v + w)
// is about standard normal if no player changed. A player is named where |z| is beyond the
// two-sided 5 % point shared by all who are tested: then in about one of twenty leagues without
// change anybody is. Shapes, such as how much pairs deviate from skills, are those of all matches,
// and only skills are fitted to the earlier ones. An estimate, no proof.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/posterior.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

/// What is asked for.
struct ChangeQuestion {
  std::int64_t before = 0;    ///< so many matches are the earlier ones
  bool since_look = false;    ///< ranks then and now are compared, too
  std::vector<double> field;  ///< shares of the opponents
  std::uint64_t seed = 1;
};

/// Requires a symmetric league whose plays are in the order of playing, and `sums` of all of them.
/// Nothing if there is nothing to compare, or when stopped.
[[nodiscard]] std::optional<Changed> changed_since(
    const reading::Record& record, const PairingSums& sums, const Posterior& posterior,
    const Leaderboard& board, const ChangeQuestion& question, const StopToken& stop);

}  // namespace allnash::league
