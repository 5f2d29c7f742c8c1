// Ledger files looked at, written out and added to.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <set>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/ledger.hpp"
#include "ledger/intake.hpp"
#include "ledger/list_import.hpp"
#include "ledger/match_list.hpp"
#include "ledger/store.hpp"
#include "sources/names.hpp"
#include "sources/text.hpp"

namespace allnash {
namespace ledger {
namespace {

/// Writes a header, and then what is answered, a line each.
class LineWriter {
 public:
  LineWriter(std::ostream& out, const LedgerGame& game, ListKind kind)
      : out_(out), game_(game), kind_(kind) {
    out << header_of(kind) << '\n';
  }

  void operator()(const KeptPlay& play) const {
    if (!play.payoff) return;
    const bool one_roster = game_.column_labels.empty() && game_.symmetric;
    out_ << sources::cell_of(game_.row_labels, play.entry.row) << ','
         << sources::cell_of(one_roster ? game_.row_labels : game_.column_labels,
                             play.entry.column)
         << ',';
    if (kind_ == ListKind::plays) out_ << play.seed << ',';
    out_ << *play.payoff;
    if (kind_ == ListKind::averages) out_ << ',';
    if (play.plays > 0) out_ << play.plays;
    out_ << '\n';
  }

 private:
  std::ostream& out_;
  const LedgerGame& game_;
  ListKind kind_;
};

/// Calls what adds to a file; one that takes no more is bad input.
template <typename Add>
Imported adding(const Add& add) {
  try {
    return add();
  } catch (const LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

/// What the file `into` is to be opened for, to take in all of `from`.
LedgerGame merged_game(const LedgerGame& from, const LedgerGame& into, const std::string& name) {
  LedgerGame game = from;
  for (const bool row : {true, false}) {
    const auto& ours = row ? from.row_labels : from.column_labels;
    const auto& theirs = row ? into.row_labels : into.column_labels;
    if (ours.empty() == theirs.empty()) continue;
    sources::refuse(name, fmt::format("of two ledgers one knows its {}s by label and the other by "
                                      "number",
                                      row ? "row" : "column"));
  }
  if (from.row_labels.empty()) game.rows = std::max(from.rows, into.rows);
  if (from.column_labels.empty()) game.columns = std::max(from.columns, into.columns);
  return game;
}

void take_over(const Store& from, Intake& intake, const std::string& path) {
  const auto where = [&from] { return from.name(); };
  from.for_each([&](const KeptPlay& play) {
    if (play.seed != 0) return intake.asked().take_over(play, where);
    intake.add(
        play.entry, *play.payoff, where, [&path](Entry) { return "in " + path; }, " here",
        play.plays);
  });
  std::int64_t attempt = 0;
  for (const auto& [before, content] : from.frozen()) {
    intake.store().freeze(++attempt, number_in<std::int64_t>(before).value_or(0), content);
  }
}

}  // namespace
}  // namespace ledger

LedgerInfo ledger_info(const std::string& path) {
  ledger::Store store(path);
  store.check_soundness();
  const ledger::LedgerGame& game = store.game();
  LedgerInfo info;
  info.file = path;
  info.version = ledger::DatabaseFile::version;
  info.rows = game.rows;
  info.columns = game.columns;
  info.symmetric = game.symmetric;
  info.row_labels = game.row_labels;
  info.column_labels = game.column_labels;
  info.identity = game.identity.value_or("");
  info.note = game.note;
  PlaysInfo plays;
  std::set<Entry> entries;
  store.for_each([&](const ledger::KeptPlay& play) {
    plays.failures += play.lost ? 1 : 0;
    plays.open += play.settled() ? 0 : 1;
    if (!play.payoff) return;
    ++info.payoffs;
    info.averaged_plays += play.plays;
    if (!info.smallest || *play.payoff < *info.smallest) info.smallest = play.payoff;
    if (!info.largest || *play.payoff > *info.largest) info.largest = play.payoff;
    if (game.by_play()) entries.insert(play.entry);
  });
  if (!game.by_play()) return info;
  plays.run = ledger::facts_of(game);
  plays.attempts = std::ssize(store.frozen());
  plays.entries = std::ssize(entries);
  info.plays = std::move(plays);
  return info;
}

LedgerShape ledger_shape(const std::string& path) {
  return ledger::shape_of(ledger::Store(path).game());
}

void export_ledger(const std::string& path, std::ostream& out) {
  const ledger::Store store(path);
  const auto kind = store.game().by_play()  ? ledger::ListKind::plays
                    : store.has_averages() ? ledger::ListKind::averages
                                           : ledger::ListKind::payoffs;
  store.for_each(ledger::LineWriter(out, store.game(), kind));
}

std::int64_t export_sound(const std::string& path, std::ostream& out) {
  const ledger::Store store(path, true);
  auto kind = ledger::ListKind::payoffs;
  std::vector<ledger::KeptPlay> sound;
  const std::int64_t damaged = store.salvage([&](const ledger::KeptPlay& play) {
    if (play.plays > 0) kind = ledger::ListKind::averages;
    if (play.seed != 0) kind = ledger::ListKind::plays;
    sound.push_back(play);
  });
  std::ranges::for_each(sound, ledger::LineWriter(out, store.game(), kind));
  return damaged;
}

Imported import_ledger(const std::string& path, std::istream& in, const std::string& name,
                       const ImportSettings& settings) {
  return ledger::adding([&] { return ledger::ListImport(path, in, name, settings).run(); });
}

Imported import_ledger(const std::string& path, std::istream& in, const std::string& name,
                       const std::optional<LedgerShape>& shape, const std::string& game_id) {
  return import_ledger(path, in, name, ImportSettings{shape, game_id});
}

Imported add_to_ledger(const std::string& path, std::span<const Entry> entries,
                       std::span<const Rational> payoffs, const std::optional<LedgerShape>& shape,
                       const std::string& game_id) {
  if (entries.size() != payoffs.size()) {
    throw InputError(
        fmt::format("{}: {} payoffs for {} entries", path, payoffs.size(), entries.size()));
  }
  if (!shape && !std::filesystem::exists(path)) ledger::refuse_to_make(path);
  return ledger::adding([&] {
    ledger::Intake intake(path,
                          ledger::game_of(path, shape ? *shape : ledger_shape(path), game_id));
    const auto where = [&path] { return path; };
    for (std::size_t t = 0; t < entries.size(); ++t) {
      std::optional<Rational> payoff = payoffs[t];
      const Entry entry = intake.settle(entries[t], payoff, where);
      intake.add(
          entry, *payoff, where, [](Entry) { return "before"; }, " now");
    }
    return intake.finish();
  });
}

Imported merge_ledger(const std::string& path, const std::string& from) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, from, ignored)) {
    throw InputError(from + ": the same file as " + path);
  }
  return ledger::adding([&] {
    const ledger::Store source(from);
    ledger::LedgerGame game = source.game();
    bool two_tables = false;
    if (std::filesystem::exists(path)) {
      const ledger::LedgerGame there = ledger::Store(path).game();
      game = ledger::merged_game(source.game(), there, from);
      // Two tables that differ may be one league at different times.
      two_tables = ledger::are_tables(game, there) && game.identity != there.identity;
    }
    ledger::Intake intake(path, std::move(game));
    if (two_tables) intake.forget_identity();
    ledger::take_over(source, intake, path);
    return intake.finish();
  });
}

}  // namespace allnash
