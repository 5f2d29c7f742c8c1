#include "ledger/file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include "allnash/error.hpp"
#include "exact/access.hpp"
#include "ledger/database_file.hpp"
#include "ledger/seal.hpp"
#include "ledger/sqlite.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t application_id = sqlite::payoffs_application_id;
constexpr int newest_version = 2;

constexpr const char* schema = R"(
CREATE TABLE game (
  rows INTEGER NOT NULL,
  columns INTEGER NOT NULL,
  symmetric INTEGER NOT NULL,
  identity TEXT,
  note TEXT NOT NULL,
  mirrored INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE payoffs (
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  payoff ANY NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (row, "column")
) STRICT, WITHOUT ROWID;
)";

// Version 1 had no seals: what it says of a row is taken on trust.
constexpr int first_sealed_version = 2;

constexpr const char* way_out = "; `allnash ledger export --sound` exports what is intact";

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

std::int64_t seal_of_game(const LedgerGame& game) {
  return seal_of(fmt::format("{},{},{},{}\n{}\n{}", game.rows, game.columns, game.symmetric ? 1 : 0,
                             game.mirrored, game.identity.value_or(""), game.note));
}

// A payoff as the file has it: an integer where 64 bits hold it, otherwise text.
template <typename Payoff>
std::int64_t seal_of_payoff(Entry entry, const Payoff& payoff) {
  return seal_of(fmt::format(FMT_COMPILE("{},{},{}"), entry.row, entry.column, payoff));
}

constexpr std::string_view named = "game-id ";
constexpr const char* unnamed = "unnamed";

}  // namespace

std::string identity_of(const std::string& game_id, const GameIdentity& source) {
  if (!game_id.empty()) return std::string(named) + game_id;
  return source.fingerprint.empty() ? unnamed : source.fingerprint;
}

struct LedgerFile::Store {
  Store(const std::string& name, const LedgerGame* wanted, bool any_game)
      : shown(name), path(fs::absolute(name).string()), salvaging(any_game) {
    check_kind_of_file(shown, path, wanted != nullptr);
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

  [[noreturn]] void refuse_damage(const std::string& what) const {
    refuse("damaged: " + what + way_out);
  }

  // What SQLite found wrong while opening or reading.
  [[noreturn]] void refuse_for(const sqlite::Error& error) const {
    ledger::refuse_for(shown, error, way_out);
  }

  [[noreturn]] void throw_write_error(const sqlite::Error& error) const {
    // Entries are looked for before they are added.
    const bool there = error.kind() == SQLITE_CONSTRAINT;
    throw LedgerWriteError(
        shown + ": " + (there ? "damaged: its index does not match its payoffs" : error.what()));
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
      database->run(
          "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; "
          "PRAGMA cell_size_check = ON");
      return;
    }
    const auto pending = fs::file_size(path + "-wal", ignored);
    if (!ignored && pending > 0) refuse("is read-only, and the last run did not close it");
    database.emplace(uri_of(path, "immutable=1"),
                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
  }

  void begin(const LedgerGame* wanted) {
    const bool fresh = !check_owner();  // before anything is changed: it may not be ours
    if (fresh && wanted == nullptr) refuse("an empty file, not a ledger");
    if (fresh && !writable) refuse("an empty file that cannot be written to");
    if (writable) {
      if (database->text("PRAGMA journal_mode = WAL") != "wal") {
        refuse("its folder does not allow a write-ahead log");
      }
      database->run("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000");
      database->run("BEGIN EXCLUSIVE");
      if (fresh) create(*wanted);
    }
    check_layout();
    if (!salvaging) read_game();
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
    game = {wanted.rows, wanted.columns, wanted.symmetric, {}, "", 0};
    sqlite::Statement insert(*database, "INSERT INTO game VALUES (?, ?, ?, NULL, '', 0, ?)");
    insert.bind(1, game.rows).bind(2, game.columns).bind(3, game.symmetric ? 1 : 0);
    insert.bind(4, seal_of_game(game)).step();
  }

  [[nodiscard]] bool sealed() const { return version >= first_sealed_version; }

  // A version that damage has changed must not make seals pass unread.
  void check_layout() {
    const std::int64_t columns =
        database->integer("SELECT count(*) FROM pragma_table_info('payoffs')");
    if (version < 1 || columns != (sealed() ? 4 : 3)) {
      refuse_damage(fmt::format("its layout is not that of version {}", version));
    }
  }

  void read_game() {
    sqlite::Statement select(*database, "SELECT * FROM game");
    if (!select.step()) refuse_damage("it does not say which game it belongs to");
    game.rows = select.integer(0);
    game.columns = select.integer(1);
    game.symmetric = select.integer(2) != 0;
    if (select.type(3) != SQLITE_NULL) game.identity = select.text(3);
    game.note = select.text(4);
    if (!sealed()) return;
    game.mirrored = select.integer(5);
    if (select.integer(6) != seal_of_game(game) || select.step()) {
      refuse_damage("its description of the game does not match its check value");
    }
  }

  void write_game() {
    sqlite::Statement update(*database, sealed() ? "UPDATE game SET identity = ?1, note = ?2, "
                                                   "mirrored = ?3, seal = ?4"
                                                 : "UPDATE game SET identity = ?1, note = ?2");
    if (game.identity) update.bind(1, *game.identity);
    update.bind(2, game.note);
    if (sealed()) update.bind(3, game.mirrored).bind(4, seal_of_game(game));
    update.step();
  }

  void agree_on(const LedgerGame& wanted) {
    if (game.rows != wanted.rows || game.columns != wanted.columns ||
        game.symmetric != wanted.symmetric) {
      refuse("of another game: of a " + shape_text(game) + ", this is a " + shape_text(wanted));
    }
    if (!wanted.identity) return;
    const bool by_name = wanted.identity->starts_with(named);
    if (game.identity && *game.identity != *wanted.identity) {
      // A name may be given to a file that has none: whoever gives it knows the game.
      if (!by_name || *game.identity != unnamed) refuse_identity(*wanted.identity);
    } else if (game.identity == unnamed && !game.note.empty() && !wanted.note.empty() &&
               game.note != wanted.note) {
      refuse("its payoffs came from " + long_quoted(game.note) + ", this run asks " +
             long_quoted(wanted.note) + "; if that is the same game, give it a name: game-id NAME");
    }
    const std::string& note = wanted.note.empty() ? game.note : wanted.note;
    if (!writable || (game.identity == wanted.identity && game.note == note)) return;
    game.note = note;
    game.identity = wanted.identity;
    write_game();
  }

  [[noreturn]] void refuse_identity(const std::string& wanted) const {
    std::string what =
        "of another game: of " + long_quoted(*game.identity) + ", this is " + long_quoted(wanted);
    if (wanted == unnamed && game.identity->starts_with(named)) {
      what += "; if it is that game, give its name: game-id";
    }
    refuse(what);
  }

  static std::string long_quoted(const std::string& text) {
    return "'" + printable(text, 200) + "'";
  }

  void prepare() {
    const std::string columns = sealed() ? "payoff, seal" : "payoff";
    select.emplace(
        *database,
        ("SELECT " + columns + R"( FROM payoffs WHERE row = ? AND "column" = ?)").c_str());
    empty = database->integer("SELECT NOT EXISTS (SELECT 1 FROM payoffs)") != 0;
    if (!writable) return;
    insert.emplace(*database, sealed() ? "INSERT INTO payoffs VALUES (?, ?, ?, ?)"
                                       : "INSERT INTO payoffs VALUES (?, ?, ?)");
    begin_transaction.emplace(*database, "BEGIN");
    commit_transaction.emplace(*database, "COMMIT");
  }

  void put(Entry entry, const Rational& payoff) {
    insert->bind(1, entry.row).bind(2, entry.column);
    if (payoff.is_integer() && fmpz_fits_si(exact::numerator(payoff)) != 0) {
      const std::int64_t integer = fmpz_get_si(exact::numerator(payoff));
      insert->bind(3, integer);
      if (sealed()) insert->bind(4, seal_of_payoff(entry, integer));
      insert->step();
      return;
    }
    const std::string text = payoff.to_string();
    insert->bind(3, text);
    if (sealed()) insert->bind(4, seal_of_payoff(entry, text));
    insert->step();
  }

  /// What is wrong with the payoff of a row that has it and its seal from this column on; empty
  /// when it is sound.
  [[nodiscard]] std::string read_payoff(const sqlite::Statement& row, int column, Entry entry,
                                        Rational& payoff) const {
    std::int64_t seal = 0;
    try {
      if (row.type(column) == SQLITE_INTEGER) {
        payoff = row.integer(column);
        seal = seal_of_payoff(entry, row.integer(column));
      } else if (row.type(column) == SQLITE_TEXT) {
        payoff = Rational::parse(row.text(column));
        seal = seal_of_payoff(entry, row.text(column));
      } else {
        throw std::invalid_argument("neither");
      }
    } catch (const std::invalid_argument&) {
      return "the payoff of " + sources::entry_name(entry) + " is not a number";
    }
    if (!sealed() || row.integer(column + 1) == seal) return "";
    return "the payoff of " + sources::entry_name(entry) + " does not match its check value";
  }

  /// Whether the file's game has such an entry to keep.
  [[nodiscard]] bool has_room_for(Entry entry) const {
    return entry.row >= 0 && entry.row < game.rows && entry.column >= 0 &&
           entry.column < game.columns && !(game.symmetric && entry.row >= entry.column);
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
  bool salvaging;  // for what is sound: which game it is does not matter
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
    : store_(std::make_unique<Store>(path, &game, false)) {}

LedgerFile::LedgerFile(const std::string& path, bool salvaging)
    : store_(std::make_unique<Store>(path, nullptr, salvaging)) {}

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
    const std::string fault = store.read_payoff(*store.select, 0, entry, payoff);
    store.select->reset();
    if (!fault.empty()) store.refuse_damage(fault);
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

void LedgerFile::Batch::note_mirrored(std::int64_t count) {
  store_.game.mirrored += count;
  try {
    if (store_.sealed()) store_.write_game();
  } catch (const sqlite::Error& error) {
    store_.throw_write_error(error);
  }
}

void LedgerFile::record(std::span<const Entry> entries, std::span<const Rational> payoffs,
                        std::int64_t mirrored) {
  Batch batch(*this);
  for (std::size_t t = 0; t < entries.size(); ++t) batch.add(entries[t], payoffs[t]);
  if (mirrored > 0) batch.note_mirrored(mirrored);
  batch.commit();
}

void LedgerFile::for_each(const std::function<void(Entry, const Rational&)>& visit) {
  Store& store = *store_;
  try {
    sqlite::Statement all(*store.database, R"(SELECT * FROM payoffs ORDER BY row, "column")");
    Rational payoff;
    while (all.step()) {
      const Entry entry{all.integer(0), all.integer(1)};
      const std::string fault = store.read_payoff(all, 2, entry, payoff);
      if (!fault.empty()) store.refuse_damage(fault);
      if (!store.has_room_for(entry)) {
        store.refuse_damage(sources::entry_name(entry) + " lies outside the game");
      }
      visit(entry, payoff);
    }
  } catch (const sqlite::Error& error) {
    store.refuse_for(error);
  }
}

// Reads around damage: what cannot be read from one side may be from the other, and what lies
// between from within.
class LedgerFile::Salvage {
 public:
  explicit Salvage(Store& store)
      : store_(store),
        upwards_(*store.database, sql("").c_str()),
        downwards_(*store.database, sql("DESC").c_str()) {}

  void run() {
    constexpr int most_attempts = 10000;  // within a page that is gone every one fails
    std::deque<Range> left{{0, std::numeric_limits<std::uint64_t>::max()}};
    for (int attempt = 0; attempt < most_attempts && !left.empty(); ++attempt) {
      Range range = left.front();
      left.pop_front();
      if (!narrow(range, upwards_, true) || !narrow(range, downwards_, false)) continue;
      const std::uint64_t middle = range.first + (range.last - range.first) / 2;
      if (range.first == range.last) continue;
      left.push_back({range.first, middle});
      left.push_back({middle + 1, range.last});
    }
  }

  std::map<Entry, Rational> sound;
  std::set<Entry> damaged;

 private:
  // Entries as one number, in their order: sides are below 2^32.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };
  static std::int64_t row_of(std::uint64_t key) { return static_cast<std::int64_t>(key >> 32U); }
  static std::int64_t column_of(std::uint64_t key) {
    return static_cast<std::int64_t>(key & 0xffffffffU);
  }
  static std::uint64_t key_of(Entry entry) {
    return (static_cast<std::uint64_t>(entry.row) << 32U) |
           static_cast<std::uint64_t>(entry.column);
  }

  static std::string sql(const std::string& order) {
    return R"(SELECT * FROM payoffs WHERE (row, "column") BETWEEN (?, ?) AND (?, ?) ORDER BY row )" +
           order + R"(, "column" )" + order;
  }

  // Takes what can be read of the range off it. False when nothing is left.
  bool narrow(Range& range, sqlite::Statement& rows, bool up) {
    try {
      rows.reset();
      rows.bind(1, row_of(range.first)).bind(2, column_of(range.first));
      rows.bind(3, row_of(range.last)).bind(4, column_of(range.last));
      while (rows.step()) {
        const Entry entry{rows.integer(0), rows.integer(1)};
        if (!take(rows, entry)) continue;
        const std::uint64_t key = key_of(entry);
        if (key < range.first || key > range.last) continue;
        if (key == (up ? range.last : range.first)) return false;
        (up ? range.first : range.last) = up ? key + 1 : key - 1;
      }
      return false;
    } catch (const sqlite::Error& error) {
      if (error.kind() != SQLITE_CORRUPT) store_.refuse_for(error);
      return true;
    }
  }

  bool take(const sqlite::Statement& row, Entry entry) {
    Rational payoff;
    if (!store_.read_payoff(row, 2, entry, payoff).empty()) {
      damaged.insert(entry);
      return false;
    }
    sound.emplace(entry, std::move(payoff));
    return true;
  }

  Store& store_;
  sqlite::Statement upwards_;
  sqlite::Statement downwards_;
};

std::int64_t LedgerFile::salvage(const std::function<void(Entry, const Rational&)>& visit) {
  try {
    Salvage salvage(*store_);
    salvage.run();
    for (const auto& [entry, payoff] : salvage.sound) visit(entry, payoff);
    return std::ssize(salvage.damaged);
  } catch (const sqlite::Error& error) {
    store_->refuse_for(error);
  }
}

void LedgerFile::check_soundness() {
  try {
    const std::string found = store_->database->text("PRAGMA integrity_check(1)");
    if (found != "ok") store_->refuse_damage(printable(found, 200));
  } catch (const sqlite::Error& error) {
    store_->refuse_for(error);
  }
}

}  // namespace allnash::ledger
