#include "payoffs/file/store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.hpp"

namespace allnash::file {

Store::Store(const std::string& path, const LedgerGame& game, bool held) {
  tables_.file.open(path, true, [&] { begin(&game, held, Use::all); });
}

Store::Store(const std::string& path, Use use) {
  tables_.file.open(path, false, [&] { begin(nullptr, false, use); });
}

DatabaseFile::Layout Store::layout() {
  static const std::array all{PlayTable::schema, PlayTable::schema_of_index, FactTable::schema,
                              DatabaseFile::schema_of_totals};
  return all;
}

void Store::begin(const LedgerGame* wanted, bool held, Use use) {
  created_ = !tables_.file.is_laid_out(layout());  // before any change
  if (created_ && wanted == nullptr) {
    throw EmptyLedger(tables_.file.shown + ": an empty file, not a ledger");
  }
  if (created_ && !tables_.file.writable)
    tables_.file.refuse("an empty file that cannot be written to");
  if (tables_.file.writable) tables_.file.begin_exclusive(held);
  if (created_) tables_.file.lay_out(layout());
  tables_.facts.emplace(tables_.file);
  tables_.record.emplace(tables_.file, *tables_.facts);
  tables_.plays.emplace(tables_.file);
  tables_.log.emplace(*tables_.facts);
  if (created_) tables_.record->create(*wanted);
  if (use == Use::salvage) {
    tables_.record->read_sound();
  } else if (!created_) {
    verify(use);
    tables_.record->read();
  }
  if (wanted != nullptr) {
    if (wanted->seen && wanted->seen != (created_ ? 0 : game().seen)) tables_.file.refuse_use();
    tables_.record->agree_on(*wanted, *tables_.plays);
  }
  empty_ = tables_.plays->empty();
  if (tables_.file.writable && !held) tables_.file.commit();
}

/// Verifies everything that is used, so that no answer rests on a part of it. Pages are checked,
/// too: with a damaged free list, new rows would overwrite old ones.
void Store::verify(Use use) {
  if (use == Use::all) tables_.file.check_pages();
  tables_.file.read_totals();
  tables_.facts->verify();
  if (!tables_.facts->all(FactTable::responses).empty()) {
    tables_.file.refuse("a ledger of a game of responses, for `allnash solve responses`");
  }
  if (use == Use::all) tables_.plays->verify();
}

std::int64_t Store::count() const {
  return tables_.file.reading([&] {
    if (tables_.record->has_all()) {
      return tables_.file.database->integer("SELECT count(*) FROM plays WHERE payoff IS NOT NULL");
    }
    std::int64_t count = 0;
    tables_.plays->for_each_answered([&](Entry entry) {
      KeptPlay play{entry};
      if (tables_.record->to_game(play)) ++count;
    });
    return count;
  });
}

bool Store::recall(const KeptPlay& key, KeptPlay& play) {
  return tables_.file.reading([&] {
    const Entry entry = key.entry;
    const auto [place, turned] = tables_.record->to_file(entry);
    if (!tables_.plays->find({place, key.origin, key.seed}, play)) return false;
    play.entry = entry;
    if (turned && play.payoff) *play.payoff = game().sum - *play.payoff;
    return true;
  });
}

/// In the file's numbering.
KeptPlay Store::in_file(KeptPlay play) const {
  const auto [place, turned] = tables_.record->to_file(play.entry);
  play.entry = place;
  if (turned && play.payoff) *play.payoff = game().sum - *play.payoff;
  return play;
}

Store::Batch::Batch(Store& store) : store_(store) { store.tables_.begin(); }

Store::Batch::~Batch() { store_.tables_.file.roll_back(); }

void Store::Batch::add(KeptPlay play) {
  store_.tables_.file.writing([&] { store_.tables_.plays->add(store_.in_file(std::move(play))); });
}

void Store::Batch::put(KeptPlay play) {
  store_.tables_.file.writing([&] { store_.tables_.plays->put(store_.in_file(std::move(play))); });
}

void Store::Batch::note_mirrored(std::int64_t count) {
  store_.tables_.record->game.mirrored += count;
  store_.tables_.file.writing([&] { store_.tables_.record->write(); });
}

void Store::Batch::note_round(std::int64_t round, std::span<const Entry> asked) {
  std::vector<Entry> places;
  for (const Entry& entry : asked) places.push_back(store_.tables_.record->to_file(entry).entry);
  store_.tables_.file.writing([&] { store_.tables_.log->add_asked(round, places); });
}

void Store::Batch::forget_identity() {
  store_.tables_.record->game.identity.reset();
  store_.tables_.file.writing([&] { store_.tables_.record->write(); });
}

void Store::Batch::commit() {
  store_.tables_.file.writing([&] { store_.tables_.file.commit(); });
}

void Store::record(std::span<const Entry> entries, std::span<const Rational> payoffs,
                   std::int64_t mirrored, std::int64_t round, bool ahead) {
  Batch batch(*this);
  for (std::size_t t = 0; t < entries.size(); ++t) {
    KeptPlay payoff{entries[t]};
    payoff.payoff = payoffs[t];
    batch.add(std::move(payoff));
  }
  if (mirrored > 0) batch.note_mirrored(mirrored);
  if (round > 0 && !entries.empty()) batch.note_round(round, entries);
  if (ahead) leases().note_ahead(entries, false);
  batch.commit();
}

void Store::record(std::span<const KeptPlay> plays) {
  if (plays.empty()) return;
  Batch batch(*this);
  for (const KeptPlay& play : plays) batch.put(play);
  batch.commit();
}

namespace {

const char* name_of_kind(Store::Kind kind) {
  return kind == Store::Kind::frozen ? FactTable::frozen : FactTable::joined;
}

}  // namespace

asking::Inherited Store::inherited(Index rows, Index columns) {
  const RunStart start = run_start();
  asking::Inherited left;
  left.empty = empty_;
  left.by_play = game().by_play();
  left.repeated = repeated();
  left.mirrored = game().mirrored;
  left.ahead = leases().asked_ahead();
  left.has_plays_ahead =
      left.by_play && tables_.file.reading([&] { return tables_.plays->has_ahead(); });
  left.plays = start.plays;
  left.attempts = start.attempts;
  left.joined = start.joined;
  left.seed = start.seed;
  left.rows = tables_.record->numbers(true, rows);
  left.columns = tables_.record->numbers(false, columns);
  left.may_grow = !game().row_labels.empty() && !game().column_labels.empty();
  return left;
}

std::vector<Freeze> Store::freezes(Kind kind) const {
  return tables_.file.reading([&] {
    std::vector<Freeze> all;
    for (const auto& [before, content] : tables_.facts->all(name_of_kind(kind))) {
      all.push_back({number_in<std::int64_t>(before).value_or(0), content});
    }
    return all;
  });
}

void Store::freeze(Kind kind, std::int64_t number, const Freeze& what) {
  const std::vector<Freeze> before = freezes(kind);
  const auto place = at(number - 1);
  if (place < before.size() && before[place] != what) {
    tables_.file.refuse(
        fmt::format("of another run: it froze something else in attempt {}", number));
  }
  if (place < before.size()) return;
  tables_.change([&] {
    tables_.facts->put(name_of_kind(kind), number, std::to_string(what.plays_before), what.content);
  });
}

/// Visits the play in the game's numbering if it belongs to the game.
void Store::show(KeptPlay& play, const Visit& visit) const {
  if (!tables_.record->has_room_for(play.entry)) {
    tables_.file.refuse_damage(entry_name(play.entry) + " lies outside the game");
  }
  if (tables_.record->to_game(play)) visit(play);
}

/// The number of payoffs that were asked twice, to compare. No answer depends on it.
std::int64_t Store::repeated() {
  try {
    return tables_.file.reading([&] { return tables_.log->repeated(); });
  } catch (const InputError&) {
    return 0;  // the log is damaged
  }
}

/// Writes into the log, unless the file cannot be written or a transaction is open.
template <typename Write>
void Store::note_in_log(const Write& write) {
  if (!tables_.file.writable || tables_.file.database->in_transaction()) return;
  try {
    tables_.file.begin();
    write(*tables_.log);
    tables_.file.commit();
  } catch (const sqlite::Error&) {
    tables_.file.roll_back();
  }
}

void Store::note_repeated(std::int64_t count) {
  if (count > 0) note_in_log([&](RunLog& log) { log.add_repeated(count); });
}

void Store::note(const Facts& state, const Facts& point) {
  note_in_log([&](RunLog& log) {
    if (!point.empty()) log.add_point(point);
    log.set_state(state);
  });
}

std::string Store::hint() const {
  const Facts facts = tables_.file.reading([&] { return tables_.facts->all(FactTable::hint); });
  return facts.empty() ? "" : facts.front().second;
}

void Store::put_hint(const std::string& hint) {
  tables_.change([&] { tables_.facts->put(FactTable::hint, 0, "", hint); });
}

std::int64_t Store::salvage(const Visit& visit) const {
  return tables_.file.reading([&] {
    std::int64_t nameless = 0;
    const std::int64_t damaged = tables_.plays->salvage([&](KeptPlay& play) {
      if (tables_.record->has_its_labels(play.entry)) {
        visit(play);
      } else {
        ++nameless;
      }
    });
    return damaged + nameless;
  });
}

}  // namespace allnash::file
