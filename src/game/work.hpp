// How long an enumeration may go on.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "base/stop_token.hpp"
#include "exact/integer.hpp"

namespace allnash::game {

/// A run that is over has a little time left to say what it knows.
class Grace {
 public:
  explicit Grace(const StopToken& stop) : stop_(stop) {}
  /// True a little while after this saw the stop first.
  [[nodiscard]] bool over() {
    constexpr std::chrono::milliseconds grace{100};
    if (!end_ && !stop_.stopped()) return false;
    if (!end_) end_ = StopToken::Clock::now() + grace;
    return StopToken::Clock::now() >= *end_;
  }

 private:
  StopToken stop_;
  std::optional<StopToken::Clock::time_point> end_;
};

/// Counted, never timed: the same polytope, begun from the same point, is given up at the same step
/// on every machine.
struct WorkBound {
  std::int64_t steps = 0;    ///< elementary steps, about a nanosecond each
  std::int64_t numbers = 0;  ///< integers held at once
};

/// What the inverse of a matrix costs: a solution modulo each of the primes that its determinant
/// takes, of about a word each.
inline double steps_of_inverse(const exact::IntegerMatrix& matrix) {
  const auto size = static_cast<double>(matrix.rows());
  const auto bits = static_cast<double>(std::abs(fmpz_mat_max_bits(matrix.raw()))) + 8;
  return size * size * size * (size * bits / 64 + 1);
}

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
  /// Before a step that cannot be interrupted, such as the inverse of a matrix: one of more than
  /// about half a second is not begun.
  void spend_at_once(double steps) {
    constexpr double most_at_once = 5e8;
    if (steps > most_at_once) throw GaveUp();
    spend(static_cast<std::size_t>(steps));
  }
  void hold(std::size_t numbers) const {
    if (static_cast<std::int64_t>(numbers) > bound_.numbers) throw GaveUp();
  }
  /// More than a step on the way to something better should take.
  [[nodiscard]] bool spent_a_part() const noexcept { return spent_ > bound_.steps / 8; }
  /// What was spent so far counts no longer.
  void begin_anew() noexcept { spent_ = next_look_ = 0; }
  /// For a step that looks at it by itself.
  [[nodiscard]] const StopToken& stop() const noexcept { return stop_; }

 private:
  static constexpr std::int64_t look_every = 1 << 20;
  WorkBound bound_;
  StopToken stop_;
  std::int64_t spent_ = 0;
  std::int64_t next_look_ = 0;
};

}  // namespace allnash::game
