#include "payoffs/file/database_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "allnash/run.hpp"
#include "core/base/text.hpp"

namespace allnash::file {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t our_mark = 0x616c6e61;             // "alna"
constexpr std::int64_t mark_of_older_plays = 0x616c6e70;  // "alnp", until version 2

// A file name as a URI, for options that SQLite accepts only in this form.
std::string uri_of(const std::string& path, const char* parameters) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02x}", static_cast<unsigned>(c));
    } else {
      uri += c;
    }
  }
  return uri + "?" + parameters;
}

constexpr const char* name_of_plays = "plays";
constexpr const char* name_of_facts = "facts";

std::int64_t checksum_of_total(std::string_view name, std::int64_t rows, std::int64_t sum) {
  return checksum_of(fmt::format("{},{},{}", name, rows, sum));
}

}  // namespace

void DatabaseFile::open(const std::string& name, bool may_create,
                        const std::function<void()>& begin) {
  shown = name;
  path = fs::absolute(name).string();
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) refuse("is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse("is not a regular file");
  if (!fs::exists(status) && !may_create) refuse("no such ledger file");
  if (!fs::is_directory(fs::path(path).parent_path(), ignored)) refuse("its folder does not exist");
  constexpr int attempts = 4;
  for (int attempt = 1; !database; ++attempt) {
    try {
      open_database();
      begin();
    } catch (const sqlite::Error& error) {
      if (error.kind() != SQLITE_BUSY || attempt == attempts) refuse_for(error);
      begin_.reset();
      commit_.reset();
      write_total_.reset();
      totals = written_ = {};
      database.reset();
      // Two runs that create the file at the same time can both fail: they retry after different
      // delays.
      std::this_thread::sleep_for(std::chrono::milliseconds(attempt * (10 + ::getpid() % 20)));
    }
  }
}

void DatabaseFile::open_database() {
  std::error_code ignored;
  const bool exists = fs::exists(path, ignored);
  const std::string folder = fs::path(path).parent_path().string();
  writable = ::access(folder.c_str(), W_OK) == 0 && (!exists || ::access(path.c_str(), W_OK) == 0);
  if (!writable && !exists) refuse("its folder cannot be written to");
  if (writable) {
    database.emplace(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
    database->run(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA cell_size_check = ON");
    return;
  }
  const auto pending = fs::file_size(path + "-wal", ignored);
  if (!ignored && pending > 0) refuse("is read-only, and the last run did not close it");
  database.emplace(uri_of(path, "immutable=1"),
                   SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
}

void DatabaseFile::refuse(const std::string& what) const { allnash::refuse(shown, what); }

void DatabaseFile::refuse_use() const { throw InUseError(shown + ": in use by another run"); }

void DatabaseFile::refuse_damage(const std::string& what) const {
  refuse("damaged: " + what + remedy);
}

void DatabaseFile::refuse_for(const sqlite::Error& error) const {
  switch (error.kind()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      refuse_use();
    case SQLITE_NOTADB:
      refuse("not a ledger file");
    case SQLITE_CORRUPT:
      refuse_damage(error.what());
    default:
      refuse("cannot be used as a ledger: " + std::string(error.what()));
  }
}

void DatabaseFile::throw_write_error(const sqlite::Error& error) const {
  // Rows are added only if a lookup did not find them.
  const bool there = error.kind() == SQLITE_CONSTRAINT;
  throw LedgerWriteError(shown + ": " +
                         (there ? "damaged: its index does not match its payoffs" : error.what()));
}

const char* const DatabaseFile::schema_of_totals = R"(CREATE TABLE totals (
  name TEXT PRIMARY KEY,
  rows INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID)";

bool DatabaseFile::is_laid_out(Layout layout) {
  const std::int64_t mark = database->integer("PRAGMA application_id");
  const std::int64_t found = database->integer("PRAGMA user_version");
  const bool unmarked = mark == 0 && found == 0;
  if (unmarked && database->integer("SELECT count(*) FROM sqlite_schema") == 0) return false;
  if (mark != our_mark && mark != mark_of_older_plays) {
    refuse("a database of another program, not a ledger file");
  }
  const std::string age = found < version ? "an older" : "a newer";
  std::vector<std::string> there;
  sqlite::Statement schema(*database, "SELECT sql FROM sqlite_schema ORDER BY rowid");
  while (schema.step()) there.emplace_back(schema.text(0));
  // A damaged version number must not look like the file of another version.
  const bool ours = mark == our_mark && std::ranges::equal(there, layout);
  if (found > version || (found < version && !ours)) {
    refuse(fmt::format("a ledger of version {}, made by {} allnash; this one reads version {}",
                       found, age, version));
  }
  if (found < version || !ours) {
    refuse_damage(fmt::format("its layout is not that of version {}", found));
  }
  return true;
}

void DatabaseFile::lay_out(Layout layout) {
  for (const char* statement : layout) database->run(statement);
  for (const char* const name : {name_of_plays, name_of_facts}) write_total(name, {});
  database->run(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", our_mark, version)
          .c_str());
}

void DatabaseFile::begin_exclusive(bool synced) {
  if (database->text("PRAGMA journal_mode = WAL") != "wal") {
    refuse("its folder does not allow a write-ahead log");
  }
  database->run("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000");
  synced_ = false;
  set_synced(synced);
  begin_.emplace(*database, "BEGIN");
  commit_.emplace(*database, "COMMIT");
  write_total_.reset();
  database->run("BEGIN EXCLUSIVE");
}

void DatabaseFile::begin() {
  set_synced(allowance_.allows());
  begin_->step();
}

void DatabaseFile::commit() {
  write_totals();
  if (synced_) {
    allowance_.spend([this] { commit_->step(); });
  } else {
    commit_->step();
  }
  written_ = totals;
}

void DatabaseFile::set_synced(bool wanted) {
  if (synced_ == wanted) return;
  database->run(wanted ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  synced_ = wanted;
}

void DatabaseFile::roll_back() noexcept {
  totals = written_;
  try {
    if (database->in_transaction()) database->run("ROLLBACK");
  } catch (const sqlite::Error&) {
    // Closing the file rolls back.
  }
}

void DatabaseFile::read_totals() {
  const auto read = [this](const char* name) {
    sqlite::Statement line(*database, "SELECT rows, sum, seal FROM totals WHERE name = ?");
    line.bind(1, std::string_view(name));
    if (!line.step() ||
        line.integer(2) != checksum_of_total(name, line.integer(0), line.integer(1))) {
      refuse_damage("it does not say how much it holds");
    }
    return Total{line.integer(0), std::bit_cast<std::uint64_t>(line.integer(1))};
  };
  totals = written_ = {read(name_of_plays), read(name_of_facts)};
}

void DatabaseFile::write_total(const char* name, const Total& total) {
  if (!write_total_) {
    write_total_.emplace(*database, "INSERT OR REPLACE INTO totals VALUES (?, ?, ?, ?)");
  }
  const auto sum = std::bit_cast<std::int64_t>(total.sum);
  write_total_->bind(1, std::string_view(name)).bind(2, total.rows).bind(3, sum);
  write_total_->bind(4, checksum_of_total(name, total.rows, sum)).step();
}

void DatabaseFile::write_totals() {
  if (totals.plays != written_.plays) write_total(name_of_plays, totals.plays);
  if (totals.facts != written_.facts) write_total(name_of_facts, totals.facts);
}

void DatabaseFile::check_total(const Total& said, const Total& found, const char* what) const {
  if (found == said) return;
  refuse_damage(found.rows == said.rows
                    ? fmt::format("its {} are not those that it says it has", what)
                    : fmt::format("it says that it has {} {}, and {} can be read", said.rows, what,
                                  found.rows));
}

void DatabaseFile::check_soundness() {
  reading([&] { refuse_unsound("PRAGMA integrity_check(1)"); });
}

void DatabaseFile::check_pages() { refuse_unsound("PRAGMA quick_check(1)"); }

void DatabaseFile::refuse_unsound(const char* check) {
  const std::string found = database->text(check);
  if (found != "ok") refuse_damage(printable(found, 200));
}

// Between checkpoints a run only appends to the write-ahead log. A checkpoint copies the log to the
// database; the log keeps its content until it starts again, with a new header. So a database and a
// log copied one after the other, with the same header before and after, are a consistent state for
// SQLite.

namespace {

namespace fs = std::filesystem;

/// The header of the write-ahead log, which changes when the log starts again. Empty without a log.
std::string head_of(const std::string& log) {
  std::ifstream in(log, std::ios::binary);
  std::array<char, 32> head{};
  in.read(head.data(), head.size());
  return {head.data(), static_cast<std::size_t>(in.gcount())};
}

bool copy(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  return !error;
}

/// The same without releasing locks that this process may hold on the file.
bool copy_database(const std::string& from, const std::string& to) {
  try {
    sqlite::RawFile database(from);
    std::ofstream out(to, std::ios::binary | std::ios::trunc);
    std::vector<char> piece(std::size_t{1} << 20U);
    const std::int64_t size = database.size();
    for (std::int64_t from_here = 0; from_here < size; from_here += std::ssize(piece)) {
      const auto count = std::min<std::int64_t>(std::ssize(piece), size - from_here);
      database.read(from_here, std::span(piece).first(static_cast<std::size_t>(count)));
      out.write(piece.data(), count);
    }
    out.close();
    return !out.fail();
  } catch (const sqlite::Error&) {
    return false;
  }
}

bool locked_here(const std::string& path) {
  try {
    return sqlite::RawFile(path).locked();
  } catch (const sqlite::Error&) {
    return false;
  }
}

}  // namespace

bool in_use(const std::string& path) {
  // Check this process first: closing the file below would release its locks.
  const std::string whole = fs::absolute(path).string();
  if (locked_here(whole)) return true;
  // The bytes that SQLite locks: PENDING_BYTE and the 511 after it.
  constexpr off_t first = 0x40000000;
  constexpr off_t count = 512;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file == -1) return false;
  struct flock lock = {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = count;
  const bool known = ::fcntl(file, F_GETLK, &lock) == 0;
  ::close(file);
  return known && lock.l_type != F_UNLCK;
}

Snapshot::Snapshot(const std::string& path) : original_(path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) allnash::refuse(path, "is a directory");
  if (!fs::exists(path, ignored)) allnash::refuse(path, "no such ledger file");
  const std::string whole = fs::absolute(path).string();
  std::string pattern = (fs::temp_directory_path(ignored) / "allnash-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    allnash::refuse(
        path, "cannot be copied: " + fs::path(pattern).parent_path().string() + " takes no folder");
  }
  folder_ = pattern;
  copy_ = (fs::path(folder_) / "ledger").string();
  constexpr int attempts = 20;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::string head = head_of(path + "-wal");
    const bool copied =
        copy_database(whole, copy_) && (head.empty() || copy(path + "-wal", copy_ + "-wal"));
    if (copied && head == head_of(path + "-wal")) return;
    fs::remove(copy_ + "-wal", ignored);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  fs::remove_all(folder_, ignored);
  allnash::refuse(
      path, "cannot be copied: " + std::string(fs::exists(path, ignored)
                                                   ? "it changes all the time, or may not be read"
                                                   : "it is gone"));
}

Snapshot::~Snapshot() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace allnash::file
