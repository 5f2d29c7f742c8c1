// A flag that stops a run.
#pragma once

#include <atomic>

namespace allnash {

/// A flag that anyone, even a signal handler, may raise to end a run early.
class StopFlag {
 public:
  void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool raised() const noexcept { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
  static_assert(std::atomic<bool>::is_always_lock_free);
};

}  // namespace allnash
