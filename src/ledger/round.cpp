#include "ledger/round.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "ledger/batch_event.hpp"
#include "ledger/store.hpp"
#include "sources/answer.hpp"

namespace allnash::ledger {

bool Ledger::Round::send() {
  if (repeats_) drop_repeats();
  if (chunk_.empty()) return true;
  if (account_.ended()) {
    account_.open = std::move(chunk_);
    return false;
  }
  const Observer* const observer = account_.settings.observer;
  std::vector<Entry> wanted;
  const bool told = observer != nullptr && observer->wants_events();
  if (told && !account_.planned.planning()) wanted = chunk_;
  account_.priced.know(chunk_);
  std::vector<Entry> in_order;  // where not all of it is asked
  const bool some_at_hand = account_.ahead || (account_.file != nullptr && !account_.file->empty());
  if (some_at_hand) in_order = chunk_;
  recall();
  claim();
  const bool answered = !more_is_known() && send_unknown();
  account_.known->settle(some_at_hand ? in_order : chunk_);
  tell(std::move(wanted));
  chunk_.clear();
  recalled_again_.clear();
  return answered;
}

void Ledger::Round::drop_repeats() {
  // Most callers come in order, where a repeat would be a neighbour.
  const auto unordered = [](const Entry& left, const Entry& right) { return !(left < right); };
  if (std::ranges::adjacent_find(chunk_, unordered) == chunk_.end()) return;
  const Entry none{-1, -1};
  std::vector<Entry> met(2 * std::bit_ceil(chunk_.size()), none);  // each at its hash or after it
  const std::size_t last = met.size() - 1;
  std::erase_if(chunk_, [&](const Entry& entry) {
    std::size_t place = game::EntryHash()(entry) & last;
    while (met[place] != none && met[place] != entry) place = (place + 1) & last;
    return std::exchange(met[place], entry) == entry;
  });
}

/// Learns what the file knows; the rest stays to be asked.
void Ledger::Round::recall() {
  if (account_.file == nullptr || account_.file->empty()) return;
  account_.mirrored.recall(account_.file->game().mirrored);
  std::erase_if(chunk_, [this](const Entry& entry) {
    if (!account_.recall(entry)) return false;
    count();
    if (account_.repeated.chooses(entry)) recalled_again_.push_back(entry);
    return true;
  });
}

/// Learns what was asked ahead and has been answered.
void Ledger::Round::claim() {
  if (!account_.ahead) return;
  std::erase_if(chunk_, [this](const Entry& entry) {
    if (!account_.claim(entry)) return false;
    count();
    if (account_.repeated.chooses(entry)) recalled_again_.push_back(entry);
    return true;
  });
}

bool Ledger::Round::more_is_known() {
  if (chunk_.empty() || !std::exchange(account_.notices_more, false)) return false;
  account_.more_known = account_.file != nullptr && account_.file->count() > account_.recalled;
  return account_.more_known;
}

/// What the file did not answer, with what is asked beside it to compare, within the budget. False
/// when not all of it was answered and kept.
bool Ledger::Round::send_unknown() {
  const bool planning = account_.planned.planning();
  const std::int64_t budget = account_.budget_left();
  const std::size_t mirrors = planning ? 0 : account_.mirrored.due(chunk_.size(), budget);
  const auto both_ways = static_cast<std::int64_t>(2 * mirrors);
  const std::size_t repeats =
      planning ? 0 : account_.repeated.due(chunk_.size(), budget - both_ways);
  const bool fits = cut_to_budget(budget - static_cast<std::int64_t>(mirrors + repeats));
  if (planning) {
    if (chunk_.empty()) return fits;
    std::vector<Question> round;
    for (const Entry& entry : chunk_) round.push_back({entry});
    account_.planned.make(std::move(round));
    return false;
  }
  const Sending all = sending(mirrors, repeats);
  if (all.questions.empty()) return fits;
  const bool answered = ask(all);
  if (!answered) account_.open.insert(account_.open.begin(), chunk_.begin(), chunk_.end());
  return fits && answered;
}

bool Ledger::Round::cut_to_budget(std::int64_t left) {
  const auto paid_for = [this](const Entry& entry) {  // when it was handed out
    return account_.ahead && account_.ahead->under_way(entry);
  };
  const auto beyond = std::ranges::find_if(
      chunk_, [&](const Entry& entry) { return !paid_for(entry) && left-- <= 0; });
  if (beyond == chunk_.end()) return true;
  account_.open.assign(beyond, chunk_.end());
  chunk_.erase(beyond, chunk_.end());
  account_.out_of_budget = true;
  return false;
}

/// The chunk, then its mirrors, then what the user wants twice. Where some are asked twice unasked,
/// those come first, both times: a source that varies is to be found out before it is paid for the
/// rest.
Sending Ledger::Round::sending(std::size_t mirrors, std::size_t repeats) const {
  Sending all;
  const auto add = [&all](Entry entry, Purpose purpose) {
    all.questions.push_back({entry});
    all.purposes.push_back(purpose);
  };
  std::vector<std::size_t> twice;  // spread over the chunk, as mirrors are
  for (std::size_t t = 0; t < repeats; ++t) twice.push_back(chunk_.size() * t / repeats);
  for (const std::size_t t : twice) add(chunk_[t], Purpose::learn);
  for (const std::size_t t : twice) add(chunk_[t], Purpose::compare);
  all.questions.reserve(chunk_.size());
  for (std::size_t t = 0; t < chunk_.size(); ++t) {
    if (!std::ranges::binary_search(twice, t)) all.questions.push_back({chunk_[t]});
  }
  all.purposes.resize(all.questions.size(), Purpose::learn);
  for (const Entry& entry : Mirrored::of(chunk_, mirrors)) add(entry, Purpose::mirror);
  for (const Entry& entry : recalled_again_) add(entry, Purpose::compare);
  for (const Entry& entry : chunk_) {
    if (account_.repeated.chooses(entry)) add(entry, Purpose::compare);
  }
  if (all.questions.size() == chunk_.size()) all.purposes.clear();
  return all;
}

bool Ledger::Round::ask(const Sending& sending) {
  const Store* const file = account_.file;
  if (file != nullptr && !file->writable() && !chunk_.empty()) {
    account_.file_fault = file->name() + ": it is read-only, and the next payoff is not in it";
    return false;
  }
  count();
  if (account_.ahead) account_.ahead->begin_round(chunk_);
  Learner learner(account_, sending);
  sources::answer(account_.source, sending.questions, learner, account_.settings.threads);
  learner.throw_fault();
  return learner.all() && account_.file_fault.empty();
}

void Ledger::Round::count() {
  if (!counted_) ++account_.rounds;
  counted_ = true;
}

/// Tells what was learned of what was wanted, whether the source or the file knew it.
void Ledger::Round::tell(std::vector<Entry> wanted) const {
  const auto unknown = [this](Entry entry) {
    return !account_.known->knows(entry.row, entry.column);
  };
  std::erase_if(wanted, unknown);
  if (wanted.empty()) return;
  tell_batch(*account_.settings.observer, wanted, account_.asked(), account_.rounds);
}

}  // namespace allnash::ledger
