// Reports on a ledger file while a run fills it, or long after.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/ledger.hpp"
#include "allnash/rank.hpp"
#include "allnash/report.hpp"
#include "allnash/solve.hpp"

namespace allnash {

/// The state of the run that fills a ledger file, or how it ended.
struct LedgerState : LedgerShape {
  bool running = false;      ///< a run has the file open
  bool by_play = false;      ///< a ledger of plays
  std::int64_t payoffs = 0;  ///< in the file; number of plays in a ledger of plays
  /// The last report of the run, at most a second old while it runs; none for a file that no run of
  /// this version has filled.
  std::optional<Progress> progress;
  std::string stage;   ///< storage for progress->stage
  std::string status;  ///< of a run that has ended: "proved", "stopped", ...; else empty
  std::optional<std::int64_t> budget;
};

/// Reads the file without disturbing its run, in this process or another. Throws InputError.
ALLNASH_EXPORT LedgerState ledger_state(const std::string& path);

/// The answer that a ledger file gives, and the settings of its run.
struct LedgerReport {
  Result result;
  ReportPage page;
};

/// Solves the game from the payoffs in the file alone, with the method and the seed of the run that
/// asked for them; the file is not changed. If they do not suffice the result has bounds, and
/// `next` has the next questions. Hooks and options.time_limit may stop it. Throws InputError.
ALLNASH_EXPORT LedgerReport report_of_ledger(const std::string& path, const Options& options = {},
                                             const Hooks& hooks = {});

/// The answer that the ledger of a league gives, and the settings that it was made for.
struct LeagueReport {
  Ranking ranking;
  LeaguePage page;
};

/// Answers from the logs and counts in the file, as `rank` does; the file is not changed. Nothing
/// for a ledger to which none were added, or none since its last run on a game of chance began:
/// then `report_of_ledger` has its answer. The ledger's settings replace those options. Throws
/// InputError.
ALLNASH_EXPORT std::optional<LeagueReport> report_of_league(const std::string& path,
                                                            const RankOptions& options = {},
                                                            const StopFlag* stop = nullptr);

}  // namespace allnash
