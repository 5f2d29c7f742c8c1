// Ledger files looked at and written out.
#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "allnash/ledger.hpp"
#include "ledger/intake.hpp"
#include "ledger/match_list.hpp"
#include "ledger/store.hpp"
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

  void operator()(const KeptPlay& play) {
    if (!play.payoff) return;
    const bool one_roster = game_.column_labels.empty() && game_.symmetric;
    line_ = sources::cell_of(game_.row_labels, play.entry.row);
    line_ += ',';
    line_ +=
        sources::cell_of(one_roster ? game_.row_labels : game_.column_labels, play.entry.column);
    line_ += ',';
    if (kind_ == ListKind::plays) line_ += std::to_string(play.seed) + ',';
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
}  // namespace ledger

LedgerInfo ledger_info(const std::string& path) {
  ledger::Store store(path);
  store.check_soundness();
  const ledger::LedgerGame& game = store.game();
  LedgerInfo info;
  static_cast<LedgerShape&>(info) = ledger::shape_of(game);
  info.file = path;
  info.version = ledger::DatabaseFile::version;
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
  plays.attempts = std::ssize(store.freezes(ledger::Store::Kind::frozen));
  plays.entries = std::ssize(entries);
  for (const ledger::Store::Log& log : store.logs()) {
    std::int64_t count = 0;
    for (const auto& part : log.parts) count += part.count;
    plays.logs.emplace_back(log.name, count);
  }
  info.plays = std::move(plays);
  return info;
}

LedgerShape ledger_shape(const std::string& path) {
  return ledger::shape_of(ledger::Store(path, ledger::Store::Use::game).game());
}

void export_ledger(const std::string& path, std::ostream& out) {
  const ledger::Store store(path);
  const auto kind = store.game().by_play() ? ledger::ListKind::plays
                    : store.has_averages() ? ledger::ListKind::averages
                                           : ledger::ListKind::payoffs;
  store.for_each(ledger::LineWriter(out, store.game(), kind));
}

std::int64_t export_sound(const std::string& path, std::ostream& out) {
  const ledger::Store store(path, ledger::Store::Use::salvage);
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

}  // namespace allnash
