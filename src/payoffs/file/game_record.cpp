#include "payoffs/file/game_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.hpp"
#include "core/exact/printed.hpp"

namespace allnash::file {

namespace {

Facts facts_of_game(const LedgerGame& game) {
  return {{"rows", std::to_string(game.rows)},
          {"columns", std::to_string(game.columns)},
          {"symmetric", game.symmetric ? "1" : "0"},
          {"by-play", game.by_play() ? "1" : "0"},
          {"sum", game.sum.to_string()},
          {"mirrored", std::to_string(game.mirrored)},
          {"identity", game.identity.value_or("")},
          {"note", game.note}};
}

std::string shape_text(const LedgerGame& game) {
  return fmt::format("{}game of {} x {}", game.symmetric ? "symmetric " : "", game.rows,
                     game.columns);
}

}  // namespace

void GameRecord::create(const LedgerGame& wanted) {
  game = {wanted.rows, wanted.columns, wanted.symmetric, {}, ""};
  game.run = wanted.run;
  if (game.by_play()) game.identity = wanted.identity;
  game.run_start = wanted.run_start;
  write();
  write_run();
}

void GameRecord::write() { facts_.put(FactTable::game, facts_of_game(game)); }

void GameRecord::write_run() {
  facts_.put(FactTable::run, game.run);
  facts_.put(FactTable::run_start, game.run_start);
}

void GameRecord::read() {
  const Facts facts = facts_.all(FactTable::game);
  if (facts.size() != facts_of_game(game).size()) {
    file_.refuse_damage("it does not say which game it belongs to");
  }
  const auto number = [&](std::string_view name) {
    return number_in<std::int64_t>(fact(facts, name)).value_or(0);
  };
  game.rows = number("rows");
  game.columns = number("columns");
  game.symmetric = number("symmetric") != 0;
  game.mirrored = number("mirrored");
  game.run = facts_.all(FactTable::run);
  game.run_start = facts_.all(FactTable::run_start);
  if (game.by_play() != (number("by-play") != 0)) {
    file_.refuse_damage("it does not say which run it belongs to");
  }
  game.sum = written_number(fact(facts, "sum"));
  const std::string identity = fact(facts, "identity");
  if (!identity.empty()) game.identity = identity;
  game.note = fact(facts, "note");
  game.seen = file_.totals.facts.sum;
  game.row_labels = labels(FactTable::row, false);
  game.column_labels = game.symmetric ? game.row_labels : labels(FactTable::column, false);
  const auto fits = [](const std::vector<std::string>& names, Index count) {
    return names.empty() || std::ssize(names) == count;
  };
  if (!fits(game.row_labels, game.rows) || !fits(game.column_labels, game.columns)) {
    file_.refuse_damage("not every strategy has its label");
  }
}

// Strategies without readable labels get their numbers. In a symmetric game columns have the labels
// of rows.
void GameRecord::read_sound() {
  try {
    facts_.for_each(
        FactTable::game,
        [&](std::int64_t, std::string_view name, std::string_view value) {
          if (name == "symmetric") game.symmetric = value == "1";
        },
        true);
    game.row_labels = labels(FactTable::row, true);
    game.column_labels = labels(FactTable::column, true);
  } catch (const sqlite::Error& error) {
    if (error.kind() != SQLITE_CORRUPT) throw;
  }
}

/// When salvaging, damaged labels become empty.
std::vector<std::string> GameRecord::labels(const char* side, bool salvaging) const {
  std::vector<std::string> names;
  facts_.for_each(
      side,
      [&](std::int64_t place, std::string_view, std::string_view label) {
        if (salvaging && place > std::ssize(names)) names.resize(at(place));
        if (place != std::ssize(names)) file_.refuse_damage("not every strategy has its label");
        names.emplace_back(label);
      },
      salvaging);
  return names;
}

void GameRecord::agree_on(const LedgerGame& wanted, PlayTable& plays) {
  if (game.by_play() != wanted.by_play()) {
    file_.refuse(game.by_play()
                     ? "a ledger of plays, for runs with `noisy`"
                     : "a ledger of exact payoffs; a run with `noisy` needs one of its own");
  }
  if (game.by_play()) agree_on_league(wanted);
  if (game.symmetric != wanted.symmetric) {
    file_.refuse("of another game: of a " + shape_text(game) + ", this is a " + shape_text(wanted));
  }
  const LedgerGame before = game;
  agree_on_sum(wanted, plays);
  agree_on_strategies(wanted, plays);
  const auto fault = other_identity(game, wanted, moved_);
  if (fault) file_.refuse(*fault);
  if (game.by_play() && wanted.run_start.empty()) begin_run(wanted, plays);
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

// A league has one range and one delta, of which attempts spend parts. Two files that are merged
// must have the same run.
void GameRecord::agree_on_league(const LedgerGame& wanted) const {
  const auto all = [](const LedgerGame& of) {
    Facts facts = facts_of(of);
    facts.insert(facts.end(), of.run_start.begin(), of.run_start.end());
    return facts;
  };
  const Facts ours = all(game);
  const bool a_file = !wanted.run_start.empty();
  for (const auto& [name, text] : all(wanted)) {
    const auto there = std::ranges::find(ours, name, &Facts::value_type::first);
    const bool fixed = name == "delta" || name == "payoff-range" || name == "symmetric";
    if (!(fixed || a_file)) continue;
    if (there == ours.end()) file_.refuse("damaged: it does not say which run it belongs to");
    if (there->second == text) continue;
    file_.refuse(fmt::format("of another {}: its {} is '{}', here it is '{}'",
                             fixed ? "league" : "run", name, printable(there->second, 200),
                             printable(text, 200)));
  }
}

namespace {

/// The strategies of one player, by their numbers in the file.
std::string numbers_in_file(const Roster& roster, Index count, bool labelled) {
  if (!labelled) return fmt::format("by number {}", count);
  return fmt::format("{}", fmt::join(roster.numbers(count), ","));
}

}  // namespace

// A run with the settings and strategies of the last one is that run, and is replayed from the
// file. Any other run begins after all plays in the file, including those asked ahead: when the
// last run ended, and so what this one freezes, may depend on them.
void GameRecord::begin_run(const LedgerGame& wanted, PlayTable& plays) {
  RunStart now(game.run_start);
  const std::string rows = numbers_in_file(rows_, wanted.rows, !wanted.row_labels.empty());
  const std::string columns =
      numbers_in_file(columns_, wanted.columns, !wanted.column_labels.empty());
  if (game.run == wanted.run && now.rows == rows && now.columns == columns) return;
  if (game.run_start.empty()) {
    now.seed = number_in<std::uint64_t>(fact(wanted.run, "seed")).value_or(now.seed);
  }
  if (file_.writable) plays.number_ahead();
  now.plays = plays.next_number();
  now.attempts = std::ssize(facts_.all(FactTable::frozen));
  now.joined = std::ssize(facts_.all(FactTable::joined));
  now.rows = rows;
  now.columns = columns;
  game.run = wanted.run;
  game.run_start = now.facts();
  if (file_.writable) write_run();
}

// A file without payoffs may belong to any such game.
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
  rows_ = roster(FactTable::row, {game.rows, game.row_labels}, {wanted.rows, wanted.row_labels},
                 wanted);
  columns_ = wanted.symmetric ? rows_
                              : roster(FactTable::column, {game.columns, game.column_labels},
                                       {wanted.columns, wanted.column_labels}, wanted);
  moved_ = moved_ || !rows_.in_order() || !columns_.in_order();
  if (moved_ || !game.identity) compare_payoffs(wanted, plays);
}

// Exact payoffs can show that a table without labels is the one whose labels the file has; they are
// compared then. Single plays of a game of chance cannot show it: without labels its strategies may
// be in another order.
Roster GameRecord::roster(const char* side, const Strategies& ours, const Strategies& theirs,
                          const LedgerGame& wanted) {
  const bool unlabelled =
      !ours.labels.empty() && theirs.labels.empty() && ours.count == theirs.count;
  if (unlabelled && wanted.agrees && wanted.agrees({0, 0}, Rational()).has_value()) {
    moved_ = true;
    return {};
  }
  if (const auto fault = misfit(side, ours, theirs)) file_.refuse(*fault);
  return ours.labels.empty() ? Roster() : Roster(ours.labels, theirs.labels);
}

// If the game knows its payoffs, they must equal those of the file.
void GameRecord::compare_payoffs(const LedgerGame& wanted, const PlayTable& plays) const {
  if (!wanted.agrees) return;
  plays.for_each(game.by_play(), [&](KeptPlay& play) {
    if (!has_room_for(play.entry) || !to_game(play)) return;  // reported when it is read
    if (!play.payoff || wanted.agrees(play.entry, *play.payoff).value_or(true)) return;
    file_.refuse("of another game: there " + entry_name(play.entry) + " is " +
                 printable(play.payoff->to_string()) + ", here it is not");
  });
}

/// Adds new strategies, and labels if the file has none.
void GameRecord::grow(const LedgerGame& wanted) {
  game.rows = std::max(game.rows, wanted.rows);
  game.columns = std::max(game.columns, wanted.columns);
  join(FactTable::row, rows_, wanted.row_labels, game.row_labels, game.rows);
  if (!game.symmetric) {
    join(FactTable::column, columns_, wanted.column_labels, game.column_labels, game.columns);
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
  for (std::size_t s = before; s < known.size(); ++s) {
    facts_.put(side, static_cast<std::int64_t>(s), "", known[s]);
  }
}

bool GameRecord::to_game(KeptPlay& play) const {
  const Entry entry{rows_.in_game(play.entry.row), columns_.in_game(play.entry.column)};
  if (entry.row == Roster::absent || entry.column == Roster::absent) return false;
  const bool turned = game.symmetric && entry.row >= entry.column;
  play.entry = turned ? Entry{entry.column, entry.row} : entry;
  if (turned && play.payoff) *play.payoff = game.sum - *play.payoff;
  return true;
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

}  // namespace allnash::file
