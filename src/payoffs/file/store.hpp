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

#include "allnash/run.hpp"
#include "payoffs/asking/archive.hpp"
#include "payoffs/file/leases.hpp"
#include "payoffs/file/logs.hpp"
#include "payoffs/file/tables.hpp"

namespace allnash::file {

/// The file exists but is empty: the process that created it was killed.
struct EmptyLedger : InputError {
  using InputError::InputError;
};

/// An open ledger file. Many functions, a line or two each: it hands on to the tables, which have
/// the work, so that their users hold one object and one lock.
class Store final : public asking::Archive {
 public:
  using Log = MatchLog;
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

  /// The layout of every ledger file.
  [[nodiscard]] static DatabaseFile::Layout layout();

  /// The file's game in its own numbering.
  [[nodiscard]] const LedgerGame& game() const { return tables_.record->game; }
  /// The file name as given.
  [[nodiscard]] const std::string& name() const override { return tables_.file.shown; }
  /// False when the file or its folder is read-only: then nothing may be added.
  [[nodiscard]] bool writable() const override { return tables_.file.writable; }
  [[nodiscard]] bool empty() const { return empty_; }      ///< when it was opened
  [[nodiscard]] bool created() const { return created_; }  ///< it did not exist before
  /// Where the run of a game of chance begins.
  [[nodiscard]] RunStart run_start() const { return RunStart(game().run_start); }

  [[nodiscard]] Leases leases() { return Leases(tables_); }
  [[nodiscard]] Logs logs() { return Logs(tables_); }
  /// The history of runs.
  [[nodiscard]] RunLog& log() { return *tables_.log; }
  /// Records the state of the run and, if given, a point of its history. Does nothing for a
  /// read-only file: recording payoffs will report that.
  void note(const Facts& state, const Facts& point = {});
  /// What was told of the source that filled the file: GameIdentity::hint; empty if nothing.
  [[nodiscard]] std::string hint() const;
  void put_hint(const std::string& hint);

  // As an archive of a ledger.
  [[nodiscard]] asking::Inherited inherited(Index rows, Index columns) override;
  [[nodiscard]] bool recall(const KeptPlay& key, KeptPlay& play) override;
  [[nodiscard]] bool recall(Entry entry, KeptPlay& play) { return recall(KeptPlay{entry}, play); }
  [[nodiscard]] bool recall_number(std::int64_t number, KeptPlay& play) override {
    return tables_.file.reading(
        [&] { return tables_.plays->find_number(number, play) && tables_.record->to_game(play); });
  }
  [[nodiscard]] std::int64_t count() const override;
  [[nodiscard]] Entry numbered(Entry entry) const override {
    return tables_.record->to_file(entry).entry;
  }
  void record(std::span<const Entry> entries, std::span<const Rational> payoffs,
              std::int64_t mirrored = 0, std::int64_t round = 0, bool ahead = false) override;
  void record(std::span<const KeptPlay> plays) override;
  void claim(std::span<const Entry> entries) override { leases().note_ahead(entries, true); }
  void note_repeated(std::int64_t count) override;
  [[nodiscard]] std::vector<Freeze> freezes(Kind kind) const override;
  void freeze(Kind kind, std::int64_t number, const Freeze& what) override;
  /// Visits all rows of this game: payoffs by row and column in the file's numbering, or plays by
  /// number and then those without one. Throws InputError at the first damaged row.
  void for_each(const Visit& visit) const override {
    tables_.file.reading([&] {
      tables_.plays->for_each(game().by_play(), [&](KeptPlay& play) { show(play, visit); });
    });
  }
  void for_each_before(const Visit& visit) const override {
    tables_.file.reading([&] {
      tables_.plays->for_each_before(run_start().plays, [&](KeptPlay& play) { show(play, visit); });
    });
  }
  void for_each_ahead(const Visit& visit) const override {
    tables_.file.reading(
        [&] { tables_.plays->for_each_ahead([&](KeptPlay& play) { show(play, visit); }); });
  }

  // For import, export and merging.
  [[nodiscard]] bool has_averages() const {
    return tables_.file.reading([&] { return tables_.plays->has_averages(); });
  }
  /// The seeds of the plays of an entry, by place.
  [[nodiscard]] std::deque<std::int64_t> seeds_of(Entry entry) const {
    return tables_.file.reading([&] { return tables_.plays->seeds_of(numbered(entry)); });
  }
  /// One more than the largest number of a play.
  [[nodiscard]] std::int64_t next_number() const {
    return tables_.file.reading([&] { return tables_.plays->next_number(); });
  }
  /// Visits all intact rows in the order of `for_each`, whatever else the file holds. Returns the
  /// number of damaged rows that it met, labels included; unreadable pages may hide more.
  std::int64_t salvage(const Visit& visit) const;
  /// Throws InputError unless every page of the file is sound.
  void check_soundness() { tables_.file.check_soundness(); }

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

 private:
  void begin(const LedgerGame* wanted, bool held, Use use);
  void verify(Use use);
  [[nodiscard]] std::int64_t repeated();
  template <typename Write>
  void note_in_log(const Write& write);
  [[nodiscard]] KeptPlay in_file(KeptPlay play) const;
  void show(KeptPlay& play, const Visit& visit) const;

  Tables tables_;
  bool created_ = false;
  bool empty_ = true;
};

}  // namespace allnash::file
