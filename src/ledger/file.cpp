#include "ledger/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "allnash/error.hpp"
#include "exact/access.hpp"
#include "ledger/sqlite.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t application_id = sqlite::payoffs_application_id;
constexpr int newest_version = 1;

constexpr const char* schema = R"(
CREATE TABLE game (
  rows INTEGER NOT NULL,
  columns INTEGER NOT NULL,
  symmetric INTEGER NOT NULL,
  identity TEXT,
  note TEXT NOT NULL
) STRICT;
CREATE TABLE payoffs (
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  payoff ANY NOT NULL,
  PRIMARY KEY (row, "column")
) STRICT, WITHOUT ROWID;
)";

// A commit has reached the operating system, and so survives the process, once it returns. Having
// the disk itself confirm it, so that it survives the machine, takes milliseconds: this says when
// that is in proportion. Payoffs that took long to get are always worth it.
class SyncAllowance {
 public:
  [[nodiscard]] bool allows() {
    const auto now = Clock::now();
    credit_ = std::min<Clock::duration>(credit_ + (now - last_) / share, largest);
    last_ = now;
    return credit_ > Clock::duration::zero();
  }
  template <typename Commit>
  void spend(const Commit& commit) {
    const auto start = Clock::now();
    commit();
    credit_ -= Clock::now() - start;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int share = 20;  // of the time, one part
  static constexpr Clock::duration largest = std::chrono::seconds(1);
  Clock::time_point last_ = Clock::now();
  Clock::duration credit_ = std::chrono::milliseconds(100);
};

// The name of a file as a URI, for options that SQLite takes in no other way.
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

std::string shape_text(const LedgerGame& game) {
  return fmt::format("{}game of {} x {}", game.symmetric ? "symmetric " : "", game.rows,
                     game.columns);
}

}  // namespace

std::string identity_of(const std::string& game_id, const GameIdentity& source) {
  if (!game_id.empty()) return "game-id " + game_id;
  return source.fingerprint.empty() ? "unnamed" : source.fingerprint;
}

struct LedgerFile::Store {
  Store(const std::string& name, const LedgerGame* wanted)
      : shown(name), path(fs::absolute(name).string()) {
    check_kind_of_file(wanted != nullptr);
    constexpr int attempts = 4;
    for (int attempt = 1; !database; ++attempt) {
      try {
        open();
        begin(wanted);
      } catch (const sqlite::Error& error) {
        if (error.kind() != SQLITE_BUSY || attempt == attempts) refuse_for(error);
        database.reset();
        // Two runs that make the file at the same time can get into each other's way and both fail:
        // they try again at moments that differ.
        std::this_thread::sleep_for(std::chrono::milliseconds(attempt * (10 + ::getpid() % 20)));
      }
    }
  }

  [[noreturn]] void refuse(const std::string& what) const { sources::refuse(shown, what); }

  // What SQLite found wrong while opening or reading.
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

  [[noreturn]] void throw_write_error(const sqlite::Error& error) const {
    if (error.kind() == SQLITE_CONSTRAINT) throw std::logic_error("a payoff recorded twice");
    throw LedgerWriteError(shown + ": " + error.what());
  }

  void check_kind_of_file(bool may_create) const {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) refuse("is a directory");
    if (fs::exists(status) && !fs::is_regular_file(status)) refuse("is not a regular file");
    if (!fs::exists(status) && !may_create) refuse("no such ledger file");
    const fs::path folder = fs::path(path).parent_path();
    if (!fs::is_directory(folder, ignored)) refuse("its folder does not exist");
  }

  void open() {
    std::error_code ignored;
    const bool exists = fs::exists(path, ignored);
    const std::string folder = fs::path(path).parent_path().string();
    writable =
        ::access(folder.c_str(), W_OK) == 0 && (!exists || ::access(path.c_str(), W_OK) == 0);
    if (!writable && !exists) refuse("its folder cannot be written to");
    if (writable) {
      database.emplace(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
      database->run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536");
      return;
    }
    const auto pending = fs::file_size(path + "-wal", ignored);
    if (!ignored && pending > 0) refuse("may only be read, and the last run did not close it");
    database.emplace(uri_of(path, "immutable=1"),
                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
  }

  void begin(const LedgerGame* wanted) {
    const bool fresh = !check_owner();  // before anything is changed: it may not be ours
    if (fresh && wanted == nullptr) refuse("an empty file, not a ledger");
    if (fresh && !writable) refuse("an empty file that cannot be written to");
    if (writable) {
      if (database->text("PRAGMA journal_mode = WAL") != "wal") {
        refuse("its folder cannot hold a write-ahead log");
      }
      database->run("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000");
      database->run("BEGIN EXCLUSIVE");
      if (fresh) create(*wanted);
    }
    read_game();
    if (wanted != nullptr) agree_on(*wanted);
    if (writable) database->run("COMMIT");
    prepare();
  }

  /// True when the file is a ledger, false when it is empty.
  [[nodiscard]] bool check_owner() {
    const std::int64_t owner = database->integer("PRAGMA application_id");
    version = static_cast<int>(database->integer("PRAGMA user_version"));
    if (owner == 0 && version == 0 &&
        database->integer("SELECT count(*) FROM sqlite_schema") == 0) {
      return false;
    }
    if (owner == sqlite::plays_application_id) refuse("a ledger of plays, for runs with --noisy");
    if (owner != application_id) refuse("a database of another program, not a ledger file");
    if (version > newest_version) {
      refuse(
          fmt::format("a ledger of version {}, made by a newer allnash; this one reads version {}",
                      version, newest_version));
    }
    return true;
  }

  void create(const LedgerGame& wanted) {
    database->run(schema);
    database->run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                              application_id, newest_version)
                      .c_str());
    version = newest_version;
    created = true;
    sqlite::Statement insert(*database, "INSERT INTO game VALUES (?, ?, ?, NULL, '')");
    insert.bind(1, wanted.rows).bind(2, wanted.columns).bind(3, wanted.symmetric ? 1 : 0).step();
  }

  void read_game() {
    sqlite::Statement select(*database,
                             "SELECT rows, columns, symmetric, identity, note FROM game");
    if (!select.step()) refuse("damaged: it does not say which game it is of");
    game.rows = select.integer(0);
    game.columns = select.integer(1);
    game.symmetric = select.integer(2) != 0;
    if (select.type(3) != SQLITE_NULL) game.identity = select.text(3);
    game.note = select.text(4);
  }

  void agree_on(const LedgerGame& wanted) {
    if (game.rows != wanted.rows || game.columns != wanted.columns ||
        game.symmetric != wanted.symmetric) {
      refuse("of another game: of a " + shape_text(game) + ", this is a " + shape_text(wanted));
    }
    if (!wanted.identity) return;
    if (game.identity && *game.identity != *wanted.identity) {
      refuse("of another game: of " + quoted_identity(*game.identity) + ", this is " +
             quoted_identity(*wanted.identity));
    }
    if (game.identity || !writable) return;
    game.identity = wanted.identity;
    game.note = wanted.note;
    sqlite::Statement update(*database, "UPDATE game SET identity = ?, note = ?");
    update.bind(1, *game.identity).bind(2, game.note).step();
  }

  static std::string quoted_identity(const std::string& identity) {
    return "'" + sources::printable(identity, 200) + "'";
  }

  void prepare() {
    select.emplace(*database, R"(SELECT payoff FROM payoffs WHERE row = ? AND "column" = ?)");
    empty = database->integer("SELECT NOT EXISTS (SELECT 1 FROM payoffs)") != 0;
    if (!writable) return;
    insert.emplace(*database, "INSERT INTO payoffs VALUES (?, ?, ?)");
    begin_transaction.emplace(*database, "BEGIN");
    commit_transaction.emplace(*database, "COMMIT");
  }

  void put(Entry entry, const Rational& payoff) {
    insert->bind(1, entry.row).bind(2, entry.column);
    if (payoff.is_integer() && fmpz_fits_si(exact::numerator(payoff)) != 0) {
      insert->bind(3, fmpz_get_si(exact::numerator(payoff))).step();
      return;
    }
    const std::string text = payoff.to_string();
    insert->bind(3, text).step();
  }

  Rational read_payoff(const sqlite::Statement& row, int column) const {
    try {
      switch (row.type(column)) {
        case SQLITE_INTEGER:
          return row.integer(column);
        case SQLITE_TEXT:
          return Rational::parse(row.text(column));
        default:
          break;
      }
    } catch (const std::invalid_argument&) {
      // refused below
    }
    refuse("damaged: it holds a payoff that is not a number");
  }

  void set_synced(bool wanted) {
    if (synced == wanted) return;
    database->run(wanted ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    synced = wanted;
  }

  void commit() {
    if (synced) {
      allowance.spend([this] { commit_transaction->step(); });
    } else {
      commit_transaction->step();
    }
  }

  void roll_back() noexcept {
    try {
      if (database->in_transaction()) database->run("ROLLBACK");
    } catch (const sqlite::Error&) {
      // Closing the file does it.
    }
  }

  std::string shown;  // as the user wrote it
  std::string path;
  LedgerGame game;
  int version = 0;
  bool writable = false;
  bool created = false;
  bool empty = true;    // when it was opened
  bool synced = false;  // whether commits wait for the disk
  SyncAllowance allowance;
  std::optional<sqlite::Database> database;
  std::optional<sqlite::Statement> select;
  std::optional<sqlite::Statement> insert;
  std::optional<sqlite::Statement> begin_transaction;
  std::optional<sqlite::Statement> commit_transaction;
};

LedgerFile::LedgerFile(const std::string& path, const LedgerGame& game)
    : store_(std::make_unique<Store>(path, &game)) {}

LedgerFile::LedgerFile(const std::string& path) : store_(std::make_unique<Store>(path, nullptr)) {}

LedgerFile::~LedgerFile() = default;

const LedgerGame& LedgerFile::game() const { return store_->game; }
const std::string& LedgerFile::name() const { return store_->shown; }
bool LedgerFile::writable() const { return store_->writable; }
bool LedgerFile::empty() const { return store_->empty; }
bool LedgerFile::created() const { return store_->created; }
int LedgerFile::version() const { return store_->version; }

std::int64_t LedgerFile::count() const {
  try {
    return store_->database->integer("SELECT count(*) FROM payoffs");
  } catch (const sqlite::Error& error) {
    store_->refuse_for(error);
  }
}

bool LedgerFile::recall(Entry entry, Rational& payoff) {
  Store& store = *store_;
  try {
    store.select->bind(1, entry.row).bind(2, entry.column);
    if (!store.select->step()) return false;
    payoff = store.read_payoff(*store.select, 0);
    store.select->reset();
    return true;
  } catch (const sqlite::Error& error) {
    store.refuse_for(error);
  }
}

LedgerFile::Batch::Batch(LedgerFile& file) : store_(*file.store_) {
  try {
    store_.set_synced(store_.allowance.allows());
    store_.begin_transaction->step();
  } catch (const sqlite::Error& error) {
    store_.throw_write_error(error);
  }
}

LedgerFile::Batch::~Batch() { store_.roll_back(); }

void LedgerFile::Batch::add(Entry entry, const Rational& payoff) {
  try {
    store_.put(entry, payoff);
  } catch (const sqlite::Error& error) {
    store_.throw_write_error(error);
  }
}

void LedgerFile::Batch::commit() {
  try {
    store_.commit();
  } catch (const sqlite::Error& error) {
    store_.throw_write_error(error);
  }
}

void LedgerFile::record(std::span<const Entry> entries, std::span<const Rational> payoffs) {
  Batch batch(*this);
  for (std::size_t t = 0; t < entries.size(); ++t) batch.add(entries[t], payoffs[t]);
  batch.commit();
}

void LedgerFile::for_each(const std::function<void(Entry, const Rational&)>& visit) {
  Store& store = *store_;
  try {
    sqlite::Statement all(*store.database,
                          R"(SELECT row, "column", payoff FROM payoffs ORDER BY row, "column")");
    while (all.step()) visit({all.integer(0), all.integer(1)}, store.read_payoff(all, 2));
  } catch (const sqlite::Error& error) {
    store.refuse_for(error);
  }
}

void LedgerFile::check_soundness() {
  try {
    const std::string found = store_->database->text("PRAGMA integrity_check(1)");
    if (found != "ok") store_->refuse("damaged: " + sources::printable(found, 200));
  } catch (const sqlite::Error& error) {
    store_->refuse_for(error);
  }
}

}  // namespace allnash::ledger
