// What every run has, of a game whose payoffs are fixed and of a game of chance: the ledger,
// options and stop token that a method works with, the bounds that it keeps, and its reports.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "core/base/stop_token.hpp"
#include "core/base/threads.hpp"
#include "matrix/run/bounds.hpp"
#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::matrix {

struct RunBase {
  using Clock = StopToken::Clock;
  RunBase(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop,
          Observer* its_observer, Clock::time_point its_start);
  virtual ~RunBase() = default;
  RunBase(const RunBase&) = delete;
  RunBase& operator=(const RunBase&) = delete;

  asking::Ledger& ledger;
  const Options& options;
  StopToken stop;
  Observer* observer;
  Clock::time_point start;
  Bounds bounds = {};      ///< the method keeps them true
  std::string stage = {};  ///< last reported

  /// Tells the observer the stage of the run. A new stage is an event, too.
  void report(std::string_view now_at);
  /// Tells the observer what the present stage waits for.
  void report(const Waiting& waiting) const;
  /// Tells an observer that wants events; almost free if there is none. The ledger reports queries,
  /// and the totals so far are added: report choices and their reasons here.
  void event(std::string_view name, std::initializer_list<EventField> fields = {}) const {
    if (observer != nullptr && observer->wants_events()) tell(name, fields);
  }
  void tell(std::string_view name, std::span<const EventField> fields) const;
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] double seconds() const;
  /// The number of threads that may compute in parallel.
  [[nodiscard]] std::size_t threads() const { return threads_for(options.threads); }

 private:
  /// Adds what is known of the value to a report.
  virtual void show_value(Progress& now) const = 0;
  /// Called before a stage is reported.
  virtual void before_report() {}
};

/// A little more time after a stop, for a run to check its answer or to report its bounds.
[[nodiscard]] StopToken a_while(const StopToken& stop,
                                std::chrono::milliseconds grace = std::chrono::milliseconds(300));

}  // namespace allnash::matrix
