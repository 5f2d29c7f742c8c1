#include "ledger/plays_file.hpp"

#include <stdexcept>

#include "allnash/error.hpp"
#include "exact/text.hpp"
#include "ledger/database_file.hpp"
#include "ledger/sqlite.hpp"

namespace allnash::ledger {
namespace {

constexpr int newest_version = 1;

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

struct PlaysFile::Store : DatabaseFile {
  /// Without a run the file must be there.
  Store(const std::string& name, const Facts* wanted) : DatabaseFile(name, wanted != nullptr) {
    reading([&] {
      database.emplace(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
      begin(wanted);
    });
  }

  void begin(const Facts* wanted) {
    // One process at a time, so that no two runs pay for the same play.
    database->run("PRAGMA locking_mode = EXCLUSIVE");
    const auto version =
        version_if(sqlite::plays_application_id, sqlite::payoffs_application_id,
                   "a ledger of exact payoffs; a run with `noisy` needs one of its own");
    if (version > newest_version) refuse("a ledger of plays made by a newer allnash");
    if (!version && wanted == nullptr) refuse("an empty file, not a ledger");
    use_log();
    database->run("BEGIN EXCLUSIVE");
    if (!version) create(*wanted);
    read_run();
    if (wanted != nullptr) agree_on(*wanted);
    database->run("COMMIT");
    empty = database->integer("SELECT NOT EXISTS (SELECT 1 FROM plays)") != 0;
    select.emplace(*database,
                   R"(SELECT row, "column", payoff, failed FROM plays WHERE number = ?)");
    insert.emplace(*database, "INSERT OR REPLACE INTO plays VALUES (?, ?, ?, ?, ?)");
  }

  void create(const Facts& wanted) {
    DatabaseFile::create(schema, sqlite::plays_application_id, newest_version);
    sqlite::Statement add(*database, "INSERT INTO run VALUES (?, ?, ?)");
    std::int64_t place = 0;
    for (const auto& [name, value] : wanted) {
      add.bind(1, place++).bind(2, name).bind(3, value).step();
    }
  }

  void read_run() {
    sqlite::Statement all(*database, "SELECT name, value FROM run ORDER BY place");
    while (all.step()) run.emplace_back(all.text(0), all.text(1));
  }

  void agree_on(const Facts& wanted) const {
    if (run.size() != wanted.size()) refuse("damaged: it does not say which run it belongs to");
    for (std::size_t t = 0; t < run.size(); ++t) {
      const auto& [name, value] = wanted[t];
      if (run[t].first != name) refuse("damaged: it does not say which run it belongs to");
      if (run[t].second == value) continue;
      refuse("of another run: its " + name + " is '" + printable(run[t].second, 200) +
             "', here it is '" + printable(value, 200) + "'");
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

  [[nodiscard]] KeptPlay play_at(const sqlite::Statement& at, std::int64_t number) const {
    KeptPlay play{number, {at.integer(0), at.integer(1)}, {}, at.integer(3) != 0};
    try {
      if (at.type(2) != SQLITE_NULL) play.payoff = Rational::parse(at.text(2));
    } catch (const std::invalid_argument&) {
      refuse_damage("it holds a payoff that is not a number");
    }
    return play;
  }

  Facts run;
  bool empty = true;
  std::optional<sqlite::Statement> select;
  std::optional<sqlite::Statement> insert;
};

PlaysFile::PlaysFile(const std::string& path, const Facts& run)
    : store_(std::make_unique<Store>(path, &run)) {}

PlaysFile::PlaysFile(const std::string& path) : store_(std::make_unique<Store>(path, nullptr)) {}

PlaysFile::~PlaysFile() = default;

const std::string& PlaysFile::name() const { return store_->shown; }
const Facts& PlaysFile::run() const { return store_->run; }
bool PlaysFile::empty() const { return store_->empty; }

std::optional<KeptPlay> PlaysFile::recall(std::int64_t number) {
  Store& store = *store_;
  return store.reading([&]() -> std::optional<KeptPlay> {
    store.select->bind(1, number);
    if (!store.select->step()) return {};
    KeptPlay play = store.play_at(*store.select, number);
    store.select->reset();
    return play;
  });
}

void PlaysFile::for_each(const std::function<void(const KeptPlay&)>& visit) {
  store_->reading([&] {
    sqlite::Statement all(
        *store_->database,
        R"(SELECT row, "column", payoff, failed, number FROM plays ORDER BY number)");
    while (all.step()) visit(store_->play_at(all, all.integer(4)));
  });
}

void PlaysFile::check_soundness() { store_->check_soundness(); }

std::int64_t PlaysFile::attempts() {
  return store_->reading([&] { return store_->database->integer("SELECT count(*) FROM frozen"); });
}

void PlaysFile::record(std::span<const KeptPlay> plays) {
  try {
    store_->database->run("BEGIN");
    for (const KeptPlay& play : plays) store_->put(play);
    store_->database->run("COMMIT");
  } catch (const sqlite::Error& error) {
    store_->roll_back();
    store_->throw_write_error(error);
  }
}

void PlaysFile::freeze(std::int64_t attempt, std::int64_t plays_before,
                       const std::string& content) {
  store_->writing([&] {
    sqlite::Database& database = *store_->database;
    sqlite::Statement look(database, "SELECT plays_before, content FROM frozen WHERE attempt = ?");
    look.bind(1, attempt);
    if (!look.step()) {
      sqlite::Statement add(database, "INSERT INTO frozen VALUES (?, ?, ?)");
      add.bind(1, attempt).bind(2, plays_before).bind(3, content).step();
    } else if (look.integer(0) != plays_before || look.text(1) != content) {
      store_->refuse("of another run: it froze something else in attempt " +
                     std::to_string(attempt));
    }
  });
}

}  // namespace allnash::ledger
