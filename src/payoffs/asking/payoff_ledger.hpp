// The ledger stands between every method and every source. It asks for each payoff once, counts it,
// remembers it, and counts the rounds. In a game of chance it asks for plays. A method sees entries
// only through the ledger.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "allnash/source.hpp"
#include "core/base/stop_token.hpp"
#include "core/game/known.hpp"
#include "core/game/seen.hpp"
#include "payoffs/asking/kept.hpp"

namespace allnash::asking {

class Archive;
class PlayLedger;
class Priced;

/// The state of a run from which a replay starts.
struct ReplayStart {
  using Payoffs = std::unordered_map<Entry, Rational, game::EntryHash>;
  Payoffs known;    ///< payoffs that the method has asked for
  Payoffs arrived;  ///< payoffs that were asked ahead and answered; the method has not seen them
};
/// The method's questions in games that agree with the known payoffs.
struct QuestionForecast {
  static constexpr std::size_t games = 32;
  struct LikelyQuestion {
    Entry entry;
    std::size_t votes;  ///< the number of games in which the method asks for it
    /// 1 if it is the only question of the next round; less if a round asks more, or comes later.
    double urgency;
  };
  std::vector<LikelyQuestion> entries;  ///< without those that the method knows, most urgent first
  double queries = 0;                   ///< the mean number of queries until the replays' ends
};
/// Replays the method. It ends soon after the flag is raised.
using Forecaster = std::function<QuestionForecast(const ReplayStart& now, const StopFlag& enough)>;

/// How a ledger asks. Many members: each is a setting by itself, most of them an option of `solve`.
struct LedgerSettings {
  /// A[i][j] + A[j][i] is the same number for all entries, so that a match answers two entries. The
  /// number is 0, or with a range the sum of its ends. The diagonal is half of it and free.
  bool symmetric = false;
  std::optional<std::int64_t> budget = {};
  StopToken stop = {};
  std::optional<double> check_repeat = {};   ///< as in Options
  std::uint64_t seed = 1;                    ///< chooses the entries that are asked twice
  Observer* observer = nullptr;              ///< is told of questions, if it wants events
  std::optional<std::int64_t> threads = {};  ///< number of threads that ask; none: all cores
  std::optional<PayoffRange> range = {};     ///< a payoff outside it is bad input
  Source* costs = nullptr;                   ///< the cost of asking for each entry
  std::optional<Rational> sum = {};          ///< that number, if it is another
  /// Keeps every payoff asked, and answers those it has; it must outlive the ledger. A method
  /// learns from the file only what it asks for, so it asks the same questions with a file as
  /// without.
  Archive* file = nullptr;
  /// How many payoffs that the file has are asked again, to compare, before anything else is asked
  /// (recheck.hpp).
  std::int64_t recheck = 0;
  /// If what is told of the source is not what the file has been told: both, for messages.
  std::string other_hint = {};
  OnFailure on_failure = {};  ///< as in Options
  /// The source is asked nothing. The first round that would ask it becomes the plan, and ends the
  /// run.
  bool planning = false;
  /// Gives idle workers forecast questions (ahead.hpp), or plays that the method expects to ask
  /// next.
  Forecaster forecaster = {};
  double price = 0;  ///< of asking ahead: largest number in vain for each payoff that is needed
  bool plays_ahead = false;
  std::function<void(const Waiting&)> on_waiting = {};  ///< with what the source waits for

  /// The sum of both players' payoffs in a match.
  [[nodiscard]] Rational match_sum() const {
    if (sum) return *sum;
    return range ? range->low + range->high : Rational(0);
  }
};

/// What a run has counted so far.
struct LedgerCounts {
  /// Questions: the queries, the matches that were asked the other way too, and the plays.
  std::int64_t asked = 0;
  std::int64_t rounds = 0;
  std::int64_t recalled = 0;        ///< questions that the file answered
  std::int64_t repeats = 0;         ///< payoffs asked again to compare; not queries
  std::int64_t hedged = 0;          ///< copies given to a second worker; not queries
  std::int64_t in_vain = 0;         ///< asked ahead, and not asked for by the method so far
  std::int64_t lost = 0;            ///< plays that were lost, even if they were answered later
  std::int64_t averaged_plays = 0;  ///< behind the averages that were recalled from the file
};

/// Payoffs of the file that are asked again, to compare (recheck.hpp); not queries.
struct Rechecked {
  bool begun = false;
  std::int64_t agreed = 0;
  std::vector<FailedEntry> failed = {};  ///< those that the source failed to give again
};

/// Throws InputError for a game without entries or of 2^32 rows or columns or more, and for a
/// symmetric one that is not square.
void check_countable(Index rows, Index columns, bool symmetric);

/// The ledger. Its further abilities have a file each: Mirrored (one match for two entries, some
/// compared), Repeated (some entries asked twice) and Priced (costs).
class Ledger {
 public:
  using Settings = LedgerSettings;
  /// The source must outlive the ledger. Throws InputError for a symmetric game that is not square
  /// or that the source knows not to be symmetric, where the source knows a payoff outside the
  /// range, and for a game of 2^32 rows or columns or more. Of a game of chance, which needs a
  /// range, only plays may be asked.
  explicit Ledger(Source& source, const Settings& settings = {});
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// The known payoffs. The reference is valid as long as the ledger.
  [[nodiscard]] const game::Known& known() const;
  /// The same, shared, so that it outlives the ledger.
  [[nodiscard]] std::shared_ptr<const KnownPayoffs> shared_known() const;

  // Asking. Each call is at most one round, and none if everything is known already. Entries are
  // asked in the order given, none twice. False if budget, time, a request, a file that takes no
  // more, a plan or `notice_more` ended it early: payoffs learned until then are kept and counted.
  // Throws SourceError, also if an entry asked twice has two payoffs, and InputError for a payoff
  // outside the range, or a match that contradicts a symmetric game.
  [[nodiscard]] bool ask(std::span<const Entry> wanted);
  /// Whole rows, then whole columns, in one round.
  [[nodiscard]] bool ask_lines(std::span<const Index> rows, std::span<const Index> columns);
  /// Everything, in shells (row 0, column 0, row 1, column 1, ...), so that a run cut short knows
  /// whole rows and whole columns.
  [[nodiscard]] bool ask_all();

  /// Ends the next round that would ask the source, and all after it, if the file holds anything
  /// that the method has not asked for: the method may begin again from that.
  void notice_more();
  /// Whether that has happened. Resets it, so that asking goes on.
  [[nodiscard]] bool noticed_more();
  /// Entries that earlier runs and plans asked ahead, that the file has, and that the method has
  /// not asked for.
  [[nodiscard]] std::vector<Entry> unclaimed_in_file() const;
  /// All entries in the file, except those of `unclaimed_in_file`, in order.
  [[nodiscard]] std::vector<Entry> in_file() const;

  /// When planning: all questions of the first round, in their order.
  [[nodiscard]] std::optional<std::vector<Question>> planned() const;

  // Counts.
  [[nodiscard]] std::int64_t queries() const;  ///< distinct payoffs that are known
  [[nodiscard]] LedgerCounts counts() const;
  /// What the file had and was asked again.
  [[nodiscard]] const Rechecked& rechecked() const;
  /// Entries that the source failed to give, and the run goes on without.
  [[nodiscard]] const std::vector<FailedEntry>& failed() const;
  [[nodiscard]] const Priced& prices() const;

  /// True if payoffs cost nothing and nobody counts them: there is no budget, no file and no costs.
  [[nodiscard]] bool free() const;
  /// True if a round may be cut short by a budget or is only planned, so that its order matters.
  [[nodiscard]] bool may_be_cut() const;
  /// True if the budget ended an ask.
  [[nodiscard]] bool out_of_budget() const;
  /// After a round that ended early: the first `most` entries that were not answered.
  [[nodiscard]] std::vector<Entry> left_over(std::size_t most) const;
  /// Why the file failed, or empty.
  [[nodiscard]] std::string file_fault() const;

 private:
  friend PlayLedger;
  struct Account;
  class Round;
  class Recheck;
  class Payoffs;
  class Plays;
  /// Asks for the entries of a row or column, except those in lines that are done.
  [[nodiscard]] bool want_line(Payoffs& round, Index line, bool is_row,
                               const std::vector<bool>& done);

  std::unique_ptr<Account> account_;
};

}  // namespace allnash::asking
