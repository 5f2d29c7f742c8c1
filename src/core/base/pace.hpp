// Lets loops of short steps look at a stop token now and then.
#pragma once

#include <cstddef>
#include <exception>

#include "core/base/stop_token.hpp"

namespace allnash {

/// Ends a loop that has nothing to return when its token says so. The functions that others call
/// catch it.
class Stopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

/// Looks at a token once in so many steps of work, for loops whose steps are short. Work that is
/// done at once is done whatever the token says, so that small games have an answer.
class Pace {
 public:
  /// Steps between two looks: some milliseconds.
  static constexpr std::size_t stride = 65536;
  static constexpr std::size_t first = 4 * stride;  ///< before the first look
  explicit Pace(const StopToken& stop = {}) : stop_(stop) {}

  /// Call it before so many steps. Throws Stopped.
  void step(std::size_t steps = 1) {
    if (steps < left_) {
      left_ -= steps;
      return;
    }
    left_ = stride;
    if (stop_.stopped()) throw Stopped();
  }
  [[nodiscard]] const StopToken& token() const { return stop_; }

 private:
  StopToken stop_;
  std::size_t left_ = first;
};

}  // namespace allnash
