#include "ledger/ahead.hpp"

#include <chrono>

#include "exact/memory.hpp"

namespace allnash::ledger {

Ahead::~Ahead() {
  if (!replay_.valid()) return;
  enough_->raise();
  replay_.wait();
}

void Ahead::begin_round(std::span<const Entry> asked) {
  round_ = {asked.begin(), asked.end()};
  for (const Entry& entry : asked) out_.erase(entry);
  foreseen_.clear();
}

std::vector<Entry> Ahead::next(std::size_t most, const game::Known& known,
                               const std::function<bool(Entry)>& held) {
  take_replay();
  const std::int64_t learned = known.count() + std::ssize(arrived_);
  // Even while some of the last one is left: what is foreseen on more is foreseen better.
  if (!replay_.valid() && learned != learned_at_replay_) {
    learned_at_replay_ = learned;
    start_replay(known);
  }
  std::vector<Entry> some;
  while (some.size() < most && !foreseen_.empty()) {
    const Entry entry = foreseen_.front();
    foreseen_.pop_front();
    if (known.knows(entry.row, entry.column) || round_.contains(entry)) continue;
    if (arrived_.contains(entry) || held(entry)) continue;
    if (out_.insert(entry).second) some.push_back(entry);
  }
  return some;
}

void Ahead::start_replay(const game::Known& known) {
  Standing now{arrived_, out_};
  now.awaited.insert(round_.begin(), round_.end());
  for (const Entry& entry : known.entries()) {
    now.known.emplace(entry, known.payoff(entry.row, entry.column));
  }
  enough_ = std::make_unique<StopFlag>();
  replay_ = std::async(std::launch::async, [this, now = std::move(now)] {
    exact::free_with_thread();
    return foresee_(now, *enough_);
  });
}

void Ahead::take_replay() {
  constexpr std::chrono::seconds at_once(0);
  if (!replay_.valid() || replay_.wait_for(at_once) != std::future_status::ready) return;
  const std::vector<Entry> foreseen = replay_.get();
  foreseen_.assign(foreseen.begin(), foreseen.end());
}

void Ahead::arrive(Entry entry, const Rational& payoff) {
  out_.erase(entry);
  arrived_.emplace(entry, payoff);
}

bool Ahead::claim(Entry entry, Rational& payoff) {
  const auto found = arrived_.find(entry);
  if (found == arrived_.end()) return false;
  payoff = std::move(found->second);
  arrived_.erase(found);
  return true;
}

}  // namespace allnash::ledger
