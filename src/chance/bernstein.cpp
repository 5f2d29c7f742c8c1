#include "chance/bernstein.hpp"

#include <cmath>

#include "chance/binomial.hpp"
#include "chance/sequence.hpp"
#include "exact/access.hpp"

namespace allnash::chance {
namespace {

// The first terms of the exponential series are below its sum.
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
