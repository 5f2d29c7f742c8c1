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
#include "store/database_file.hpp"
#include "store/fact_table.hpp"
#include "store/game_record.hpp"
#include "store/play_table.hpp"
#include "store/run_log.hpp"

namespace allnash::store {

/// The file is there but empty: the process that was making it was killed.
struct EmptyLedger : InputError {
  using InputError::InputError;
};

class Store {
 public:
  /// Opens the file, or makes it when it is not there. A file without an identity takes the one
  /// given, and one of a game without a name a name; one without labels those given; strategies
  /// that are new to it join it. From then on entries are numbered as in the game given. A game of
  /// chance whose settings or strategies are not those of the file's last run begins a new one.
  /// All of the file is verified then. Throws InputError: another game's file, a file in use,
  /// damaged, of another program or another version, or one that cannot be made. When `held`, what
  /// that changes in the file goes in with the first batch, or not at all.
  Store(const std::string& path, const LedgerGame& game, bool held = false);
  enum class Use {
    all,
    game,     ///< only `game` is read: plays are not verified
    salvage,  ///< only `salvage` is called: nothing is, and it need not say which game it is of
  };
  /// Opens a file that is there, with entries as it numbers them. Throws InputError, EmptyLedger.
  explicit Store(const std::string& path, Use use = Use::all);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// How every ledger file is laid out.
  [[nodiscard]] static DatabaseFile::Layout layout();

  /// As the file has it, in its own numbering.
  [[nodiscard]] const LedgerGame& game() const { return record_->game; }
  /// As it was given.
  [[nodiscard]] const std::string& name() const { return file_.shown; }
  /// False when the file or its folder may only be read: then nothing may be added.
  [[nodiscard]] bool writable() const { return file_.writable; }
  [[nodiscard]] bool empty() const { return empty_; }      ///< when it was opened
  [[nodiscard]] bool created() const { return created_; }  ///< it was not there before
  [[nodiscard]] bool has_averages() const {
    return file_.reading([&] { return plays_->has_averages(); });
  }
  [[nodiscard]] std::int64_t count() const;  ///< of what is answered, of this game

  /// The payoff of an entry, if the file has it. In a symmetric game entries have row < column.
  [[nodiscard]] bool recall(Entry entry, KeptPlay& play) { return recall(KeptPlay{entry}, play); }
  /// What the file has of the same entry, origin and seed, if it has that.
  [[nodiscard]] bool recall(const KeptPlay& key, KeptPlay& play);
  /// The seeds of the plays of an entry, by place.
  [[nodiscard]] std::deque<std::int64_t> seeds_of(Entry entry) const {
    return file_.reading([&] { return plays_->seeds_of(record_->to_file(entry).entry); });
  }
  /// As the file numbers it.
  [[nodiscard]] Entry entry_in_file(Entry entry) const { return record_->to_file(entry).entry; }
  /// The play of a number, if the file has it.
  [[nodiscard]] bool recall_number(std::int64_t number, KeptPlay& play) {
    return file_.reading(
        [&] { return plays_->find_number(number, play) && record_->to_game(play); });
  }

  /// What goes into the file together or not at all. All of it throws LedgerWriteError.
  class Batch {
   public:
    explicit Batch(Store& store);
    ~Batch();  ///< without `commit`, nothing is added
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    /// Requires that the file does not have it; `recall` finds it from now on.
    void add(KeptPlay play);
    /// Replaces what the file has of the play, if anything.
    void put(KeptPlay play);
    /// Adds to the number of matches that were asked both ways.
    void note_mirrored(std::int64_t count);
    /// These entries were asked in this round.
    void note_round(std::int64_t round, std::span<const Entry> asked);
    /// The next run says of which game the file is.
    void forget_identity();
    /// When it returns the batch survives the death of the process; see docs/ledger.md for the
    /// death of the machine.
    void commit();

   private:
    Store& store_;
  };
  /// Adds payoffs as one batch. The file also says in which round of a run, if that is above 0,
  /// and whether they were asked ahead.
  void record(std::span<const Entry> entries, std::span<const Rational> payoffs,
              std::int64_t mirrored = 0, std::int64_t round = 0, bool ahead = false);
  /// Puts plays as one batch.
  void record(std::span<const KeptPlay> plays);

  enum class Kind {
    frozen,  ///< an attempt
    joined,  ///< arms of newcomers to one
  };
  /// The number is the next, from 1, or has the same content already. Throws LedgerWriteError, or
  /// InputError when it is there with another.
  void freeze(Kind kind, std::int64_t number, const Freeze& what);
  [[nodiscard]] std::vector<Freeze> freezes(Kind kind) const;
  /// The number of plays before a freeze that the file has.
  [[nodiscard]] std::optional<std::int64_t> plays_before(Kind kind, std::int64_t number) const {
    const std::vector<Freeze> all = freezes(kind);
    if (number > std::ssize(all)) return {};
    return all[at(number - 1)].plays_before;
  }
  /// A log of matches that somebody played, which goes on as long as it likes.
  struct Log {
    struct Part {
      std::int64_t first = 0;  ///< the number of its first play
      std::int64_t count = 0;
      bool operator==(const Part&) const = default;
    };
    std::string name;
    std::vector<Part> parts;  ///< in the order of the log
    bool counted = false;     ///< of counts, which tell no order
  };
  [[nodiscard]] std::vector<Log> logs() const;
  /// The number is the next, from 1, or that of a log in whose place it is put.
  void put_log(std::int64_t number, const Log& log);
  /// Labels of strategies that were dropped from the league, and have not come back.
  [[nodiscard]] std::vector<std::string> gone() const;
  void put_gone(const std::vector<std::string>& labels);  ///< in place of those before
  /// The entries of this game that plans have handed out, that are not answered and whose time is
  /// not over: by time, then by entry. No answer depends on it.
  [[nodiscard]] std::vector<Lease> leases(std::int64_t now);
  /// Notes that these entries were asked ahead; if `claimed`, that the method has asked for them.
  void note_ahead(std::span<const Entry> entries, bool claimed);
  /// What runs and plans have asked ahead, of this game, and no method has claimed: in order.
  [[nodiscard]] std::vector<Entry> asked_ahead() const;
  /// Notes that these entries are handed out until then, and forgets leases that are over. `ahead`
  /// replaces the list of entries that were asked ahead and that no method has claimed.
  void lease(std::span<const Entry> entries, std::int64_t until, std::int64_t now,
             std::span<const Entry> ahead = {});
  /// A number above that of every play.
  [[nodiscard]] std::int64_t next_number() const {
    return file_.reading([&] { return plays_->next_number(); });
  }
  /// Where the run of a game of chance begins.
  [[nodiscard]] Beginning beginning() const { return Beginning(game().begun); }
  using Visit = std::function<void(const KeptPlay&)>;
  /// Plays from before it, of this game, by number.
  void for_each_before(const Visit& visit) const {
    file_.reading([&] {
      plays_->for_each_before(beginning().plays, [&](KeptPlay& play) { show(play, visit); });
    });
  }
  /// Plays that were asked ahead and that no method has asked for, of this game, by entry and
  /// place.
  [[nodiscard]] bool has_ahead() const {
    return file_.reading([&] { return plays_->has_ahead(); });
  }
  void for_each_ahead(const Visit& visit) const {
    file_.reading([&] { plays_->for_each_ahead([&](KeptPlay& play) { show(play, visit); }); });
  }
  /// As the file numbers them, the strategies of a side, which has so many.
  [[nodiscard]] std::vector<Index> numbers(bool of_rows, Index count) const {
    return record_->numbers(of_rows, count);
  }

  /// How many payoffs were asked twice so far, to compare. No answer depends on it.
  [[nodiscard]] std::int64_t repeated();
  void note_repeated(std::int64_t count);
  /// What the file says of its runs.
  [[nodiscard]] RunLog& log() { return *log_; }
  /// Notes the state of the run and, where one is given, a point of its history. Does nothing for a
  /// file that cannot be written: recording payoffs will show that.
  void note(const Facts& state, const Facts& point = {});

  /// Everything of this game: payoffs by row and column in the file's numbering, or plays by
  /// number and then those without one. Throws InputError at the first that is damaged.
  void for_each(const Visit& visit) const {
    file_.reading(
        [&] { plays_->for_each(game().by_play(), [&](KeptPlay& play) { show(play, visit); }); });
  }
  /// Visits everything that is intact, in the same order, whatever else the file holds. Returns how
  /// many damaged rows it met, labels included. Pages that cannot be read hide more of them.
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

  mutable DatabaseFile file_;  // reading moves it too
  std::optional<FactTable> facts_;
  std::optional<GameRecord> record_;
  std::optional<PlayTable> plays_;
  std::optional<RunLog> log_;
  bool created_ = false;
  bool empty_ = true;
};

}  // namespace allnash::store
