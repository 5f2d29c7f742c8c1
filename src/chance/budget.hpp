// The probability of being wrong, spent once.
#pragma once

#include <cstdint>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// What an attempt may fail with. Of it, four fifths are for guarantees: what a frozen strategy
/// earns at the least. The opponent's strategy that earns it the least is one and the same whatever
/// the plays say, so that a bound that fails for the whole fails for that one: every arm has the
/// whole part of its player, without a union. A fifth is for what is said of all arms together, in
/// equal shares.
struct AttemptBudget {
  Rational all;
  std::int64_t players = 1;  ///< whose strategies are frozen
  std::int64_t arms = 1;     ///< of both

  [[nodiscard]] Rational guarantee() const;
  [[nodiscard]] Rational together() const;
};

/// The error budget of several attempts: attempt r = 1, 2, ... has d / (r (r+1)), which sums to d
/// however many there are. Each attempt is opened once, in order.
class ErrorBudget {
 public:
  /// Requires 0 < total < 1.
  explicit ErrorBudget(Rational total);

  /// Opens the next attempt.
  AttemptBudget open_attempt(std::int64_t players, std::int64_t arms);
  [[nodiscard]] std::int64_t attempts() const { return attempts_; }
  /// What attempt r = 1, 2, ... has.
  [[nodiscard]] Rational of_attempt(std::int64_t number) const;

 private:
  Rational total_;
  std::int64_t attempts_ = 0;
};

}  // namespace allnash::chance
