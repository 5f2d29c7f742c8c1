// A run on its own thread, driven from another. It states which payoffs it wants and accepts them
// as they come. The run's thread never touches Python. So the driver may hold or release the
// interpreter lock freely, and signals reach Python's main thread, which does not compute.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "answer.hpp"
#include "worker.hpp"

namespace allnash::python {

/// Passes questions and payoffs between the thread of the solver and the driver.
class Exchange {
 public:
  struct Delivery {
    std::vector<std::size_t> which;
    std::vector<Rational> payoffs;
  };

  // Called by the solver.
  /// Waits for the driver to answer `asked`; returns early when the run should stop and the driver
  /// has dropped the questions.
  void answer(std::span<const Question> asked, Answers& answers);
  /// Waits for the driver to state costs. Throws SourceError if that will not happen.
  void price(std::span<const Question> asked, std::span<Rational> costs);
  void note(const Progress& now);
  void finish();

  // Called by the driver.
  enum class State {
    working,
    asking,   ///< some questions are neither answered nor dropped
    pricing,  ///< some entries have no cost yet
    finished
  };
  State wait(std::chrono::duration<double> timeout);
  /// Requires state asking.
  [[nodiscard]] std::vector<Question> asked() const;
  /// For plays: asked()[which[t]] will be played, for every t. Returns once that is recorded, if it
  /// must be; false when nothing more should be played.
  bool hand_out(std::vector<std::size_t> which);
  /// Reports that the payoff of asked()[which] cannot be had. True if the run goes on without it.
  /// `why` is given advice otherwise. Requires state asking, and a question not answered before.
  bool do_without(std::size_t which, std::string& why);
  /// Requires state asking, and questions that were not answered before.
  void deliver(const Delivery& delivery);
  /// For plays: the try at asked()[which[t]] was lost, for every t, and will be repeated. Must
  /// precede the answer.
  void lose(const std::vector<std::size_t>& which);
  /// For a play from `ahead` that `asked` does not include: it was lost.
  void lose_ahead(const Question& which);
  /// Up to `most` questions that may come next; none if nothing is foreseen. Requires state asking.
  [[nodiscard]] std::vector<Question> ahead(std::size_t most);
  /// The payoff of a question from `ahead` that `asked` does not include. Ignored unless asking.
  void deliver_ahead(const Question& which, Rational payoff);
  /// Reports what the driver waits for, as Answers::waiting. Ignored unless asking.
  void tell_waiting(const Waiting& now);
  /// Reports that `count` questions were also sent to a second worker. Ignored unless asking.
  void hedge(std::int64_t count);
  /// Returns when all delivered payoffs are recorded, in the ledger file, too, or the run is over.
  void wait_until_kept();
  /// Drops all questions, present and future: no more payoffs will come.
  void let_go();
  /// Requires state pricing.
  [[nodiscard]] std::vector<Entry> unpriced() const;
  /// The costs, in the order of `unpriced`.
  void deliver_costs(std::vector<Rational> costs);
  /// No more costs will come: a run that asks for some fails.
  void end_prices();
  /// True once answers are no longer needed; those already available are still accepted.
  [[nodiscard]] bool stopping() const;
  struct Report {
    Progress now;
    std::string stage;  ///< a copy, since the view in `now` may be invalid
  };
  [[nodiscard]] Report report() const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  /// Passes on what the driver reported besides payoffs of the batch; false if there is nothing.
  bool pass_on(Lock& lock, Answers& answers);
  template <typename Act>
  void unlocked(Lock& lock, const Act& act);

  mutable std::mutex mutex_;
  std::condition_variable to_solver_;
  std::condition_variable to_driver_;
  std::span<const Question> asked_;
  std::span<const Question> unpriced_;
  std::vector<Rational> costs_;
  bool prices_ended_ = false;
  std::vector<std::size_t> handed_out_;  // not yet recorded
  std::vector<std::size_t> lost_;        // not yet passed on
  std::vector<Question> lost_ahead_;
  Delivery delivered_;
  struct {
    std::vector<Question> which;
    std::vector<Rational> payoffs;
  } delivered_ahead_;
  /// A payoff that cannot be had, until the run has said whether it goes on.
  struct Missing {
    std::size_t which;
    std::string why;
    bool said = false;
    bool goes_on = false;
  };
  std::optional<Missing> missing_;
  std::size_t gone_without_ = 0;  // not yet counted by `answer`
  std::size_t ahead_wanted_ = 0;
  std::vector<Question> ahead_;
  std::optional<Waiting> waiting_;  // not yet passed on
  std::int64_t hedged_ = 0;         // not yet passed on
  bool taking_ = false;  // delivered or handed out items are being recorded in the ledger
  std::size_t undelivered_ = 0;
  std::size_t taken_ = 0;  // total, for progress within a batch
  bool stopping_ = false;
  bool let_go_ = false;
  bool finished_ = false;
  Report report_;
};

/// What is known of a game that the driver answers.
struct Shape {
  Index rows = 0;
  Index columns = 0;
  Labels labels;
  bool random = false;          ///< a game of chance
  bool seeded = false;          ///< in a game of chance: plays depend on their seeds alone
  bool lost_by_chance = false;  ///< SourceTraits::lost_by_chance
  bool anonymous = true;        ///< SourceTraits::anonymous
  bool by_steps = false;        ///< a caller answers batches, and is asked for nothing twice
  std::string hint = {};        ///< GameIdentity::hint
};

/// A game that passes its questions to the exchange, which must outlive it.
std::unique_ptr<Source> asked_game(Shape shape, Exchange& exchange);

/// Where costs of entries come from: nowhere, a source, which must outlive the run, or the driver.
struct Costs {
  Source* source = nullptr;
  bool from_driver = false;
};

class Run final : private Observer {
 public:
  /// Solves `game`, which must outlive the run. Writes the trace to a file unless its path is
  /// empty. Throws InputError for options out of range and a trace that cannot be written.
  Run(Source& game, Options options, const std::string& trace, Costs costs);
  /// Solves a game whose payoffs come from the driver.
  Run(Shape shape, Options options, const std::string& trace, Costs costs);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  /// Stops the run and waits for its end.
  ~Run() override;

  [[nodiscard]] Exchange& exchange() { return exchange_; }
  void stop() { flag_.raise(); }
  /// Stops the run, drops its questions and waits for its end.
  void end();
  /// Requires state finished; called once. Rethrows an exception of the run.
  std::shared_ptr<Answer> take();

 private:
  Source* ask_costs();
  void start(const std::string& trace);
  void solve_game();
  void close_trace();
  void progress(const Progress& now) override { exchange_.note(now); }
  [[nodiscard]] bool wants_events() const override { return trace_.is_open(); }
  void event(const Event& event) override { trace_ << to_json(event) << "\n"; }

  Options options_;
  std::unique_ptr<Source> own_;
  Source& game_;
  Exchange exchange_;
  std::unique_ptr<Source> asked_costs_;  // costs from the driver
  Source* costs_;
  StopFlag flag_;
  std::string trace_path_;
  std::ofstream trace_;
  RunRecord record_{this};
  std::shared_ptr<Answer> answer_;
  std::exception_ptr fault_;
  int process_;                     // process id: a forked child has no thread to wait for
  std::unique_ptr<Worker> worker_;  // until the run is over
};

}  // namespace allnash::python
