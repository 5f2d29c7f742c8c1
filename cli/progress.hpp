// Shows people how a run goes.
#pragma once

#include <chrono>
#include <string>

#include "allnash/progress.hpp"
#include "output.hpp"

namespace allnash::cli {

/// Written to standard error. In every manner SIGUSR1 shows the state at once.
class ProgressLine final : public Observer {
 public:
  enum class Manner {
    silent,
    updated,      ///< one line on a terminal, at most ten times a second, wiped at the end
    each_minute,  ///< one line per minute, from the first full minute on
  };

  explicit ProgressLine(Manner manner);
  /// Without a terminal only a run with a simulator reports, each minute: people look into its log.
  static Manner manner_of(bool quiet, bool simulator);
  ~ProgressLine() override { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void progress(const Progress& now) override;
  void clear();
  /// The part of the time for which workers were idle while others were waited for; 0 for waits of
  /// less than two seconds in all.
  [[nodiscard]] double idle() const;

  /// True when someone would see it.
  static bool has_terminal();

 private:
  using Clock = std::chrono::steady_clock;

  /// When so many queries had been made.
  struct Sample {
    double seconds = 0;
    std::int64_t queries = 0;
  };
  double rate(const Progress& now);
  /// Says once, when no first answer comes, what is most likely wrong.
  void wonder(const Progress& now);
  void show(const std::string& line);

  Manner manner_;
  Clock::time_point next_state_;
  Clock::time_point next_;
  // The rate is that of the last ten to twenty seconds.
  Sample older_;
  Sample newer_;
  bool any_ = false;
  bool shown_ = false;
  bool wondered_ = false;
  int looks_ = 0;  // at several workers that were waited for
  double idle_ = 0;
};

/// The trace of a run: writes every event to a file, one JSON object per line from "run" to
/// "outcome", and hands progress on.
class Trace final : public Observer {
 public:
  /// Throws InputError when the path cannot be written.
  explicit Trace(const std::string& path) : file_(path) {}

  /// Null for nobody.
  void pass_progress_to(Observer* next) { next_ = next; }
  void progress(const Progress& now) override {
    if (next_ != nullptr) next_->progress(now);
  }
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override {
    // Where writing fails the run goes on, for its answer.
    if (file_.error() == 0) file_.stream() << to_json(event) << '\n';
  }
  /// Throws InputError unless all of it is written and in place.
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  Observer* next_ = nullptr;
};

}  // namespace allnash::cli
