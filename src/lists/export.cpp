// Summaries of ledger files, and their export as CSV.
#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "allnash/ledger.hpp"
#include "base/reader.hpp"
#include "lists/intake.hpp"
#include "lists/match_list.hpp"
#include "store/store.hpp"

namespace allnash {
namespace lists {
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

std::string word_of(Store::Log::Form form) {
  using enum Store::Log::Form;
  return form == counts ? "counts" : form == pairs ? "pairs" : "matches";
}

}  // namespace lists

LedgerInfo ledger_info(const std::string& path) {
  store::Store store(path);
  store.check_soundness();
  const store::LedgerGame& game = store.game();
  LedgerInfo info;
  static_cast<LedgerShape&>(info) = store::shape_of(game);
  info.file = path;
  info.version = store::DatabaseFile::version;
  info.identity = game.identity.value_or("");
  info.note = game.note;
  PlaysInfo plays;
  std::set<Entry> entries;
  store.for_each([&](const store::KeptPlay& play) {
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
  plays.run = store::facts_of(game);
  plays.attempts = std::ssize(store.freezes(store::Store::Kind::frozen));
  plays.entries = std::ssize(entries);
  for (const store::Store::Log& log : store.logs()) {
    std::int64_t count = 0;
    for (const auto& part : log.parts) count += part.count;
    plays.logs.push_back({log.name, count, lists::word_of(log.form)});
  }
  info.plays = std::move(plays);
  return info;
}

LedgerShape ledger_shape(const std::string& path) {
  return store::shape_of(store::Store(path, store::Store::Use::game).game());
}

void export_ledger(const std::string& path, std::ostream& out) {
  const store::Store store(path);
  const auto kind = store.game().by_play() ? lists::ListKind::plays
                    : store.has_averages() ? lists::ListKind::averages
                                           : lists::ListKind::payoffs;
  store.for_each(lists::LineWriter(out, store.game(), kind));
}

std::int64_t export_sound(const std::string& path, std::ostream& out) {
  const store::Store store(path, store::Store::Use::salvage);
  auto kind = lists::ListKind::payoffs;
  std::vector<store::KeptPlay> sound;
  const std::int64_t damaged = store.salvage([&](const store::KeptPlay& play) {
    if (play.plays > 0) kind = lists::ListKind::averages;
    if (play.origin != store::Origin::payoff) kind = lists::ListKind::plays;
    sound.push_back(play);
  });
  std::ranges::for_each(sound, lists::LineWriter(out, store.game(), kind));
  return damaged;
}

}  // namespace allnash
