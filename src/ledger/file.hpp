// The ledger on disk: every payoff asked, in an SQLite database that survives a crash. Its format
// is described in docs/ledger.md.
//
// One process at a time: the file stays locked while it is open, so that no two runs pay for the
// same payoff. That also lets the write-ahead log do without shared memory, which network file
// systems do not have.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/source.hpp"
#include "ledger/database_file.hpp"
#include "ledger/run_log.hpp"

namespace allnash::ledger {

/// The game that a ledger file is of.
struct LedgerGame {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  /// Its name or its fingerprint; absent when payoffs were imported before any run said.
  std::optional<std::string> identity;
  std::string note;
  /// Of a symmetric game: how many matches have been asked both ways, to compare.
  std::int64_t mirrored = 0;
  /// One a strategy, or none for a side; in a symmetric game the rows' are the columns' too.
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};
  /// Source::agrees of the game that is solved, if there is one.
  std::function<std::optional<bool>(Entry, const Rational&)> agrees = {};
  /// Of a symmetric game: what the two payoffs of a match add up to.
  Rational sum = {};
};

/// What the file knows a game by: the name the user gave, else what the source can tell; and of a
/// symmetric game the sum of a match, if it is not 0: the same matches then are another game.
std::string identity_of(const std::string& game_id, const GameIdentity& source,
                        const Rational& sum = {});

class LedgerFile {
  struct Store;

 public:
  /// Opens the file, or makes it when it is not there. A file without an identity takes the one
  /// given, and one of a game without a name a name; one without labels those given; strategies
  /// that are new to it join it. From then on entries are numbered as in the game given. Throws
  /// InputError: another game's file, a file in use, damaged, of another program or a newer
  /// version, or one that cannot be made.
  /// When `held`, what that changes in the file goes in with the first batch, or not at all.
  LedgerFile(const std::string& path, const LedgerGame& game, bool held = false);
  /// Opens a file that is there, with entries as it numbers them. For `salvage`, one that need not
  /// say which game it is of.
  explicit LedgerFile(const std::string& path, bool salvaging = false);
  ~LedgerFile();
  LedgerFile(const LedgerFile&) = delete;
  LedgerFile& operator=(const LedgerFile&) = delete;

  [[nodiscard]] const LedgerGame& game() const;   ///< as the file has it, in its own numbering
  [[nodiscard]] const std::string& name() const;  ///< as it was given
  /// False when the file or its folder may only be read: then nothing may be added.
  [[nodiscard]] bool writable() const;
  [[nodiscard]] bool empty() const;          ///< when it was opened
  [[nodiscard]] std::int64_t count() const;  ///< of the payoffs in the file, of this game
  [[nodiscard]] int version() const;         ///< of the format
  [[nodiscard]] bool created() const;        ///< it was not there before

  /// False when the file does not have the entry. In a symmetric game entries have row < column.
  [[nodiscard]] bool recall(Entry entry, Rational& payoff);
  /// Of an entry whose payoff is an average of plays: how many; else 0.
  [[nodiscard]] std::int64_t plays_of(Entry entry) const;
  [[nodiscard]] bool has_averages() const;
  /// Payoffs that go into the file together or not at all.
  class Batch {
   public:
    explicit Batch(LedgerFile& file);
    ~Batch();  ///< without `commit`, nothing is added
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    /// Requires that the file does not have the entry; `recall` finds it from now on. With plays
    /// above 0 it is the average of so many. Throws LedgerWriteError.
    void add(Entry entry, const Rational& payoff, std::int64_t plays = 0);
    /// The entry that the file has is an average of so many plays.
    void note_plays(Entry entry, std::int64_t plays);
    /// So many more matches have been asked both ways.
    void note_mirrored(std::int64_t count);
    /// These entries were asked in this round.
    void note_round(std::int64_t round, std::span<const Entry> asked);
    /// The next run says of which game the file is.
    void forget_identity();
    /// When it returns the payoffs survive the death of the process; see docs/ledger.md for the
    /// death of the machine. Throws LedgerWriteError.
    void commit();

   private:
    Store& store_;
  };
  /// Adds payoffs as one batch. The file also says in which round of a run, if that is above 0.
  void record(std::span<const Entry> entries, std::span<const Rational> payoffs,
              std::int64_t mirrored = 0, std::int64_t round = 0);

  /// How many payoffs have been asked twice to compare, unasked, by runs so far; no answer rests on
  /// it.
  [[nodiscard]] std::int64_t repeated();
  void note_repeated(std::int64_t count);

  /// What the file says of its runs.
  [[nodiscard]] RunLog& log();
  /// Says where the run stands, and with a point how it got there. A file that cannot be written
  /// says nothing: payoffs will show that.
  void note(const Facts& state, const Facts& point = {});

  /// Every payoff of this game, by row and column in the file's numbering. Throws InputError at the
  /// first that is damaged.
  void for_each(const std::function<void(Entry, const Rational&)>& visit);
  /// Every payoff that is sound, by row and column, whatever else the file holds. Returns how many
  /// were met that are not, a label of theirs included; pages that cannot be read hide more of
  /// them.
  std::int64_t salvage(const std::function<void(Entry, const Rational&)>& visit);
  /// Throws InputError unless every page of the file is sound.
  void check_soundness();

 private:
  std::unique_ptr<Store> store_;
};

}  // namespace allnash::ledger
