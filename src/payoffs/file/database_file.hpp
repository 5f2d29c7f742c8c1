// An SQLite database of this program, which one process at a time has open.
//
// The file stays locked while it is open, so that no two runs pay for the same payoff. The lock
// also lets SQLite keep its write-ahead log without shared memory, which network file systems do
// not have.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "allnash/run.hpp"
#include "payoffs/asking/archive.hpp"
#include "payoffs/file/sqlite.hpp"

namespace allnash::file {

using asking::LedgerWriteError;

/// A checksum of a row's text: SQLite notices damaged pages, not damaged values. 64-bit FNV-1a,
/// easy to compute for other programs that write such files. A change of one byte always changes
/// it, and other changes almost certainly.
constexpr std::int64_t checksum_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return std::bit_cast<std::int64_t>(hash);
}
static_assert(checksum_of("a") == std::bit_cast<std::int64_t>(std::uint64_t{0xaf63dc4c8601ec8c}));

/// The number of rows of a table and the sum of their checksums, modulo 2^64. It does not depend on
/// their order, and adding, replacing or removing a row changes it by that row alone.
struct Total {
  std::int64_t rows = 0;
  std::uint64_t sum = 0;

  void add(std::int64_t checksum) {
    ++rows;
    sum += std::bit_cast<std::uint64_t>(checksum);
  }
  void remove(std::int64_t checksum) {
    --rows;
    sum -= std::bit_cast<std::uint64_t>(checksum);
  }
  bool operator==(const Total&) const = default;
};

/// Decides when to wait for the disk. A finished commit has reached the operating system, so it
/// survives the end of the process. To survive a crash of the machine the disk must confirm it,
/// which takes milliseconds. This is done as long as it takes a small part of the time; payoffs
/// that took long are always worth it.
class SyncAllowance {
 public:
  [[nodiscard]] bool allows() {
    const auto now = Clock::now();
    credit_ = std::min<Clock::duration>(credit_ + (now - last_) / share, largest);
    last_ = now;
    return credit_ > Clock::duration::zero();
  }
  template <typename Commit>
  void spend(const Commit& commit) {
    const auto start = Clock::now();
    commit();
    credit_ -= Clock::now() - start;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int share = 20;  // waiting may take 1/20 of the time
  static constexpr Clock::duration largest = std::chrono::seconds(1);
  Clock::time_point last_ = Clock::now();
  Clock::duration credit_ = std::chrono::milliseconds(100);
};

class DatabaseFile {
 public:
  static constexpr int version = 7;  ///< of the format; docs/ledger_format.md describes it

  /// Opens or creates the file and calls `begin`, repeatedly if another run interferes. Throws
  /// InputError: a directory, not a regular file, missing when it may not be created, in a missing
  /// folder, in use, of another program or another version.
  void open(const std::string& name, bool may_create, const std::function<void()>& begin);

  // Messages start with the file name as the user gave it.
  [[noreturn]] void refuse(const std::string& what) const;  ///< throws InputError
  [[noreturn]] void refuse_use() const;                     ///< throws InUseError
  [[noreturn]] void refuse_damage(const std::string& what) const;
  /// Reports an error of SQLite while opening or reading.
  [[noreturn]] void refuse_for(const sqlite::Error& error) const;
  [[noreturn]] void throw_write_error(const sqlite::Error& error) const;

  /// Calls a function that reads (or writes), and converts SQLite's exceptions to ours.
  template <typename Read>
  auto reading(const Read& read) const {
    try {
      return read();
    } catch (const sqlite::Error& error) {
      refuse_for(error);
    }
  }
  template <typename Write>
  void writing(const Write& write) const {
    try {
      write();
    } catch (const sqlite::Error& error) {
      throw_write_error(error);
    }
  }

  /// The CREATE statements of the tables and indices of a file, as SQLite stores them.
  using Layout = std::span<const char* const>;
  /// False for an empty file. Refuses a file that is not a ledger of this version with this layout.
  [[nodiscard]] bool is_laid_out(Layout layout);
  void lay_out(Layout layout);
  void check_soundness();
  void check_pages();  ///< quick checks only: a fifth of a second for a million plays

  // What the tables should hold, updated by every transaction. SQLite does not notice a row that a
  // damaged page has lost; the totals do.
  struct Totals {
    Total plays;
    Total facts;
    bool operator==(const Totals&) const = default;
  };
  static const char* const schema_of_totals;
  /// Changed together with the rows within a transaction; `roll_back` restores it.
  Totals totals;
  void read_totals();
  /// Refuses a table that does not match its total.
  void check_total(const Total& said, const Total& found, const char* what) const;

  // Transactions survive the end of the process when `commit` returns. The disk confirms them where
  // SyncAllowance says so, and always if the first is `synced`. Throw sqlite::Error.
  void begin_exclusive(bool synced);
  void begin();
  void commit();
  void roll_back() noexcept;

  std::string shown;  ///< as the user wrote it
  /// The advice that messages about a damaged file end with.
  const char* remedy = "; `allnash ledger export --sound` exports what is intact";
  std::string path;
  bool writable = false;
  std::optional<sqlite::Database> database;

 private:
  void open_database();
  void refuse_unsound(const char* check);
  void set_synced(bool wanted);

  void write_total(const char* name, const Total& total);
  void write_totals();

  Totals written_;       // as stored in the file
  bool synced_ = false;  // whether commits wait for the disk
  SyncAllowance allowance_;
  std::optional<sqlite::Statement> begin_;
  std::optional<sqlite::Statement> commit_;
  std::optional<sqlite::Statement> write_total_;
};

// A copy of a ledger file, made while a run may be writing it.

/// Whether a process, this one or another, has the file open. Neither takes nor releases locks.
bool in_use(const std::string& path);

/// A consistent copy of the file in a temporary folder, which is removed with this object. Making
/// it only reads the original, and releases no lock that this process holds on it.
class Snapshot {
 public:
  /// Throws InputError: no such file, or one that changes too fast to copy.
  explicit Snapshot(const std::string& path);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  [[nodiscard]] const std::string& path() const { return copy_; }

  /// Calls a function that reads the copy; its errors name the original.
  template <typename Read>
  auto reading(const Read& read) const {
    try {
      return read();
    } catch (const InputError& error) {
      std::string what = error.what();
      const std::size_t place = what.find(copy_);
      if (place == std::string::npos) throw InputError(original_ + ": " + what);
      throw InputError(what.replace(place, copy_.size(), original_));
    }
  }

 private:
  std::string original_;
  std::string folder_;
  std::string copy_;
};

}  // namespace allnash::file
