#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "text.hpp"

namespace allnash::cli {
namespace {

std::string bound(const std::optional<double>& value) {
  return value ? fmt::format("{:.5g}", *value) : "?";
}

std::string progress_text(const Progress& now) {
  std::string text = fmt::format("{} queries", grouped(now.queries));
  if (now.low || now.high) text += fmt::format(", value {}..{}", bound(now.low), bound(now.high));
  text += fmt::format(", {:.1f} s", now.seconds);
  if (!now.stage.empty()) text += fmt::format(", {}", now.stage);
  return printable(text, line_width - 1);
}

constexpr const char* wipe = "\r\x1b[K";

}  // namespace

bool ProgressLine::has_terminal() { return ::isatty(STDERR_FILENO) != 0; }

void ProgressLine::progress(const Progress& now) {
  const auto time = Clock::now();
  if (time < next_) return;
  next_ = time + std::chrono::milliseconds(100);
  const std::string line = wipe + progress_text(now);
  std::fwrite(line.data(), 1, line.size(), stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) std::fputs(wipe, stderr);
  shown_ = false;
}

}  // namespace allnash::cli
