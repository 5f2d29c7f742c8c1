// How long an enumeration may go on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "allnash/stop.hpp"

namespace allnash::game {

/// Counted, never timed: the same polytope is given up at the same step on every machine.
struct WorkBound {
  std::int64_t steps = 0;    ///< elementary steps, about a nanosecond each
  std::int64_t numbers = 0;  ///< integers held at once
};

/// Thrown by Work and caught by the enumeration that owns it.
struct GaveUp {};

/// What an enumeration has spent. Throws GaveUp beyond the bound or when told to stop.
class Work {
 public:
  Work(const WorkBound& bound, const StopToken& stop) : bound_(bound), stop_(stop) {}

  void spend(std::size_t steps) {
    spent_ += static_cast<std::int64_t>(steps);
    if (spent_ < next_look_) return;
    next_look_ = spent_ + look_every;
    if (spent_ > bound_.steps || stop_.stopped()) throw GaveUp();
  }
  void hold(std::size_t numbers) const {
    if (static_cast<std::int64_t>(numbers) > bound_.numbers) throw GaveUp();
  }
  [[nodiscard]] std::int64_t spent() const noexcept { return spent_; }

 private:
  static constexpr std::int64_t look_every = 1 << 20;
  WorkBound bound_;
  StopToken stop_;
  std::int64_t spent_ = 0;
  std::int64_t next_look_ = 0;
};

}  // namespace allnash::game
