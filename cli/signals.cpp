#include "signals.hpp"

#include <unistd.h>

#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>

namespace allnash::cli {
namespace {

// What a handler may touch: lock-free atomics, and a path that is complete while its flag is up.
StopFlag stop_flag;
std::atomic<bool> stoppable{false};
std::atomic<bool> has_temporary{false};
char temporary[PATH_MAX + 1];

void on_signal(int signal_number) {
  if (signal_number != SIGHUP && stoppable.load() && !stop_flag.raised()) {
    stop_flag.raise();
    return;
  }
  if (has_temporary.load()) ::unlink(temporary);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

void install_signal_handlers() {
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    if (::sigaction(signal_number, nullptr, &action) != 0) continue;
    if (action.sa_handler == SIG_IGN) continue;  // nohup, or a shell's background job
    action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal_number, &action, nullptr);
  }
}

void set_temporary(const std::string& path) {
  has_temporary.store(false);
  if (path.empty() || path.size() > PATH_MAX) return;
  std::memcpy(temporary, path.c_str(), path.size() + 1);
  has_temporary.store(true);
}

StopOnSignal::StopOnSignal() { stoppable.store(true); }

StopOnSignal::~StopOnSignal() { stoppable.store(false); }

const StopFlag& StopOnSignal::flag() const { return stop_flag; }

}  // namespace allnash::cli
