// Looking at a ledger file while a run fills it, or long after.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/ledger.hpp"
#include "allnash/report.hpp"
#include "allnash/solve.hpp"

namespace allnash {

/// Where the run that fills a ledger file stands, or ended.
struct LedgerState : LedgerShape {
  bool running = false;      ///< a run has the file open
  bool by_play = false;      ///< a ledger of plays
  std::int64_t payoffs = 0;  ///< in the file; plays, if it is one of plays
  /// What the last run said of itself, at most a second ago while it runs; none for a file that no
  /// run of this version has filled.
  std::optional<Progress> progress;
  std::string stage;   ///< what progress->stage shows
  std::string status;  ///< of a run that has ended: "proved", "stopped", ...; empty before
  std::optional<std::int64_t> budget;
};

/// Reads the file without disturbing its run, be it of this process or another. Throws InputError.
ALLNASH_EXPORT LedgerState ledger_state(const std::string& path);

/// What a ledger file tells of its game, and how it came to.
struct LedgerReport {
  Result result;
  ReportPage page;
};

/// Solves the game from the payoffs in the file alone, with the method and the seed of the run that
/// asked for them; the file itself is not touched. Where they are not enough the result has bounds,
/// and `next` is what is to be asked. Hooks may stop it, and options.time_limit. Throws InputError.
ALLNASH_EXPORT LedgerReport report_of_ledger(const std::string& path, const Options& options = {},
                                             const Hooks& hooks = {});

}  // namespace allnash
