#include "payoffs/file/store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "core/base/text.hpp"

namespace allnash::file {

Store::Store(const std::string& path, const LedgerGame& game, bool held) {
  file_.open(path, true, [&] { begin(&game, held, Use::all); });
}

Store::Store(const std::string& path, Use use) {
  file_.open(path, false, [&] { begin(nullptr, false, use); });
}

DatabaseFile::Layout Store::layout() {
  static const std::array all{PlayTable::schema, PlayTable::schema_of_index, FactTable::schema,
                              DatabaseFile::schema_of_totals};
  return all;
}

void Store::begin(const LedgerGame* wanted, bool held, Use use) {
  created_ = !file_.is_laid_out(layout());  // before any change
  if (created_ && wanted == nullptr) {
    throw EmptyLedger(file_.shown + ": an empty file, not a ledger");
  }
  if (created_ && !file_.writable) file_.refuse("an empty file that cannot be written to");
  if (file_.writable) file_.begin_exclusive(held);
  if (created_) file_.lay_out(layout());
  facts_.emplace(file_);
  record_.emplace(file_, *facts_);
  plays_.emplace(file_);
  log_.emplace(*facts_);
  if (created_) record_->create(*wanted);
  if (use == Use::salvage) {
    record_->read_sound();
  } else if (!created_) {
    verify(use);
    record_->read();
  }
  if (wanted != nullptr) {
    if (wanted->seen && wanted->seen != (created_ ? 0 : game().seen)) file_.refuse_use();
    record_->agree_on(*wanted, *plays_);
  }
  empty_ = plays_->empty();
  if (file_.writable && !held) file_.commit();
}

/// Verifies everything that is used, so that no answer rests on a part of it. Pages are checked,
/// too: with a damaged free list, new rows would overwrite old ones.
void Store::verify(Use use) {
  if (use == Use::all) file_.check_pages();
  file_.read_totals();
  facts_->verify();
  if (!facts_->all(FactTable::responses).empty()) {
    file_.refuse("a ledger of a game of responses, for `allnash solve responses`");
  }
  if (use == Use::all) plays_->verify();
}

std::int64_t Store::count() const {
  return file_.reading([&] {
    if (record_->has_all()) {
      return file_.database->integer("SELECT count(*) FROM plays WHERE payoff IS NOT NULL");
    }
    std::int64_t count = 0;
    plays_->for_each_answered([&](Entry entry) {
      KeptPlay play{entry};
      if (record_->to_game(play)) ++count;
    });
    return count;
  });
}

bool Store::recall(const KeptPlay& key, KeptPlay& play) {
  return file_.reading([&] {
    const Entry entry = key.entry;
    const auto [place, turned] = record_->to_file(entry);
    if (!plays_->find({place, key.origin, key.seed}, play)) return false;
    play.entry = entry;
    if (turned && play.payoff) *play.payoff = game().sum - *play.payoff;
    return true;
  });
}

/// In the file's numbering.
KeptPlay Store::in_file(KeptPlay play) const {
  const auto [place, turned] = record_->to_file(play.entry);
  play.entry = place;
  if (turned && play.payoff) *play.payoff = game().sum - *play.payoff;
  return play;
}

Store::Batch::Batch(Store& store) : store_(store) {
  if (!store.writable()) throw LedgerWriteError(store.name() + ": may only be read");
  if (store.file_.database->in_transaction()) return;  // a held transaction
  store.file_.writing([&] { store.file_.begin(); });
}

Store::Batch::~Batch() { store_.file_.roll_back(); }

void Store::Batch::add(KeptPlay play) {
  store_.file_.writing([&] { store_.plays_->add(store_.in_file(std::move(play))); });
}

void Store::Batch::put(KeptPlay play) {
  store_.file_.writing([&] { store_.plays_->put(store_.in_file(std::move(play))); });
}

void Store::Batch::note_mirrored(std::int64_t count) {
  store_.record_->game.mirrored += count;
  store_.file_.writing([&] { store_.record_->write(); });
}

void Store::Batch::note_round(std::int64_t round, std::span<const Entry> asked) {
  std::vector<Entry> places;
  for (const Entry& entry : asked) places.push_back(store_.record_->to_file(entry).entry);
  store_.file_.writing([&] { store_.log_->add_asked(round, places); });
}

void Store::Batch::forget_identity() {
  store_.record_->game.identity.reset();
  store_.file_.writing([&] { store_.record_->write(); });
}

void Store::Batch::commit() {
  store_.file_.writing([&] { store_.file_.commit(); });
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
  if (ahead) note_ahead(entries, false);
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

std::vector<Freeze> Store::freezes(Kind kind) const {
  return file_.reading([&] {
    std::vector<Freeze> all;
    for (const auto& [before, content] : facts_->all(name_of_kind(kind))) {
      all.push_back({number_in<std::int64_t>(before).value_or(0), content});
    }
    return all;
  });
}

void Store::freeze(Kind kind, std::int64_t number, const Freeze& what) {
  const std::vector<Freeze> before = freezes(kind);
  const auto place = at(number - 1);
  if (place < before.size() && before[place] != what) {
    file_.refuse(fmt::format("of another run: it froze something else in attempt {}", number));
  }
  if (place < before.size()) return;
  change([&] {
    facts_->put(name_of_kind(kind), number, std::to_string(what.plays_before), what.content);
  });
}

namespace {

/// Follow the parts of a log that was given as counts or as pairs.
constexpr const char* counts_word = "counts\n";
constexpr const char* pairs_word = "pairs\n";

}  // namespace

std::vector<Store::Log> Store::logs() const {
  return file_.reading([&] {
    std::vector<Log> all;
    for (const auto& [name, value] : facts_->all(FactTable::log)) {
      all.push_back({name, {}});
      std::istringstream parts(value);
      for (Log::Part part; parts >> part.first >> part.count;) all.back().parts.push_back(part);
      if (value.ends_with(counts_word)) all.back().form = Log::Form::counts;
      if (value.ends_with(pairs_word)) all.back().form = Log::Form::pairs;
    }
    return all;
  });
}

bool Store::has_logs_since_run() const {
  const std::int64_t begun = beginning().plays;
  return std::ranges::any_of(logs(), [begun](const Log& log) {
    return std::ranges::any_of(
        log.parts, [begun](const Log::Part& part) { return part.first + part.count > begun; });
  });
}

void Store::put_log(std::int64_t number, const Log& log) {
  std::string parts;
  for (const auto& [first, count] : log.parts) parts += fmt::format("{} {}\n", first, count);
  if (log.form == Log::Form::counts) parts += counts_word;
  if (log.form == Log::Form::pairs) parts += pairs_word;
  change([&] { facts_->put(FactTable::log, number, log.name, parts); });
}

std::vector<std::string> Store::gone() const {
  return file_.reading([&] {
    std::vector<std::string> labels;
    for (const auto& [name, value] : facts_->all(FactTable::gone)) labels.push_back(value);
    return labels;
  });
}

std::string Store::hint() const {
  const Facts facts = file_.reading([&] { return facts_->all(FactTable::hint); });
  return facts.empty() ? "" : facts.front().second;
}

void Store::put_hint(const std::string& hint) {
  change([&] { facts_->put(FactTable::hint, 0, "", hint); });
}

void Store::put_gone(const std::vector<std::string>& labels) {
  Facts facts;
  for (const std::string& label : labels) facts.emplace_back("", label);
  change([&] { facts_->put(FactTable::gone, facts); });
}

namespace {

constexpr const char* claimed_word = "claimed";

std::string line_of(Entry entry) { return fmt::format("{} {}\n", entry.row, entry.column); }

}  // namespace

std::string Store::lines_of(std::span<const Entry> entries) const {
  std::string lines;
  for (const Entry& entry : entries) lines += line_of(entry_in_file(entry));
  return lines;
}

/// In the file's numbering.
std::vector<Entry> Store::entries_in(const std::string& lines) const {
  std::vector<Entry> entries;
  std::istringstream in(lines);
  for (Entry entry; in >> entry.row >> entry.column;) {
    if (!record_->has_room_for(entry)) {
      file_.refuse_damage(entry_name(entry) + ", which is out, lies outside the game");
    }
    entries.push_back(entry);
  }
  return entries;
}

/// In the file's numbering, including strategies that this game does not have.
std::vector<Lease> Store::leases_in_file(std::int64_t now) {
  std::vector<Lease> all;
  for (const auto& [end, lines] : facts_->all(FactTable::lease)) {
    const auto until = number_in<std::int64_t>(end);
    if (!until) file_.refuse_damage("the list of entries that are handed out has no time");
    for (const Entry& entry : entries_in(lines)) {
      KeptPlay kept;
      const bool answered = plays_->find(KeptPlay{entry}, kept) && kept.payoff;
      if (*until > now && !answered) all.push_back({entry, *until});
    }
  }
  return all;
}

std::vector<Lease> Store::leases(std::int64_t now) {
  return file_.reading([&] {
    std::vector<Lease> all;
    for (const Lease& lease : leases_in_file(now)) {
      KeptPlay play{lease.entry};
      if (record_->to_game(play)) all.push_back({play.entry, lease.until});
    }
    std::ranges::sort(all, {},
                      [](const Lease& lease) { return std::pair(lease.until, lease.entry); });
    return all;
  });
}

void Store::note_ahead(std::span<const Entry> entries, bool claimed) {
  if (entries.empty()) return;
  change([&] { facts_->append(FactTable::ahead, claimed ? claimed_word : "", lines_of(entries)); });
}

std::vector<Entry> Store::asked_ahead() const {
  return file_.reading([&] {
    std::set<Entry> all;
    for (const auto& [name, lines] : facts_->all(FactTable::ahead)) {
      for (const Entry& entry : entries_in(lines)) {
        KeptPlay play{entry};
        if (!record_->to_game(play)) continue;
        if (name == claimed_word) {
          all.erase(play.entry);
        } else {
          all.insert(play.entry);
        }
      }
    }
    return std::vector<Entry>(all.begin(), all.end());
  });
}

void Store::lease(std::span<const Entry> entries, std::int64_t until, std::int64_t now,
                  std::span<const Entry> ahead) {
  std::map<std::int64_t, std::string> by_end;
  for (const auto& [entry, end] : file_.reading([&] { return leases_in_file(now); })) {
    by_end[end] += line_of(entry);
  }
  by_end[until] += lines_of(entries);
  Facts facts;
  for (const auto& [end, out] : by_end) {
    if (!out.empty()) facts.emplace_back(std::to_string(end), out);
  }
  change([&] {
    facts_->put(FactTable::lease, facts);
    facts_->put(FactTable::ahead, ahead.empty() ? Facts() : Facts{{"", lines_of(ahead)}});
  });
}

/// Writes within the open transaction, or within a new one.
template <typename Write>
void Store::change(const Write& write) {
  if (file_.database->in_transaction()) return file_.writing(write);
  Batch batch(*this);
  file_.writing(write);
  batch.commit();
}

/// Visits the play in the game's numbering if it belongs to the game.
void Store::show(KeptPlay& play, const Visit& visit) const {
  if (!record_->has_room_for(play.entry)) {
    file_.refuse_damage(entry_name(play.entry) + " lies outside the game");
  }
  if (record_->to_game(play)) visit(play);
}

std::int64_t Store::repeated() {
  try {
    return file_.reading([&] { return log_->repeated(); });
  } catch (const InputError&) {
    return 0;  // the log is damaged
  }
}

/// Writes into the log, unless the file cannot be written or a transaction is open.
template <typename Write>
void Store::note_in_log(const Write& write) {
  if (!file_.writable || file_.database->in_transaction()) return;
  try {
    file_.begin();
    write(*log_);
    file_.commit();
  } catch (const sqlite::Error&) {
    file_.roll_back();
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

std::int64_t Store::salvage(const Visit& visit) const {
  return file_.reading([&] {
    std::int64_t nameless = 0;
    const std::int64_t damaged = plays_->salvage([&](KeptPlay& play) {
      if (record_->has_its_labels(play.entry)) {
        visit(play);
      } else {
        ++nameless;
      }
    });
    return damaged + nameless;
  });
}

}  // namespace allnash::file
