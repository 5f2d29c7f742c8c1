// What either kind of ledger file is: a database of ours that one process at a time has open.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "ledger/sqlite.hpp"

namespace allnash::ledger {

/// The file took no more: the disk is full, or it cannot be written.
struct LedgerWriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class DatabaseFile {
 public:
  /// Throws InputError: a directory, no regular file, not there when it may not be made, in a
  /// folder that is not there. `way_out` is added to what is said of damage.
  DatabaseFile(const std::string& name, bool may_create, std::string way_out = "");

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

  // For an open database.

  /// Its version, if it is marked so; nothing when it is empty. Refuses others, one that has the
  /// mark of the `other` kind of ours as `other_kind`.
  [[nodiscard]] std::optional<int> version_if(std::int64_t mark, std::int64_t other,
                                              const char* other_kind);
  void create(const char* schema, std::int64_t mark, int version);
  void set_version(int version);
  /// Changes go to a write-ahead log, and outlive the process.
  void use_log();
  void check_soundness();
  void roll_back() noexcept;

  std::string shown;  ///< as the user wrote it
  std::string path;
  std::optional<sqlite::Database> database;

 private:
  std::string way_out_;
};

}  // namespace allnash::ledger
