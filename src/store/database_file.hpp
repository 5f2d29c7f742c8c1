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

#include "store/sqlite.hpp"

namespace allnash::store {

/// The file took no more: the disk is full, or it cannot be written.
struct LedgerWriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A checksum over what a row of the file says: SQLite notices damaged pages, not damaged
/// values. FNV-1a of 64 bits, easily computed by whoever writes such a file by other means. A
/// change of any one byte changes it, and of several all but certainly.
constexpr std::int64_t checksum_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return std::bit_cast<std::int64_t>(hash);
}
static_assert(checksum_of("a") == std::bit_cast<std::int64_t>(std::uint64_t{0xaf63dc4c8601ec8c}));

/// How many rows a table has, and the sum of their checksums, modulo 2^64. It does not depend on
/// their order, and a row that is added, replaced or removed changes it by that row alone.
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

/// Decides when to wait for the disk. A commit that has returned has reached the operating system,
/// so it survives the end of the process. To survive a crash of the machine the disk must confirm
/// it, which takes milliseconds. That is done while it takes a small part of the time; payoffs that
/// took long to get are always worth it.
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
  static constexpr int share = 20;  // of the time, one part
  static constexpr Clock::duration largest = std::chrono::seconds(1);
  Clock::time_point last_ = Clock::now();
  Clock::duration credit_ = std::chrono::milliseconds(100);
};

class DatabaseFile {
 public:
  static constexpr int version = 7;  ///< of the format; docs/ledger_format.md describes it

  /// Opens the file, or makes it, and calls `begin`, again where another run got in the way.
  /// Throws InputError: a directory, no regular file, not there when it may not be made, in a
  /// folder that is not there, in use, of another program or another version.
  void open(const std::string& name, bool may_create, const std::function<void()>& begin);

  // Messages begin with the name of the file as the user gave it.
  [[noreturn]] void refuse(const std::string& what) const;  ///< throws InputError
  [[noreturn]] void refuse_use() const;                     ///< throws InUseError
  [[noreturn]] void refuse_damage(const std::string& what) const;
  /// What SQLite found wrong while opening or reading.
  [[noreturn]] void refuse_for(const sqlite::Error& error) const;
  [[noreturn]] void throw_write_error(const sqlite::Error& error) const;

  /// Calls a function that reads, or writes, and turns SQLite's exceptions into ours.
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

  /// The statements that make the tables and indices of a file, each as SQLite repeats it.
  using Layout = std::span<const char* const>;
  /// False for a file that is empty. Refuses what is no ledger of this version, laid out like this.
  [[nodiscard]] bool is_laid_out(Layout layout);
  void lay_out(Layout layout);
  void check_soundness();
  void check_pages();  ///< as far as is quickly done: a fifth of a second for a million plays

  // What the file says that its tables hold, kept in the file by the transactions that change it.
  // SQLite does not notice a row that a damaged page has lost; the totals do.
  struct Totals {
    Total plays;
    Total facts;
    bool operator==(const Totals&) const = default;
  };
  static const char* const schema_of_totals;
  /// To be changed within a transaction, with the rows; `roll_back` takes that back.
  Totals totals;
  void read_totals();
  /// Refuses a table that does not hold what the file says.
  void check_total(const Total& said, const Total& found, const char* what) const;

  // Transactions. They outlive the process when `commit` returns; the disk confirms them where that
  // is in proportion, and always when the first is `synced`. Throw sqlite::Error.
  void begin_exclusive(bool synced);
  void begin();
  void commit();
  void roll_back() noexcept;

  std::string shown;  ///< as the user wrote it
  /// What messages about a damaged file advise, after what is wrong with it.
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

  Totals written_;       // as the file has them
  bool synced_ = false;  // whether commits wait for the disk
  SyncAllowance allowance_;
  std::optional<sqlite::Statement> begin_;
  std::optional<sqlite::Statement> commit_;
  std::optional<sqlite::Statement> write_total_;
};

// A copy of a ledger file, made while a run may be writing it.

/// Whether a run has the file open, of this process or another. Asks for no lock, and ends none.
bool in_use(const std::string& path);

/// A copy of the file as it was at one moment, in a temporary folder that is removed with this
/// object. Making it only reads the original, and ends no lock that this process has on it.
class Snapshot {
 public:
  /// Throws InputError: no such file, or one that changes too fast to be copied.
  explicit Snapshot(const std::string& path);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  [[nodiscard]] const std::string& path() const { return copy_; }

 private:
  std::string folder_;
  std::string copy_;
};

}  // namespace allnash::store
