#include "ledger/game_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exact/text.hpp"
#include "ledger/seal.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

const char* const GameRecord::schema = R"(
CREATE TABLE game (
  rows INTEGER NOT NULL,
  columns INTEGER NOT NULL,
  symmetric INTEGER NOT NULL,
  by_play INTEGER NOT NULL,
  sum TEXT NOT NULL,
  identity TEXT,
  note TEXT NOT NULL,
  mirrored INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE labels (
  side TEXT NOT NULL,
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (side, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE run (
  place INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
)";

namespace {

constexpr const char* row_side = "row";
constexpr const char* column_side = "column";

std::int64_t seal_of_game(const LedgerGame& game, bool by_play, std::string_view sum) {
  return seal_of(fmt::format("{},{},{},{},{},{}\n{}\n{}", game.rows, game.columns,
                             game.symmetric ? 1 : 0, by_play ? 1 : 0, sum, game.mirrored,
                             game.identity.value_or(""), game.note));
}

/// Of a label, and of a fact of the run, whose side is none.
std::int64_t seal_of_line(std::string_view side, std::int64_t number, std::string_view text) {
  return seal_of(fmt::format("{},{},{}", side, number, text));
}

std::string shape_text(const LedgerGame& game) {
  return fmt::format("{}game of {} x {}", game.symmetric ? "symmetric " : "", game.rows,
                     game.columns);
}

}  // namespace

void GameRecord::create(const LedgerGame& wanted) {
  sqlite::Database& database = *file_.database;
  game = {wanted.rows, wanted.columns, wanted.symmetric, {}, ""};
  game.run = wanted.run;
  if (game.by_play()) game.identity = wanted.identity;
  sqlite::Statement kind(database, "INSERT INTO game VALUES (0, 0, ?, ?, '0', NULL, '', 0, 0)");
  kind.bind(1, game.symmetric ? 1 : 0).bind(2, game.by_play() ? 1 : 0).step();
  write();
  sqlite::Statement add(database, "INSERT INTO run VALUES (?, ?, ?, ?)");
  std::int64_t place = 0;
  for (const auto& [name, value] : game.run) {
    add.bind(1, place).bind(2, name).bind(3, value);
    add.bind(4, seal_of_line(name, place, value)).step();
    ++place;
  }
}

void GameRecord::write() {
  sqlite::Statement update(*file_.database,
                           "UPDATE game SET rows = ?, columns = ?, sum = ?, identity = ?, "
                           "note = ?, mirrored = ?, seal = ?");
  const std::string sum = game.sum.to_string();
  update.bind(1, game.rows).bind(2, game.columns).bind(3, sum);
  if (game.identity) update.bind(4, *game.identity);
  update.bind(5, game.note).bind(6, game.mirrored);
  update.bind(7, seal_of_game(game, game.by_play(), sum)).step();
}

void GameRecord::read() {
  sqlite::Statement select(*file_.database, "SELECT * FROM game");
  if (!select.step()) file_.refuse_damage("it does not say which game it belongs to");
  game.rows = select.integer(0);
  game.columns = select.integer(1);
  game.symmetric = select.integer(2) != 0;
  const bool by_play = select.integer(3) != 0;
  const std::string sum(select.text(4));
  if (select.type(5) != SQLITE_NULL) game.identity = select.text(5);
  game.note = select.text(6);
  game.mirrored = select.integer(7);
  if (select.integer(8) != seal_of_game(game, by_play, sum) || select.step()) {
    file_.refuse_damage("its description of the game does not match its check value");
  }
  game.sum = written_number(sum);
  read_run();
  if (game.by_play() != by_play) {
    file_.refuse_damage("it does not say which run it belongs to");
  }
  read_labels(false);
  if (game.symmetric) game.column_labels = game.row_labels;
  const auto fits = [](const std::vector<std::string>& labels, Index count) {
    return labels.empty() || std::ssize(labels) == count;
  };
  if (!fits(game.row_labels, game.rows) || !fits(game.column_labels, game.columns)) {
    file_.refuse_damage("not every strategy has its label");
  }
}

// Which labels columns have hangs on whether the game is symmetric; what cannot be read is taken
// not to be.
void GameRecord::read_sound() {
  try {
    game.symmetric = file_.database->integer("SELECT symmetric FROM game") != 0;
  } catch (const sqlite::Error&) {
    game.symmetric = false;
  }
  read_labels(true);
}

void GameRecord::read_run() {
  sqlite::Statement all(*file_.database, "SELECT * FROM run ORDER BY place");
  while (all.step()) {
    const std::int64_t place = all.integer(0);
    if (all.integer(3) != seal_of_line(all.text(1), place, all.text(2)) ||
        place != std::ssize(game.run)) {
      file_.refuse_damage("what it says of its run does not match its check value");
    }
    game.run.emplace_back(all.text(1), all.text(2));
  }
}

/// What is not sound is damage or, when salvaging, left empty.
void GameRecord::read_labels(bool salvaging) {
  sqlite::Statement all(*file_.database, "SELECT * FROM labels ORDER BY side, number");
  while (all.step()) {
    const char* const side = all.text(0) == row_side ? row_side : column_side;
    std::vector<std::string>& labels = side == row_side ? game.row_labels : game.column_labels;
    const std::int64_t number = all.integer(1);
    const std::string_view label = all.text(2);
    constexpr std::int64_t beyond = std::int64_t{1} << 32U;  // a number that damage made
    const bool sound = all.integer(3) == seal_of_line(side, number, label) && number < beyond;
    if (sound && salvaging && number > std::ssize(labels)) labels.resize(at(number));
    if (sound && number == std::ssize(labels)) {
      labels.emplace_back(label);
    } else if (!salvaging) {
      file_.refuse_damage(
          fmt::format("the label of {} {} does not match its check value", side, number));
    }
  }
}

void GameRecord::add_labels(const char* side, const std::vector<std::string>& labels,
                            std::size_t from) {
  sqlite::Statement insert(*file_.database, "INSERT INTO labels VALUES (?, ?, ?, ?)");
  for (std::size_t place = from; place < labels.size(); ++place) {
    const auto number = static_cast<std::int64_t>(place);
    insert.bind(1, std::string_view(side)).bind(2, number).bind(3, labels[place]);
    insert.bind(4, seal_of_line(side, number, labels[place])).step();
  }
}

void GameRecord::agree_on(const LedgerGame& wanted, const PlayTable& plays) {
  if (game.by_play() != wanted.by_play()) {
    file_.refuse(game.by_play()
                     ? "a ledger of plays, for runs with `noisy`"
                     : "a ledger of exact payoffs; a run with `noisy` needs one of its own");
  }
  if (game.by_play()) agree_on_run(wanted);
  if (game.symmetric != wanted.symmetric) {
    file_.refuse("of another game: of a " + shape_text(game) + ", this is a " + shape_text(wanted));
  }
  const LedgerGame before = game;
  agree_on_sum(wanted, plays);
  agree_on_strategies(wanted, plays);
  if (const auto fault = other_identity(game, wanted, moved_)) file_.refuse(*fault);
  if (!file_.writable) return;
  if (wanted.identity) {
    game.identity = wanted.identity;
    if (!wanted.note.empty()) game.note = wanted.note;
  }
  grow(wanted);
  if (game.rows != before.rows || game.columns != before.columns || game.sum != before.sum ||
      game.identity != before.identity || game.note != before.note) {
    write();
  }
}

// The plays of a run follow from one another, so that its game and its settings stay as they are.
void GameRecord::agree_on_run(const LedgerGame& wanted) const {
  const Facts ours = facts_of(game);
  const Facts theirs = facts_of(wanted);
  for (std::size_t t = 0; t < std::max(ours.size(), theirs.size()); ++t) {
    if (t >= ours.size() || t >= theirs.size() || ours[t].first != theirs[t].first) {
      file_.refuse("damaged: it does not say which run it belongs to");
    }
    if (ours[t].second == theirs[t].second) continue;
    file_.refuse("of another run: its " + ours[t].first + " is '" + printable(ours[t].second, 200) +
                 "', here it is '" + printable(theirs[t].second, 200) + "'");
  }
}

// A file that has no payoffs yet may be of any such game.
void GameRecord::agree_on_sum(const LedgerGame& wanted, const PlayTable& plays) {
  if (!game.symmetric || wanted.sum == game.sum) return;
  if (!plays.empty()) {
    file_.refuse("of a symmetric game in which the payoffs of a match add up to " +
                 printable(game.sum.to_string()) + "; here they add up to " +
                 printable(wanted.sum.to_string()) +
                 ", which is the sum of the payoff range's ends: give its `payoff-range A,B`");
  }
  game.sum = wanted.sum;
}

void GameRecord::agree_on_strategies(const LedgerGame& wanted, const PlayTable& plays) {
  moved_ = wanted.rows != game.rows || wanted.columns != game.columns;
  rows_ = roster(row_side, {game.rows, game.row_labels}, {wanted.rows, wanted.row_labels}, wanted);
  columns_ = wanted.symmetric ? rows_
                              : roster(column_side, {game.columns, game.column_labels},
                                       {wanted.columns, wanted.column_labels}, wanted);
  moved_ = moved_ || !rows_.in_order() || !columns_.in_order();
  if (moved_ && game.by_play()) {
    file_.refuse("of another run: its strategies are others, or stand in another order");
  }
  if (moved_ || !game.identity) compare_payoffs(wanted, plays);
}

// Payoffs can tell that a table without labels is the one whose labels the file has, and then they
// are compared; a run of a game of chance is known by its settings.
Roster GameRecord::roster(const char* side, const Strategies& ours, const Strategies& theirs,
                          const LedgerGame& wanted) {
  const bool unlabelled =
      !ours.labels.empty() && theirs.labels.empty() && ours.count == theirs.count;
  if (unlabelled && game.by_play()) return {};
  if (unlabelled && wanted.agrees && wanted.agrees({0, 0}, Rational()).has_value()) {
    moved_ = true;
    return {};
  }
  if (const auto fault = misfit(side, ours, theirs)) file_.refuse(*fault);
  return ours.labels.empty() ? Roster() : Roster(ours.labels, theirs.labels);
}

// A game that can tell must have the payoffs that the file has.
void GameRecord::compare_payoffs(const LedgerGame& wanted, const PlayTable& plays) const {
  if (!wanted.agrees) return;
  plays.for_each(game.by_play(), [&](KeptPlay& play) {
    if (!has_room_for(play.entry) || !to_game(play)) return;  // told by whoever reads it
    if (!play.payoff || wanted.agrees(play.entry, *play.payoff).value_or(true)) return;
    file_.refuse("of another game: there " + sources::entry_name(play.entry) + " is " +
                 printable(play.payoff->to_string()) + ", here it is not");
  });
}

/// Lets new strategies join, and takes labels where the file has none.
void GameRecord::grow(const LedgerGame& wanted) {
  game.rows = std::max(game.rows, wanted.rows);
  game.columns = std::max(game.columns, wanted.columns);
  join(row_side, rows_, wanted.row_labels, game.row_labels, game.rows);
  if (!game.symmetric) {
    join(column_side, columns_, wanted.column_labels, game.column_labels, game.columns);
    return;
  }
  game.columns = game.rows;
  game.column_labels = game.row_labels;
}

void GameRecord::join(const char* side, const Roster& roster,
                      const std::vector<std::string>& wanted, std::vector<std::string>& known,
                      Index& count) {
  const std::size_t before = known.size();
  for (std::size_t s = 0; s < wanted.size(); ++s) {
    if (roster.in_file(static_cast<Index>(s)) >= std::ssize(known)) known.push_back(wanted[s]);
  }
  if (known.size() == before) return;
  count = std::ssize(known);
  add_labels(side, known, before);
}

GameRecord::Place GameRecord::to_file(Entry entry) const {
  const Entry place{rows_.in_file(entry.row), columns_.in_file(entry.column)};
  if (game.symmetric && place.row > place.column) return {{place.column, place.row}, true};
  return {place};
}

bool GameRecord::to_game(KeptPlay& play) const {
  const Entry entry{rows_.in_game(play.entry.row), columns_.in_game(play.entry.column)};
  if (entry.row == Roster::absent || entry.column == Roster::absent) return false;
  const bool turned = game.symmetric && entry.row >= entry.column;
  play.entry = turned ? Entry{entry.column, entry.row} : entry;
  if (turned && play.payoff) *play.payoff = game.sum - *play.payoff;
  return true;
}

bool GameRecord::has_room_for(Entry entry) const {
  return entry.row >= 0 && entry.row < game.rows && entry.column >= 0 &&
         entry.column < game.columns && !(game.symmetric && entry.row >= entry.column);
}

bool GameRecord::has_its_labels(Entry entry) const {
  const auto has = [](const std::vector<std::string>& labels, Index number) {
    const auto place = at(number);
    return labels.empty() || (place < labels.size() && !labels[place].empty());
  };
  const bool one_roster = game.column_labels.empty();
  return has(game.row_labels, entry.row) &&
         has(one_roster ? game.row_labels : game.column_labels, entry.column);
}

}  // namespace allnash::ledger
