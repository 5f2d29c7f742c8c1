#include "chance/binomial.hpp"

#include <cmath>

#include "chance/sequence.hpp"
#include "exact/access.hpp"
#include "exact/integer.hpp"

namespace allnash::chance {
namespace {

/// A positive number, mantissa times a power of two. Whatever is done to it is rounded up.
class Above {
 public:
  static constexpr flint_bitcnt_t precision = 192;

  Above() = default;
  explicit Above(const exact::Integer& value) : mantissa_(value) { shorten(); }
  explicit Above(std::uint64_t value) {
    fmpz_set_ui(mantissa_.raw(), value);
    shorten();
  }

  Above& operator*=(const Above& other) {
    fmpz_mul(mantissa_.raw(), mantissa_.raw(), other.mantissa_.raw());
    exponent_ += other.exponent_;
    shorten();
    return *this;
  }
  Above& operator/=(const exact::Integer& divisor) {
    fmpz_mul_2exp(mantissa_.raw(), mantissa_.raw(), precision);
    exponent_ -= static_cast<std::int64_t>(precision);
    fmpz_cdiv_q(mantissa_.raw(), mantissa_.raw(), divisor.raw());
    shorten();
    return *this;
  }
  Above& operator+=(const Above& other) {
    const Above& high = exponent_ >= other.exponent_ ? *this : other;
    const Above& low = exponent_ >= other.exponent_ ? other : *this;
    const std::int64_t apart = high.exponent_ - low.exponent_;
    exact::Integer sum(high.mantissa_);
    std::int64_t exponent = high.exponent_;
    if (apart <= static_cast<std::int64_t>(2 * precision)) {
      fmpz_mul_2exp(sum.raw(), sum.raw(), static_cast<flint_bitcnt_t>(apart));
      fmpz_add(sum.raw(), sum.raw(), low.mantissa_.raw());
      exponent = low.exponent_;
    } else {
      fmpz_add_ui(sum.raw(), sum.raw(), 1);  // less than one unit of the larger
    }
    mantissa_ = sum;
    exponent_ = exponent;
    shorten();
    return *this;
  }
  void shift(std::int64_t places) { exponent_ += places; }

  [[nodiscard]] static Above power(std::uint64_t base, std::int64_t exponent) {
    Above result(1);
    Above square(base);
    for (; exponent > 0; exponent >>= 1U) {
      if ((exponent & 1) != 0) result *= square;
      square *= square;
    }
    return result;
  }

  /// Whether it is at most the number.
  [[nodiscard]] bool at_most(const Rational& number) const {
    exact::Integer left(mantissa_);
    exact::Integer right;
    fmpz_set(right.raw(), exact::numerator(number));
    fmpz_mul(left.raw(), left.raw(), exact::denominator(number));
    const auto places = static_cast<flint_bitcnt_t>(exponent_ < 0 ? -exponent_ : exponent_);
    fmpz_mul_2exp(exponent_ < 0 ? right.raw() : left.raw(),
                  exponent_ < 0 ? right.raw() : left.raw(), places);
    return fmpz_cmp(left.raw(), right.raw()) <= 0;
  }
  /// Whether it is below 2^-places of the other.
  [[nodiscard]] bool far_below(const Above& other, std::int64_t places) const {
    const auto size = [](const Above& number) {
      return number.exponent_ + static_cast<std::int64_t>(fmpz_bits(number.mantissa_.raw()));
    };
    return size(*this) + places < size(other);
  }

 private:
  void shorten() {
    const flint_bitcnt_t bits = fmpz_bits(mantissa_.raw());
    if (bits <= precision) return;
    fmpz_cdiv_q_2exp(mantissa_.raw(), mantissa_.raw(), bits - precision);
    exponent_ += static_cast<std::int64_t>(bits - precision);
  }

  exact::Integer mantissa_;
  std::int64_t exponent_ = 0;
};

exact::Integer product(std::int64_t left, std::int64_t right) {
  exact::Integer result;
  fmpz_set_si(result.raw(), left);
  fmpz_mul_si(result.raw(), result.raw(), right);
  return result;
}

/// The chances of N coins, from S of them up.
class Tail {
 public:
  Tail(std::int64_t draws, std::int64_t wins) : draws_(draws), wins_(wins) {
    exact::Integer ways;
    fmpz_bin_uiui(ways.raw(), static_cast<ulong>(draws), static_cast<ulong>(wins));
    ways_ = Above(ways);
  }

  [[nodiscard]] bool excludes(std::int64_t a, const Rational& level) const {
    const exact::Integer least = product(draws_, a);
    exact::Integer above = product(wins_ - 1, binomial_grid);
    if (fmpz_cmp(above.raw(), least.raw()) < 0) return false;
    if (a == 0) return true;  // wins >= 1
    return sum(a).at_most(level);
  }

 private:
  // The terms fall from the first on, ever faster: once one is small, a geometric series bounds the
  // rest.
  [[nodiscard]] Above sum(std::int64_t a) const {
    const std::int64_t c = binomial_grid - a;
    Above term = ways_;
    term *= Above::power(static_cast<std::uint64_t>(a), wins_);
    term *= Above::power(static_cast<std::uint64_t>(c), draws_ - wins_);
    term.shift(-20 * draws_);
    Above total = term;
    for (std::int64_t t = wins_; t < draws_; ++t) {
      const exact::Integer grows = product(draws_ - t, a);
      const exact::Integer falls = product(t + 1, c);
      term *= Above(grows);
      term /= falls;
      if (term.far_below(total, 160)) {
        // This term and all after it: at most term * falls / (falls - grows).
        exact::Integer gap;
        fmpz_sub(gap.raw(), falls.raw(), grows.raw());
        term *= Above(falls);
        term /= gap;
        total += term;
        break;
      }
      total += term;
    }
    return total;
  }

  std::int64_t draws_;
  std::int64_t wins_;
  Above ways_;
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
