// A run on its own thread, driven from another. It states which payoffs it wants and accepts them
// as they come. Signals reach Python's main thread, which does not compute.
#pragma once

#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "answer.hpp"
#include "exchange.hpp"
#include "worker.hpp"

namespace allnash::python {

/// Questions for payoffs and plays, and for the costs of entries.
class PayoffExchange final : public Exchange<Question, Rational, Answers> {
 public:
  // Called by the run.
  /// Waits for the driver to state costs. Throws SourceError if that will not happen.
  void price(std::span<const Question> asked, std::span<Rational> costs);

  // Called by the driver.
  /// For plays: asked()[which[t]] will be played, for every t. Returns once that is recorded, if it
  /// must be; false when nothing more should be played.
  bool hand_out(std::vector<std::size_t> which);
  /// Reports that the payoff of asked()[which] cannot be had. True if the run goes on without it.
  /// `why` is given advice otherwise. Requires state asking, and a question not answered before.
  bool do_without(std::size_t which, std::string& why);
  /// For plays: the try at asked()[which[t]] was lost, for every t, and will be repeated. Must
  /// precede the answer.
  void lose(std::vector<std::size_t> which);
  /// For a play from `ahead` that `asked` does not include: it was lost.
  void lose_ahead(const Question& which);
  /// Up to `most` questions that may come next; none if nothing is forecast. Requires state asking.
  [[nodiscard]] std::vector<Question> ahead(std::size_t most);
  /// The payoff of a question from `ahead` that `asked` does not include. Ignored unless asking.
  void deliver_ahead(const Question& which, Rational payoff);
  /// Reports what the driver waits for, as Answers::waiting. Ignored unless asking.
  void tell_waiting(const Waiting& now);
  /// Reports that `count` questions were also sent to a second worker. Ignored unless asking.
  void hedge(std::int64_t count);
  /// Whether some entries have no cost yet.
  [[nodiscard]] bool pricing() const;
  [[nodiscard]] std::vector<Entry> unpriced() const;
  /// The costs, in the order of `unpriced`.
  void deliver_costs(std::vector<Rational> costs);
  /// No more costs will come: a run that asks for some fails.
  void end_prices();

 private:
  [[nodiscard]] bool awaited() const override { return !unpriced_.empty(); }

  std::span<const Question> unpriced_;
  std::vector<Rational> costs_;
  bool prices_ended_ = false;
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
std::unique_ptr<Source> asked_game(Shape shape, PayoffExchange& exchange);

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

  [[nodiscard]] PayoffExchange& exchange() { return exchange_; }
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
  PayoffExchange exchange_;
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
