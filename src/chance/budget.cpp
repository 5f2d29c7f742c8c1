#include "chance/budget.hpp"

#include <stdexcept>
#include <utility>

namespace allnash::chance {

ErrorBudget::ErrorBudget(Rational total) : total_(std::move(total)) {
  if (total_ <= Rational(0) || total_ >= Rational(1)) {
    throw std::logic_error("an error budget of " + total_.to_string());
  }
}

std::vector<Rational> ErrorBudget::open_attempt(std::span<const std::int64_t> shares) {
  Rational all;
  for (const std::int64_t share : shares) {
    if (share < 1) throw std::logic_error("a claim without a share of the error budget");
    all += Rational(share);
  }
  ++attempts_;
  const Rational budget = total_ / (Rational(attempts_) * Rational(attempts_ + 1));
  std::vector<Rational> parts;
  for (const std::int64_t share : shares) parts.push_back(budget * Rational(share) / all);
  spent_ += budget;
  if (spent_ >= total_) throw std::logic_error("an error budget spent twice");
  return parts;
}

}  // namespace allnash::chance
