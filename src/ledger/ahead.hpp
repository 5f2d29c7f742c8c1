// Asking ahead: while workers are idle, since a round waits for its last answers, they are given
// what the method will probably ask next. The method learns what comes back only when it asks for
// it, and so goes the same way, to the same answer, as without. What it never asks for was asked in
// vain, and counts.
//
// What comes next is foreseen by replaying the method on what is known, with guesses for what is
// awaited. That goes on beside the run, which takes what is ready.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "allnash/stop.hpp"
#include "game/known.hpp"
#include "ledger/ledger.hpp"

namespace allnash::ledger {

class Ahead {
 public:
  explicit Ahead(Foresee foresee) : foresee_(std::move(foresee)) {}
  ~Ahead();
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;

  /// At most so many entries that are worth asking now; they count as handed out. None while the
  /// next replay is not done. What is `held` in a file needs no asking.
  [[nodiscard]] std::vector<Entry> next(std::size_t most, const game::Known& known,
                                        const std::function<bool(Entry)>& held);
  /// An entry that was handed out has been answered.
  void arrive(Entry entry, const Rational& payoff);
  /// A round asks for these, which have not arrived. From now on they were not asked in vain.
  void begin_round(std::span<const Entry> asked);
  [[nodiscard]] bool under_way(Entry entry) const { return out_.contains(entry); }
  /// A round asks for this entry: its payoff, if it has arrived. From now on it was not in vain.
  [[nodiscard]] bool claim(Entry entry, Rational& payoff);
  /// Handed out, and not claimed so far.
  [[nodiscard]] std::int64_t unclaimed() const { return std::ssize(out_) + std::ssize(arrived_); }

 private:
  void start_replay(const game::Known& known);
  void take_replay();

  Foresee foresee_;
  std::unordered_set<Entry, game::EntryHash> round_;
  std::unordered_set<Entry, game::EntryHash> out_;
  std::unordered_map<Entry, Rational, game::EntryHash> arrived_;
  std::deque<Entry> foreseen_;
  std::int64_t learned_at_replay_ = -1;  // how much there was to replay when it was last begun
  std::unique_ptr<StopFlag> enough_;     // of the replay
  std::future<std::vector<Entry>> replay_;
};

}  // namespace allnash::ledger
