// The ledger file: every payoff asked and every play, in an SQLite database that survives a crash.
// A payoff is kept as a play of seed 0. docs/ledger_format.md describes the format.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/error.hpp"
#include "payoffs/file/database_file.hpp"
#include "payoffs/file/fact_table.hpp"
#include "payoffs/file/game_record.hpp"
#include "payoffs/file/play_table.hpp"
#include "payoffs/file/run_log.hpp"

namespace allnash::file {

/// The file exists but is empty: the process that created it was killed.
struct EmptyLedger : InputError {
  using InputError::InputError;
};

class Store {
 public:
  /// Opens or creates the file and verifies all of it. A file without identity, name or labels
  /// takes those given; strategies that are new to it join. From then on entries are numbered as in
  /// the given game. A game of chance whose settings or strategies differ from those of the file's
  /// last run begins a new run. Throws InputError: another game's file, a file in use, damaged, of
  /// another program or version, or one that cannot be created. If `held`, these changes are
  /// written with the first batch or not at all.
  Store(const std::string& path, const LedgerGame& game, bool held = false);
  enum class Use {
    all,
    game,     ///< for `game` only: plays are not verified
    salvage,  ///< for `salvage` only: nothing is verified, and the game may be unknown
  };
  /// Opens an existing file, with entries in its own numbering. Throws InputError, EmptyLedger.
  explicit Store(const std::string& path, Use use = Use::all);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The layout of every ledger file.
  [[nodiscard]] static DatabaseFile::Layout layout();

  /// The file's game in its own numbering.
  [[nodiscard]] const LedgerGame& game() const { return record_->game; }
  /// The file name as given.
  [[nodiscard]] const std::string& name() const { return file_.shown; }
  /// False when the file or its folder is read-only: then nothing may be added.
  [[nodiscard]] bool writable() const { return file_.writable; }
  [[nodiscard]] bool empty() const { return empty_; }      ///< when it was opened
  [[nodiscard]] bool created() const { return created_; }  ///< it did not exist before
  [[nodiscard]] bool has_averages() const {
    return file_.reading([&] { return plays_->has_averages(); });
  }
  [[nodiscard]] std::int64_t count() const;  ///< of answered rows of this game

  /// The payoff of an entry, if recorded. In a symmetric game entries have row < column.
  [[nodiscard]] bool recall(Entry entry, KeptPlay& play) { return recall(KeptPlay{entry}, play); }
  /// The row with the same entry, origin and seed, if recorded.
  [[nodiscard]] bool recall(const KeptPlay& key, KeptPlay& play);
  /// The seeds of the plays of an entry, by place.
  [[nodiscard]] std::deque<std::int64_t> seeds_of(Entry entry) const {
    return file_.reading([&] { return plays_->seeds_of(record_->to_file(entry).entry); });
  }
  /// The entry in the file's numbering.
  [[nodiscard]] Entry entry_in_file(Entry entry) const { return record_->to_file(entry).entry; }
  /// The play with this number, if recorded.
  [[nodiscard]] bool recall_number(std::int64_t number, KeptPlay& play) {
    return file_.reading(
        [&] { return plays_->find_number(number, play) && record_->to_game(play); });
  }

  /// A transaction: all of it is written or nothing. All functions throw LedgerWriteError.
  class Batch {
   public:
    explicit Batch(Store& store);
    ~Batch();  ///< without `commit`, nothing is added
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    /// Requires a key that is not recorded; `recall` finds the play from now on.
    void add(KeptPlay play);
    /// Adds the play or replaces it.
    void put(KeptPlay play);
    /// Adds to the number of matches that were asked both ways.
    void note_mirrored(std::int64_t count);
    /// Records that these entries were asked in this round.
    void note_round(std::int64_t round, std::span<const Entry> asked);
    /// Removes the identity; the next run sets it.
    void forget_identity();
    /// When it returns, the batch survives the end of the process; docs/ledger.md tells about
    /// crashes of the machine.
    void commit();

   private:
    Store& store_;
  };
  /// Adds payoffs as one batch, with the round in which they were asked, if above 0, and whether
  /// they were asked ahead.
  void record(std::span<const Entry> entries, std::span<const Rational> payoffs,
              std::int64_t mirrored = 0, std::int64_t round = 0, bool ahead = false);
  /// Adds or replaces plays as one batch.
  void record(std::span<const KeptPlay> plays);

  enum class Kind {
    frozen,  ///< an attempt
    joined,  ///< arms of newcomers to an attempt
  };
  /// The number must be the next, from 1, or one recorded with the same content. Throws
  /// LedgerWriteError, or InputError if it is recorded with other content.
  void freeze(Kind kind, std::int64_t number, const Freeze& what);
  [[nodiscard]] std::vector<Freeze> freezes(Kind kind) const;
  /// The number of plays before a recorded freeze.
  [[nodiscard]] std::optional<std::int64_t> plays_before(Kind kind, std::int64_t number) const {
    const std::vector<Freeze> all = freezes(kind);
    if (number > std::ssize(all)) return {};
    return all[at(number - 1)].plays_before;
  }
  /// A log of matches that were played elsewhere, and that may grow.
  struct Log {
    struct Part {
      std::int64_t first = 0;  ///< number of its first play
      std::int64_t count = 0;
      bool operator==(const Part&) const = default;
    };
    /// How its matches were given.
    enum class Form {
      matches,  ///< one by one
      pairs,    ///< two matches with the seats swapped are a play
      counts,   ///< without order
    };
    std::string name;
    std::vector<Part> parts;  ///< in the order of the log
    Form form = Form::matches;
  };
  [[nodiscard]] std::vector<Log> logs() const;
  /// Whether matches of logs were added since the last run of a game of chance began.
  [[nodiscard]] bool has_logs_since_run() const;
  /// The number is the next, from 1, or that of a log to be replaced.
  void put_log(std::int64_t number, const Log& log);
  /// Labels of strategies that were dropped from the league and have not returned.
  [[nodiscard]] std::vector<std::string> gone() const;
  void put_gone(const std::vector<std::string>& labels);  ///< replaces the list
  /// What was told of the source that filled the file: GameIdentity::hint; empty if nothing.
  [[nodiscard]] std::string hint() const;
  void put_hint(const std::string& hint);
  /// The unanswered entries of this game that plans have handed out and whose time is not over, by
  /// time, then by entry. No answer depends on it.
  [[nodiscard]] std::vector<Lease> leases(std::int64_t now);
  /// Records that these entries were asked ahead, or, if `claimed`, that the method has asked for
  /// them.
  void note_ahead(std::span<const Entry> entries, bool claimed);
  /// Entries of this game that were asked ahead and not claimed by a method, in order.
  [[nodiscard]] std::vector<Entry> asked_ahead() const;
  /// Records that these entries are handed out until `until`, and removes leases that are over.
  /// `ahead` replaces the list of entries that were asked ahead and not claimed.
  void lease(std::span<const Entry> entries, std::int64_t until, std::int64_t now,
             std::span<const Entry> ahead = {});
  /// One more than the largest number of a play.
  [[nodiscard]] std::int64_t next_number() const {
    return file_.reading([&] { return plays_->next_number(); });
  }
  /// Where the run of a game of chance begins.
  [[nodiscard]] Beginning beginning() const { return Beginning(game().begun); }
  using Visit = std::function<void(const KeptPlay&)>;
  /// Visits plays of this game from before that run, by number.
  void for_each_before(const Visit& visit) const {
    file_.reading([&] {
      plays_->for_each_before(beginning().plays, [&](KeptPlay& play) { show(play, visit); });
    });
  }
  /// Plays of this game that were asked ahead and not used by a method yet; visited by entry and
  /// place.
  [[nodiscard]] bool has_ahead() const {
    return file_.reading([&] { return plays_->has_ahead(); });
  }
  void for_each_ahead(const Visit& visit) const {
    file_.reading([&] { plays_->for_each_ahead([&](KeptPlay& play) { show(play, visit); }); });
  }
  /// The numbers in the file of the first `count` strategies of a player.
  [[nodiscard]] std::vector<Index> numbers(bool of_rows, Index count) const {
    return record_->numbers(of_rows, count);
  }

  /// The number of payoffs that were asked twice, to compare. No answer depends on it.
  [[nodiscard]] std::int64_t repeated();
  void note_repeated(std::int64_t count);
  /// The history of runs.
  [[nodiscard]] RunLog& log() { return *log_; }
  /// Records the state of the run and, if given, a point of its history. Does nothing for a
  /// read-only file: recording payoffs will report that.
  void note(const Facts& state, const Facts& point = {});

  /// Visits all rows of this game: payoffs by row and column in the file's numbering, or plays by
  /// number and then those without one. Throws InputError at the first damaged row.
  void for_each(const Visit& visit) const {
    file_.reading(
        [&] { plays_->for_each(game().by_play(), [&](KeptPlay& play) { show(play, visit); }); });
  }
  /// Visits all intact rows in the same order, whatever else the file holds. Returns the number of
  /// damaged rows that it met, labels included; unreadable pages may hide more.
  std::int64_t salvage(const Visit& visit) const;
  /// Throws InputError unless every page of the file is sound.
  void check_soundness() { file_.check_soundness(); }

 private:
  void begin(const LedgerGame* wanted, bool held, Use use);
  void verify(Use use);
  template <typename Write>
  void change(const Write& write);
  template <typename Write>
  void note_in_log(const Write& write);
  [[nodiscard]] KeptPlay in_file(KeptPlay play) const;
  [[nodiscard]] std::vector<Lease> leases_in_file(std::int64_t now);
  [[nodiscard]] std::vector<Entry> entries_in(const std::string& lines) const;
  [[nodiscard]] std::string lines_of(std::span<const Entry> entries) const;
  void show(KeptPlay& play, const Visit& visit) const;

  mutable DatabaseFile file_;  // mutable, since reading changes its state
  std::optional<FactTable> facts_;
  std::optional<GameRecord> record_;
  std::optional<PlayTable> plays_;
  std::optional<RunLog> log_;
  bool created_ = false;
  bool empty_ = true;
};

}  // namespace allnash::file
