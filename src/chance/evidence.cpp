#include "chance/evidence.hpp"

#include <stdexcept>

#include "exact/access.hpp"
#include "exact/integer.hpp"

namespace allnash::chance {
namespace {

std::int64_t floor_of(const Rational& value) {
  exact::Integer result;
  fmpz_fdiv_q(result.raw(), exact::numerator(value), exact::denominator(value));
  return fmpz_get_si(result.raw());
}

}  // namespace

void Evidence::add(const Rational& value, std::int64_t times) {
  if (value < Rational(0) || value > Rational(1)) {
    throw std::logic_error("a draw of " + value.to_string() + " outside [0, 1]");
  }
  values_[value] += times;
  count_ += times;
  exact_sum_ += value * Rational(times);
  whole_sum_ = floor_of(exact_sum_);
  sum_ += value.to_double() * static_cast<double>(times);
}

}  // namespace allnash::chance
