#include "chance/evidence/fixed_plan.hpp"

#include <cmath>

#include "chance/evidence/rounded.hpp"
#include "chance/evidence/sequence.hpp"
#include "core/exact/access.hpp"

namespace allnash::chance {
namespace {

Rounded rounded_up(const Rational& number) { return {number, Rounding::up}; }

/// The probability that at least S of N coins show a win.
class Tail {
 public:
  Tail(std::int64_t draws, std::int64_t wins)
      : draws_(draws), wins_(wins), ways_(rounded_up(ways(draws, wins))) {}

  [[nodiscard]] bool excludes(std::int64_t a, const Rational& level) const {
    const Rational mean(a, binomial_grid);
    if (Rational(wins_ - 1) < Rational(draws_) * mean) return false;
    return a == 0 || sum(mean).at_most(level);  // wins >= 1
  }

 private:
  static Rational ways(std::int64_t draws, std::int64_t wins) {
    exact::Integer count;
    fmpz_bin_uiui(count.raw(), static_cast<ulong>(draws), static_cast<ulong>(wins));
    return exact::quotient(count.raw(), exact::Integer(1).raw());
  }

  // The ratio of successive terms falls, so once a term is small a geometric series bounds the
  // rest.
  [[nodiscard]] Rounded sum(const Rational& mean) const {
    constexpr std::int64_t small = 160;  // bits below the sum
    const Rational odds = mean / (Rational(1) - mean);
    Rounded term = ways_;
    term *= rounded_up(mean).power(wins_);
    term *= rounded_up(Rational(1) - mean).power(draws_ - wins_);
    Rounded total = term;
    for (std::int64_t t = wins_; t < draws_; ++t) {
      const Rational ratio = odds * Rational(draws_ - t, t + 1);
      term *= rounded_up(ratio);
      const bool last = term.bits() + small < total.bits();
      if (last) term *= rounded_up(Rational(1) / (Rational(1) - ratio));  // all later ones too
      total += term;
      if (last) break;
    }
    return total;
  }

  std::int64_t draws_;
  std::int64_t wins_;
  Rounded ways_;
};

/// An approximate bound, in floating point.
std::int64_t guessed_bound(std::int64_t draws, std::int64_t wins, const Rational& level) {
  const auto n = static_cast<double>(draws);
  const auto s = static_cast<double>(wins);
  const double log_ways = std::lgamma(n + 1) - std::lgamma(s + 1) - std::lgamma(n - s + 1);
  const double log_level = log_of_level(level);
  const auto excluded = [&](std::int64_t a) {
    const double p = static_cast<double>(a) / static_cast<double>(binomial_grid);
    if (n * p + 1 > s) return false;
    const double first = log_ways + s * std::log(p) + (n - s) * std::log1p(-p);
    double sum = 1;  // of the terms, divided by the first
    double term = 1;
    for (double t = s; t < n && term > 1e-17 * sum; ++t) {
      term *= (n - t) * p / ((t + 1) * (1 - p));
      sum += term;
    }
    return first + std::log(sum) <= log_level;
  };
  std::int64_t good = 0;
  std::int64_t bad = binomial_grid;
  while (bad - good > 1) {
    const std::int64_t middle = good + (bad - good) / 2;
    (excluded(middle) ? good : bad) = middle;
  }
  return good;
}

// All terms of the exponential series are positive, so a partial sum is a lower bound.
bool exponential_reaches(const Rational& exponent, const Rational& level) {
  const auto terms = static_cast<std::int64_t>(4 * exponent.to_double()) + 40;
  Rational term = 1;
  Rational sum = 1;
  for (std::int64_t k = 1; k <= terms && sum < level; ++k) {
    term *= exponent / Rational(k);
    sum += term;
  }
  return sum >= level;
}

Rational rounded_down(const Rational& value) {
  exact::Integer count;
  fmpz_mul_si(count.raw(), exact::numerator(value), binomial_grid);
  fmpz_fdiv_q(count.raw(), count.raw(), exact::denominator(value));
  return exact::quotient(count.raw(), exact::Integer(binomial_grid).raw());
}

}  // namespace

bool binomial_excludes(std::int64_t draws, std::int64_t wins, std::int64_t a,
                       const Rational& level) {
  return wins >= 1 && Tail(draws, wins).excludes(a, level);
}

Rational binomial_lower_bound(std::int64_t draws, std::int64_t wins, const Rational& level) {
  if (wins < 1) return {};
  const Tail tail(draws, wins);
  std::int64_t good = guessed_bound(draws, wins, level);
  // Floating point is off by little. If a mean is excluded, so is every lower one.
  while (good > 0 && !tail.excludes(good, level)) --good;
  while (good + 1 < binomial_grid && tail.excludes(good + 1, level)) ++good;
  return {good, binomial_grid};
}

Rational log_above(const Rational& level) {
  const Rational wanted = Rational(1) / level;
  auto count = static_cast<std::int64_t>(std::floor(1000 * log_of_level(wanted)));
  while (!exponential_reaches(Rational(count, 1000), wanted)) ++count;
  return {count, 1000};
}

Rational bernstein_lower_bound(std::int64_t lambda, const std::vector<Stratum>& strata,
                               const Rational& level) {
  Rational mean;
  Rational penalty = log_above(level);
  for (const Stratum& stratum : strata) {
    const Rational planned(stratum.planned);
    const Rational u = Rational(lambda) * stratum.weight / planned;
    const Rational psi = u * u / (Rational(2) * (Rational(1) - u));
    const Rational spread = stratum.squares - Rational(2) * stratum.centre * stratum.sum +
                            stratum.centre * stratum.centre * Rational(stratum.draws);
    mean += stratum.weight * stratum.sum / planned;
    penalty += psi * spread;
  }
  return rounded_down(mean - penalty / Rational(lambda));
}

}  // namespace allnash::chance
