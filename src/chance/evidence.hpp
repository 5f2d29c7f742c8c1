// What independent draws with one unknown mean have shown so far.
#pragma once

#include <cstdint>
#include <map>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// Draws in [0, 1], as counts by value: none of the bounds depends on their order. Their sum is
/// kept exactly: rounded down, it decides bounds, and a double a hair below a whole number would
/// not do.
class Evidence {
 public:
  /// Throws std::logic_error for a value outside [0, 1].
  void add(const Rational& value, std::int64_t times = 1);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] const Rational& sum() const { return exact_sum_; }
  /// The sum, rounded down.
  [[nodiscard]] std::int64_t whole_sum() const { return whole_sum_; }
  /// For guesses.
  [[nodiscard]] double sum_approximate() const { return sum_; }
  [[nodiscard]] const std::map<Rational, std::int64_t>& values() const { return values_; }

 private:
  std::map<Rational, std::int64_t> values_;
  std::int64_t count_ = 0;
  Rational exact_sum_;
  std::int64_t whole_sum_ = 0;
  double sum_ = 0;
};

}  // namespace allnash::chance
