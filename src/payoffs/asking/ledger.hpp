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

#include "allnash/options.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "core/base/stop_token.hpp"
#include "core/game/known.hpp"
#include "core/game/seen.hpp"
#include "payoffs/file/facts.hpp"

namespace allnash::file {
class Store;
}

namespace allnash::asking {

using namespace file;

class Priced;

/// The state of a run from which a replay starts.
struct Standing {
  using Payoffs = std::unordered_map<Entry, Rational, game::EntryHash>;
  Payoffs known;    ///< payoffs that the method has asked for
  Payoffs arrived;  ///< payoffs that were asked ahead and answered; the method has not seen them
};
/// The method's questions in games that agree with the known payoffs.
struct Forecast {
  static constexpr std::size_t games = 32;
  struct Asked {
    Entry entry;
    std::size_t votes;  ///< the number of games in which the method asks for it
    /// 1 if it is the only question of the next round; less if a round asks more, or comes later.
    double urgency;
  };
  std::vector<Asked> entries;  ///< without those that the method knows, most urgent first
  double queries = 0;          ///< the mean number of queries until the replays' ends
};
/// Replays the method. It ends soon after the flag is raised.
using Foresee = std::function<Forecast(const Standing& now, const StopFlag& enough)>;

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
  Store* file = nullptr;
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
  Foresee foresee = {};
  double price = 0;  ///< of asking ahead: largest number in vain for each payoff that is needed
  bool plays_ahead = false;
  std::function<void(const Waiting&)> on_waiting = {};  ///< with what the source waits for

  /// The sum of both players' payoffs in a match.
  [[nodiscard]] Rational match_sum() const {
    if (sum) return *sum;
    return range ? range->low + range->high : Rational(0);
  }
};

/// The answers of a round that have come back, by place in the round.
using Arrived = std::vector<std::optional<Paid>>;
/// The result of the play of an entry after those of the round, if it was asked ahead and has come
/// back; the next call returns that of the play after it.
using Peek = std::function<std::optional<Paid>(Entry)>;
/// Entries that will probably be played after a round, in that order.
using NextPlays = std::function<std::vector<Entry>(const Arrived&, const Peek&)>;

/// Counts of plays of a game of chance.
struct PlayCounts {
  struct Paying {
    std::int64_t plays = 0;
    Rational sum;
  };
  std::int64_t count = 0;     ///< number of plays; the next play gets it as its number
  std::int64_t failures = 0;  ///< plays that were lost, even if they were answered later
  std::vector<Question> out;  ///< plays that an earlier plan handed out and nobody has imported
  std::unordered_map<Entry, Paying, game::EntryHash> entries;  ///< each entry that was played
  struct Losing {
    std::int64_t lost = 0;
    std::int64_t plays = 0;  ///< with those that were lost
    [[nodiscard]] double share() const {
      return static_cast<double>(lost) / static_cast<double>(plays);
    }
  };
  std::map<Entry, Losing> losing;                        ///< by entry
  [[nodiscard]] std::vector<PlayTally> tallies() const;  ///< ordered by row, then column
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

  // Games of chance.
  /// One round: plays each entry once (an entry of the diagonal of a symmetric game pays 1/2 and is
  /// no play). `paid` gets the results in the order asked, up to the first that is missing: all of
  /// them unless budget, time, a request or a file that takes no more ended it early, or it is
  /// planned; then this is false. Throws SourceError, InputError.
  ///
  /// A play is written down before it goes out. So a play that the file has as handed out, and not
  /// as answered, never came back. A source that draws from the seed, or loses plays by chance, is
  /// asked for it again. With any other source it is lost: if it were played again, quick wins
  /// would replace slow losses.
  ///
  /// `next` forecasts the plays after this round, given the results that have come back. It is for
  /// idle workers. The method sees the plays of an entry one by one, when it asks for them.
  [[nodiscard]] bool play(std::span<const Entry> wanted, std::vector<Paid>& paid,
                          const NextPlays& next = {});
  /// Reads the plays and freezes of earlier runs from the file. Plays that were handed out and not
  /// answered are lost, or asked again as above. False when the run has ended. Throws as `play`.
  [[nodiscard]] bool recall_past(Past& past);
  /// Records, before the coming plays are asked, what they are to certify: an attempt, or arms of
  /// newcomers to one, each by its number from 1. Returns the number of the first play after it.
  /// Throws InputError if the file has something else there.
  ///
  /// Plays that were asked ahead come after the freeze, since nobody has looked at them, unless the
  /// content may depend on them all the same. A play is lost if it is out while a run is stopped or
  /// a worker dies, and the moment of either may depend on all plays that are out. So once plays
  /// may have been lost, those asked ahead come before the freeze, and are passed over.
  std::int64_t freeze(std::int64_t attempt, const std::string& content);
  std::int64_t join(std::int64_t number, const std::string& content);
  [[nodiscard]] const PlayCounts& played() const;
  /// Whether no round can be played any more.
  [[nodiscard]] bool ended() const;

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

  /// Number of payoffs that were asked ahead and that the method has not asked for so far.
  [[nodiscard]] std::int64_t asked_in_vain() const;

  // Counts.
  [[nodiscard]] std::int64_t queries() const;  ///< distinct payoffs that are known
  /// The number of questions that the run counts: the queries, the matches that were asked the
  /// other way too, and the plays.
  [[nodiscard]] std::int64_t asked() const;
  [[nodiscard]] std::int64_t rounds() const;
  [[nodiscard]] std::int64_t recalled() const;  ///< questions that the file answered
  [[nodiscard]] std::int64_t repeats() const;   ///< payoffs asked again to compare; not queries
  /// Payoffs of the file that were asked again and agreed; not queries.
  [[nodiscard]] std::int64_t rechecked() const;
  /// Whether any were to be asked again.
  [[nodiscard]] bool recheck_begun() const;
  /// Those that the source failed to give again.
  [[nodiscard]] const std::vector<FailedEntry>& not_rechecked() const;
  /// Entries that the source failed to give, and the run goes on without.
  [[nodiscard]] const std::vector<FailedEntry>& failed() const;
  [[nodiscard]] std::int64_t hedged() const;  ///< copies given to a second worker; not queries
  /// The number of plays behind the averages that were recalled from the file.
  [[nodiscard]] std::int64_t averaged_plays() const;
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
  struct Account;
  class Round;
  class Recheck;
  class Payoffs;
  class Plays;
  std::int64_t freeze(bool attempt, std::int64_t number, const std::string& content);
  /// Asks for the entries of a row or column, except those in lines that are done.
  [[nodiscard]] bool want_line(Payoffs& round, Index line, bool is_row,
                               const std::vector<bool>& done);

  std::unique_ptr<Account> account_;
};

}  // namespace allnash::asking
