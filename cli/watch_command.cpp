// `allnash watch`: shows the state of a run in another process, repeatedly.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "allnash/report.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// A bound as it is shown: what is within rounding errors of 0 is 0.
double shown(double bound) {
  constexpr double rounding = 1e-12;
  return std::abs(bound) < rounding ? 0 : bound;
}

std::string end_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", shown(*value)) : "?";
}

/// How far two bounds are apart.
double gap(double low, double high) { return shown(std::max(0.0, high - low)); }

std::string value_line(const Progress& now) {
  if (now.value) {
    const std::string known = end_text(now.value) + ", known by symmetry";
    if (!now.low) return known + "; nothing is guaranteed yet";
    const double below = gap(*now.low, *now.value);
    return known + (below > 0 ? fmt::format("; the best mix guarantees {}, {:.3g} below",
                                            end_text(now.low), below)
                              : "; the best mix guarantees that, up to rounding");
  }
  if (!now.low && !now.high) return "not bounded yet";
  std::string ends = fmt::format("from {} to {}", end_text(now.low), end_text(now.high));
  if (!now.low || !now.high) return ends;
  return ends + fmt::format(", a gap of {:.3g}", gap(*now.low, *now.high));
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::int64_t size_of(const LedgerState& state) {
  const double entries = static_cast<double>(state.rows) * static_cast<double>(state.columns);
  if (entries > 4e18) return 0;
  return state.symmetric ? state.rows * (state.rows - 1) / 2 : state.rows * state.columns;
}

/// The remaining queries, estimated or at most, and their time at the rate so far.
std::string to_go(const LedgerState& state) {
  const Progress& now = *state.progress;
  double left = 0;
  std::string text;
  if (now.to_go) {
    left = *now.to_go;
    text = fmt::format("about {:.2g}", left);
  } else {
    const std::int64_t size = size_of(state);
    if (size == 0) return "";
    const std::int64_t known = std::min(now.queries, state.payoffs);
    left = static_cast<double>(std::max<std::int64_t>(0, size - known));
    if (state.budget) {
      left = std::min(left,
                      static_cast<double>(std::max<std::int64_t>(0, *state.budget - now.queries)));
    }
    text = "at most " + grouped(static_cast<std::int64_t>(left)) +
           (state.budget ? " by the budget" : "");
  }
  const double rate = now.seconds > 0 ? static_cast<double>(now.queries) / now.seconds : 0;
  return rate > 0 ? text + ", " + duration(left / rate) + " at this rate" : text;
}

std::string asked_again(const Progress& now) {
  std::string text;
  if (now.repeats > 0) text = grouped(now.repeats) + " to compare";
  if (now.hedged > 0) {
    text += (text.empty() ? "" : ", ") + grouped(now.hedged) + " since they were slow";
  }
  return text;
}

struct WatchLine {
  const char* name;
  std::string text;
};

std::vector<WatchLine> lines_of(const LedgerState& state) {
  std::vector<WatchLine> lines;
  lines.push_back({"game", shape_text(state.rows, state.columns, state.symmetric)});
  const std::string ended = state.status.empty() ? "ended before it had an answer" : state.status;
  if (!state.by_play || state.running) lines.push_back({"run", state.running ? "running" : ended});
  if (state.by_play) {
    lines.push_back({"plays", grouped(state.payoffs)});
    return lines;
  }
  const std::string total = size_of(state) > 0 ? " of " + grouped(size_of(state)) : "";
  if (!state.progress) {
    lines.push_back({"payoffs", grouped(state.payoffs) + total + " in the file"});
    return lines;
  }
  const Progress& now = *state.progress;
  lines.push_back({"value", value_line(now)});
  // An oracle is asked some matches both ways, so queries may exceed matches.
  const std::string asked = state.symmetric
                                ? fmt::format("{}, and {}{} matches in the file",
                                              grouped(now.queries), grouped(state.payoffs), total)
                                : grouped(now.queries) + total;
  lines.push_back({"queries", fmt::format("{}, in {} {}", asked, grouped(now.rounds),
                                          now.rounds == 1 ? "round" : "rounds")});
  if (state.running && now.waiting) {
    lines.push_back(
        {"workers", fmt::format("{} of {} busy, {:.0f} % of the time so far, {} payoffs in flight",
                                now.waiting->busy, now.waiting->workers, 100 * now.waiting->share,
                                grouped(now.waiting->in_flight))});
  }
  const std::string again = asked_again(now);
  if (!again.empty()) lines.push_back({"asked twice", again});
  if (now.in_vain > 0) {
    lines.push_back({"in vain", grouped(now.in_vain) + ", asked ahead and not needed so far"});
  }
  if (state.running) {
    const std::string left = to_go(state);
    if (!left.empty()) lines.push_back({"to go", left});
    if (!state.stage.empty()) lines.push_back({"stage", state.stage});
  }
  lines.push_back({"time", duration(now.seconds)});
  return lines;
}

/// All of it in one line, for a log.
std::string in_a_line(const LedgerState& state) {
  std::string text;
  for (const WatchLine& line : lines_of(state)) {
    text += (text.empty() ? "" : "; ") + std::string(line.name) + " " + line.text;
  }
  return text + "\n";
}

/// Draws lines over those drawn before.
class Screen {
 public:
  void draw(const std::vector<WatchLine>& lines) {
    // Back to the first line, and erase everything below.
    std::string text = drawn_ > 0 ? fmt::format("\x1b[{}A\x1b[J", drawn_) : "";
    for (const WatchLine& line : lines) {
      text += printable(fmt::format("{:<11} {}", line.name, line.text),
                        terminal_width(STDOUT_FILENO) - 1) +
              "\n";
    }
    drawn_ = lines.size();
    write_standard_output(text);
  }

 private:
  std::size_t drawn_ = 0;
};

}  // namespace

int run_watch(const Arguments& arguments) {
  const bool terminal = ::isatty(STDOUT_FILENO) != 0;
  Screen screen;
  auto next_line = Clock::now();
  for (;;) {
    const auto start = Clock::now();
    const LedgerState state = ledger_state(arguments.ledger);
    if (terminal) {
      screen.draw(lines_of(state));
    } else if (!state.running || start >= next_line) {
      write_standard_output(in_a_line(state));
      next_line = start + std::chrono::minutes(1);
    }
    if (!state.running) return exit_proved;
    // A large file takes a while to read: at most a tenth of the time.
    const auto spent = Clock::now() - start;
    std::this_thread::sleep_for(std::max<Clock::duration>(std::chrono::seconds(1), 10 * spent));
  }
}

}  // namespace allnash::cli
