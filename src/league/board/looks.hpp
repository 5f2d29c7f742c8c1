// The looks at a league's ledger, found again from the file: which matches there were at each.
//
// What comparisons state at a look depends on the matches up to it alone (league/certify), so that
// the statements of earlier looks need not be kept. A look is an addition of matches of a log, or
// of counts, after which there are at least a tenth more than at the last look; the first one is.
#pragma once

#include <string>
#include <vector>

#include "league/board/update.hpp"
#include "league/certify/certified.hpp"

namespace allnash::league {

struct LedgerLooks {
  Looks looks;                     ///< players as the file numbers them
  std::vector<std::string> names;  ///< of these players
  /// Why comparisons are withheld whatever the schedule of the logs; empty if they are not.
  std::string withheld;
};

/// Requires a symmetric league, with all plays in `kept`. Players who have left stay opponents.
[[nodiscard]] LedgerLooks looks_at(const Update& update, const std::vector<Store::Log>& logs);

}  // namespace allnash::league
