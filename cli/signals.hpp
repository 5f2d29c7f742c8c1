// Handles Ctrl-C: the first asks the run to stop and report what it knows, the second ends the
// program.
#pragma once

#include <string>
#include <string_view>

#include "allnash/stop.hpp"

namespace allnash::cli {

/// Makes SIGINT, SIGTERM and SIGHUP remove temporary files before they kill.
void install_signal_handlers();

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

}  // namespace allnash::cli
