// The probability of being wrong, spent once.
#pragma once

#include <cstdint>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// The error budget of an attempt. Of it, four fifths are for guarantees: what a frozen strategy
/// earns at the least. The opponent's strategy that earns it the least is one and the same whatever
/// the plays say, so that a bound that fails for the whole fails for that one: every arm has the
/// whole part of its player, without a union. A fifth is for what is said of all arms together, in
/// equal shares; or a twentieth for a box, all intervals of which hold together.
///
/// Where strategies may join later, half of each part is kept for them. Which newcomers there are
/// may well be a matter of what plays have shown; but those that join at once are settled with
/// their arms, so that a group is to its part what all are to the whole: the q-th group has
/// 1 / (q (q+1)) of what is kept, and the p-th newcomer 1 / (p (p+1)) of what is kept for joint
/// statements. All of these sum to what is kept.
struct AttemptBudget {
  Rational all;
  std::int64_t players = 1;  ///< whose strategies are frozen
  std::int64_t arms = 1;     ///< of both, at the freeze
  bool newcomers = false;    ///< half is kept for them
  bool box = false;          ///< statements on several pairings rest on one, not on arms

  /// For statements on several arms or pairings at once.
  [[nodiscard]] Rational joint() const { return all / Rational(box ? 20 : 5); }
  /// Of an arm that was there at the freeze, or of group q = 1, 2, ... of newcomers.
  [[nodiscard]] Rational guarantee(std::int64_t group = 0) const;
  /// The same, or of newcomer p = 1, 2, ...
  [[nodiscard]] Rational together(std::int64_t newcomer = 0) const;

 private:
  [[nodiscard]] Rational part(std::int64_t number) const;
};

/// The error budget of several attempts: attempt r = 1, 2, ... has d / (r (r+1)), which sums to d
/// however many there are. Each attempt is opened once, in order, whatever run it belongs to.
class ErrorBudget {
 public:
  /// Requires 0 < total < 1. So many attempts were opened before.
  explicit ErrorBudget(Rational total, std::int64_t attempts = 0);

  /// Opens the next attempt.
  AttemptBudget open_attempt(std::int64_t players, std::int64_t arms, bool newcomers = false);
  [[nodiscard]] std::int64_t attempts() const { return attempts_; }
  /// What attempt r = 1, 2, ... has.
  [[nodiscard]] Rational of_attempt(std::int64_t number) const;

 private:
  Rational total_;
  std::int64_t attempts_ = 0;
};

}  // namespace allnash::chance
