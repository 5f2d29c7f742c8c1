// A run on a thread of its own, driven from another. It says which payoffs it wants and takes them
// as they come. The run's thread never touches Python. So the driver may hold or release the
// interpreter as it likes, and signals reach Python's main thread, which is not the one that
// computes.
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

/// Questions and payoffs pass through it between the thread that solves and the driver.
class Exchange {
 public:
  struct Delivery {
    std::vector<std::size_t> which;
    std::vector<Rational> payoffs;
  };

  // The side that solves.
  /// Has `asked` answered by the driver; returns early when the run is to stop and the driver has
  /// let go of the entries.
  void answer(std::span<const Question> asked, Answers& answers);
  /// Has the driver say what these cost. Throws SourceError once nobody will.
  void price(std::span<const Question> asked, std::span<Rational> costs);
  void note(const Progress& now);
  void finish();

  // The driver's side.
  enum class State {
    working,
    asking,   ///< there are entries that the driver has neither answered nor let go of
    pricing,  ///< there are entries that the driver has not told the cost of
    finished
  };
  State wait(std::chrono::duration<double> timeout);
  /// Requires state asking.
  [[nodiscard]] std::vector<Question> asked() const;
  /// Of plays: asked()[which[t]] is about to be played, for every t. Returns once that is written
  /// down, where it is; false when nothing more is to be played.
  bool hand_out(std::vector<std::size_t> which);
  /// Requires state asking and entries asked that were not answered before.
  void deliver(const Delivery& delivery);
  /// Of plays: the try at asked()[which[t]] was lost, for every t, and another one is made. Comes
  /// before its answer.
  void lose(const std::vector<std::size_t>& which);
  /// Of a play that `ahead` gave out and `asked` has not: it was lost.
  void lose_ahead(const Question& which);
  /// What may be asked next while what is asked is awaited, at most so many; none when nothing is
  /// foreseen. Requires state asking.
  [[nodiscard]] std::vector<Question> ahead(std::size_t most);
  /// The payoff of what `ahead` gave out and `asked` has not. Lost unless the state is asking.
  void deliver_ahead(const Question& which, Rational payoff);
  /// What the driver waits for, as Answers::waiting has it. Lost unless the state is asking.
  void tell_waiting(const Waiting& now);
  /// So many of the entries asked are asked of a second worker, too. Lost unless the state is
  /// asking.
  void hedge(std::int64_t count);
  /// Returns when all that was delivered is kept, in the ledger file too, or the run is over.
  void wait_until_kept();
  /// No more payoffs will come for the entries asked, now or ever.
  void let_go();
  /// Requires state pricing.
  [[nodiscard]] std::vector<Entry> unpriced() const;
  /// What these cost, in their order.
  void deliver_costs(std::vector<Rational> costs);
  /// No more costs will come either: the run cannot end well if it asks for some.
  void end_prices();
  /// True once the entries asked are wanted no longer; what is at hand is still taken.
  [[nodiscard]] bool stopping() const;
  struct Report {
    Progress now;
    std::string stage;  ///< in place of the view in `now`, which was the method's
  };
  [[nodiscard]] Report report() const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  /// Passes on what the driver has to say besides payoffs of the batch; false when that is nothing.
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
  std::vector<std::size_t> handed_out_;  // and not written down yet
  std::vector<std::size_t> lost_;        // and not passed on yet
  std::vector<Question> lost_ahead_;
  Delivery delivered_;
  struct {
    std::vector<Question> which;
    std::vector<Rational> payoffs;
  } delivered_ahead_;
  std::size_t ahead_wanted_ = 0;
  std::vector<Question> ahead_;
  std::optional<Waiting> waiting_;  // and not passed on yet
  std::int64_t hedged_ = 0;         // and not passed on yet
  bool taking_ = false;  // what was delivered or handed out is on its way into the ledger
  std::size_t undelivered_ = 0;
  std::size_t taken_ = 0;  // in all, to tell progress within a batch
  bool stopping_ = false;
  bool let_go_ = false;
  bool finished_ = false;
  Report report_;
};

/// A game of which no more is known at first.
struct Shape {
  Index rows = 0;
  Index columns = 0;
  Labels labels;
  bool random = false;  ///< a game of chance
  bool seeded = false;  ///< of chance: the driver draws all chances from the seeds
};

/// A game whose questions are passed on; the exchange must outlive it.
std::unique_ptr<Source> asked_game(Shape shape, Exchange& exchange);

/// What entries cost: nothing is known of that, or a source tells, which must outlive the run, or
/// the driver does.
struct Costs {
  Source* source = nullptr;
  bool from_driver = false;
};

class Run final : private Observer {
 public:
  /// Solves `game`, which must outlive the run. Writes the trace to a file unless its path is
  /// empty. Throws InputError for options out of range and a trace that cannot be written.
  Run(Source& game, Options options, const std::string& trace, Costs costs);
  /// Solves a game that the driver answers for.
  Run(Shape shape, Options options, const std::string& trace, Costs costs);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  /// Stops the run and waits for its end.
  ~Run() override;

  [[nodiscard]] Exchange& exchange() { return exchange_; }
  void stop() { flag_.raise(); }
  /// Stops the run, lets go of what it asks and waits for its end.
  void end();
  /// Requires state finished, and is called once. Throws what the run threw.
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
  std::unique_ptr<Source> asked_costs_;  // of the driver
  Source* costs_;
  StopFlag flag_;
  std::string trace_path_;
  std::ofstream trace_;
  RunRecord record_{this};
  std::shared_ptr<Answer> answer_;
  std::exception_ptr fault_;
  int process_;                     // a forked child has no such thread to wait for
  std::unique_ptr<Worker> worker_;  // until the run is over
};

}  // namespace allnash::python
