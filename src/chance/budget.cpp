#include "chance/budget.hpp"

#include <stdexcept>
#include <utility>

namespace allnash::chance {
namespace {

/// 1 / (n (n+1)): these sum to 1.
Rational of_series(std::int64_t number) {
  return {Rational(1) / (Rational(number) * Rational(number + 1))};
}

}  // namespace

Rational AttemptBudget::part(std::int64_t number) const {
  if (!newcomers && number > 0) throw std::logic_error("nothing is kept for newcomers");
  if (!newcomers) return 1;
  return number == 0 ? Rational(1, 2) : of_series(number) / Rational(2);
}

Rational AttemptBudget::guarantee(std::int64_t group) const {
  return part(group) * (all - joint()) / Rational(players);
}

Rational AttemptBudget::together(std::int64_t newcomer) const {
  const Rational shared = part(newcomer) * joint();
  return newcomer == 0 ? shared / Rational(arms) : shared;
}

ErrorBudget::ErrorBudget(Rational total, std::int64_t attempts)
    : total_(std::move(total)), attempts_(attempts) {
  if (total_ <= Rational(0) || total_ >= Rational(1)) {
    throw std::logic_error("an error budget of " + total_.to_string());
  }
}

Rational ErrorBudget::of_attempt(std::int64_t number) const { return total_ * of_series(number); }

AttemptBudget ErrorBudget::open_attempt(std::int64_t players, std::int64_t arms, bool newcomers) {
  ++attempts_;
  return {of_attempt(attempts_), players, arms, newcomers};
}

}  // namespace allnash::chance
