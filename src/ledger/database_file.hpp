// A database of ours that one process at a time has open.
//
// The file stays locked while it is open, so that no two runs pay for the same payoff. That also
// lets the write-ahead log do without shared memory, which network file systems do not have.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "ledger/sqlite.hpp"

namespace allnash::ledger {

/// The file took no more: the disk is full, or it cannot be written.
struct LedgerWriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A check value over what a row of the file says: SQLite notices damaged pages, not damaged
/// values. FNV-1a of 64 bits, easily computed by whoever writes such a file by other means. A
/// change of any one byte changes it, and of several all but certainly.
constexpr std::int64_t seal_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return std::bit_cast<std::int64_t>(hash);
}
static_assert(seal_of("a") == std::bit_cast<std::int64_t>(std::uint64_t{0xaf63dc4c8601ec8c}));

/// When to wait for the disk. A commit has reached the operating system, and so survives the
/// process, once it returns. Having the disk itself confirm it, so that it survives the machine,
/// takes milliseconds: this says when that is in proportion. Payoffs that took long to get are
/// always worth it.
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
  static constexpr int version = 5;  ///< of the format; docs/ledger_format.md describes it

  /// Opens the file, or makes it, and calls `begin`, again where another run got in the way.
  /// Throws InputError: a directory, no regular file, not there when it may not be made, in a
  /// folder that is not there, in use, of another program or another version.
  void open(const std::string& name, bool may_create, const std::function<void()>& begin);

  // All that is said begins with the name as it was given.
  [[noreturn]] void refuse(const std::string& what) const;  ///< throws InputError
  [[noreturn]] void refuse_damage(const std::string& what) const;
  /// What SQLite found wrong while opening or reading.
  [[noreturn]] void refuse_for(const sqlite::Error& error) const;
  [[noreturn]] void throw_write_error(const sqlite::Error& error) const;

  /// Calls what reads, or writes, with what SQLite throws made into what we do.
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

  /// False for a file that is empty. Refuses what is no ledger of this version, in which `table`
  /// has so many columns.
  [[nodiscard]] bool is_laid_out(const std::string& table, int columns);
  void lay_out(std::initializer_list<const char*> schemas);
  void check_soundness();

  // Transactions. They outlive the process when `commit` returns; the disk confirms them where that
  // is in proportion, and always when the first is `synced`. Throw sqlite::Error.
  void begin_exclusive(bool synced);
  void begin();
  void commit();
  void roll_back() noexcept;

  std::string shown;  ///< as the user wrote it
  std::string path;
  bool writable = false;
  std::optional<sqlite::Database> database;

 private:
  void open_database();
  void set_synced(bool wanted);

  bool synced_ = false;  // whether commits wait for the disk
  SyncAllowance allowance_;
  std::optional<sqlite::Statement> begin_;
  std::optional<sqlite::Statement> commit_;
};

}  // namespace allnash::ledger
