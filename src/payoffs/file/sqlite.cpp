#include "payoffs/file/sqlite.hpp"

#include <algorithm>

namespace allnash::file::sqlite {

namespace {

void check(int result) {
  if (result != SQLITE_OK) throw Error(result, sqlite3_errstr(result));
}

/// What the last call says is wrong, on one line: of a damaged schema it repeats the text, which is
/// of several.
std::string last_message(sqlite3* database) {
  std::string message = sqlite3_errmsg(database);
  std::ranges::replace_if(
      message, [](char one) { return static_cast<unsigned char>(one) < ' '; }, ' ');
  return message;
}

}  // namespace

Database::Database(const std::string& name, int flags) {
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK) throw Error(result, sqlite3_errstr(result & 0xff));
  sqlite3_extended_result_codes(handle, 1);
  // SQLite would read a damaged column name in quotes as a string.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
}

void Database::run(const char* sql) {
  const int result = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) throw Error(result, last_message(handle_.get()));
}

std::int64_t Database::integer(const char* sql) {
  Statement statement(*this, sql);
  statement.step();
  return statement.integer(0);
}

std::string Database::text(const char* sql) {
  Statement statement(*this, sql);
  statement.step();
  return std::string(statement.text(0));
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

Statement::Statement(Database& database, const char* sql) {
  sqlite3* const connection = database.handle_.get();
  sqlite3_stmt* handle = nullptr;
  const int result = sqlite3_prepare_v2(connection, sql, -1, &handle, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK) throw Error(result, last_message(connection));
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view value) {
  check(sqlite3_bind_text64(handle_.get(), parameter, value.data(), value.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  check(sqlite3_bind_null(handle_.get(), parameter));
  return *this;
}

bool Statement::step() {
  const int result = sqlite3_step(handle_.get());
  if (result == SQLITE_ROW) return true;
  const std::string what =
      result == SQLITE_DONE ? "" : last_message(sqlite3_db_handle(handle_.get()));
  sqlite3_reset(handle_.get());
  if (result != SQLITE_DONE) throw Error(result, what);
  return false;
}

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  return text == nullptr ? std::string_view("") : std::string_view(text, size);
}

RawFile::RawFile(const std::string& path)
    : name_(sqlite3_create_filename(path.c_str(), "", "", 0, nullptr), sqlite3_free_filename) {
  sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
  if (vfs == nullptr || name_ == nullptr) throw Error(SQLITE_NOMEM, "SQLite cannot open files");
  memory_.resize(static_cast<std::size_t>(vfs->szOsFile) / sizeof(std::max_align_t) + 1);
  check(
      vfs->xOpen(vfs, name_.get(), handle(), SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nullptr));
}

RawFile::~RawFile() { methods().xClose(handle()); }

std::int64_t RawFile::size() {
  sqlite3_int64 size = 0;
  check(methods().xFileSize(handle(), &size));
  return size;
}

void RawFile::read(std::int64_t from, std::span<char> into) {
  check(methods().xRead(handle(), into.data(), static_cast<int>(into.size()), from));
}

bool RawFile::locked() {
  int locked = 0;
  check(methods().xCheckReservedLock(handle(), &locked));
  return locked != 0;
}

}  // namespace allnash::file::sqlite
