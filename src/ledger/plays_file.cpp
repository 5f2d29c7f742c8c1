#include "ledger/plays_file.hpp"

#include <filesystem>
#include <stdexcept>

#include "allnash/error.hpp"
#include "ledger/file.hpp"
#include "ledger/sqlite.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t application_id = sqlite::plays_application_id;
constexpr std::int64_t newest_version = 1;

constexpr const char* schema = R"(
CREATE TABLE run (
  place INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE TABLE plays (
  number INTEGER PRIMARY KEY,
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  payoff TEXT,
  failed INTEGER NOT NULL
) STRICT;
CREATE TABLE frozen (
  attempt INTEGER PRIMARY KEY,
  plays_before INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
)";

}  // namespace

struct PlaysFile::Store {
  Store(const std::string& name, const RunDescription& run) : shown(name) {
    const std::string path = fs::absolute(name).string();
    check_kind_of_file(path);
    try {
      database.emplace(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
      begin(run);
    } catch (const sqlite::Error& error) {
      refuse_for(error);
    }
  }

  [[noreturn]] void refuse(const std::string& what) const { sources::refuse(shown, what); }

  [[noreturn]] void refuse_for(const sqlite::Error& error) const {
    switch (error.kind()) {
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        refuse("in use by another run");
      case SQLITE_NOTADB:
        refuse("not a ledger file");
      case SQLITE_CORRUPT:
        refuse("damaged: " + std::string(error.what()));
      default:
        refuse("cannot be used as a ledger: " + std::string(error.what()));
    }
  }

  void check_kind_of_file(const std::string& path) const {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) refuse("is a directory");
    if (fs::exists(status) && !fs::is_regular_file(status)) refuse("is not a regular file");
    if (!fs::is_directory(fs::path(path).parent_path(), ignored)) {
      refuse("its folder does not exist");
    }
  }

  void begin(const RunDescription& run) {
    // One process at a time, so that no two runs pay for the same play.
    database->run("PRAGMA locking_mode = EXCLUSIVE");
    const bool fresh = !check_owner();
    if (database->text("PRAGMA journal_mode = WAL") != "wal") {
      refuse("its folder does not allow a write-ahead log");
    }
    database->run("PRAGMA synchronous = NORMAL");
    database->run("BEGIN EXCLUSIVE");
    if (fresh) create(run);
    agree_on(run);
    database->run("COMMIT");
    empty = database->integer("SELECT NOT EXISTS (SELECT 1 FROM plays)") != 0;
    select.emplace(*database,
                   R"(SELECT row, "column", payoff, failed FROM plays WHERE number = ?)");
    insert.emplace(*database, "INSERT OR REPLACE INTO plays VALUES (?, ?, ?, ?, ?)");
  }

  /// False when the file is empty.
  [[nodiscard]] bool check_owner() {
    const std::int64_t owner = database->integer("PRAGMA application_id");
    const std::int64_t version = database->integer("PRAGMA user_version");
    if (owner == 0 && version == 0 &&
        database->integer("SELECT count(*) FROM sqlite_schema") == 0) {
      return false;
    }
    if (owner == sqlite::payoffs_application_id) {
      refuse("a ledger of exact payoffs; a run with --noisy needs one of its own");
    }
    if (owner != application_id) refuse("a database of another program, not a ledger file");
    if (version > newest_version) refuse("a ledger of plays made by a newer allnash");
    return true;
  }

  void create(const RunDescription& run) {
    database->run(schema);
    const std::string marks = "PRAGMA application_id = " + std::to_string(application_id) +
                              "; PRAGMA user_version = " + std::to_string(newest_version);
    database->run(marks.c_str());
    sqlite::Statement add(*database, "INSERT INTO run VALUES (?, ?, ?)");
    std::int64_t place = 0;
    for (const auto& [name, value] : run) add.bind(1, place++).bind(2, name).bind(3, value).step();
  }

  void agree_on(const RunDescription& run) {
    sqlite::Statement all(*database, "SELECT name, value FROM run ORDER BY place");
    for (const auto& [name, value] : run) {
      if (!all.step() || all.text(0) != name)
        refuse("damaged: it does not say which run it belongs to");
      if (all.text(1) == value) continue;
      const std::string theirs(all.text(1));
      refuse("of another run: its " + name + " is '" + printable(theirs, 200) + "', here it is '" +
             printable(value, 200) + "'");
    }
    all.reset();
  }

  [[noreturn]] void throw_write_error(const sqlite::Error& error) const {
    throw LedgerWriteError(shown + ": " + error.what());
  }

  void roll_back() noexcept {
    try {
      if (database->in_transaction()) database->run("ROLLBACK");
    } catch (const sqlite::Error&) {
      // Closing the file does it.
    }
  }

  void put(const KeptPlay& play) {
    insert->bind(1, play.number).bind(2, play.entry.row).bind(3, play.entry.column);
    insert->bind(5, play.failed ? 1 : 0);
    if (!play.payoff) {
      insert->bind_null(4).step();
      return;
    }
    const std::string text = play.payoff->to_string();
    insert->bind(4, text).step();
  }

  std::string shown;
  bool empty = true;
  std::optional<sqlite::Database> database;
  std::optional<sqlite::Statement> select;
  std::optional<sqlite::Statement> insert;
};

PlaysFile::PlaysFile(const std::string& path, const RunDescription& run)
    : store_(std::make_unique<Store>(path, run)) {}

PlaysFile::~PlaysFile() = default;

const std::string& PlaysFile::name() const { return store_->shown; }
bool PlaysFile::empty() const { return store_->empty; }

std::optional<KeptPlay> PlaysFile::recall(std::int64_t number) {
  Store& store = *store_;
  try {
    store.select->bind(1, number);
    if (!store.select->step()) return {};
    KeptPlay play;
    play.number = number;
    play.entry = {store.select->integer(0), store.select->integer(1)};
    if (store.select->type(2) != SQLITE_NULL) {
      play.payoff = Rational::parse(store.select->text(2));
    }
    play.failed = store.select->integer(3) != 0;
    store.select->reset();
    return play;
  } catch (const sqlite::Error& error) {
    store.refuse_for(error);
  } catch (const std::invalid_argument&) {
    store.refuse("damaged: it holds a payoff that is not a number");
  }
}

void PlaysFile::record(std::span<const KeptPlay> plays) {
  Store& store = *store_;
  try {
    store.database->run("BEGIN");
    for (const KeptPlay& play : plays) store.put(play);
    store.database->run("COMMIT");
  } catch (const sqlite::Error& error) {
    store.roll_back();
    store.throw_write_error(error);
  }
}

void PlaysFile::freeze(std::int64_t attempt, std::int64_t plays_before,
                       const std::string& content) {
  Store& store = *store_;
  try {
    sqlite::Statement look(*store.database,
                           "SELECT plays_before, content FROM frozen WHERE attempt = ?");
    look.bind(1, attempt);
    if (look.step()) {
      if (look.integer(0) != plays_before || look.text(1) != content) {
        store.refuse("of another run: it froze something else in attempt " +
                     std::to_string(attempt));
      }
      return;
    }
    sqlite::Statement add(*store.database, "INSERT INTO frozen VALUES (?, ?, ?)");
    add.bind(1, attempt).bind(2, plays_before).bind(3, content).step();
  } catch (const sqlite::Error& error) {
    store.throw_write_error(error);
  }
}

}  // namespace allnash::ledger
