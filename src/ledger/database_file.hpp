// A database of ours that one process at a time has open.
//
// The file stays locked while it is open, so that no two runs pay for the same payoff. That also
// lets the write-ahead log do without shared memory, which network file systems do not have.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "ledger/sqlite.hpp"
#include "ledger/sync_allowance.hpp"

namespace allnash::ledger {

/// The file took no more: the disk is full, or it cannot be written.
struct LedgerWriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
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
