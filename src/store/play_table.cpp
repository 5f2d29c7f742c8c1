#include "store/play_table.hpp"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "exact/access.hpp"
#include "exact/printed.hpp"

namespace allnash::store {

// `number` is the order of plays, which seeds do not tell; a payoff has none. A play that nobody
// asked for, as of a log, has a seed below 0. One that the method has not asked for has a number
// below 0.
const char* const PlayTable::schema = R"(CREATE TABLE plays (
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  number INTEGER NOT NULL,
  payoff ANY,
  plays INTEGER NOT NULL,
  state INTEGER NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (row, "column", seed)
) STRICT, WITHOUT ROWID)";
const char* const PlayTable::schema_of_index =
    R"(CREATE UNIQUE INDEX plays_in_order ON plays (number)
  WHERE seed <> 0 AND number >= 0)";

namespace {

constexpr int planned_bit = 1;
constexpr int lost_bit = 2;

int state_of(const KeptPlay& play) {
  return (play.planned ? planned_bit : 0) + (play.lost ? lost_bit : 0);
}

// This is done for each row, and fmt has little that is as quick and as quickly compiled.
void append(std::string& text, std::int64_t number) {
  std::array<char, 20> digits;
  text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
}

// A payoff as the file has it: an integer where 64 bits hold it, otherwise text; nothing until it
// is known.
template <typename Payoff>
std::int64_t seal_of_play(const KeptPlay& play, const Payoff& payoff) {
  std::string text;
  for (const std::int64_t part : {play.entry.row, play.entry.column, play.seed, play.number}) {
    append(text, part);
    text += ',';
  }
  if constexpr (std::integral<Payoff>) {
    append(text, payoff);
  } else {
    text += payoff;
  }
  for (const std::int64_t part : {play.plays, std::int64_t{state_of(play)}}) {
    text += ',';
    append(text, part);
  }
  return seal_of(text);
}

/// What the index has of a play.
std::int64_t seal_of_number(const KeptPlay& play) {
  std::uint64_t hash = 0;
  for (const std::int64_t part : {play.number, play.entry.row, play.entry.column, play.seed}) {
    hash = mixed(hash + static_cast<std::uint64_t>(part));
  }
  return std::bit_cast<std::int64_t>(hash);
}

std::string name_of(const KeptPlay& play) {
  return play.seed == 0 ? "the payoff of " + entry_name(play.entry)
                        : fmt::format("play {}", play.number);
}

/// All but what it paid. Returns what is wrong with the row; empty when it matches its seal.
std::string read_sealed(const sqlite::Statement& row, KeptPlay& play) {
  play.entry = {row.integer(0), row.integer(1)};
  play.seed = row.integer(2);
  play.number = row.integer(3);
  play.payoff.reset();
  play.plays = row.integer(5);
  const std::int64_t state = row.integer(6);
  play.planned = (state & planned_bit) != 0;
  play.lost = (state & lost_bit) != 0;
  const int type = row.type(4);
  const std::int64_t seal =
      type == SQLITE_INTEGER ? seal_of_play(play, row.integer(4)) : seal_of_play(play, row.text(4));
  if (seal != row.integer(7) || state != state_of(play)) {
    return name_of(play) + " does not match its check value";
  }
  return "";
}

}  // namespace

std::string read_play(const sqlite::Statement& row, KeptPlay& play) {
  std::string fault = read_sealed(row, play);
  if (!fault.empty()) return fault;
  const int type = row.type(4);
  if (type == SQLITE_INTEGER) play.payoff.emplace(row.integer(4));
  if (type == SQLITE_INTEGER || type == SQLITE_NULL) return "";
  try {
    play.payoff = written_number(row.text(4));
  } catch (const std::invalid_argument&) {
    return name_of(play) + " is not a number";
  }
  return "";
}

PlayTable::PlayTable(DatabaseFile& file)
    : file_(file),
      by_seed_(*file.database,
               R"(SELECT * FROM plays WHERE row = ? AND "column" = ? AND seed = ?)"),
      by_number_(*file.database,
                 "SELECT * FROM plays WHERE number = ? AND seed <> 0 AND number >= 0") {
  if (!file.writable) return;
  add_.emplace(*file.database, "INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  put_.emplace(*file.database,
               "INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
               "ON CONFLICT (row, \"column\", seed) DO UPDATE SET number = excluded.number, payoff "
               "= excluded.payoff, plays = excluded.plays, "
               "state = excluded.state, seal = excluded.seal");
  seal_there_.emplace(*file.database,
                      R"(SELECT seal FROM plays WHERE row = ? AND "column" = ? AND seed = ?)");
}

void PlayTable::verify() const {
  sqlite::Statement rows(*file_.database,
                         R"(SELECT * FROM plays NOT INDEXED ORDER BY row, "column", seed)");
  const auto key = [](const KeptPlay& play) { return std::pair(play.entry, play.seed); };
  Total all;
  Total numbered;
  KeptPlay last;
  for (KeptPlay play; rows.step(); last = play) {
    const std::string fault = read_sealed(rows, play);
    if (!fault.empty()) file_.refuse_damage(fault);
    if (all.rows > 0 && key(play) <= key(last)) {
      file_.refuse_damage(name_of(play) + " does not stand in its order");
    }
    all.add(rows.integer(7));
    if (play.seed != 0 && !play.unlooked_at()) numbered.add(seal_of_number(play));
  }
  file_.check_total(file_.totals.plays, all, "payoffs or plays");
  verify_index(numbered);
}

void PlayTable::verify_index(const Total& numbered) const {
  sqlite::Statement rows(*file_.database,
                         R"(SELECT number, row, "column", seed FROM plays )"
                         "INDEXED BY plays_in_order WHERE seed <> 0 AND number >= 0 "
                         "ORDER BY number");
  Total found;
  KeptPlay play;
  for (play.number = -1; rows.step();) {
    const std::int64_t before = play.number;
    play.number = rows.integer(0);
    play.entry = {rows.integer(1), rows.integer(2)};
    play.seed = rows.integer(3);
    // A lookup compares what stands there, and nothing is equal to what is no number.
    for (int column = 0; column < 4; ++column) {
      if (rows.type(column) != SQLITE_INTEGER)
        file_.refuse_damage("its index has what is no number");
    }
    if (play.number <= before) file_.refuse_damage("its index is not in order");
    found.add(seal_of_number(play));
  }
  if (found != numbered) file_.refuse_damage("its index does not match its plays");
}

bool PlayTable::find(Entry entry, std::int64_t seed, KeptPlay& play) {
  by_seed_.bind(1, entry.row).bind(2, entry.column).bind(3, seed);
  return take_first(by_seed_, play);
}

bool PlayTable::find_number(std::int64_t number, KeptPlay& play) {
  by_number_.bind(1, number);
  return take_first(by_number_, play);
}

bool PlayTable::take_first(sqlite::Statement& rows, KeptPlay& play) const {
  if (!rows.step()) return false;
  const std::string fault = read_play(rows, play);
  rows.reset();
  if (!fault.empty()) file_.refuse_damage(fault);
  return true;
}

std::deque<std::int64_t> PlayTable::seeds_of(Entry entry) const {
  sqlite::Statement all(*file_.database,
                        "SELECT seed FROM plays WHERE row = ? AND \"column\" = ? AND seed > 0 "
                        "ORDER BY number < 0, abs(number)");
  all.bind(1, entry.row).bind(2, entry.column);
  std::deque<std::int64_t> seeds;
  while (all.step()) seeds.push_back(all.integer(0));
  return seeds;
}

bool PlayTable::empty() const {
  return file_.database->integer("SELECT NOT EXISTS (SELECT 1 FROM plays)") != 0;
}

std::int64_t PlayTable::next_number() const {
  return file_.database->integer(
      "SELECT coalesce(max(number) + 1, 0) FROM plays WHERE seed <> 0 AND number >= 0");
}

bool PlayTable::has_averages() const {
  return file_.database->integer("SELECT EXISTS (SELECT 1 FROM plays WHERE plays > 0)") != 0;
}

void PlayTable::for_each(bool by_number, const std::function<void(KeptPlay&)>& visit) const {
  if (!by_number) {
    sqlite::Statement all(*file_.database, R"(SELECT * FROM plays ORDER BY row, "column", seed)");
    return go_through(all, visit);
  }
  sqlite::Statement plays(*file_.database,
                          "SELECT * FROM plays WHERE seed <> 0 AND number >= 0 ORDER BY number");
  go_through(plays, visit);
  for_each_unlooked_at(visit);
}

bool PlayTable::has_unlooked_at() const {
  return file_.database->integer("SELECT EXISTS (SELECT 1 FROM plays WHERE number < 0)") != 0;
}

void PlayTable::for_each_unlooked_at(const std::function<void(KeptPlay&)>& visit) const {
  sqlite::Statement plays(
      *file_.database,
      R"(SELECT * FROM plays WHERE number < 0 ORDER BY row, "column", number DESC)");
  go_through(plays, visit);
}

void PlayTable::for_each_before(std::int64_t number,
                                const std::function<void(KeptPlay&)>& visit) const {
  sqlite::Statement some(*file_.database,
                         "SELECT * FROM plays WHERE seed <> 0 AND number >= 0 AND number < ? "
                         "ORDER BY number");
  some.bind(1, number);
  go_through(some, visit);
}

void PlayTable::go_through(sqlite::Statement& rows,
                           const std::function<void(KeptPlay&)>& visit) const {
  for (KeptPlay play; rows.step();) {
    const std::string fault = read_play(rows, play);
    if (!fault.empty()) file_.refuse_damage(fault);
    visit(play);
  }
}

void PlayTable::for_each_answered(const std::function<void(Entry)>& visit) const {
  sqlite::Statement all(*file_.database,
                        R"(SELECT row, "column" FROM plays WHERE payoff IS NOT NULL)");
  while (all.step()) visit({all.integer(0), all.integer(1)});
}

void PlayTable::add(const KeptPlay& play) { file_.totals.plays.add(write(*add_, play)); }

void PlayTable::put(const KeptPlay& play) {
  seal_there_->bind(1, play.entry.row).bind(2, play.entry.column).bind(3, play.seed);
  if (seal_there_->step()) {
    file_.totals.plays.remove(seal_there_->integer(0));
    seal_there_->reset();
  }
  file_.totals.plays.add(write(*put_, play));
}

void PlayTable::number_unlooked_at() {
  std::vector<KeptPlay> plays;
  for_each_unlooked_at([&](KeptPlay& play) { plays.push_back(play); });
  std::int64_t next = next_number();
  for (KeptPlay& play : plays) {
    play.number = next++;
    put(play);
  }
}

/// Returns its seal.
std::int64_t PlayTable::write(sqlite::Statement& statement, const KeptPlay& play) const {
  statement.bind(1, play.entry.row).bind(2, play.entry.column).bind(3, play.seed);
  statement.bind(4, play.number).bind(6, play.plays).bind(7, state_of(play));
  std::string text;
  std::int64_t seal = 0;
  if (!play.payoff) {
    seal = seal_of_play(play, text);
    statement.bind_null(5);
  } else if (play.payoff->is_integer() && fmpz_fits_si(exact::numerator(*play.payoff)) != 0) {
    const std::int64_t integer = fmpz_get_si(exact::numerator(*play.payoff));
    seal = seal_of_play(play, integer);
    statement.bind(5, integer);
  } else {
    text = play.payoff->to_string();
    seal = seal_of_play(play, text);
    statement.bind(5, text);
  }
  statement.bind(8, seal).step();
  return seal;
}

std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range) {
  if (range.holds(paid)) return "";
  return entry_name(entry) + ": a play paid " + paid.to_string() + ", which is outside the range " +
         range.low.to_string() + "," + range.high.to_string();
}

}  // namespace allnash::store
