// Asking ahead: while workers are idle, since a round waits for its last answers, they are given
// what the method will probably ask next. The method learns what comes back only when it asks for
// it, and so goes the same way, to the same answer, as without. What it never asks for was asked in
// vain, and counts.
//
// What comes next is forecast by replaying the method in 32 games that fit what is known, beside
// the run, which takes what is ready. The more of these games ask for an entry, the likelier it is
// needed; how likely, the run learns from what becomes of such entries by the next replay. An entry
// is handed out when it is likely enough. How likely is enough depends on the price, the share in
// vain that the user is ready to pay. With a price of 10 % it is 60 % at first, and 90 % once as
// much is expected to be in vain as the price allows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/run.hpp"
#include "allnash/source.hpp"
#include "core/game/known.hpp"
#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::asking {

class Ahead {
 public:
  Ahead(Forecaster forecaster, double price) : forecaster_(std::move(forecaster)), price_(price) {}
  ~Ahead();
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;

  /// At most so many entries that are worth asking now; they count as handed out. None while the
  /// first replay is not done. What is `held` in a file needs no asking.
  [[nodiscard]] std::vector<Entry> next(std::size_t most, const game::Known& known,
                                        const std::function<bool(Entry)>& held);
  /// Waits until the forecast uses all payoffs known now.
  void settle(const game::Known& known);
  /// This entry has been handed out before, and is not answered.
  void expect(Entry entry) { out_.insert(entry); }
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
  /// How likely an entry is needed, by its votes.
  class Chances {
   public:
    /// What became of entries with so many votes: `sum` is of their chances at the next look, 1 for
    /// what was asked for meanwhile.
    void learn(const std::array<double, QuestionForecast::games + 1>& met,
               const std::array<double, QuestionForecast::games + 1>& sum);
    [[nodiscard]] double of(std::size_t votes) const;

   private:
    std::array<double, QuestionForecast::games + 1> met_{};
    std::array<double, QuestionForecast::games + 1> sum_{};
  };

  void look(const game::Known& known);
  void take_replay(const game::Known& known);
  void learn_chances(const game::Known& known, const QuestionForecast& next);
  /// From which chance on an entry is handed out.
  [[nodiscard]] double enough() const;
  [[nodiscard]] bool is_handed_out(Entry entry) const {
    return out_.contains(entry) || arrived_.contains(entry);
  }

  Forecaster forecaster_;
  double price_;
  std::unordered_set<Entry, game::EntryHash> round_;
  bool new_round_ = true;  // since the last look
  std::unordered_set<Entry, game::EntryHash> out_;
  std::unordered_map<Entry, Rational, game::EntryHash> arrived_;
  QuestionForecast forecast_;
  Chances chances_;
  double known_ = 0;                     // at the last look, to the method
  double waste_ = 0;                     // expected, of what is handed out and not claimed
  std::int64_t learned_at_replay_ = -1;  // how much there was to replay when it was last begun
  std::unique_ptr<StopFlag> enough_;     // of the replay
  std::future<QuestionForecast> replay_;
};

}  // namespace allnash::asking
