// Ctrl-C, politely: the first asks the run to stop and say what it knows, the second ends it.
#pragma once

#include <string>

#include "allnash/progress.hpp"

namespace allnash::cli {

/// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files before they kill.
void install_signal_handlers();

/// A file to remove when a signal kills the program, until it is forgotten. A few at a time.
void remember_temporary(const std::string& path);
void forget_temporary(const std::string& path);

/// While it lives, the first SIGINT or SIGTERM raises the flag instead of killing.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  [[nodiscard]] const StopFlag& flag() const;
};

}  // namespace allnash::cli
