#include "payoffs/asking/payoff_ledger.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "allnash/run.hpp"
#include "core/game/players.hpp"
#include "payoffs/asking/account.hpp"
#include "payoffs/asking/mismatch.hpp"
#include "payoffs/asking/round.hpp"

namespace allnash::asking {

Ledger::Account::Account(Source& from, const LedgerSettings& how)
    : source(from),
      settings(how),
      archive(how.file),
      inherited(archive != nullptr ? archive->inherited(from.rows(), from.columns()) : Inherited()),
      known(std::make_shared<game::Known>(
          game::GameShape{from.rows(), from.columns(), how.symmetric, how.match_sum(), how.range})),
      mirrored(from, how.symmetric),
      repeated(from.traits().may_vary, how.check_repeat, how.seed),
      priced(how.costs, from.rows(), from.columns(), how.symmetric),
      seed_of_plays(how.seed) {
  if (how.forecaster) ahead = std::make_unique<Ahead>(how.forecaster, how.price);
  repeated.recall(inherited.repeated);
  asked_ahead.insert(inherited.ahead.begin(), inherited.ahead.end());
  played.count = recalled = inherited.plays;
  if (!inherited.by_play) return;
  seed_of_plays = inherited.seed;
  plays_lost = inherited.has_plays_ahead;
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
    if (archive->recall({entry}, kept) && kept.payoff) unclaimed.push_back(entry);
  }
  return unclaimed;
}

std::int64_t Ledger::Account::seed_of(Entry entry, std::int64_t place) const {
  const Entry known_as = archive != nullptr ? archive->numbered(entry) : entry;
  return static_cast<std::int64_t>(play_seed(seed_of_plays, known_as, place));
}

void Ledger::Account::write(const std::function<void(Archive&)>& put) {
  if (archive == nullptr || !file_fault.empty()) return;
  try {
    put(*archive);
  } catch (const LedgerWriteError& error) {
    file_fault = error.what();
  }
}

void Ledger::Account::write(std::span<const Entry> entries, std::span<const Rational> payoffs,
                            std::int64_t mirrors, bool were_ahead) {
  if (archive == nullptr || (entries.empty() && mirrors == 0)) return;
  write([&](Archive& into) { into.record(entries, payoffs, mirrors, rounds, were_ahead); });
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
  if (!archive->recall({entry}, kept) || !kept.payoff) return false;
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
  return account_->archive == nullptr ? std::vector<Entry>() : account_->unclaimed_in_file();
}

std::vector<Entry> Ledger::in_file() const {
  std::vector<Entry> held;
  account_->archive->for_each([&](const KeptPlay& kept) { held.push_back(kept.entry); });
  std::ranges::sort(held);  // independent of the file's order
  std::erase_if(held, [&](const Entry& entry) { return account_->asked_ahead.contains(entry); });
  return held;
}

std::optional<std::vector<Question>> Ledger::planned() const { return account_->plan; }

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

std::int64_t Ledger::queries() const { return known().count(); }
LedgerCounts Ledger::counts() const {
  const Account& its = *account_;
  LedgerCounts counts;
  counts.asked = its.asked();
  counts.rounds = its.rounds;
  counts.recalled = its.recalled + its.mirrored.recalled();
  counts.repeats = its.repeated.repeats();
  counts.hedged = its.hedged;
  counts.in_vain = its.in_vain();
  counts.lost = its.played.failures;
  counts.averaged_plays = its.averaged_plays;
  return counts;
}

const Rechecked& Ledger::rechecked() const { return account_->rechecked; }
const std::vector<FailedEntry>& Ledger::failed() const { return account_->failed; }
const Priced& Ledger::prices() const { return account_->priced; }

bool Ledger::free() const {
  return account_->source.traits().free && !account_->settings.budget &&
         account_->archive == nullptr && !account_->priced;
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
