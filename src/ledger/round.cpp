#include "ledger/round.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "ledger/mismatch.hpp"
#include "sources/answer.hpp"
#include "store/run_log.hpp"
#include "store/store.hpp"

namespace allnash::ledger {

/// Learns the answers to what went out together, as they arrive.
class Ledger::Learner final : public Answers, public AskAhead {
 public:
  Learner(Account& account, const Sending& sent) : account_(account), sent_(sent) {}

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  [[nodiscard]] bool stopped() const override {
    return account_.ended() || !contradiction_.empty() || !misfit_.empty();
  }
  void waiting(const Waiting& now) override {
    if (account_.settings.on_waiting) account_.settings.on_waiting(now);
  }
  [[nodiscard]] AskAhead* ahead() override { return account_.ahead ? this : nullptr; }
  [[nodiscard]] std::vector<Question> next(std::size_t most) override;
  void take(std::span<const Question> which, std::span<const Rational> payoffs) override;

  [[nodiscard]] bool all() const noexcept { return taken_ == sent_.questions.size(); }
  /// Throws InputError or SourceError for what contradicts; not from `take`, which the source
  /// calls.
  void throw_fault() const;

 private:
  /// A second answer for an entry that is known or will be: to itself, or to its mirror.
  struct Second {
    Entry asked;
    Rational payoff;
    bool mirrored;
    [[nodiscard]] Entry entry() const { return mirrored ? Entry{asked.column, asked.row} : asked; }
  };
  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors);
  void mind_range(Entry entry, const Rational& payoff);
  void meet(Second second);
  void compare(const Second& second);

  Account& account_;
  const Sending& sent_;
  std::size_t taken_ = 0;
  std::unordered_multimap<Entry, Second, game::EntryHash> early_;  // overtook the first answer
  std::string contradiction_;
  std::string misfit_;  // how the game contradicts what its user said of it
};

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

std::vector<Question> Ledger::Learner::next(std::size_t most) {
  if (stopped()) return {};
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

void Ledger::Learner::take(std::span<const Question> which, std::span<const Rational> payoffs) {
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
    contradiction_ = two_payoffs(entry, before, second.payoff);
  } else if (second.payoff != account_.known->sum() - before && misfit_.empty()) {
    misfit_ = asymmetry(entry, before, second.payoff, account_.settings);
    if (account_.source.traits().may_vary) misfit_ += "; if payoffs are random, see `noisy`";
  }
}

void Ledger::Learner::throw_fault() const {
  if (!misfit_.empty()) throw InputError(misfit_);
  if (!contradiction_.empty()) throw SourceError(contradiction_);
}

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
  if (told && !account_.settings.planning) wanted = chunk_;
  account_.priced.know(chunk_);
  std::vector<Entry> in_order;  // where not all of it is asked
  const bool some_at_hand = account_.ahead || (account_.file != nullptr && !account_.file->empty());
  if (some_at_hand) in_order = chunk_;
  learn_what_is_at_hand();
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

/// Learns what the file knows, and what was asked ahead and has been answered; the rest stays to be
/// asked.
void Ledger::Round::learn_what_is_at_hand() {
  const bool recalls = account_.file != nullptr && !account_.file->empty();
  if (recalls) account_.mirrored.recall(account_.file->game().mirrored);
  std::erase_if(chunk_, [&](const Entry& entry) {
    if (!(recalls && account_.recall(entry)) && !account_.claim(entry)) return false;
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
  const bool planning = account_.settings.planning;
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
    account_.plan = std::move(round);
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

/// The chunk, then its mirrors, then what the user wants twice. Where some are asked again by
/// default, those come first, both times: a source that varies is to be found out before it is paid
/// for the rest.
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
  for (std::size_t t = 0; t < mirrors; ++t) {  // not all of one player
    const Entry& match = chunk_[chunk_.size() * t / mirrors];
    add({match.column, match.row}, Purpose::mirror);
  }
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

/// Tells what was learned of what was wanted, whether the source or the file knew it, as an event
/// "batch" with the runs. A list of nothing is left out.
void Ledger::Round::tell(std::vector<Entry> wanted) const {
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

}  // namespace allnash::ledger
