#include "ledger/database_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "sources/text.hpp"

namespace allnash::ledger {

namespace fs = std::filesystem;

DatabaseFile::DatabaseFile(const std::string& name, bool may_create, std::string way_out)
    : shown(name), path(fs::absolute(name).string()), way_out_(std::move(way_out)) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) refuse("is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse("is not a regular file");
  if (!fs::exists(status) && !may_create) refuse("no such ledger file");
  if (!fs::is_directory(fs::path(path).parent_path(), ignored)) refuse("its folder does not exist");
}

void DatabaseFile::refuse(const std::string& what) const { sources::refuse(shown, what); }

void DatabaseFile::refuse_damage(const std::string& what) const {
  refuse("damaged: " + what + way_out_);
}

void DatabaseFile::refuse_for(const sqlite::Error& error) const {
  switch (error.kind()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      refuse("in use by another run");
    case SQLITE_NOTADB:
      refuse("not a ledger file");
    case SQLITE_CORRUPT:
      refuse_damage(error.what());
    default:
      refuse("cannot be used as a ledger: " + std::string(error.what()));
  }
}

void DatabaseFile::throw_write_error(const sqlite::Error& error) const {
  // What is added was looked for before.
  const bool there = error.kind() == SQLITE_CONSTRAINT;
  throw LedgerWriteError(shown + ": " +
                         (there ? "damaged: its index does not match its payoffs" : error.what()));
}

std::optional<int> DatabaseFile::version_if(std::int64_t mark, std::int64_t other,
                                            const char* other_kind) {
  const std::int64_t owner = database->integer("PRAGMA application_id");
  const auto version = static_cast<int>(database->integer("PRAGMA user_version"));
  const bool unmarked = owner == 0 && version == 0;
  if (unmarked && database->integer("SELECT count(*) FROM sqlite_schema") == 0) return {};
  if (owner == other) refuse(other_kind);
  if (owner != mark) refuse("a database of another program, not a ledger file");
  return version;
}

void DatabaseFile::create(const char* schema, std::int64_t mark, int version) {
  database->run(schema);
  database->run(fmt::format("PRAGMA application_id = {}", mark).c_str());
  set_version(version);
}

void DatabaseFile::set_version(int version) {
  database->run(fmt::format("PRAGMA user_version = {}", version).c_str());
}

void DatabaseFile::use_log() {
  if (database->text("PRAGMA journal_mode = WAL") != "wal") {
    refuse("its folder does not allow a write-ahead log");
  }
  database->run("PRAGMA synchronous = NORMAL");
}

void DatabaseFile::check_soundness() {
  reading([&] {
    const std::string found = database->text("PRAGMA integrity_check(1)");
    if (found != "ok") refuse_damage(printable(found, 200));
  });
}

void DatabaseFile::roll_back() noexcept {
  try {
    if (database->in_transaction()) database->run("ROLLBACK");
  } catch (const sqlite::Error&) {
    // Closing the file does it.
  }
}

}  // namespace allnash::ledger
