#include "ledger/learner.hpp"

#include <algorithm>
#include <utility>

#include "allnash/error.hpp"
#include "ledger/mismatch.hpp"
#include "ledger/store.hpp"

namespace allnash::ledger {

void Ledger::Learner::take(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
  taken_ += which.size();
  std::vector<Entry> entries;
  entries.reserve(which.size());
  if (sent_.purposes.empty()) {
    for (const std::size_t t : which) entries.push_back(sent_.questions[t].entry);
    keep(entries, payoffs, 0);
    return;
  }
  std::vector<Rational> kept;
  std::vector<Second> seconds;
  std::int64_t mirrors = 0;
  for (std::size_t t = 0; t < which.size(); ++t) {
    const Entry entry = sent_.questions[which[t]].entry;
    const Purpose purpose = sent_.purpose(which[t]);
    if (purpose == Purpose::learn) {
      entries.push_back(entry);
      kept.push_back(payoffs[t]);
      continue;
    }
    seconds.push_back({entry, payoffs[t], purpose == Purpose::mirror});
    if (purpose != Purpose::mirror) continue;
    ++mirrors;
    account_.priced.spend(entry);  // as much again
  }
  const std::int64_t repeats = account_.repeated.paid();
  keep(entries, kept, mirrors);
  for (Second& second : seconds) {
    mind_range(second.asked, second.payoff);
    meet(std::move(second));
  }
  const std::int64_t more = account_.repeated.paid() - repeats;
  if (account_.file != nullptr && more > 0) account_.file->note_repeated(more);
}

std::vector<Question> Ledger::Learner::ahead(std::size_t most) {
  if (!account_.ahead || stopped()) return {};
  const auto due = static_cast<std::int64_t>(sent_.questions.size() - taken_);
  const std::size_t room = at(std::max<std::int64_t>(0, account_.budget_left() - due));
  std::vector<Question> questions;
  const auto held = [this](Entry entry) {
    KeptPlay kept;
    return account_.file != nullptr && account_.file->recall(entry, kept);
  };
  for (const Entry& entry : account_.ahead->next(std::min(most, room), *account_.known, held)) {
    questions.push_back({entry});
  }
  return questions;
}

void Ledger::Learner::take_ahead(std::span<const Question> which,
                                 std::span<const Rational> payoffs) {
  std::vector<Entry> entries;
  for (const Question& one : which) entries.push_back(one.entry);
  account_.write(entries, payoffs, 0);
  for (std::size_t t = 0; t < entries.size(); ++t) {
    mind_range(entries[t], payoffs[t]);
    account_.ahead->arrive(entries[t], payoffs[t]);
  }
}

void Ledger::Learner::keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
                           std::int64_t mirrors) {
  account_.keep(entries, payoffs, mirrors);
  for (std::size_t t = 0; t < entries.size(); ++t) mind_range(entries[t], payoffs[t]);
  if (early_.empty()) return;
  for (const Entry& entry : entries) {
    const auto [first, last] = early_.equal_range(entry);
    for (auto second = first; second != last; ++second) compare(second->second);
  }
}

void Ledger::Learner::mind_range(Entry entry, const Rational& payoff) {
  const auto& range = account_.settings.range;
  if (range && misfit_.empty() && !range->holds(payoff)) misfit_ = outside(entry, payoff, *range);
}

void Ledger::Learner::meet(Second second) {
  const Entry entry = second.entry();
  if (account_.known->knows(entry.row, entry.column)) {
    compare(second);
  } else {
    early_.emplace(entry, std::move(second));
  }
}

void Ledger::Learner::compare(const Second& second) {
  const Entry entry = second.entry();
  const Rational before = account_.known->payoff(entry.row, entry.column);
  if (!second.mirrored) {
    account_.repeated.count();
    if (second.payoff == before || !contradiction_.empty()) return;
    contradiction_ = Repeated::contradiction(entry, before, second.payoff);
  } else if (second.payoff != account_.known->sum() - before && misfit_.empty()) {
    misfit_ = asymmetry(entry, before, second.payoff, account_.settings);
    if (account_.source.may_vary()) misfit_ += "; if payoffs are random, see `noisy`";
  }
}

void Ledger::Learner::throw_fault() const {
  if (!misfit_.empty()) throw InputError(misfit_);
  if (!contradiction_.empty()) throw SourceError(contradiction_);
}

}  // namespace allnash::ledger
