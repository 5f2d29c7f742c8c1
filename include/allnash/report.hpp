// The report: one self-contained HTML page that shows an answer and how it was found.
//
//   allnash::RunRecord record;
//   allnash::Result result = allnash::solve(*game, options, {.observer = &record});
//   allnash::write_report(out, result, {.title = "my league", .history = record.history()});
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/ledger.hpp"
#include "allnash/rank.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"

namespace allnash {

/// The bounds on the value at one moment of a run.
struct HistoryPoint {
  std::int64_t queries = 0;
  std::int64_t rounds = 0;
  double seconds = 0;
  std::optional<double> low;  ///< for display, as in Progress
  std::optional<double> high;
};

/// Entries asked together, as in the event "batch": see docs/trace.md.
struct AskedBatch {
  std::int64_t round = 0;  ///< from 1
  std::vector<Index> row_runs;
  std::vector<Index> column_runs;
  std::vector<Index> entries;
};

/// The course of a run, in bounded memory.
struct ALLNASH_EXPORT RunHistory {
  std::vector<HistoryPoint> points;  ///< at most `most_points`, thinned out
  std::vector<AskedBatch> batches;   ///< in order; only the first ones if there are too many
  static constexpr std::size_t most_points = 600;
  static constexpr std::size_t most_numbers = 1 << 22;  ///< in all batches together

  void add(const HistoryPoint& point);
  void add(AskedBatch batch);

 private:
  std::size_t numbers_ = 0;
};

/// Records a run, and passes all calls on to the next observer, if there is one.
class ALLNASH_EXPORT RunRecord final : public Observer {
 public:
  explicit RunRecord(Observer* next = nullptr) : next_(next) {}
  void progress(const Progress& now) override;
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override;
  [[nodiscard]] const RunHistory& history() const { return history_; }

 private:
  Observer* next_;
  RunHistory history_;
};

/// The contents of a page beside the result.
struct ReportPage {
  std::string title;  ///< the game's name; empty for its shape
  RunHistory history = {};
  /// Shown unchanged, in this order.
  std::vector<std::pair<std::string, std::string>> settings = {};
  std::string certificate = {};         ///< its text, for a game of chance: its hash is shown
  bool running = false;                 ///< the run has not ended; bounds are then rounded
  std::optional<Waiting> workers = {};  ///< the busy workers of such a run
  std::optional<double> reload = {};    ///< seconds after which the page loads itself again
  /// With `reload`: when the page was written, in seconds since 1970, and after how many the next
  /// is due. A page that is long overdue says that its run is no longer heard of.
  std::optional<std::int64_t> written = {};
  double due = 0;
};

/// Writes the page. It loads nothing from anywhere, and stays small however large the game is: for
/// a large one it shows the supports, the strategies that are nearly in them, and a sample.
ALLNASH_EXPORT void write_report(std::ostream& out, const Result& result, const ReportPage& page);

/// The page of a ranking.
struct LeaguePage {
  std::string title;  ///< the league's name
  /// Shown unchanged, in this order.
  std::vector<std::pair<std::string, std::string>> settings = {};
  std::string certificate = {};  ///< its text: its hash is shown
  // The word for a strategy, say "deck"; empty: "strategy". In a symmetric game `row_kind` alone.
  std::string row_kind = {};
  std::string column_kind = {};
};
ALLNASH_EXPORT void write_report(std::ostream& out, const Ranking& ranking, const LeaguePage& page);
ALLNASH_EXPORT std::string report_json(const Ranking& ranking, const LeaguePage& page);

/// The data in the page, one JSON object.
ALLNASH_EXPORT std::string report_json(const Result& result, const ReportPage& page);

/// The page of a game too large to write down.
struct FlowPage {
  std::string title;                                               ///< the game's name
  std::vector<std::pair<std::string, std::string>> settings = {};  ///< shown unchanged
  std::string certificate = {};                                    ///< its text, if proved
};
/// The page stays below a megabyte: for a large graph it shows layers and the strongest flows.
ALLNASH_EXPORT void write_report(std::ostream& out, const FlowAnswer& answer, const FlowGame& game,
                                 const FlowPage& page);
ALLNASH_EXPORT std::string report_json(const FlowAnswer& answer, const FlowGame& game,
                                       const FlowPage& page);

// Reports on a ledger file while a run fills it, or long after.

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
