// The ledger of a game of chance: the one place that asks for plays. It numbers them in the order
// in which they are asked, keeps them, and hands what they paid back in that order, whatever order
// they came back in: when wins return sooner than losses, counting as they arrive would be wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "exact/stop_token.hpp"
#include "ledger/seen.hpp"
#include "ledger/store.hpp"

namespace allnash::ledger {

struct PlaysSettings {
  PayoffRange range;       ///< a play that pays outside it is an InputError
  bool symmetric = false;  ///< A[i][j] + A[j][i] = low + high: a match is played with row < column
  std::optional<std::int64_t> budget;
  StopToken stop;
  std::uint64_t seed = 1;  ///< the seeds of the plays come from it
};

/// What one play paid, as the asker sees it.
struct Paid {
  /// Of the range: 0 at its low end, 1 at its high end. Nothing for a play that never came back.
  std::optional<Rational> share;
  bool lost = false;  ///< so that `share`, if there is one, may be a chosen one
};

class Plays {
 public:
  /// The source must outlive the ledger. Throws InputError for a symmetric game that is not square
  /// or that the source knows not to be symmetric, and for a game of 2^32 rows or columns or more.
  Plays(Source& source, const PlaysSettings& settings);
  /// From now on the file keeps every play, and answers for those it has; it must outlive the
  /// ledger.
  void keep_in(Store& file) { file_ = &file; }
  /// From now on nothing is played: the first round that would play something puts that into `plan`
  /// and throws PlanMade (ledger.hpp). What an earlier plan handed out and nobody has imported is
  /// put into `out`. Both must outlive the ledger.
  void plan_into(std::vector<Question>& plan, std::vector<Question>& out) {
    plan_ = &plan;
    out_ = &out;
  }

  [[nodiscard]] Index rows() const { return source_.rows(); }
  [[nodiscard]] Index columns() const { return source_.columns(); }
  [[nodiscard]] bool symmetric() const { return settings_.symmetric; }
  [[nodiscard]] const PayoffRange& range() const { return settings_.range; }

  /// One round: plays each entry once (an entry of the diagonal of a symmetric game pays 1/2 and is
  /// no play). `paid` gets what the first ones paid, in the order asked, up to the first that is
  /// missing: all of them unless budget, time, a request or a file that takes no more ended it
  /// early, when this is false. Throws SourceError, InputError.
  ///
  /// What goes out is written down first. What the file has as handed out, and not as answered,
  /// never came back. A source that draws from the seed is asked for it again. Of others it is
  /// lost: asked again, wins that are quick would come back in place of losses that are slow.
  [[nodiscard]] bool ask(std::span<const Entry> wanted, std::vector<Paid>& paid);

  /// Writes down what the coming plays are to certify, before they are asked. Throws InputError
  /// when the file has something else for this attempt.
  void freeze(std::int64_t attempt, const std::string& content);

  void on_waiting(std::function<void(const Waiting&)> listener) {
    on_waiting_ = std::move(listener);
  }

  [[nodiscard]] std::int64_t plays() const { return next_; }
  /// Of the plays, those that the file answered.
  [[nodiscard]] std::int64_t recalled() const { return recalled_; }
  [[nodiscard]] std::int64_t rounds() const { return rounds_; }
  /// Distinct ones played.
  [[nodiscard]] std::int64_t entries() const { return std::ssize(entries_); }
  [[nodiscard]] std::vector<PlayTally> tallies() const;  ///< by row, then column
  /// Plays that were lost at first, or for good.
  [[nodiscard]] std::int64_t failures() const { return failures_; }
  [[nodiscard]] bool out_of_budget() const { return out_of_budget_; }
  /// No round can be played any more.
  [[nodiscard]] bool ended() const {
    return settings_.stop.stopped() || !file_fault_.empty() || out_of_budget_;
  }
  [[nodiscard]] const std::string& file_fault() const { return file_fault_; }

 private:
  class Taker;
  struct Paying {
    std::int64_t plays = 0;
    Rational sum;
  };
  template <typename Write>
  void write(const Write& write);
  [[nodiscard]] std::vector<KeptPlay> round_of(std::span<const Entry> wanted) const;
  bool recall(KeptPlay& play) const;
  [[nodiscard]] std::vector<std::size_t> to_ask(std::span<KeptPlay> round);
  bool fit_budget(std::vector<std::size_t>& asked) const;
  void await(std::span<const Question> out) const;
  [[nodiscard]] std::vector<Question> plays_at(std::span<const KeptPlay> round,
                                               std::span<const std::size_t> which) const;
  void hand_out(std::span<const KeptPlay> round, std::span<const std::size_t> which, bool planned);
  void make_plan(std::span<const KeptPlay> round, std::span<const std::size_t> asked);
  void play(std::span<KeptPlay> round, std::span<const std::size_t> asked);
  void note(const KeptPlay& play, Entry wanted, std::vector<Paid>& paid);

  Source& source_;
  PlaysSettings settings_;
  Store* file_ = nullptr;
  std::vector<Question>* plan_ = nullptr;
  std::vector<Question>* out_ = nullptr;
  std::int64_t next_ = 0;  // the number of the next play
  std::int64_t recalled_ = 0;
  std::int64_t rounds_ = 0;
  std::int64_t failures_ = 0;
  bool out_of_budget_ = false;
  std::string file_fault_;
  std::unordered_map<Entry, Paying, EntryHash> entries_;
  std::function<void(const Waiting&)> on_waiting_;
};

/// What is wrong with a play that paid this; empty when it lies in the range.
std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range);

/// The seed of play `number` of a run: above 0, below 2^63, different for every number.
std::uint64_t play_seed(std::uint64_t run_seed, std::int64_t number);

}  // namespace allnash::ledger
