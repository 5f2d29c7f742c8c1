// The probability of being wrong, spent once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// The error budget of a run of several attempts: attempt r = 1, 2, ... has d / (r (r+1)), which
/// sums to d however many there are. Each attempt is opened once, in order.
class ErrorBudget {
 public:
  /// Requires 0 < total < 1.
  explicit ErrorBudget(Rational total);

  /// Opens the next attempt and shares its budget out among claims, in proportion to whole numbers
  /// of at least 1. All claims of all attempts hold together with probability at least 1 - total.
  std::vector<Rational> open_attempt(std::span<const std::int64_t> shares);
  [[nodiscard]] std::int64_t attempts() const { return attempts_; }
  [[nodiscard]] const Rational& spent() const { return spent_; }

 private:
  Rational total_;
  Rational spent_;
  std::int64_t attempts_ = 0;
};

}  // namespace allnash::chance
