// Sums over a mixed strategy, exactly.
#pragma once

#include <vector>

#include "allnash/result.hpp"
#include "exact/access.hpp"
#include "exact/integer.hpp"
#include "exact/linear_system.hpp"
#include "exact/near.hpp"

namespace allnash::game {

/// A mixed strategy as whole numbers over one denominator, so that sums are of whole numbers.
class Mixture {
 public:
  explicit Mixture(const MixedStrategy& strategy) {
    std::vector<Rational> probabilities;
    for (const Weight& weight : strategy) probabilities.push_back(weight.probability);
    denominator_ = exact::common_denominator(probabilities);
    for (const Weight& weight : strategy) {
      strategies_.push_back(weight.strategy);
      approximate_.push_back(exact::near(weight.probability));
      exact::scale_to_integer(whole_.emplace_back().raw(), weight.probability, denominator_);
    }
  }

  [[nodiscard]] const std::vector<Index>& strategies() const { return strategies_; }
  /// NaN where filters must not look.
  [[nodiscard]] const std::vector<double>& approximate() const { return approximate_; }

  [[nodiscard]] bool sums_to_one() const {
    exact::Integer sum;
    for (const exact::Integer& part : whole_) fmpz_add(sum.raw(), sum.raw(), part.raw());
    return fmpz_equal(sum.raw(), denominator_.raw()) != 0;
  }

  /// So many times the value, which is whole more often than not.
  [[nodiscard]] Rational scaled(const Rational& value) const {
    Rational result;
    fmpq_mul_fmpz(exact::raw(result), exact::raw(value), denominator_.raw());
    return result;
  }

  [[nodiscard]] Rational unscaled(const Rational& value) const {
    Rational result;
    fmpq_div_fmpz(exact::raw(result), exact::raw(value), denominator_.raw());
    return result;
  }

  /// The expected payoff, scaled, where payoff(s) is what the strategy s earns.
  template <typename Payoff>
  [[nodiscard]] Rational expect(const Payoff& payoff) const {
    std::vector<Rational> payoffs;
    payoffs.reserve(strategies_.size());
    bool integers = true;
    for (const Index s : strategies_) {
      payoffs.push_back(payoff(s));
      integers = integers && payoffs.back().is_integer();
    }
    exact::Integer sum;
    if (integers) {
      Rational result;
      for (std::size_t t = 0; t < payoffs.size(); ++t) {
        fmpz_addmul(exact::numerator(result), whole_[t].raw(), exact::numerator(payoffs[t]));
      }
      return result;
    }
    const exact::Integer denominator = exact::common_denominator(payoffs);
    exact::Integer whole;
    for (std::size_t t = 0; t < payoffs.size(); ++t) {
      exact::scale_to_integer(whole.raw(), payoffs[t], denominator);
      fmpz_addmul(sum.raw(), whole_[t].raw(), whole.raw());
    }
    return exact::quotient(sum.raw(), denominator.raw());
  }

 private:
  std::vector<Index> strategies_;
  std::vector<double> approximate_;
  std::vector<exact::Integer> whole_;
  exact::Integer denominator_{1};
};

}  // namespace allnash::game
