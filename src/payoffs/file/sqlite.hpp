// The part of SQLite that the ledger file needs: a database, statements, and errors as exceptions.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace allnash::file::sqlite {

struct Error : std::runtime_error {
  Error(int result, const std::string& what) : std::runtime_error(what), code(result) {}
  [[nodiscard]] int kind() const { return code & 0xff; }  ///< SQLITE_BUSY, SQLITE_FULL, ...
  int code;
};

class Database {
 public:
  /// Throws Error.
  Database(const std::string& name, int flags);

  void run(const char* sql);
  /// The first column of the first row.
  [[nodiscard]] std::int64_t integer(const char* sql);
  [[nodiscard]] std::string text(const char* sql);
  /// True while a transaction is open.
  [[nodiscard]] bool in_transaction() const;

 private:
  friend class Statement;
  struct Closer {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<sqlite3, Closer> handle_;
};

/// A prepared statement. Parameters count from 1, columns from 0.
class Statement {
 public:
  Statement(Database& database, const char* sql);

  Statement& bind(int parameter, std::int64_t value);
  /// The text must exist until the statement has run.
  Statement& bind(int parameter, std::string_view value);
  Statement& bind_null(int parameter);
  /// True when there is a row. After the last one the statement can be run again.
  bool step();
  /// Makes a statement that was left before its last row run from the start again.
  void reset() { sqlite3_reset(handle_.get()); }

  [[nodiscard]] int type(int column) const { return sqlite3_column_type(handle_.get(), column); }
  [[nodiscard]] std::int64_t integer(int column) const {
    return sqlite3_column_int64(handle_.get(), column);
  }
  [[nodiscard]] std::string_view text(int column) const;

 private:
  struct Finaliser {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  std::unique_ptr<sqlite3_stmt, Finaliser> handle_;
};

/// The bytes of a database file, read through SQLite. Opening and closing the file by other means
/// would release the locks that this process holds on it (POSIX).
class RawFile {
 public:
  /// Throws Error.
  explicit RawFile(const std::string& path);
  ~RawFile();
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;

  [[nodiscard]] std::int64_t size();
  void read(std::int64_t from, std::span<char> into);
  /// Whether this process has it locked, or another process is about to write.
  [[nodiscard]] bool locked();

 private:
  [[nodiscard]] const sqlite3_io_methods& methods() { return *handle()->pMethods; }
  [[nodiscard]] sqlite3_file* handle() { return reinterpret_cast<sqlite3_file*>(memory_.data()); }

  std::vector<std::max_align_t> memory_;  // storage for SQLite's file object
  std::unique_ptr<const char, void (*)(const char*)> name_;
};

}  // namespace allnash::file::sqlite
