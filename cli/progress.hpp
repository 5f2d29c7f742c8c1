// Shows people how a run goes.
#pragma once

#include <chrono>
#include <string>

#include "allnash/run.hpp"
#include "output.hpp"

namespace allnash::cli {

/// Writes to standard error. In every manner SIGUSR1 shows the state at once.
class ProgressLine final : public Observer {
 public:
  enum class Manner {
    silent,
    updated,      ///< one line on a terminal, at most ten times a second, erased at the end
    each_minute,  ///< one line per minute, from the first full minute on
  };

  explicit ProgressLine(Manner manner);
  /// Without a terminal only runs of a simulator report, once a minute, for their log.
  static Manner manner_of(bool quiet, bool simulator);
  ~ProgressLine() override { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void progress(const Progress& now) override;
  void clear();
  /// The share of time in which workers were idle while others were awaited; 0 if waits took less
  /// than two seconds in total.
  [[nodiscard]] double idle() const;

  /// True if standard error is a terminal.
  static bool has_terminal();

 private:
  using Clock = std::chrono::steady_clock;

  /// The number of queries at a time.
  struct Sample {
    double seconds = 0;
    std::int64_t queries = 0;
  };
  double rate(const Progress& now);
  /// Explains once, if the first answer does not come, the most likely cause.
  void wonder(const Progress& now);
  void show(const std::string& line);

  Manner manner_;
  Clock::time_point next_state_;
  Clock::time_point next_;
  // For the rate over the last ten to twenty seconds.
  Sample older_;
  Sample newer_;
  bool any_ = false;
  bool shown_ = false;
  bool wondered_ = false;
  int looks_ = 0;  // number of reports on waiting with several workers
  double idle_ = 0;
};

/// The trace of a run: writes every event to a file, one JSON object per line from "run" to
/// "outcome", and hands progress on.
class Trace final : public Observer {
 public:
  /// Throws InputError when the path cannot be written.
  explicit Trace(const std::string& path) : file_(path) {}

  /// Null for none.
  void pass_progress_to(Observer* next) { next_ = next; }
  void progress(const Progress& now) override {
    if (next_ != nullptr) next_->progress(now);
  }
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override {
    // If writing fails the run goes on.
    if (file_.error() == 0) file_.stream() << to_json(event) << '\n';
  }
  /// Throws InputError unless everything is written and in place.
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  Observer* next_ = nullptr;
};

}  // namespace allnash::cli
