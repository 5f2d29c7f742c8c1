#include "signals.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include "commands.hpp"

namespace allnash::cli {
namespace {

// Signal handlers may only use lock-free atomics, and paths that are complete while their flags are
// set.
StopFlag stop_flag;
std::atomic<bool> stoppable{false};
struct Temporary {
  std::atomic<bool> there{false};
  char path[PATH_MAX + 1];
};
std::array<Temporary, 4> temporaries;

// Two buffers: a handler reads one while the other is written.
struct State {
  std::array<char, 512> text{};
  std::size_t size = 0;
};
std::array<State, 2> states;
std::atomic<std::size_t> current_state{0};

void on_state_wanted(int /*signal_number*/) {
  const int error = errno;
  const State& state = states[current_state.load()];
  (void)!::write(STDERR_FILENO, state.text.data(), state.size);
  errno = error;
}

void on_signal(int signal_number) {
  if (signal_number != SIGHUP && stoppable.load() && !stop_flag.raised()) {
    stop_flag.raise();
    return;
  }
  for (const Temporary& temporary : temporaries) {
    if (temporary.there.load()) ::unlink(temporary.path);
  }
  if (signal_number == SIGINT && !stop_flag.raised()) {
    constexpr std::string_view said = "allnash: interrupted before there was an answer\n";
    (void)!::write(STDERR_FILENO, said.data(), said.size());
  }
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

// Nothing is known yet, and reading looks at no flag.
void on_time_over(int /*signal_number*/) {
  for (const Temporary& temporary : temporaries) {
    if (temporary.there.load()) ::unlink(temporary.path);
  }
  constexpr std::string_view said =
      "allnash: the time limit was over before the game had been read\n";
  (void)!::write(STDERR_FILENO, said.data(), said.size());
  ::_exit(exit_stopped);
}

void set_timer(double seconds) {
  struct itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>(1e6 * (seconds - static_cast<double>(timer.it_value.tv_sec)));
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

// Not SIG_IGN, which child processes would inherit.
void on_reader_left(int /*signal_number*/) {}

bool is_ignored(int signal_number) {
  struct sigaction action = {};
  return ::sigaction(signal_number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN;
}

/// Leaves a signal alone that is ignored: by nohup, or for a background job.
void handle(int signal_number, void (*handler)(int)) {
  if (is_ignored(signal_number)) return;
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(signal_number, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) handle(signal_number, on_signal);
  handle(SIGPIPE, on_reader_left);
}

void end_without_reader() {
  if (is_ignored(SIGPIPE)) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

void install_state_handler() {
  set_state("nothing asked yet\n");
  struct sigaction action = {};
  action.sa_handler = on_state_wanted;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGUSR1, &action, nullptr);
}

void set_state(std::string_view text) {
  const std::size_t other = 1 - current_state.load();
  State& state = states[other];
  state.size = std::min(text.size(), state.text.size());
  std::copy_n(text.data(), state.size, state.text.data());
  current_state.store(other);
}

void remember_temporary(const std::string& path) {
  const auto free = std::ranges::find_if(temporaries, [](auto& file) { return !file.there; });
  if (free == temporaries.end() || path.size() > PATH_MAX) return;
  std::memcpy(free->path, path.c_str(), path.size() + 1);
  free->there.store(true);
}

void forget_temporary(const std::string& path) {
  for (Temporary& temporary : temporaries) {
    if (temporary.there && path == temporary.path) temporary.there.store(false);
  }
}

ReadingLimit::ReadingLimit(std::optional<double> seconds)
    : seconds_(seconds), begun_(std::chrono::steady_clock::now()) {
  if (!seconds_) return;
  struct sigaction action = {};
  action.sa_handler = on_time_over;
  ::sigaction(SIGALRM, &action, nullptr);
  set_timer(std::max(*seconds_, 1e-3));
}

ReadingLimit::~ReadingLimit() {
  if (!seconds_) return;
  set_timer(0);
  std::signal(SIGALRM, SIG_DFL);
}

std::optional<double> ReadingLimit::left() const {
  if (!seconds_) return {};
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun_;
  return std::max(*seconds_ - taken.count(), 1e-3);
}

StopOnSignal::StopOnSignal() { stoppable.store(true); }

StopOnSignal::~StopOnSignal() { stoppable.store(false); }

const StopFlag& StopOnSignal::flag() const { return stop_flag; }

}  // namespace allnash::cli
