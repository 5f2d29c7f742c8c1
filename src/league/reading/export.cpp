// Summaries of ledger files, and their export as CSV.
#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "allnash/ledger.hpp"
#include "core/base/reader.hpp"
#include "league/reading/intake.hpp"
#include "league/reading/match_list.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {
namespace reading {
namespace {

/// Writes a header, then a line for each answered row.
class LineWriter {
 public:
  LineWriter(std::ostream& out, const LedgerGame& game, ListKind kind)
      : out_(out), game_(game), kind_(kind) {
    out << header_of(kind) << '\n';
  }

  void operator()(const KeptPlay& play) {
    if (!play.payoff) return;
    const bool one_roster = game_.column_labels.empty() && game_.symmetric;
    line_ = cell_of(game_.row_labels, play.entry.row);
    line_ += ',';
    line_ += cell_of(one_roster ? game_.row_labels : game_.column_labels, play.entry.column);
    line_ += ',';
    if (kind_ == ListKind::plays) line_ += std::to_string(listed_seed(play)) + ',';
    line_ += play.payoff->to_string();
    if (kind_ == ListKind::averages) line_ += ',';
    if (play.plays > 0) line_ += std::to_string(play.plays);
    line_ += '\n';
    out_.write(line_.data(), std::ssize(line_));
  }

 private:
  std::ostream& out_;
  const LedgerGame& game_;
  ListKind kind_;
  std::string line_;
};

}  // namespace

std::string word_of(MatchLog::Form form) {
  using enum MatchLog::Form;
  return form == counts ? "counts" : form == pairs ? "pairs" : "matches";
}

}  // namespace reading

LedgerInfo ledger_info(const std::string& path) {
  file::Store store(path);
  store.check_soundness();
  const file::LedgerGame& game = store.game();
  LedgerInfo info;
  static_cast<LedgerShape&>(info) = file::shape_of(game);
  info.file = path;
  info.version = file::DatabaseFile::version;
  info.identity = game.identity.value_or("");
  info.note = game.note;
  PlaysInfo plays;
  std::set<Entry> entries;
  store.for_each([&](const file::KeptPlay& play) {
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
  plays.run = file::facts_of(game);
  plays.attempts = std::ssize(store.freezes(file::Store::Kind::frozen));
  plays.entries = std::ssize(entries);
  for (const file::MatchLog& log : store.logs().all()) {
    std::int64_t count = 0;
    for (const auto& part : log.parts) count += part.count;
    plays.logs.push_back({log.name, count, reading::word_of(log.form)});
  }
  info.plays = std::move(plays);
  return info;
}

LedgerShape ledger_shape(const std::string& path) {
  return file::shape_of(file::Store(path, file::Store::Use::game).game());
}

void export_ledger(const std::string& path, std::ostream& out) {
  const file::Store store(path);
  const auto kind = store.game().by_play() ? reading::ListKind::plays
                    : store.has_averages() ? reading::ListKind::averages
                                           : reading::ListKind::payoffs;
  store.for_each(reading::LineWriter(out, store.game(), kind));
}

std::int64_t export_sound(const std::string& path, std::ostream& out) {
  const file::Store store(path, file::Store::Use::salvage);
  auto kind = reading::ListKind::payoffs;
  std::vector<file::KeptPlay> sound;
  const std::int64_t damaged = store.salvage([&](const file::KeptPlay& play) {
    if (play.plays > 0) kind = reading::ListKind::averages;
    if (play.origin != file::Origin::payoff) kind = reading::ListKind::plays;
    sound.push_back(play);
  });
  std::ranges::for_each(sound, reading::LineWriter(out, store.game(), kind));
  return damaged;
}

}  // namespace allnash
