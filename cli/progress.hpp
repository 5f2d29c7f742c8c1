// One line on the terminal that tells how a run goes.
#pragma once

#include <chrono>

#include "allnash/progress.hpp"

namespace allnash::cli {

/// Written to standard error, at most ten times a second, and wiped at the end.
class ProgressLine final : public Observer {
 public:
  ProgressLine() = default;
  ~ProgressLine() override { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void progress(const Progress& now) override;
  void clear();

  /// True when someone would see it.
  static bool has_terminal();

 private:
  using Clock = std::chrono::steady_clock;
  // A run that is over at once should not flicker: the first line waits.
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(300);
  bool shown_ = false;
};

}  // namespace allnash::cli
