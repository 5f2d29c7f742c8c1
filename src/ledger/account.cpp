#include "ledger/account.hpp"

#include <algorithm>
#include <limits>

#include "allnash/error.hpp"
#include "ledger/mismatch.hpp"
#include "ledger/play_seed.hpp"
#include "ledger/store.hpp"

namespace allnash::ledger {

Ledger::Account::Account(Source& from, const LedgerSettings& how)
    : source(from),
      settings(how),
      known(std::make_shared<game::Known>(
          game::GameShape{from.rows(), from.columns(), how.symmetric, how.match_sum(), how.range})),
      mirrored(from, how.symmetric),
      repeated(from.may_vary(), how.check_repeat, how.seed),
      priced(how.costs, from.rows(), from.columns(), how.symmetric),
      seed_of_plays(how.seed) {}

std::int64_t Ledger::Account::budget_left() const {
  if (!settings.budget) return std::numeric_limits<std::int64_t>::max();
  const std::int64_t paid = asked() + in_vain() - recalled - mirrored.recalled() + repeated.paid();
  return std::max<std::int64_t>(0, *settings.budget - paid);
}

std::int64_t Ledger::Account::seed_of(Entry entry, std::int64_t place) const {
  const Entry known_as = file != nullptr ? file->entry_in_file(entry) : entry;
  return static_cast<std::int64_t>(play_seed(seed_of_plays, known_as, place));
}

void Ledger::Account::write(const std::function<void(Store&)>& put) {
  if (file == nullptr || !file_fault.empty()) return;
  try {
    put(*file);
  } catch (const LedgerWriteError& error) {
    file_fault = error.what();
  }
}

void Ledger::Account::write(std::span<const Entry> entries, std::span<const Rational> payoffs,
                            std::int64_t mirrors) {
  if (file == nullptr || (entries.empty() && mirrors == 0)) return;
  write([&](Store& into) { into.record(entries, payoffs, mirrors, rounds); });
  if (!file_fault.empty()) unkept += std::ssize(entries);
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
  if (!file->recall(entry, kept) || !kept.payoff) return false;
  const Rational& payoff = *kept.payoff;
  const auto& range = settings.range;
  if (range && !range->holds(payoff)) throw InputError(outside(entry, payoff, *range));
  known->learn(entry, payoff);
  priced.spend_recalled(entry);
  ++recalled;
  averaged_plays += kept.plays;
  return true;
}

}  // namespace allnash::ledger
