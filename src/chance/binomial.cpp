#include "chance/binomial.hpp"

#include <cmath>

#include "chance/rounded.hpp"
#include "chance/sequence.hpp"
#include "exact/access.hpp"

namespace allnash::chance {
namespace {

Rounded rounded_up(const Rational& number) { return {number, Rounding::up}; }

/// The chances of N coins, from S of them up.
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

  // The terms fall from the first on, ever faster: once one is small, a geometric series bounds the
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
      if (last) term *= rounded_up(Rational(1) / (Rational(1) - ratio));  // and all after it
      total += term;
      if (last) break;
    }
    return total;
  }

  std::int64_t draws_;
  std::int64_t wins_;
  Rounded ways_;
};

/// Where floating point sees the bound.
std::int64_t guessed_bound(std::int64_t draws, std::int64_t wins, const Rational& level) {
  const auto n = static_cast<double>(draws);
  const auto s = static_cast<double>(wins);
  const double log_ways = std::lgamma(n + 1) - std::lgamma(s + 1) - std::lgamma(n - s + 1);
  const double log_level = log_of_level(level);
  const auto excluded = [&](std::int64_t a) {
    const double p = static_cast<double>(a) / static_cast<double>(binomial_grid);
    if (n * p + 1 > s) return false;
    const double first = log_ways + s * std::log(p) + (n - s) * std::log1p(-p);
    double sum = 1;  // of the terms, over the first
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

}  // namespace

bool binomial_excludes(std::int64_t draws, std::int64_t wins, std::int64_t a,
                       const Rational& level) {
  return wins >= 1 && Tail(draws, wins).excludes(a, level);
}

Rational binomial_lower_bound(std::int64_t draws, std::int64_t wins, const Rational& level) {
  if (wins < 1) return {};
  const Tail tail(draws, wins);
  std::int64_t good = guessed_bound(draws, wins, level);
  // Floating point misjudges it by little. What is excluded excludes all that is lower.
  while (good > 0 && !tail.excludes(good, level)) --good;
  while (good + 1 < binomial_grid && tail.excludes(good + 1, level)) ++good;
  return {good, binomial_grid};
}

}  // namespace allnash::chance
