// The token that tells a computation when to end: a time limit or a request.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "allnash/stop.hpp"

namespace allnash {

/// Tells whether a run should end now: because of a raised flag or a deadline.
class StopToken {
 public:
  using Clock = std::chrono::steady_clock;
  StopToken() = default;
  explicit StopToken(const StopFlag* flag, std::optional<Clock::time_point> deadline = {},
                     const StopFlag* other = nullptr)
      : flag_(flag), other_(other), deadline_(deadline) {}

  [[nodiscard]] bool interrupted() const noexcept {
    return (flag_ != nullptr && flag_->raised()) || (other_ != nullptr && other_->raised());
  }
  [[nodiscard]] bool out_of_time() const noexcept {
    return deadline_.has_value() && Clock::now() >= *deadline_;
  }
  [[nodiscard]] bool stopped() const noexcept { return interrupted() || out_of_time(); }

  /// A token that also ends by another flag, or at a deadline.
  [[nodiscard]] StopToken sooner(const StopFlag& other, Clock::time_point deadline) const {
    return StopToken(flag_, deadline_ ? std::min(*deadline_, deadline) : deadline, &other);
  }

 private:
  const StopFlag* flag_ = nullptr;
  const StopFlag* other_ = nullptr;
  std::optional<Clock::time_point> deadline_;
};

}  // namespace allnash
