#include "payoffs/file/play_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"
#include "core/exact/printed.hpp"

namespace allnash::file {

const char* const PlayTable::schema = R"(CREATE TABLE plays (
  row INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  origin INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  place INTEGER NOT NULL,
  number INTEGER,
  payoff ANY,
  plays INTEGER NOT NULL,
  planned INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (row, "column", origin, seed)
) STRICT, WITHOUT ROWID)";
const char* const PlayTable::schema_of_index =
    R"(CREATE UNIQUE INDEX plays_in_order ON plays (number)
  WHERE number IS NOT NULL)";

namespace {

// Columns of the table.
enum Column { row, column, origin, seed, place, number, payoff, plays, planned, lost, seal };

// Called for every row; faster than fmt.
void append(std::string& text, std::int64_t number) {
  std::array<char, 20> digits;
  text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
}

// `paid` is the payoff as stored: an integer if it fits into 64 bits, otherwise text, empty if
// unknown.
template <typename Payoff>
std::int64_t checksum_of_play(const KeptPlay& play, const Payoff& paid) {
  std::string text;
  for (const std::int64_t part : {play.entry.row, play.entry.column,
                                  static_cast<std::int64_t>(play.origin), play.seed, play.place}) {
    append(text, part);
    text += ',';
  }
  if (play.number) append(text, *play.number);
  text += ',';
  if constexpr (std::integral<Payoff>) {
    append(text, paid);
  } else {
    text += paid;
  }
  for (const std::int64_t part :
       {play.plays, std::int64_t{play.planned}, std::int64_t{play.lost}}) {
    text += ',';
    append(text, part);
  }
  return checksum_of(text);
}

/// The checksum of a numbered play's row in the index.
std::int64_t checksum_of_number(const KeptPlay& play) {
  std::uint64_t hash = 0;
  for (const std::int64_t part : {*play.number, play.entry.row, play.entry.column,
                                  static_cast<std::int64_t>(play.origin), play.seed}) {
    hash = mixed(hash + static_cast<std::uint64_t>(part));
  }
  return std::bit_cast<std::int64_t>(hash);
}

std::string name_of(const KeptPlay& play) {
  if (play.origin == Origin::payoff) return "the payoff of " + entry_name(play.entry);
  if (play.number) return fmt::format("play {}", *play.number);
  return fmt::format("play {} of {}, which was asked ahead,", play.place, entry_name(play.entry));
}

/// Reads a column that must be 0 or 1. False for anything else.
bool read_flag(const sqlite::Statement& line, Column which, bool& flag) {
  flag = line.integer(which) != 0;
  return line.integer(which) == std::int64_t{flag};
}

/// Reads everything but the payoff. Returns the fault; empty if the row matches its checksum.
std::string read_checked(const sqlite::Statement& line, KeptPlay& play) {
  play.entry = {line.integer(row), line.integer(column)};
  const std::int64_t came = line.integer(origin);
  play.origin = came == 0 ? Origin::payoff : came == 1 ? Origin::asked : Origin::log;
  play.seed = line.integer(seed);
  play.place = line.integer(place);
  play.number.reset();
  if (line.type(number) != SQLITE_NULL) play.number = line.integer(number);
  play.payoff.reset();
  play.plays = line.integer(plays);
  const bool flags = read_flag(line, planned, play.planned) && read_flag(line, lost, play.lost);
  const std::int64_t found = line.type(payoff) == SQLITE_INTEGER
                                 ? checksum_of_play(play, line.integer(payoff))
                                 : checksum_of_play(play, line.text(payoff));
  if (!flags || came != static_cast<std::int64_t>(play.origin) || found != line.integer(seal)) {
    return name_of(play) + " does not match its checksum";
  }
  return "";
}

}  // namespace

std::string read_play(const sqlite::Statement& line, KeptPlay& play) {
  std::string fault = read_checked(line, play);
  if (!fault.empty()) return fault;
  const int type = line.type(payoff);
  if (type == SQLITE_INTEGER) play.payoff.emplace(line.integer(payoff));
  if (type == SQLITE_INTEGER || type == SQLITE_NULL) return "";
  try {
    play.payoff = written_number(line.text(payoff));
  } catch (const std::invalid_argument&) {
    return name_of(play) + " is not a number";
  }
  return "";
}

/// Binds the key of a row.
sqlite::Statement& bind_key(sqlite::Statement& statement, const KeptPlay& play) {
  return statement.bind(1, play.entry.row)
      .bind(2, play.entry.column)
      .bind(3, static_cast<std::int64_t>(play.origin))
      .bind(4, play.seed);
}

PlayTable::PlayTable(DatabaseFile& file)
    : file_(file),
      by_key_(*file.database,
              R"(SELECT * FROM plays WHERE row = ? AND "column" = ? AND origin = ? AND seed = ?)"),
      by_number_(*file.database, "SELECT * FROM plays WHERE number = ?") {
  if (!file.writable) return;
  const std::string insert = "INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  add_.emplace(*file.database, insert.c_str());
  put_.emplace(
      *file.database,
      (insert +
       " ON CONFLICT (row, \"column\", origin, seed) DO UPDATE SET place = excluded.place, "
       "number = excluded.number, payoff = excluded.payoff, plays = excluded.plays, "
       "planned = excluded.planned, lost = excluded.lost, seal = excluded.seal")
          .c_str());
  checksum_there_.emplace(
      *file.database,
      R"(SELECT seal FROM plays WHERE row = ? AND "column" = ? AND origin = ? AND seed = ?)");
}

void PlayTable::verify() const {
  sqlite::Statement rows(*file_.database,
                         R"(SELECT * FROM plays NOT INDEXED ORDER BY row, "column", origin, seed)");
  const auto key = [](const KeptPlay& play) {
    return std::tuple(play.entry, play.origin, play.seed);
  };
  Total all;
  Total numbered;
  KeptPlay last;
  for (KeptPlay play; rows.step(); last = play) {
    const std::string fault = read_checked(rows, play);
    if (!fault.empty()) file_.refuse_damage(fault);
    if (all.rows > 0 && key(play) <= key(last)) {
      file_.refuse_damage(name_of(play) + " does not stand in its order");
    }
    all.add(rows.integer(seal));
    if (play.number) numbered.add(checksum_of_number(play));
  }
  file_.check_total(file_.totals.plays, all, "payoffs or plays");
  verify_index(numbered);
}

void PlayTable::verify_index(const Total& numbered) const {
  sqlite::Statement rows(*file_.database,
                         R"(SELECT number, row, "column", origin, seed FROM plays )"
                         "INDEXED BY plays_in_order WHERE number IS NOT NULL ORDER BY number");
  Total found;
  std::optional<std::int64_t> before;
  for (KeptPlay play; rows.step(); before = play.number) {
    // Lookups compare these columns, and a value that is not a number would never be found.
    for (int t = 0; t < 5; ++t) {
      if (rows.type(t) != SQLITE_INTEGER)
        file_.refuse_damage("its index holds something that is no number");
    }
    play.number = rows.integer(0);
    play.entry = {rows.integer(1), rows.integer(2)};
    play.origin = static_cast<Origin>(rows.integer(3));
    play.seed = rows.integer(4);
    if (play.number <= before) file_.refuse_damage("its index is not in order");
    found.add(checksum_of_number(play));
  }
  if (found != numbered) file_.refuse_damage("its index does not match its plays");
}

bool PlayTable::find(const KeptPlay& key, KeptPlay& play) {
  return take_first(bind_key(by_key_, key), play);
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
                        "SELECT seed FROM plays WHERE row = ? AND \"column\" = ? AND origin = 1 "
                        "ORDER BY number IS NULL, number, place");
  all.bind(1, entry.row).bind(2, entry.column);
  std::deque<std::int64_t> seeds;
  while (all.step()) seeds.push_back(all.integer(0));
  return seeds;
}

void PlayTable::for_each_ahead(const Visit& visit) const {
  go_through("WHERE origin = 1 AND number IS NULL ORDER BY row, \"column\", place", visit);
}

void PlayTable::for_each_before(std::int64_t number, const Visit& visit) const {
  go_through(fmt::format("WHERE number < {} ORDER BY number", number), visit);
}

void PlayTable::go_through(const std::string& which, const Visit& visit) const {
  sqlite::Statement rows(*file_.database, ("SELECT * FROM plays " + which).c_str());
  for (KeptPlay play; rows.step();) {
    const std::string fault = read_play(rows, play);
    if (!fault.empty()) file_.refuse_damage(fault);
    visit(play);
  }
}

void PlayTable::add(const KeptPlay& play) { file_.totals.plays.add(write(*add_, play)); }

void PlayTable::put(const KeptPlay& play) {
  if (bind_key(*checksum_there_, play).step()) {
    file_.totals.plays.remove(checksum_there_->integer(0));
    checksum_there_->reset();
  }
  file_.totals.plays.add(write(*put_, play));
}

void PlayTable::number_ahead() {
  std::vector<KeptPlay> plays;
  for_each_ahead([&](KeptPlay& play) { plays.push_back(play); });
  std::int64_t next = next_number();
  for (KeptPlay& play : plays) {
    play.number = next++;
    put(play);
  }
}

/// Returns the checksum of the row.
std::int64_t PlayTable::write(sqlite::Statement& statement, const KeptPlay& play) const {
  // Parameters count from 1, columns from 0.
  bind_key(statement, play).bind(place + 1, play.place);
  if (play.number) {
    statement.bind(number + 1, *play.number);
  } else {
    statement.bind_null(number + 1);
  }
  statement.bind(plays + 1, play.plays).bind(planned + 1, std::int64_t{play.planned});
  statement.bind(lost + 1, std::int64_t{play.lost});
  std::string text;
  std::int64_t checksum = 0;
  if (!play.payoff) {
    checksum = checksum_of_play(play, text);
    statement.bind_null(payoff + 1);
  } else if (play.payoff->is_integer() && fmpz_fits_si(exact::numerator(*play.payoff)) != 0) {
    const std::int64_t integer = fmpz_get_si(exact::numerator(*play.payoff));
    checksum = checksum_of_play(play, integer);
    statement.bind(payoff + 1, integer);
  } else {
    text = play.payoff->to_string();
    checksum = checksum_of_play(play, text);
    statement.bind(payoff + 1, text);
  }
  statement.bind(seal + 1, checksum).step();
  return checksum;
}

}  // namespace allnash::file
