// How a run is stopped.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace allnash {

/// A flag that anyone, a signal handler too, may raise to end a run early.
class StopFlag {
 public:
  void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool raised() const noexcept { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
  static_assert(std::atomic<bool>::is_always_lock_free);
};

/// Why a run should end now, if it should: a raised flag or a deadline.
class StopToken {
 public:
  using Clock = std::chrono::steady_clock;
  StopToken() = default;
  explicit StopToken(const StopFlag* flag, std::optional<Clock::time_point> deadline = {})
      : flag_(flag), deadline_(deadline) {}

  [[nodiscard]] bool interrupted() const noexcept { return flag_ != nullptr && flag_->raised(); }
  [[nodiscard]] bool out_of_time() const noexcept {
    return deadline_.has_value() && Clock::now() >= *deadline_;
  }
  [[nodiscard]] bool stopped() const noexcept { return interrupted() || out_of_time(); }

 private:
  const StopFlag* flag_ = nullptr;
  std::optional<Clock::time_point> deadline_;
};

}  // namespace allnash
