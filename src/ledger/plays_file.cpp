#include "ledger/plays_file.hpp"

#include <filesystem>
#include <stdexcept>

#include "allnash/error.hpp"
#include "ledger/database_file.hpp"
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
  /// Without a run the file must be there.
  Store(const std::string& name, const RunDescription* wanted) : shown(name) {
    const std::string path = fs::absolute(name).string();
    check_kind_of_file(shown, path, wanted != nullptr);
    try {
      database.emplace(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
      begin(wanted);
    } catch (const sqlite::Error& error) {
      refuse_for(shown, error);
    }
  }

  [[noreturn]] void refuse(const std::string& what) const { sources::refuse(shown, what); }

  void begin(const RunDescription* wanted) {
    // One process at a time, so that no two runs pay for the same play.
    database->run("PRAGMA locking_mode = EXCLUSIVE");
    const bool fresh = !check_owner();
    if (fresh && wanted == nullptr) refuse("an empty file, not a ledger");
    if (database->text("PRAGMA journal_mode = WAL") != "wal") {
      refuse("its folder does not allow a write-ahead log");
    }
    database->run("PRAGMA synchronous = NORMAL");
    database->run("BEGIN EXCLUSIVE");
    if (fresh) create(*wanted);
    read_run();
    if (wanted != nullptr) agree_on(*wanted);
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

  void read_run() {
    sqlite::Statement all(*database, "SELECT name, value FROM run ORDER BY place");
    while (all.step()) run.emplace_back(all.text(0), all.text(1));
  }

  void agree_on(const RunDescription& wanted) const {
    if (run.size() != wanted.size()) refuse("damaged: it does not say which run it belongs to");
    for (std::size_t t = 0; t < run.size(); ++t) {
      const auto& [name, value] = wanted[t];
      if (run[t].first != name) refuse("damaged: it does not say which run it belongs to");
      if (run[t].second == value) continue;
      refuse("of another run: its " + name + " is '" + printable(run[t].second, 200) +
             "', here it is '" + printable(value, 200) + "'");
    }
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

  /// Throws std::invalid_argument for a payoff that is no number.
  static KeptPlay play_at(const sqlite::Statement& at, std::int64_t number) {
    KeptPlay play;
    play.number = number;
    play.entry = {at.integer(0), at.integer(1)};
    if (at.type(2) != SQLITE_NULL) play.payoff = Rational::parse(at.text(2));
    play.failed = at.integer(3) != 0;
    return play;
  }

  /// What reads the file, with what it throws made into InputError.
  template <typename Read>
  auto reading(const Read& read) {
    try {
      return read();
    } catch (const sqlite::Error& error) {
      refuse_for(shown, error);
    } catch (const std::invalid_argument&) {
      refuse("damaged: it holds a payoff that is not a number");
    }
  }

  std::string shown;
  RunDescription run;
  bool empty = true;
  std::optional<sqlite::Database> database;
  std::optional<sqlite::Statement> select;
  std::optional<sqlite::Statement> insert;
};

PlaysFile::PlaysFile(const std::string& path, const RunDescription& run)
    : store_(std::make_unique<Store>(path, &run)) {}

PlaysFile::PlaysFile(const std::string& path) : store_(std::make_unique<Store>(path, nullptr)) {}

PlaysFile::~PlaysFile() = default;

const std::string& PlaysFile::name() const { return store_->shown; }
const RunDescription& PlaysFile::run() const { return store_->run; }
bool PlaysFile::empty() const { return store_->empty; }

std::optional<KeptPlay> PlaysFile::recall(std::int64_t number) {
  Store& store = *store_;
  return store.reading([&]() -> std::optional<KeptPlay> {
    store.select->bind(1, number);
    if (!store.select->step()) return {};
    KeptPlay play = Store::play_at(*store.select, number);
    store.select->reset();
    return play;
  });
}

void PlaysFile::for_each(const std::function<void(const KeptPlay&)>& visit) {
  store_->reading([&] {
    sqlite::Statement all(
        *store_->database,
        R"(SELECT row, "column", payoff, failed, number FROM plays ORDER BY number)");
    while (all.step()) visit(Store::play_at(all, all.integer(4)));
  });
}

void PlaysFile::check_soundness() {
  const std::string found =
      store_->reading([&] { return store_->database->text("PRAGMA integrity_check(1)"); });
  if (found != "ok") store_->refuse("damaged: " + printable(found, 200));
}

std::int64_t PlaysFile::attempts() {
  return store_->reading([&] { return store_->database->integer("SELECT count(*) FROM frozen"); });
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
