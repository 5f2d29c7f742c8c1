// The token that tells a computation when to end: a time limit or a request.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "allnash/run.hpp"

namespace allnash {

/// A number of looks at a token after which it ends the run: for tests, which wait for no clock.
class LookLimit {
 public:
  explicit LookLimit(std::int64_t looks) : left_(looks) {}
  [[nodiscard]] bool used_up() noexcept { return left_.fetch_sub(1) <= 0; }
  [[nodiscard]] std::int64_t left() const noexcept { return left_.load(); }

 private:
  std::atomic<std::int64_t> left_;
};

/// Tells whether a run should end now: because of a raised flag or a deadline.
class StopToken {
 public:
  using Clock = std::chrono::steady_clock;
  StopToken() = default;
  explicit StopToken(const StopFlag* flag, std::optional<Clock::time_point> deadline = {})
      : flags_{flag}, deadline_(deadline) {}

  [[nodiscard]] bool interrupted() const noexcept {
    return std::ranges::any_of(
               flags_, [](const StopFlag* flag) { return flag != nullptr && flag->raised(); }) ||
           (looks_ != nullptr && looks_->used_up());
  }
  [[nodiscard]] bool out_of_time() const noexcept {
    return deadline_.has_value() && Clock::now() >= *deadline_;
  }
  [[nodiscard]] bool stopped() const noexcept { return interrupted() || out_of_time(); }

  /// A token that also ends by another flag. Two can be added to a run's own.
  [[nodiscard]] StopToken sooner(const StopFlag& other) const {
    StopToken its = *this;
    *std::ranges::find(its.flags_, nullptr) = &other;
    return its;
  }
  /// A token that ends at this deadline at the latest.
  [[nodiscard]] StopToken sooner(Clock::time_point deadline) const {
    StopToken its = *this;
    its.deadline_ = deadline_ ? std::min(*deadline_, deadline) : deadline;
    return its;
  }
  /// A token that ends after so many looks at the latest.
  [[nodiscard]] StopToken sooner(LookLimit& looks) const {
    StopToken its = *this;
    its.looks_ = &looks;
    return its;
  }

 private:
  std::array<const StopFlag*, 3> flags_ = {};
  std::optional<Clock::time_point> deadline_;
  LookLimit* looks_ = nullptr;
};

/// When a run that began then must end, with a limit of so many seconds.
inline std::optional<StopToken::Clock::time_point> deadline_after(
    StopToken::Clock::time_point begin, const std::optional<double>& seconds) {
  if (!seconds) return {};
  constexpr double longest = 3e9;  // a limit of centuries would overflow the clock
  return begin + std::chrono::duration_cast<StopToken::Clock::duration>(
                     std::chrono::duration<double>(std::min(longest, *seconds)));
}

}  // namespace allnash
