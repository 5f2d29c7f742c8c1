// Handles Ctrl-C: the first asks the run to stop and report what it knows, the second ends the
// program.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "allnash/run.hpp"

namespace allnash::cli {

/// Makes SIGINT, SIGTERM and SIGHUP remove temporary files before they kill, and SIGPIPE a failed
/// write: when nobody reads the answer, files are still written.
void install_signal_handlers();

/// Ends the program as SIGPIPE does by default, without a message. Returns if whoever started the
/// program ignores that signal.
void end_without_reader();

/// Makes SIGUSR1 write the last text given to `set_state` to standard error.
void install_state_handler();
void set_state(std::string_view text);

/// A file to remove when a signal kills the program, until it is forgotten; up to four at a time.
void remember_temporary(const std::string& path);
void forget_temporary(const std::string& path);

/// While it exists, the first SIGINT or SIGTERM raises the flag instead of killing.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  [[nodiscard]] const StopFlag& flag() const;
};

/// While it exists, the program ends with exit code 3 when the limit is over: for the reading of a
/// table, of which nothing can be said before it has been read.
class ReadingLimit {
 public:
  explicit ReadingLimit(std::optional<double> seconds);
  ~ReadingLimit();
  ReadingLimit(const ReadingLimit&) = delete;
  ReadingLimit& operator=(const ReadingLimit&) = delete;
  /// What the run may still take, in seconds.
  [[nodiscard]] std::optional<double> left() const;

 private:
  std::optional<double> seconds_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace allnash::cli
