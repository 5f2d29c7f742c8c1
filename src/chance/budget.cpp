#include "chance/budget.hpp"

#include <stdexcept>
#include <utility>

namespace allnash::chance {

Rational AttemptBudget::guarantee() const { return all * Rational(4, 5) / Rational(players); }

Rational AttemptBudget::together() const { return all / (Rational(5) * Rational(arms)); }

ErrorBudget::ErrorBudget(Rational total) : total_(std::move(total)) {
  if (total_ <= Rational(0) || total_ >= Rational(1)) {
    throw std::logic_error("an error budget of " + total_.to_string());
  }
}

Rational ErrorBudget::of_attempt(std::int64_t number) const {
  return total_ / (Rational(number) * Rational(number + 1));
}

AttemptBudget ErrorBudget::open_attempt(std::int64_t players, std::int64_t arms) {
  ++attempts_;
  return {of_attempt(attempts_), players, arms};
}

}  // namespace allnash::chance
