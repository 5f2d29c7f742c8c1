#include "chance/sequence.hpp"

#include <algorithm>
#include <cmath>

#include "chance/plain_math.hpp"
#include "exact/access.hpp"
#include "exact/integer.hpp"

namespace allnash::chance {
namespace {

using exact::Integer;

/// By Stirling's series.
double log_gamma(double x) {
  double shift = 0;
  while (x < 16) {
    shift -= plain_log(x);
    x += 1;
  }
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  const double series =
      inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
  constexpr double half_log_two_pi = 0.91893853320467274178;
  return shift + (x - 0.5) * plain_log(x) - x + half_log_two_pi + series;
}

double log_beta(double a, double b) { return log_gamma(a) + log_gamma(b) - log_gamma(a + b); }

Integer floor_of(const Rational& value) {
  Integer result;
  fmpz_fdiv_q(result.raw(), exact::numerator(value), exact::denominator(value));
  return result;
}

std::int64_t whole(const Evidence& draws) { return fmpz_get_si(floor_of(draws.sum()).raw()); }

Integer factorial(std::int64_t n) {
  Integer result;
  fmpz_fac_ui(result.raw(), static_cast<ulong>(n));
  return result;
}

void multiply(Integer& product, const Integer& factor) {
  fmpz_mul(product.raw(), product.raw(), factor.raw());
}

void multiply_power(Integer& product, const fmpz* base, std::int64_t exponent) {
  Integer power;
  fmpz_pow_ui(power.raw(), base, static_cast<ulong>(exponent));
  multiply(product, power);
}

double log_of(const BetaMixture& law, const Evidence& draws, double m) {
  const auto t = static_cast<double>(draws.count());
  const double s = std::floor(draws.sum_approximate() + 1e-9);
  const auto a = static_cast<double>(law.a);
  const auto b = static_cast<double>(law.b);
  return log_beta(a + s, b + t - s) - log_beta(a, b) - s * plain_log(m) -
         (t - s) * plain_log(1 - m);
}

double log_of(const Stakes& stakes, const Evidence& draws, double m) {
  std::vector<double> logs;
  for (const auto& [part, weight] : stakes.stakes) {
    const double f = part.to_double();
    double total = plain_log(weight.to_double());
    for (const auto& [value, times] : draws.values()) {
      total += static_cast<double>(times) * plain_log(1 - f + f * value.to_double() / m);
    }
    logs.push_back(total);
  }
  const double top = std::ranges::max(logs);
  double sum = 0;
  for (const double one : logs) sum += plain_exp(one - top);
  return top + plain_log(sum);
}

// With m = p/q and level = k/l:
//   (a+s-1)! (b+t-s-1)! (a+b-1)! q^t l  >=  (a+b+t-1)! (a-1)! (b-1)! p^s (q-p)^(t-s) k.
bool value_reaches(const BetaMixture& law, const Evidence& draws, const Rational& m,
                   const Rational& level) {
  const std::int64_t t = draws.count();
  const std::int64_t s = whole(draws);
  if (m * Rational(t) >= Rational(s)) return false;  // the rounded average, to be safe
  Integer left = factorial(law.a + s - 1);
  multiply(left, factorial(law.b + t - s - 1));
  multiply(left, factorial(law.a + law.b - 1));
  multiply_power(left, exact::denominator(m), t);
  fmpz_mul(left.raw(), left.raw(), exact::denominator(level));
  Integer right = factorial(law.a + law.b + t - 1);
  multiply(right, factorial(law.a - 1));
  multiply(right, factorial(law.b - 1));
  multiply_power(right, exact::numerator(m), s);
  const Rational rest = Rational(1) - m;
  multiply_power(right, exact::numerator(rest), t - s);
  fmpz_mul(right.raw(), right.raw(), exact::numerator(level));
  return fmpz_cmp(left.raw(), right.raw()) >= 0;
}

bool value_reaches(const Stakes& stakes, const Evidence& draws, const Rational& m,
                   const Rational& level) {
  if (m * Rational(draws.count()) >= draws.sum()) return false;
  Rational wealth;
  for (const auto& [part, weight] : stakes.stakes) {
    Integer top(1);
    Integer bottom(1);
    for (const auto& [value, times] : draws.values()) {
      const Rational factor = Rational(1) - part + part * value / m;
      multiply_power(top, exact::numerator(factor), times);
      multiply_power(bottom, exact::denominator(factor), times);
    }
    wealth += weight * exact::quotient(top.raw(), bottom.raw());
    if (wealth >= level) return true;
  }
  return false;
}

}  // namespace

std::string text_of(const Sequence& sequence) {
  if (const auto* law = std::get_if<BetaMixture>(&sequence)) {
    return "beta " + std::to_string(law->a) + " " + std::to_string(law->b);
  }
  const auto& stakes = std::get<Stakes>(sequence).stakes;
  std::string text = "stakes " + std::to_string(stakes.size());
  for (const auto& [part, weight] : stakes) {
    text += " " + part.to_string() + " " + weight.to_string();
  }
  return text;
}

double log_value(const Sequence& sequence, const Evidence& draws, double m) {
  return std::visit([&](const auto& kind) { return log_of(kind, draws, m); }, sequence);
}

bool reaches(const Sequence& sequence, const Evidence& draws, const Rational& m,
             const Rational& level) {
  return std::visit([&](const auto& kind) { return value_reaches(kind, draws, m, level); },
                    sequence);
}

std::int64_t guessed_bound(const Sequence& sequence, const Evidence& draws, double log_level,
                           std::int64_t grid) {
  if (draws.count() == 0) return 0;
  const double average = draws.sum_approximate() / static_cast<double>(draws.count());
  // M falls as m rises to the average.
  std::int64_t low = 0;
  auto high = static_cast<std::int64_t>(std::ceil(average * static_cast<double>(grid)));
  high = std::clamp<std::int64_t>(high, 1, grid);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const double m = static_cast<double>(middle) / static_cast<double>(grid);
    (log_value(sequence, draws, m) >= log_level ? low : high) = middle;
  }
  return low;
}

Rational lower_bound(const Sequence& sequence, const Evidence& draws, const Rational& level,
                     std::int64_t grid) {
  std::int64_t low = guessed_bound(sequence, draws, plain_log(level.to_double()), grid);
  // The guess may be one off; more than a few would be a fault of the guess, and costs sharpness.
  constexpr int tries = 4;
  for (int step = 0; step < tries && low > 0; ++step, --low) {
    if (reaches(sequence, draws, Rational(low, grid), level)) return {low, grid};
  }
  return 0;
}

}  // namespace allnash::chance
