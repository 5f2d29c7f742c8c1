// Rounds of payoffs (round.hpp).
#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <utility>

#include "allnash/run.hpp"
#include "payoffs/asking/entry_runs.hpp"
#include "payoffs/asking/mismatch.hpp"
#include "payoffs/asking/round.hpp"
#include "payoffs/sources/answer.hpp"

namespace allnash::asking {

void Ledger::Payoffs::take(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
  taken_ += which.size();
  std::vector<Entry> entries;
  entries.reserve(which.size());
  if (purposes_.empty()) {
    for (const std::size_t t : which) entries.push_back(open_[t].entry);
    keep(entries, payoffs, 0);
    return;
  }
  std::vector<Rational> kept;
  std::vector<Second> seconds;
  std::int64_t mirrors = 0;
  for (std::size_t t = 0; t < which.size(); ++t) {
    const Entry entry = open_[which[t]].entry;
    const Purpose purpose = purposes_[which[t]];
    if (purpose == Purpose::learn) {
      entries.push_back(entry);
      kept.push_back(payoffs[t]);
      continue;
    }
    seconds.push_back({entry, payoffs[t], purpose == Purpose::mirror});
    if (purpose != Purpose::mirror) continue;
    ++mirrors;
    account_.priced.spend(entry);  // a second question costs the same again
  }
  const std::int64_t repeats = account_.repeated.paid();
  keep(entries, kept, mirrors);
  for (Second& second : seconds) {
    check_range(second.asked, second.payoff);
    meet(std::move(second));
  }
  const std::int64_t more = account_.repeated.paid() - repeats;
  if (account_.archive != nullptr && more > 0) account_.archive->note_repeated(more);
}

/// What the entry counts as is not written into the file, which holds what the source said.
bool Ledger::Payoffs::do_without(std::size_t which, std::string& why) {
  const OnFailure& policy = account_.settings.on_failure;
  if (policy.then == OnFailure::Then::stop) {
    why +=
        "; `on-failure` goes on without this payoff, and `allnash ledger import` gives a ledger "
        "file one for it";
    return false;
  }
  constexpr std::size_t few = 8;
  const auto failed = account_.failed.size();
  if (failed >= few && 2 * failed > at(account_.known->count())) {
    why += "; more than half of the payoffs have failed, so that `on-failure` does not go on";
    return false;
  }
  ++taken_;
  const Entry entry = open_[which].entry;
  if (!purposes_.empty() && purposes_[which] != Purpose::learn) return true;
  const bool skips = policy.then == OnFailure::Then::skip;
  account_.known->learn(entry, skips ? account_.settings.range->low : policy.payoff);
  account_.failed.push_back({entry, skips ? std::nullopt : std::optional(policy.payoff), why});
  return true;
}

std::vector<Question> Ledger::Payoffs::expected(std::size_t most) {
  const auto held = [this](Entry entry) {
    KeptPlay kept;
    return account_.archive != nullptr && account_.archive->recall({entry}, kept);
  };
  std::vector<Question> questions;
  for (const Entry& entry : account_.ahead->next(most, *account_.known, held)) {
    questions.push_back({entry});
  }
  return questions;
}

void Ledger::Payoffs::take(std::span<const Question> which, std::span<const Rational> payoffs) {
  std::vector<Entry> entries;
  for (const Question& one : which) entries.push_back(one.entry);
  account_.write(entries, payoffs, 0, true);
  for (std::size_t t = 0; t < entries.size(); ++t) {
    check_range(entries[t], payoffs[t]);
    account_.ahead->arrive(entries[t], payoffs[t]);
  }
}

void Ledger::Payoffs::keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
                           std::int64_t mirrors) {
  account_.keep(entries, payoffs, mirrors);
  for (std::size_t t = 0; t < entries.size(); ++t) check_range(entries[t], payoffs[t]);
  if (early_.empty()) return;
  for (const Entry& entry : entries) {
    const auto [first, last] = early_.equal_range(entry);
    for (auto second = first; second != last; ++second) compare(second->second);
  }
}

void Ledger::Payoffs::check_range(Entry entry, const Rational& payoff) {
  const auto& range = account_.settings.range;
  if (range && !range->holds(payoff)) fail<InputError>(outside(entry, payoff, *range));
}

void Ledger::Payoffs::meet(Second second) {
  const Entry entry = second.entry();
  if (account_.known->knows(entry.row, entry.column)) {
    compare(second);
  } else {
    early_.emplace(entry, std::move(second));
  }
}

void Ledger::Payoffs::compare(const Second& second) {
  const Entry entry = second.entry();
  const Rational before = account_.known->payoff(entry.row, entry.column);
  if (!second.mirrored) {
    account_.repeated.count();
    if (second.payoff != before)
      fail<SourceError>(sources::two_payoffs(entry, before, second.payoff));
  } else if (second.payoff != account_.known->sum() - before) {
    const bool varies = account_.source.traits().may_vary;
    fail<InputError>(asymmetry(entry, before, second.payoff, account_.settings, account_.source) +
                     (varies ? "; if payoffs are random, see `noisy`" : ""));
  }
}

bool Ledger::Payoffs::ask_chunk() {
  if (repeats_) drop_repeats();
  if (chunk_.empty()) return true;
  if (account_.ended()) {
    account_.open = std::move(chunk_);
    return false;
  }
  const Observer* const observer = account_.settings.observer;
  std::vector<Entry> wanted;
  const bool told = observer != nullptr && observer->wants_events();
  if (told && !account_.settings.planning) wanted = chunk_;
  account_.priced.know(chunk_);
  std::vector<Entry> in_order;  // needed if the chunk is not asked as a whole
  const bool some_at_hand = account_.ahead || from_file();
  if (some_at_hand) in_order = chunk_;
  learn_what_is_at_hand();
  // What was recalled is not used before it is rechecked: a payoff that differs ends the run.
  const bool checked = account_.recalled == 0 || recheck();
  if (!checked) account_.open = chunk_;
  const bool answered = checked && !more_is_known() && ask_unknown();
  account_.known->settle(some_at_hand ? in_order : chunk_);
  tell(std::move(wanted));
  chunk_.clear();
  recalled_again_.clear();
  return answered;
}

void Ledger::Payoffs::drop_repeats() {
  // Most callers ask in order, so that repeats would be neighbours.
  const auto unordered = [](const Entry& left, const Entry& right) { return !(left < right); };
  if (std::ranges::adjacent_find(chunk_, unordered) == chunk_.end()) return;
  const Entry none{-1, -1};
  std::vector<Entry> met(2 * std::bit_ceil(chunk_.size()), none);  // open addressing
  const std::size_t last = met.size() - 1;
  std::erase_if(chunk_, [&](const Entry& entry) {
    std::size_t place = game::EntryHash()(entry) & last;
    while (met[place] != none && met[place] != entry) place = (place + 1) & last;
    return std::exchange(met[place], entry) == entry;
  });
}

/// Learns payoffs in the file, and those asked ahead and answered. The rest stays open.
void Ledger::Payoffs::learn_what_is_at_hand() {
  const bool recalls = from_file();
  if (recalls) account_.mirrored.recall(account_.inherited.mirrored);
  std::vector<Entry> claimed;
  std::erase_if(chunk_, [&](const Entry& entry) {
    if (!account_.claim(entry) && !(recalls && account_.recall(entry))) return false;
    count();
    if (account_.asked_ahead.erase(entry) > 0) claimed.push_back(entry);
    if (account_.repeated.chooses(entry)) recalled_again_.push_back(entry);
    return true;
  });
  if (claimed.empty() || account_.settings.planning || !account_.archive->writable()) return;
  account_.write([&](Archive& file) { file.claim(claimed); });
}

bool Ledger::Payoffs::more_is_known() {
  using enum Account::MoreInFile;
  if (chunk_.empty() || account_.more_in_file != looked_for) return false;
  account_.more_in_file = ignored;
  if (account_.archive == nullptr) return false;
  const auto ahead = std::ssize(account_.unclaimed_in_file());
  if (account_.archive->count() - ahead <= account_.recalled) return false;
  account_.more_in_file = found;
  return true;
}

/// Asks, within the budget, for entries that the file did not answer and for those that are asked
/// twice to compare. False if not all of them were answered and kept.
bool Ledger::Payoffs::ask_unknown() {
  const std::int64_t budget = account_.settings.planning ? 0 : account_.budget_left();
  mirrors_ = account_.mirrored.due(chunk_.size(), budget);
  const auto both_ways = static_cast<std::int64_t>(2 * mirrors_);
  twice_ = account_.repeated.due(chunk_.size(), budget - both_ways);
  open_.clear();
  for (const Entry& entry : chunk_) open_.push_back({entry});
  return ask_open(static_cast<std::int64_t>(mirrors_ + twice_));
}

bool Ledger::Payoffs::paid_for(const Question& question) const {
  return account_.ahead && account_.ahead->under_way(question.entry);
}

void Ledger::Payoffs::cut_to(std::size_t count) {
  const auto beyond = chunk_.begin() + static_cast<std::ptrdiff_t>(count);
  account_.open.assign(beyond, chunk_.end());
  chunk_.erase(beyond, chunk_.end());
}

/// The order is: the chunk, its mirrors, then the entries that the user wants twice. The entries
/// that are asked twice by default come first, both times, so that a source that varies is detected
/// before it is paid for the rest.
void Ledger::Payoffs::add_comparisons() {
  open_.clear();
  purposes_.clear();
  const auto add = [this](Entry entry, Purpose purpose) {
    open_.push_back({entry});
    purposes_.push_back(purpose);
  };
  std::vector<std::size_t> twice;  // places spread over the chunk
  for (std::size_t t = 0; t < twice_; ++t) twice.push_back(chunk_.size() * t / twice_);
  for (const std::size_t t : twice) add(chunk_[t], Purpose::learn);
  for (const std::size_t t : twice) add(chunk_[t], Purpose::compare);
  open_.reserve(chunk_.size());
  for (std::size_t t = 0; t < chunk_.size(); ++t) {
    if (!std::ranges::binary_search(twice, t)) open_.push_back({chunk_[t]});
  }
  purposes_.resize(open_.size(), Purpose::learn);
  for (std::size_t t = 0; t < mirrors_; ++t) {  // places spread over the chunk
    const Entry& match = chunk_[chunk_.size() * t / mirrors_];
    add({match.column, match.row}, Purpose::mirror);
  }
  for (const Entry& entry : recalled_again_) add(entry, Purpose::compare);
  for (const Entry& entry : chunk_) {
    if (account_.repeated.chooses(entry)) add(entry, Purpose::compare);
  }
  if (open_.size() == chunk_.size()) purposes_.clear();
}

bool Ledger::Payoffs::send() {
  add_comparisons();
  if (open_.empty()) return true;
  const Archive* const file = account_.archive;
  bool answered = false;
  if (file != nullptr && !file->writable() && !chunk_.empty()) {
    account_.file_fault = file->name() + ": it is read-only, and the next payoff is not in it";
  } else {
    count();
    if (account_.ahead) account_.ahead->begin_round(chunk_);
    taken_ = 0;
    early_.clear();
    sources::answer(account_.source, open_, *this, account_.settings.threads);
    throw_fault();
    answered = taken_ == open_.size() && account_.file_fault.empty();
  }
  if (!answered) account_.open.insert(account_.open.begin(), chunk_.begin(), chunk_.end());
  return answered;
}

/// Reports which of the wanted entries were learned, from the source or the file, as an event
/// "batch" with the runs of entries. An empty list is left out.
void Ledger::Payoffs::tell(std::vector<Entry> wanted) const {
  const auto unknown = [this](Entry entry) {
    return !account_.known->knows(entry.row, entry.column);
  };
  std::erase_if(wanted, unknown);
  if (wanted.empty()) return;
  const auto [row_runs, column_runs, entries] = runs_of(wanted);
  std::vector<EventField> fields{{"asked", wanted.size()}};
  if (!row_runs.empty()) fields.push_back({"row_runs", row_runs});
  if (!column_runs.empty()) fields.push_back({"column_runs", column_runs});
  if (!entries.empty()) fields.push_back({"entries", entries});
  account_.settings.observer->event({"batch", account_.asked(), account_.rounds, fields});
}

}  // namespace allnash::asking
