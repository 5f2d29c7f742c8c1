#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

using std::chrono::milliseconds;

/// A program that does not flush its output seems silent from the first answer on.
constexpr double seconds_to_wonder = 5;

constexpr std::size_t shown_question = 40;

constexpr const char* wipe = "\r\x1b[K";

// The first line waits, so that short runs do not flicker.
milliseconds first_after(ProgressLine::Manner manner) {
  return manner == ProgressLine::Manner::updated ? milliseconds(300) : milliseconds(60000);
}
milliseconds next_after(ProgressLine::Manner manner) {
  return manner == ProgressLine::Manner::updated ? milliseconds(100) : milliseconds(60000);
}

std::string bound(const std::optional<double>& value) {
  return value ? fmt::format("{:.5g}", *value) : "?";
}

std::string value_text(const Progress& now) {
  if (now.value) {
    if (!now.low) return "";
    return fmt::format(", guaranteed {} of {} (gap {:.3g})", bound(now.low), bound(now.value),
                       *now.value - *now.low);
  }
  if (!now.low && !now.high) return "";
  const std::string gap =
      now.low && now.high ? fmt::format(" (gap {:.3g})", *now.high - *now.low) : "";
  return fmt::format(", value {}..{}{}", bound(now.low), bound(now.high), gap);
}

/// The worker that has been silent longest, if for a second or more.
std::string slowest_text(const Waiting& waiting) {
  if (waiting.busy == 0 || waiting.seconds < 1) return "";
  const std::string question =
      waiting.question.empty() ? fmt::format("({}, {})", waiting.entry.row, waiting.entry.column)
                               : printable(waiting.question, shown_question);
  return fmt::format(", worker {} at {} for {:.0f} s", waiting.slowest, question, waiting.seconds);
}

std::string progress_text(const Progress& now, double rate) {
  std::string text = fmt::format("{} {}", grouped(now.queries), now.to_go ? "plays" : "queries");
  if (now.waiting) text += fmt::format(", {} in flight", grouped(now.waiting->in_flight));
  if (rate > 0) text += fmt::format(", {:.3g}/s", rate);
  text += value_text(now);
  if (now.to_go) text += fmt::format(", about {:.2g} to go", *now.to_go);
  text += fmt::format(", {:.1f} s", now.seconds);
  if (!now.stage.empty()) text += fmt::format(", {}", now.stage);
  return now.waiting ? text + slowest_text(*now.waiting) : text;
}

}  // namespace

ProgressLine::ProgressLine(Manner manner)
    : manner_(manner), next_state_(Clock::now()), next_(next_state_ + first_after(manner)) {}

ProgressLine::Manner ProgressLine::manner_of(bool quiet, bool simulator) {
  if (quiet) return Manner::silent;
  if (has_terminal()) return Manner::updated;
  return simulator ? Manner::each_minute : Manner::silent;
}

bool ProgressLine::has_terminal() { return ::isatty(STDERR_FILENO) != 0; }

double ProgressLine::rate(const Progress& now) {
  const Sample sample{now.seconds, now.queries};
  if (!any_) older_ = newer_ = sample;
  any_ = true;
  if (now.seconds - newer_.seconds >= 10) older_ = std::exchange(newer_, sample);
  const double seconds = now.seconds - older_.seconds;
  return seconds > 0 ? static_cast<double>(now.queries - older_.queries) / seconds : 0;
}

void ProgressLine::progress(const Progress& now) {
  const auto time = Clock::now();
  if (time < next_state_) return;
  next_state_ = time + milliseconds(50);
  if (now.waiting && now.waiting->workers > 1) {
    ++looks_;
    idle_ += 1 - static_cast<double>(now.waiting->busy) / static_cast<double>(now.waiting->workers);
  }
  const std::string text = progress_text(now, rate(now));
  set_state((manner_ == Manner::updated ? wipe : "") + text + "\n");
  if (manner_ != Manner::silent) wonder(now);
  if (manner_ == Manner::silent || time < next_) return;
  next_ = time + next_after(manner_);
  show(manner_ == Manner::updated ? wipe + printable(text, terminal_width(STDERR_FILENO) - 1)
                                  : text + "\n");
}

void ProgressLine::wonder(const Progress& now) {
  if (wondered_ || !now.waiting || now.waiting->answered) return;
  if (now.waiting->busy == 0 || now.waiting->seconds < seconds_to_wonder) return;
  wondered_ = true;
  clear();
  const std::string line = fmt::format(
      "no answer from the oracle program after {:.0f} s: if its payoffs are quick to compute, it "
      "may not be flushing its output after each line (print(..., flush=True) in Python)\n",
      now.waiting->seconds);
  std::fputs(line.c_str(), stderr);
}

// Waits are reported ten times a second.
double ProgressLine::idle() const {
  constexpr int few = 20;
  return looks_ < few ? 0 : idle_ / looks_;
}

void ProgressLine::show(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stderr);
  shown_ = manner_ == Manner::updated;
}

void ProgressLine::clear() {
  if (shown_) std::fputs(wipe, stderr);
  shown_ = false;
}

}  // namespace allnash::cli
