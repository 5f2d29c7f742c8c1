#include "payoffs/asking/ahead.hpp"

#include <algorithm>
#include <chrono>

#include "core/exact/memory.hpp"

namespace allnash::asking {

/// Of the run's later looks more than of its first ones, when less was known.
void Ahead::Chances::learn(const std::array<double, QuestionForecast::games + 1>& met,
                           const std::array<double, QuestionForecast::games + 1>& sum) {
  constexpr double kept = 0.8;
  for (std::size_t votes = 0; votes < met.size(); ++votes) {
    met_[votes] = kept * met_[votes] + met[votes];
    sum_[votes] = kept * sum_[votes] + sum[votes];
  }
}

double Ahead::Chances::of(std::size_t votes) const {
  constexpr double believed = 4;  // as many entries as before any were met
  const double at_first = 0.8 * static_cast<double>(votes) / QuestionForecast::games;
  return (believed * at_first + sum_[votes]) / (believed + met_[votes]);
}

Ahead::~Ahead() {
  if (!replay_.valid()) return;
  enough_->raise();
  replay_.wait();
}

void Ahead::begin_round(std::span<const Entry> asked) {
  round_ = {asked.begin(), asked.end()};
  new_round_ = true;
  for (const Entry& entry : asked) out_.erase(entry);
}

std::vector<Entry> Ahead::next(std::size_t most, const game::Known& known,
                               const std::function<bool(Entry)>& held) {
  // A walk that asks for one payoff after the other keeps all workers waiting at each step: what
  // may be its next steps is worth more in vain.
  constexpr double least = 0.15;
  take_replay(known);
  look(known);
  std::vector<Entry> some;
  for (const auto& [entry, votes, urgency] : forecast_.entries) {
    if (some.size() == most) break;
    const double chance = chances_.of(votes);
    if (chance < std::max(least, enough() * (1 - urgency))) continue;
    if (known.knows(entry.row, entry.column) || round_.contains(entry)) continue;
    if (is_handed_out(entry) || held(entry)) continue;
    out_.insert(entry);
    some.push_back(entry);
    waste_ += 1 - chance;
  }
  return some;
}

double Ahead::enough() const {
  const double at_most = 1 - price_;
  const double at_first = std::min(at_most, std::max(0.5, 1 - 4 * price_));
  // Guesses of how long the run will be can be far too high, so they count only up to twice what
  // has been needed so far.
  const double needed = known_ + static_cast<double>(unclaimed()) - waste_;
  const double bearable = price_ * std::min(forecast_.queries, 2 * needed);
  if (waste_ >= bearable) return at_most;
  return at_first + (at_most - at_first) * waste_ / bearable;
}

/// Begins a replay, unless one is under way or would tell little new.
void Ahead::look(const game::Known& known) {
  constexpr std::int64_t part = 32;  // of what is known, to be learned between looks in a round
  const std::int64_t learned = known.count() + std::ssize(arrived_);
  const std::int64_t some = new_round_ ? 1 : std::max<std::int64_t>(1, learned_at_replay_ / part);
  if (replay_.valid() || learned < learned_at_replay_ + some) return;
  new_round_ = false;
  learned_at_replay_ = learned;
  ReplayStart now{{}, arrived_};
  for (const Entry& entry : known.entries()) {
    now.known.emplace(entry, known.payoff(entry.row, entry.column));
  }
  enough_ = std::make_unique<StopFlag>();
  replay_ = std::async(std::launch::async, [this, now = std::move(now)] {
    exact::free_with_thread();
    return forecaster_(now, *enough_);
  });
}

void Ahead::settle(const game::Known& known) {
  take_replay(known);
  look(known);
  if (replay_.valid()) replay_.wait();
}

void Ahead::take_replay(const game::Known& known) {
  constexpr std::chrono::seconds at_once(0);
  if (!replay_.valid() || replay_.wait_for(at_once) != std::future_status::ready) return;
  QuestionForecast next = replay_.get();
  learn_chances(known, next);
  forecast_ = std::move(next);
  known_ = static_cast<double>(known.count());
  waste_ = static_cast<double>(unclaimed());
  for (const auto& [entry, votes, urgency] : forecast_.entries) {
    if (is_handed_out(entry)) waste_ -= chances_.of(votes);
  }
}

void Ahead::learn_chances(const game::Known& known, const QuestionForecast& next) {
  std::unordered_map<Entry, double, game::EntryHash> shares;
  for (const auto& [entry, votes, urgency] : next.entries) {
    shares.emplace(entry, static_cast<double>(votes) / QuestionForecast::games);
  }
  std::array<double, QuestionForecast::games + 1> met{};
  std::array<double, QuestionForecast::games + 1> sum{};
  for (const auto& [entry, votes, urgency] : forecast_.entries) {
    met[votes] += 1;
    if (const auto found = shares.find(entry); found != shares.end()) {
      sum[votes] += found->second;
    } else if (known.knows(entry.row, entry.column)) {
      sum[votes] += 1;
    }
  }
  chances_.learn(met, sum);
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

}  // namespace allnash::asking
