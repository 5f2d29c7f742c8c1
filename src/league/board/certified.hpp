// What is certified of the players of a league, beside the mixtures with a guarantee.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/stop_token.hpp"
#include "league/board/looks.hpp"
#include "league/certify/certified.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

/// What the matches prove, and why comparisons over the same opponents are withheld, if they are.
struct PlayersProof {
  LeagueClaim claim;
  std::string withheld;
  /// The number of each of the claim's players in the answer; none for those who have left. Empty
  /// where these are the same.
  std::vector<std::optional<Index>> numbers = {};
};

/// Of matches in no ledger. Requires a symmetric record with known numbers of matches.
[[nodiscard]] PlayersProof certified_claim(const reading::Record& record,
                                           const RankOptions& options, const StopToken& stop);

/// Of the looks at a ledger. `record` is of the players who are there now.
[[nodiscard]] PlayersProof certified_claim(const reading::Record& record, LedgerLooks looks,
                                           const RankOptions& options, bool counted,
                                           const StopToken& stop);

/// The statements in the form of the answer.
[[nodiscard]] Certified certified_of(const PlayersProof& proof, const reading::Record& record);

}  // namespace allnash::league
