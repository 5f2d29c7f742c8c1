#include "ledger/file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "exact/access.hpp"
#include "exact/text.hpp"
#include "ledger/labels.hpp"
#include "ledger/roster.hpp"
#include "ledger/salvage.hpp"
#include "ledger/seal.hpp"
#include "ledger/seen.hpp"
#include "ledger/sqlite.hpp"
#include "ledger/sync_allowance.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {

namespace {

namespace fs = std::filesystem;

constexpr int newest_version = 3;

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

// Made when the first payoff comes that is an average of plays.
constexpr const char* averages_schema = R"(
CREATE TABLE IF NOT EXISTS averages (
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  plays INTEGER NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (row, "column")
) STRICT, WITHOUT ROWID;
)";

// Version 1 had no seals: what it says of a row is taken on trust. Version 3 has labels; files
// without labels are of version 2, which older programs read.
constexpr int first_sealed_version = 2;
constexpr int first_labelled_version = 3;

constexpr const char* way_out = "; `allnash ledger export --sound` exports what is intact";

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
constexpr std::string_view hashed = "table ";  // changes when a table grows
constexpr std::string_view paying = ", sum ";

/// Whatever its matches pay.
bool is_unnamed(std::string_view identity) {
  return identity.substr(0, identity.find(paying)) == unnamed;
}

/// A command without what it does with its messages at the end (`2>/dev/null`), which changes no
/// payoff.
std::string_view without_messages(std::string_view note) {
  const std::size_t redirection = note.rfind(" 2>");
  if (redirection == std::string_view::npos) return note;
  std::string_view target = note.substr(redirection + 3);
  if (target.starts_with('>')) target.remove_prefix(1);
  target.remove_prefix(std::min(target.find_first_not_of(' '), target.size()));
  if (target.find_first_of(" |&;<>()'\"`$") != std::string_view::npos) return note;
  return note.substr(0, note.find_last_not_of(' ', redirection) + 1);
}

}  // namespace

std::string identity_of(const std::string& game_id, const GameIdentity& source,
                        const Rational& sum) {
  std::string name = source.fingerprint.empty() ? unnamed : source.fingerprint;
  if (!game_id.empty()) name = std::string(named) + game_id;
  return sum.sign() == 0 ? name : name + std::string(paying) + sum.to_string();
}

struct LedgerFile::Store : DatabaseFile {
  Store(const std::string& name, const LedgerGame* wanted, bool any_game, bool hold)
      : DatabaseFile(name, wanted != nullptr, way_out), held(hold), salvaging(any_game) {
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
    const bool fresh = !read_version();  // before anything is changed: it may not be ours
    if (fresh && wanted == nullptr) refuse("an empty file, not a ledger");
    if (fresh && !writable) refuse("an empty file that cannot be written to");
    if (writable) {
      use_log();
      database->run("PRAGMA wal_autocheckpoint = 4000");
      set_synced(held);
      database->run("BEGIN EXCLUSIVE");
      if (fresh) create(*wanted);
    }
    check_layout();
    if (salvaging) {
      guess_symmetry();
    } else {
      read_game();
    }
    if (labelled()) read_labels();
    if (labelled() && !salvaging) read_sum();
    try {
      read_averages();
    } catch (const sqlite::Error&) {
      if (!salvaging) throw;
    }
    if (wanted != nullptr) agree_on(*wanted);
    if (writable && !held) database->run("COMMIT");
    prepare();
  }

  /// False when the file is empty.
  [[nodiscard]] bool read_version() {
    const auto found = version_if(sqlite::payoffs_application_id, sqlite::plays_application_id,
                                  "a ledger of plays, for runs with `noisy`");
    version = found.value_or(0);
    if (version > newest_version) {
      refuse(
          fmt::format("a ledger of version {}, made by a newer allnash; this one reads version {}",
                      version, newest_version));
    }
    return found.has_value();
  }

  void create(const LedgerGame& wanted) {
    version = first_sealed_version;
    DatabaseFile::create(schema, sqlite::payoffs_application_id, version);
    created = true;
    game = {wanted.rows, wanted.columns, wanted.symmetric, {}, "", 0};
    sqlite::Statement insert(*database, "INSERT INTO game VALUES (?, ?, ?, NULL, '', 0, ?)");
    insert.bind(1, game.rows).bind(2, game.columns).bind(3, game.symmetric ? 1 : 0);
    insert.bind(4, seal_of_game(game)).step();
  }

  [[nodiscard]] bool sealed() const { return version >= first_sealed_version; }
  [[nodiscard]] bool labelled() const { return version >= first_labelled_version; }

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

  /// Which labels columns have hangs on it; what cannot be read is taken not to be symmetric.
  void guess_symmetry() {
    try {
      game.symmetric = database->integer("SELECT symmetric FROM game") != 0;
    } catch (const sqlite::Error&) {
      game.symmetric = false;
    }
  }

  void read_sum() {
    sqlite::Statement select(*database, "SELECT * FROM symmetry");
    if (!select.step()) return;
    const std::string text(select.text(0));
    if (select.integer(1) != seal_of(text)) refuse_damage("the sum of a match is not what it was");
    game.sum = Rational::parse(text);
  }

  void read_averages() {
    const char* const tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'averages'";
    if (database->integer(tables) == 0) return;
    sqlite::Statement all(*database, "SELECT * FROM averages");
    while (all.step()) {
      const Entry entry{all.integer(0), all.integer(1)};
      const std::int64_t plays = all.integer(2);
      const bool sound = plays > 0 && all.integer(3) == seal_of_payoff(entry, plays);
      if (sound) averages.emplace(entry, plays);
      if (!sound && !salvaging) {
        refuse_damage("the number of plays of " + sources::entry_name(entry) +
                      " does not match its check value");
      }
    }
  }

  void put_plays(Entry place, std::int64_t plays) {
    if (!insert_plays) {
      database->run(averages_schema);
      insert_plays.emplace(*database, "INSERT OR REPLACE INTO averages VALUES (?, ?, ?, ?)");
    }
    insert_plays->bind(1, place.row).bind(2, place.column).bind(3, plays);
    insert_plays->bind(4, seal_of_payoff(place, plays)).step();
    averages[place] = plays;
  }

  // A file that has no payoffs yet may be of any such game.
  void agree_on_sum(const LedgerGame& wanted) {
    if (!game.symmetric || wanted.sum == game.sum) return;
    if (database->integer("SELECT EXISTS (SELECT 1 FROM payoffs)") != 0) {
      refuse("of a symmetric game in which the payoffs of a match add up to " +
             printable(game.sum.to_string()) + "; here they add up to " +
             printable(wanted.sum.to_string()) +
             ", which is the sum of the payoff range's ends: give its `payoff-range A,B`");
    }
    game.sum = wanted.sum;
    if (!writable || !sealed()) return;
    become_labelled();
    database->run("DELETE FROM symmetry");
    const std::string text = game.sum.to_string();
    sqlite::Statement insert(*database, "INSERT INTO symmetry VALUES (?, ?)");
    insert.bind(1, text).bind(2, seal_of(text)).step();
  }

  void become_labelled() {
    if (labelled()) return;
    database->run(labels::schema);
    version = first_labelled_version;
    set_version(version);
  }

  void read_labels() {
    const auto fault = labels::read(*database, salvaging, game.row_labels, game.column_labels);
    if (salvaging) return;
    if (fault) refuse_damage(*fault);
    if (game.symmetric) game.column_labels = game.row_labels;
    const auto fits = [](const std::vector<std::string>& labels, Index count) {
      return labels.empty() || std::ssize(labels) == count;
    };
    if (!fits(game.row_labels, game.rows) || !fits(game.column_labels, game.columns)) {
      refuse_damage("not every strategy has its label");
    }
  }

  void write_game() {
    sqlite::Statement update(
        *database, sealed() ? "UPDATE game SET identity = ?1, note = ?2, rows = ?3, columns = ?4, "
                              "mirrored = ?5, seal = ?6"
                            : "UPDATE game SET identity = ?1, note = ?2, rows = ?3, columns = ?4");
    if (game.identity) update.bind(1, *game.identity);
    update.bind(2, game.note).bind(3, game.rows).bind(4, game.columns);
    if (sealed()) update.bind(5, game.mirrored).bind(6, seal_of_game(game));
    update.step();
  }

  void agree_on(const LedgerGame& wanted) {
    if (game.symmetric != wanted.symmetric) {
      refuse("of another game: of a " + shape_text(game) + ", this is a " + shape_text(wanted));
    }
    agree_on_sum(wanted);
    agree_on_strategies(wanted);
    const bool settled = agree_on_identity(wanted);
    if (!writable) return;
    const bool grown = grow(wanted);
    if (grown || !settled) write_game();
  }

  void agree_on_strategies(const LedgerGame& wanted) {
    bool compare = wanted.rows != game.rows || wanted.columns != game.columns;
    rows = roster(labels::row_side, {game.rows, game.row_labels}, {wanted.rows, wanted.row_labels},
                  wanted, compare);
    columns = wanted.symmetric ? rows
                               : roster(labels::column_side, {game.columns, game.column_labels},
                                        {wanted.columns, wanted.column_labels}, wanted, compare);
    moved = compare || !rows.in_order() || !columns.in_order();
    if (moved || !game.identity) compare_payoffs(wanted);
  }

  // Payoffs can tell that a table without labels is the one whose labels the file has: `compare`.
  Roster roster(const char* side, const Strategies& ours, const Strategies& theirs,
                const LedgerGame& wanted, bool& compare) const {
    const auto tells = [&] {
      return wanted.agrees && wanted.agrees({0, 0}, Rational()).has_value();
    };
    if (!ours.labels.empty() && theirs.labels.empty() && ours.count == theirs.count && tells()) {
      compare = true;
      return {};
    }
    if (const auto fault = misfit(side, ours, theirs)) refuse(*fault);
    return ours.labels.empty() ? Roster() : Roster(ours.labels, theirs.labels);
  }

  // A game that can tell must have the payoffs that the file has.
  void compare_payoffs(const LedgerGame& wanted) {
    if (!wanted.agrees) return;
    for_each([&](Entry entry, Rational& payoff) {
      if (!has_room_for(entry)) return;  // told by whoever reads it
      const auto here = to_game(entry, payoff);
      if (!here || wanted.agrees(*here, payoff).value_or(true)) return;
      refuse("of another game: there " + sources::entry_name(*here) + " is " +
             printable(payoff.to_string()) + ", here it is not");
    });
  }

  /// Every payoff as the file has it.
  template <typename Visit>
  void for_each(const Visit& visit) {
    sqlite::Statement all(*database, R"(SELECT * FROM payoffs ORDER BY row, "column")");
    for (Rational payoff; all.step();) {
      const Entry entry{all.integer(0), all.integer(1)};
      const std::string fault = read_payoff(all, 2, entry, payoff);
      if (!fault.empty()) refuse_damage(fault);
      visit(entry, payoff);
    }
  }

  /// True when what the file says of it stays.
  bool agree_on_identity(const LedgerGame& wanted) {
    if (!wanted.identity) return true;
    const bool by_name = wanted.identity->starts_with(named);
    if (game.identity && *game.identity != *wanted.identity) {
      // A name may be given to a file that has none: whoever gives it knows the game. And a table
      // that has grown has been compared.
      const bool grown =
          moved && game.identity->starts_with(hashed) && wanted.identity->starts_with(hashed);
      if (!grown && (!by_name || !is_unnamed(*game.identity))) refuse_identity(*wanted.identity);
    } else if (game.identity && is_unnamed(*game.identity) && !game.note.empty() &&
               !wanted.note.empty() &&
               without_messages(game.note) != without_messages(wanted.note)) {
      refuse("its payoffs came from " + long_quoted(game.note) + ", this run asks " +
             long_quoted(wanted.note) +
             "; if that is the same game, give it a name: `game-id NAME`");
    }
    const std::string& note = wanted.note.empty() ? game.note : wanted.note;
    if (!writable || (game.identity == wanted.identity && game.note == note)) return true;
    game.note = note;
    game.identity = wanted.identity;
    return false;
  }

  /// Lets new strategies join, and takes labels where the file has none. True when the shape is
  /// new.
  bool grow(const LedgerGame& wanted) {
    const Index before_rows = std::exchange(game.rows, std::max(game.rows, wanted.rows));
    const Index before_columns =
        std::exchange(game.columns, std::max(game.columns, wanted.columns));
    if (sealed()) {  // version 1 knows strategies by number alone
      join(labels::row_side, rows, wanted.row_labels, game.row_labels, game.rows);
      if (!game.symmetric) {
        join(labels::column_side, columns, wanted.column_labels, game.column_labels, game.columns);
      }
    }
    if (game.symmetric) {
      game.columns = game.rows;
      game.column_labels = game.row_labels;
    }
    return game.rows != before_rows || game.columns != before_columns;
  }

  void join(const char* side, const Roster& roster, const std::vector<std::string>& wanted,
            std::vector<std::string>& known, Index& count) {
    const std::size_t before = known.size();
    for (std::size_t s = 0; s < wanted.size(); ++s) {
      if (roster.in_file(static_cast<Index>(s)) >= std::ssize(known)) known.push_back(wanted[s]);
    }
    if (known.size() == before) return;
    count = std::ssize(known);
    become_labelled();
    labels::add(*database, side, known, before);
  }

  [[noreturn]] void refuse_identity(const std::string& wanted) const {
    std::string what =
        "of another game: of " + long_quoted(*game.identity) + ", this is " + long_quoted(wanted);
    if (is_unnamed(wanted) && game.identity->starts_with(named)) {
      what += "; if it is that game, give its name: `game-id NAME`";
    }
    refuse(what);
  }

  static std::string long_quoted(const std::string& text) {
    return "'" + printable(text, 200) + "'";
  }

  void prepare() {
    log.emplace(*database);
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

  // In a symmetric game the file has the entry with row < column, in its own numbering.
  struct Place {
    Entry entry;
    bool turned = false;
  };
  [[nodiscard]] Place to_file(Entry entry) const {
    const Entry place{rows.in_file(entry.row), columns.in_file(entry.column)};
    if (game.symmetric && place.row > place.column) return {{place.column, place.row}, true};
    return {place};
  }
  /// Nothing for an entry of strategies that are not in the game.
  [[nodiscard]] std::optional<Entry> to_game(Entry place, Rational& payoff) const {
    const Entry entry{rows.in_game(place.row), columns.in_game(place.column)};
    if (entry.row == Roster::absent || entry.column == Roster::absent) return {};
    if (!game.symmetric || entry.row < entry.column) return entry;
    payoff = game.sum - payoff;
    return Entry{entry.column, entry.row};
  }

  void put(Entry entry, const Rational& payoff) {
    const auto [place, turned] = to_file(entry);
    put_at(place, turned ? game.sum - payoff : payoff);
  }

  void put_at(Entry entry, const Rational& payoff) {
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
        payoff = written_number(row.text(column));
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

  [[nodiscard]] bool has_its_labels(Entry entry) const {
    const auto has = [](const std::vector<std::string>& labels, Index number) {
      const auto place = at(number);
      return labels.empty() || (place < labels.size() && !labels[place].empty());
    };
    const bool one_roster = game.column_labels.empty();
    return has(game.row_labels, entry.row) &&
           has(one_roster ? game.row_labels : game.column_labels, entry.column);
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

  bool held;        // what opening changed waits for the first batch
  bool salvaging;   // for what is sound: which game it is does not matter
  LedgerGame game;  // in the file's numbering
  Roster rows;      // of the game that entries are numbered as in
  Roster columns;
  std::unordered_map<Entry, std::int64_t, EntryHash> averages;  // of how many plays
  bool moved = false;  // its strategies are not those of the file, at the same places
  int version = 0;
  bool writable = false;
  bool created = false;
  bool empty = true;    // when it was opened
  bool synced = false;  // whether commits wait for the disk
  SyncAllowance allowance;
  std::optional<RunLog> log;
  std::optional<sqlite::Statement> select;
  std::optional<sqlite::Statement> insert;
  std::optional<sqlite::Statement> insert_plays;  // once it is needed
  std::optional<sqlite::Statement> begin_transaction;
  std::optional<sqlite::Statement> commit_transaction;
};

LedgerFile::LedgerFile(const std::string& path, const LedgerGame& game, bool held)
    : store_(std::make_unique<Store>(path, &game, false, held)) {}

LedgerFile::LedgerFile(const std::string& path, bool salvaging)
    : store_(std::make_unique<Store>(path, nullptr, salvaging, false)) {}

LedgerFile::~LedgerFile() = default;

const LedgerGame& LedgerFile::game() const { return store_->game; }
const std::string& LedgerFile::name() const { return store_->shown; }
bool LedgerFile::writable() const { return store_->writable; }
bool LedgerFile::empty() const { return store_->empty; }
bool LedgerFile::created() const { return store_->created; }
int LedgerFile::version() const { return store_->version; }

std::int64_t LedgerFile::count() const {
  return store_->reading([&] {
    if (store_->rows.has_all() && store_->columns.has_all()) {
      return store_->database->integer("SELECT count(*) FROM payoffs");
    }
    sqlite::Statement all(*store_->database, R"(SELECT row, "column" FROM payoffs)");
    std::int64_t count = 0;
    for (Rational unused; all.step();) {
      if (store_->to_game({all.integer(0), all.integer(1)}, unused)) ++count;
    }
    return count;
  });
}

bool LedgerFile::recall(Entry entry, Rational& payoff) {
  Store& store = *store_;
  return store.reading([&] {
    const auto [place, turned] = store.to_file(entry);
    store.select->bind(1, place.row).bind(2, place.column);
    if (!store.select->step()) return false;
    const std::string fault = store.read_payoff(*store.select, 0, place, payoff);
    store.select->reset();
    if (!fault.empty()) store.refuse_damage(fault);
    if (turned) payoff = store.game.sum - payoff;
    return true;
  });
}

std::int64_t LedgerFile::plays_of(Entry entry) const {
  if (store_->averages.empty()) return 0;
  const auto found = store_->averages.find(store_->to_file(entry).entry);
  return found == store_->averages.end() ? 0 : found->second;
}

bool LedgerFile::has_averages() const { return !store_->averages.empty(); }

LedgerFile::Batch::Batch(LedgerFile& file) : store_(*file.store_) {
  if (store_.database->in_transaction()) return;  // held
  store_.writing([&] {
    store_.set_synced(store_.allowance.allows());
    store_.begin_transaction->step();
  });
}

LedgerFile::Batch::~Batch() { store_.roll_back(); }

void LedgerFile::Batch::add(Entry entry, const Rational& payoff, std::int64_t plays) {
  store_.writing([&] { store_.put(entry, payoff); });
  if (plays > 0) note_plays(entry, plays);
}

void LedgerFile::Batch::note_plays(Entry entry, std::int64_t plays) {
  store_.writing([&] { store_.put_plays(store_.to_file(entry).entry, plays); });
}

void LedgerFile::Batch::commit() {
  store_.writing([&] { store_.commit(); });
}

void LedgerFile::Batch::note_round(std::int64_t round, std::span<const Entry> asked) {
  std::vector<Entry> places;
  for (const Entry& entry : asked) places.push_back(store_.to_file(entry).entry);
  store_.writing([&] { store_.log->add_asked(round, places); });
}

void LedgerFile::Batch::note_mirrored(std::int64_t count) {
  store_.game.mirrored += count;
  if (store_.sealed()) store_.writing([&] { store_.write_game(); });
}

void LedgerFile::Batch::forget_identity() {
  store_.game.identity.reset();
  store_.writing([&] { store_.write_game(); });
}

void LedgerFile::record(std::span<const Entry> entries, std::span<const Rational> payoffs,
                        std::int64_t mirrored, std::int64_t round) {
  Batch batch(*this);
  for (std::size_t t = 0; t < entries.size(); ++t) batch.add(entries[t], payoffs[t]);
  if (mirrored > 0) batch.note_mirrored(mirrored);
  if (round > 0 && !entries.empty()) batch.note_round(round, entries);
  batch.commit();
}

RunLog& LedgerFile::log() { return *store_->log; }

std::int64_t LedgerFile::repeated() {
  try {
    return store_->reading([&] { return store_->log->repeated(); });
  } catch (const InputError&) {
    return 0;  // a log that is damaged says nothing
  }
}

void LedgerFile::note_repeated(std::int64_t count) {
  if (count == 0 || !store_->writable || store_->database->in_transaction()) return;
  try {
    store_->begin_transaction->step();
    store_->log->add_repeated(count);
    store_->commit();
  } catch (const sqlite::Error&) {
    store_->roll_back();
  }
}

void LedgerFile::note(const Facts& state, const Facts& point) {
  if (!store_->writable || store_->database->in_transaction()) return;  // held, or of no use
  try {
    store_->begin_transaction->step();
    if (!point.empty()) store_->log->add_point(point);
    store_->log->set_state(state);
    store_->commit();
  } catch (const sqlite::Error&) {
    store_->roll_back();
  }
}

void LedgerFile::for_each(const std::function<void(Entry, const Rational&)>& visit) {
  Store& store = *store_;
  store.reading([&] {
    store.for_each([&](Entry entry, Rational& payoff) {
      if (!store.has_room_for(entry)) {
        store.refuse_damage(sources::entry_name(entry) + " lies outside the game");
      }
      if (const auto here = store.to_game(entry, payoff)) visit(*here, payoff);
    });
  });
}

std::int64_t LedgerFile::salvage(const std::function<void(Entry, const Rational&)>& visit) {
  return store_->reading([&] {
    Salvage salvage(*store_->database,
                    [this](const sqlite::Statement& row, Entry entry, Rational& payoff) {
                      return store_->read_payoff(row, 2, entry, payoff).empty();
                    });
    salvage.run();
    auto damaged = std::ssize(salvage.damaged);
    for (const auto& [entry, payoff] : salvage.sound) {
      if (store_->has_its_labels(entry)) {
        visit(entry, payoff);
      } else {
        ++damaged;
      }
    }
    return damaged;
  });
}

void LedgerFile::check_soundness() { store_->check_soundness(); }

}  // namespace allnash::ledger
