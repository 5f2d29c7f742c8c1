#include "payoffs/asking/ledger.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "allnash/error.hpp"
#include "core/game/players.hpp"
#include "payoffs/asking/account.hpp"
#include "payoffs/asking/mismatch.hpp"
#include "payoffs/asking/round.hpp"
#include "payoffs/file/play_table.hpp"
#include "payoffs/file/store.hpp"

namespace allnash::asking {

Ledger::Account::Account(Source& from, const LedgerSettings& how)
    : source(from),
      settings(how),
      known(std::make_shared<game::Known>(
          game::GameShape{from.rows(), from.columns(), how.symmetric, how.match_sum(), how.range})),
      mirrored(from, how.symmetric),
      repeated(from.traits().may_vary, how.check_repeat, how.seed),
      priced(how.costs, from.rows(), from.columns(), how.symmetric),
      seed_of_plays(how.seed) {
  if (how.foresee) ahead = std::make_unique<Ahead>(how.foresee, how.price);
  if (settings.file == nullptr) return;
  repeated.recall(settings.file->repeated());
  for (const Entry& entry : settings.file->asked_ahead()) asked_ahead.insert(entry);
  const Beginning begun = settings.file->beginning();
  played.count = recalled = begun.plays;
  if (!settings.file->game().by_play()) return;
  seed_of_plays = begun.seed;
  plays_lost = settings.file->has_ahead();
}

std::int64_t Ledger::Account::budget_left() const {
  if (!settings.budget) return std::numeric_limits<std::int64_t>::max();
  const std::int64_t paid = asked() + in_vain() - recalled - mirrored.recalled() + repeated.paid();
  return std::max<std::int64_t>(0, *settings.budget - paid);
}

std::vector<Entry> Ledger::Account::unclaimed_in_file() const {
  std::vector<Entry> unclaimed;
  for (const Entry& entry : asked_ahead) {
    KeptPlay kept;
    if (settings.file->recall(entry, kept) && kept.payoff) unclaimed.push_back(entry);
  }
  return unclaimed;
}

std::int64_t Ledger::Account::seed_of(Entry entry, std::int64_t place) const {
  const Entry known_as = settings.file != nullptr ? settings.file->entry_in_file(entry) : entry;
  return static_cast<std::int64_t>(play_seed(seed_of_plays, known_as, place));
}

void Ledger::Account::write(const std::function<void(Store&)>& put) {
  if (settings.file == nullptr || !file_fault.empty()) return;
  try {
    put(*settings.file);
  } catch (const LedgerWriteError& error) {
    file_fault = error.what();
  }
}

void Ledger::Account::write(std::span<const Entry> entries, std::span<const Rational> payoffs,
                            std::int64_t mirrors, bool were_ahead) {
  if (settings.file == nullptr || (entries.empty() && mirrors == 0)) return;
  write([&](Store& into) { into.record(entries, payoffs, mirrors, rounds, were_ahead); });
  if (!file_fault.empty()) unkept += std::ssize(entries);
  if (were_ahead) asked_ahead.insert(entries.begin(), entries.end());
}

void Ledger::Account::keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
                           std::int64_t mirrors) {
  write(entries, payoffs, mirrors);
  for (std::size_t t = 0; t < entries.size(); ++t) {
    known->learn(entries[t], payoffs[t]);
    priced.spend(entries[t]);
  }
  mirrored.count(mirrors);
}

bool Ledger::Account::claim(Entry entry) {
  Rational payoff;
  if (!ahead || !ahead->claim(entry, payoff)) return false;
  known->learn(entry, payoff);
  return true;
}

bool Ledger::Account::recall(Entry entry) {
  KeptPlay kept;
  if (!settings.file->recall(entry, kept) || !kept.payoff) return false;
  const Rational& payoff = *kept.payoff;
  const auto& range = settings.range;
  if (range && !range->holds(payoff)) throw InputError(outside(entry, payoff, *range));
  known->learn(entry, payoff);
  priced.spend_recalled(entry);
  ++recalled;
  averaged_plays += kept.plays;
  return true;
}

Ledger::Ledger(Source& source, const Settings& settings) {
  refuse_misfit(source, settings);
  account_ = std::make_unique<Account>(source, settings);
}

Ledger::~Ledger() = default;

const game::Known& Ledger::known() const { return *account_->known; }
std::shared_ptr<const KnownPayoffs> Ledger::shared_known() const { return account_->known; }

void Ledger::notice_more() { account_->more_in_file = Account::MoreInFile::looked_for; }

bool Ledger::noticed_more() {
  using enum Account::MoreInFile;
  return std::exchange(account_->more_in_file, ignored) == found;
}

std::vector<Entry> Ledger::unclaimed_in_file() const {
  return account_->settings.file == nullptr ? std::vector<Entry>() : account_->unclaimed_in_file();
}

std::vector<Entry> Ledger::in_file() const {
  std::vector<Entry> held;
  account_->settings.file->for_each([&](const KeptPlay& kept) { held.push_back(kept.entry); });
  std::ranges::sort(held);  // independent of the file's order
  std::erase_if(held, [&](const Entry& entry) { return account_->asked_ahead.contains(entry); });
  return held;
}

std::optional<std::vector<Question>> Ledger::planned() const { return account_->plan; }

std::int64_t Ledger::asked_in_vain() const { return account_->in_vain(); }

bool Ledger::ask(std::span<const Entry> wanted) {
  Payoffs round(*account_, true);
  for (const Entry& entry : wanted) {
    if (!round.want(entry.row, entry.column)) return false;
  }
  return round.finish();
}

bool Ledger::ask_lines(std::span<const Index> rows, std::span<const Index> columns) {
  Payoffs round(*account_, false);
  std::vector<bool> row_done(at(known().rows()));
  std::vector<bool> column_done(at(known().columns()));
  // In a symmetric game row i and column i are one line, and a match between two lines is in both.
  std::vector<bool>& line_done = known().symmetric() ? row_done : column_done;
  for (const Index row : rows) {
    if (row_done[at(row)]) continue;
    if (!known().knows_row(row) && !want_line(round, row, true, line_done)) return false;
    row_done[at(row)] = true;
  }
  for (const Index column : columns) {
    if (line_done[at(column)]) continue;
    if (!known().knows_column(column) && !want_line(round, column, false, row_done)) return false;
    line_done[at(column)] = true;
  }
  return round.finish();
}

bool Ledger::want_line(Payoffs& round, Index line, bool is_row, const std::vector<bool>& done) {
  if (is_row || known().symmetric()) account_->known->expect_row(line);
  if (!is_row || known().symmetric()) account_->known->expect_column(line);
  const Index count = is_row ? known().columns() : known().rows();
  for (Index other = 0; other < count; ++other) {
    if (done[at(other)]) continue;
    if (!(is_row ? round.want(line, other) : round.want(other, line))) return false;
  }
  return true;
}

bool Ledger::ask_all() {
  Payoffs round(*account_, false);
  for (Index shell = 0; shell < std::min(known().rows(), known().columns()); ++shell) {
    if (!known().knows_row(shell)) account_->known->expect_row(shell);
    for (Index column = shell; column < known().columns(); ++column) {
      if (!round.want(shell, column)) return false;
    }
    if (known().symmetric()) continue;
    if (!known().knows_column(shell)) account_->known->expect_column(shell);
    for (Index row = shell + 1; row < known().rows(); ++row) {
      if (!round.want(row, shell)) return false;
    }
  }
  return round.finish();
}

bool Ledger::play(std::span<const Entry> wanted, std::vector<Paid>& paid, const NextPlays& next) {
  paid.clear();
  return !ended() && Plays(*account_, wanted, next).ask(paid);
}

bool Ledger::recall_past(Past& past) {
  const Store* const file = account_->settings.file;
  if (file == nullptr) {
    past.rows = game::all_below(known().rows());
    past.columns = game::all_below(known().columns());
    return true;
  }
  past.rows = file->numbers(true, known().rows());
  past.columns = file->numbers(false, known().columns());
  past.may_grow = !file->game().row_labels.empty() && !file->game().column_labels.empty();
  past.frozen = file->freezes(Store::Kind::frozen);
  past.joined = file->freezes(Store::Kind::joined);
  past.frozen.resize(at(file->beginning().attempts));
  past.joined.resize(at(file->beginning().joined));
  return Plays(*account_, {}).recall_past(past.plays);
}

std::int64_t Ledger::freeze(std::int64_t attempt, const std::string& content) {
  return freeze(true, attempt, content);
}

std::int64_t Ledger::join(std::int64_t number, const std::string& content) {
  return freeze(false, number, content);
}

std::int64_t Ledger::freeze(bool attempt, std::int64_t number, const std::string& content) {
  const Store::Kind kind = attempt ? Store::Kind::frozen : Store::Kind::joined;
  const std::optional<std::int64_t> before =
      account_->settings.file != nullptr ? account_->settings.file->plays_before(kind, number)
                                         : std::nullopt;
  if (before) {
    account_->pass_over_until(*before);
  } else {
    Plays(*account_, {}).leave_behind();
  }
  account_->write([&](Store& file) { file.freeze(kind, number, {played().count, content}); });
  return played().count;
}

void Ledger::Account::pass_over_until(std::int64_t number) {
  recalled += std::max<std::int64_t>(0, number - played.count);
  played.count = std::max(played.count, number);
}

const PlayCounts& Ledger::played() const { return account_->played; }
bool Ledger::ended() const { return account_->ended() || account_->out_of_budget; }

std::int64_t Ledger::queries() const { return known().count(); }
std::int64_t Ledger::asked() const { return account_->asked(); }
std::int64_t Ledger::rounds() const { return account_->rounds; }
std::int64_t Ledger::recalled() const { return account_->recalled + account_->mirrored.recalled(); }
std::int64_t Ledger::repeats() const { return account_->repeated.repeats(); }
std::int64_t Ledger::rechecked() const { return account_->rechecked; }
bool Ledger::recheck_begun() const { return account_->recheck_begun; }
const std::vector<FailedEntry>& Ledger::not_rechecked() const { return account_->not_rechecked; }
const std::vector<FailedEntry>& Ledger::failed() const { return account_->failed; }
std::int64_t Ledger::hedged() const { return account_->hedged; }
std::int64_t Ledger::averaged_plays() const { return account_->averaged_plays; }
const Priced& Ledger::prices() const { return account_->priced; }

bool Ledger::free() const {
  return account_->source.traits().free && !account_->settings.budget &&
         account_->settings.file == nullptr && !account_->priced;
}

bool Ledger::may_be_cut() const {
  return account_->settings.budget || account_->settings.planning || account_->priced;
}

bool Ledger::out_of_budget() const { return account_->out_of_budget; }

std::vector<Entry> Ledger::left_over(std::size_t most) const {
  std::vector<Entry> left;
  for (const Entry& entry : account_->open) {
    if (left.size() == most) break;
    if (!known().knows(entry.row, entry.column)) left.push_back(entry);
  }
  return left;
}

std::string Ledger::file_fault() const {
  if (account_->unkept == 0) return account_->file_fault;
  // A commit that failed may still have reached the disk.
  const bool one = account_->unkept == 1;
  return account_->file_fault + "; the last " +
         (one ? "" : std::to_string(account_->unkept) + " ") + (one ? "payoff" : "payoffs") +
         " may be missing from it";
}

}  // namespace allnash::asking
