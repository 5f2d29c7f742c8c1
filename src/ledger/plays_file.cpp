#include "ledger/plays_file.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <stdexcept>

#include "allnash/error.hpp"
#include "exact/text.hpp"
#include "ledger/database_file.hpp"
#include "ledger/seal.hpp"
#include "ledger/sqlite.hpp"
#include "ledger/sync_allowance.hpp"

namespace allnash::ledger {
namespace {

constexpr int version_known = 2;  // the first had no seals

constexpr const char* schema = R"(
CREATE TABLE run (
  place INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE plays (
  number INTEGER PRIMARY KEY,
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  payoff TEXT,
  lost INTEGER NOT NULL,
  planned INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE frozen (
  attempt INTEGER PRIMARY KEY,
  plays_before INTEGER NOT NULL,
  content TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
)";

constexpr const char* way_out = "; `allnash ledger export --sound` exports what is intact";

std::int64_t seal_of_fact(std::int64_t place, std::string_view name, std::string_view value) {
  return seal_of(fmt::format("{},{},{}", place, name, value));
}

std::int64_t seal_of_play(const KeptPlay& play, std::string_view payoff) {
  return seal_of(fmt::format("{},{},{},{},{},{}", play.number, play.entry.row, play.entry.column,
                             payoff, play.lost ? 1 : 0, play.planned ? 1 : 0));
}

std::int64_t seal_of_frozen(std::int64_t attempt, std::int64_t plays_before,
                            std::string_view content) {
  return seal_of(fmt::format("{},{}\n{}", attempt, plays_before, content));
}

}  // namespace

struct PlaysFile::Store : DatabaseFile {
  /// Without a run the file must be there.
  Store(const std::string& name, const Facts* wanted)
      : DatabaseFile(name, wanted != nullptr, way_out) {
    reading([&] {
      database.emplace(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
      begin(wanted);
    });
  }

  void begin(const Facts* wanted) {
    // One process at a time, so that no two runs pay for the same play.
    database->run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON");
    const auto version =
        version_if(sqlite::plays_application_id, sqlite::payoffs_application_id,
                   "a ledger of exact payoffs; a run with `noisy` needs one of its own");
    if (!version && wanted == nullptr) refuse("an empty file, not a ledger");
    if (version) check_layout(*version);
    use_log();
    database->run("BEGIN EXCLUSIVE");
    if (!version) create(*wanted);
    read_run();
    if (wanted != nullptr) agree_on(*wanted);
    database->run("COMMIT");
    empty = database->integer("SELECT NOT EXISTS (SELECT 1 FROM plays)") != 0;
    select.emplace(*database, "SELECT * FROM plays WHERE number = ?");
    insert.emplace(*database, "INSERT OR REPLACE INTO plays VALUES (?, ?, ?, ?, ?, ?, ?)");
  }

  void check_layout(int version) {
    if (version > version_known) refuse("a ledger of plays made by a newer allnash");
    const std::int64_t columns =
        database->integer("SELECT count(*) FROM pragma_table_info('plays')");
    if (version == 1 && columns == 5) {
      refuse("a ledger of plays of version 1, which has no check values; begin a new one");
    }
    if (version < version_known || columns != 7) {
      refuse_damage(fmt::format("its layout is not that of version {}", version));
    }
  }

  void create(const Facts& wanted) {
    DatabaseFile::create(schema, sqlite::plays_application_id, version_known);
    sqlite::Statement add(*database, "INSERT INTO run VALUES (?, ?, ?, ?)");
    std::int64_t place = 0;
    for (const auto& [name, value] : wanted) {
      add.bind(1, place).bind(2, name).bind(3, value).bind(4, seal_of_fact(place, name, value));
      add.step();
      ++place;
    }
  }

  void read_run() {
    sqlite::Statement all(*database, "SELECT * FROM run ORDER BY place");
    while (all.step()) {
      if (all.integer(3) != seal_of_fact(all.integer(0), all.text(1), all.text(2)) ||
          all.integer(0) != std::ssize(run)) {
        refuse_damage("what it says of its run does not match its check value");
      }
      run.emplace_back(all.text(1), all.text(2));
    }
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
    const std::string text = play.payoff ? play.payoff->to_string() : "";
    insert->bind(1, play.number).bind(2, play.entry.row).bind(3, play.entry.column);
    if (play.payoff) {
      insert->bind(4, text);
    } else {
      insert->bind_null(4);
    }
    insert->bind(5, play.lost ? 1 : 0).bind(6, play.planned ? 1 : 0);
    insert->bind(7, seal_of_play(play, text)).step();
  }

  /// What is wrong with the play of a row; empty when it is sound.
  [[nodiscard]] static std::string read_play(const sqlite::Statement& row, KeptPlay& play) {
    play = {row.integer(0),
            {row.integer(1), row.integer(2)},
            {},
            row.integer(4) != 0,
            row.integer(5) != 0};
    const std::string_view text = row.type(3) == SQLITE_NULL ? std::string_view() : row.text(3);
    if (row.integer(6) != seal_of_play(play, text)) {
      return fmt::format("play {} does not match its check value", play.number);
    }
    if (row.type(3) == SQLITE_NULL) return "";
    try {
      play.payoff = Rational::parse(text);
    } catch (const std::invalid_argument&) {
      return fmt::format("the payoff of play {} is not a number", play.number);
    }
    return "";
  }

  [[nodiscard]] KeptPlay sound_play(const sqlite::Statement& row) const {
    KeptPlay play;
    const std::string fault = read_play(row, play);
    if (!fault.empty()) refuse_damage(fault);
    return play;
  }

  void set_synced(bool wanted) {
    if (synced == wanted) return;
    database->run(wanted ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    synced = wanted;
  }

  Facts run;
  bool empty = true;
  bool synced = false;  // whether commits wait for the disk
  SyncAllowance allowance;
  std::optional<sqlite::Statement> select;
  std::optional<sqlite::Statement> insert;
};

PlaysFile::PlaysFile(const std::string& path, const Facts& run)
    : store_(std::make_unique<Store>(path, &run)) {}

PlaysFile::PlaysFile(const std::string& path) : store_(std::make_unique<Store>(path, nullptr)) {}

PlaysFile::~PlaysFile() = default;

const std::string& PlaysFile::name() const { return store_->shown; }
int PlaysFile::version() { return version_known; }
const Facts& PlaysFile::run() const { return store_->run; }
bool PlaysFile::empty() const { return store_->empty; }

std::optional<KeptPlay> PlaysFile::recall(std::int64_t number) {
  Store& store = *store_;
  return store.reading([&]() -> std::optional<KeptPlay> {
    store.select->bind(1, number);
    if (!store.select->step()) return {};
    KeptPlay play = store.sound_play(*store.select);
    store.select->reset();
    return play;
  });
}

void PlaysFile::for_each(const std::function<void(const KeptPlay&)>& visit) {
  store_->reading([&] {
    sqlite::Statement all(*store_->database, "SELECT * FROM plays ORDER BY number");
    while (all.step()) visit(store_->sound_play(all));
  });
}

std::int64_t PlaysFile::salvage(const std::function<void(const KeptPlay&)>& visit) {
  std::map<std::int64_t, KeptPlay> sound;
  std::set<std::int64_t> damaged;
  const auto read = [&](const char* order) {
    const std::string sql = std::string("SELECT * FROM plays ORDER BY number ") + order;
    sqlite::Statement all(*store_->database, sql.c_str());
    for (KeptPlay play; all.step();) {
      if (Store::read_play(all, play).empty()) {
        sound.emplace(play.number, play);
      } else {
        damaged.insert(play.number);
      }
    }
  };
  for (const char* order : {"ASC", "DESC"}) {
    try {
      read(order);
    } catch (const sqlite::Error& error) {
      if (error.kind() != SQLITE_CORRUPT) store_->refuse_for(error);
    }
  }
  for (const auto& [number, play] : sound) visit(play);
  return std::ssize(damaged);
}

void PlaysFile::check_soundness() { store_->check_soundness(); }

std::int64_t PlaysFile::attempts() {
  return store_->reading([&] { return store_->database->integer("SELECT count(*) FROM frozen"); });
}

void PlaysFile::record(std::span<const KeptPlay> plays) {
  Store& store = *store_;
  if (plays.empty()) return;
  try {
    store.set_synced(store.allowance.allows());
    store.database->run("BEGIN");
    for (const KeptPlay& play : plays) store.put(play);
    if (store.synced) {
      store.allowance.spend([&store] { store.database->run("COMMIT"); });
    } else {
      store.database->run("COMMIT");
    }
  } catch (const sqlite::Error& error) {
    store.roll_back();
    store.throw_write_error(error);
  }
}

void PlaysFile::freeze(std::int64_t attempt, std::int64_t plays_before,
                       const std::string& content) {
  store_->writing([&] {
    sqlite::Database& database = *store_->database;
    sqlite::Statement look(database, "SELECT * FROM frozen WHERE attempt = ?");
    look.bind(1, attempt);
    if (!look.step()) {
      sqlite::Statement add(database, "INSERT INTO frozen VALUES (?, ?, ?, ?)");
      add.bind(1, attempt).bind(2, plays_before).bind(3, content);
      add.bind(4, seal_of_frozen(attempt, plays_before, content)).step();
    } else if (look.integer(3) != seal_of_frozen(attempt, look.integer(1), look.text(2))) {
      store_->refuse_damage(fmt::format("attempt {} does not match its check value", attempt));
    } else if (look.integer(1) != plays_before || look.text(2) != content) {
      store_->refuse("of another run: it froze something else in attempt " +
                     std::to_string(attempt));
    }
  });
}

}  // namespace allnash::ledger
