// A league that is kept in a ledger file. Logs are added to it, each match once, and every answer
// rests on its attempts.
//
// counted.hpp and versions.hpp say which of them the file has.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allnash/rank.hpp"
#include "chance/evidence/attempt.hpp"
#include "core/base/stop_token.hpp"
#include "league/board/looks.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

using reading::Record;

struct League {
  Record record;  ///< all plays, also of strategies that have left
  std::int64_t recalled = 0;
  std::int64_t frozen = 0;                ///< attempts so far
  std::vector<chance::Attempt> attempts;  ///< those that are still valid
  std::vector<LeftOut> left_out;
  bool counted = false;              ///< some of it came as counts, whose schedule is fixed
  std::optional<LedgerLooks> looks;  ///< of a symmetric league
  /// So many of the record's plays were there at the last look that brought none of the later ones.
  std::int64_t seen_before = 0;
};

/// Adds the log to the file that the options name, and creates the file if there is none. The log
/// is added together with its new freezes, or not at all. Throws InputError, also when stopped
/// before it is added, and OptionError.
[[nodiscard]] League look_at_league(const Record& log, const RankOptions& options,
                                    const StopToken& stop);

}  // namespace allnash::league
