#include "chance/evidence.hpp"

#include <stdexcept>

namespace allnash::chance {

void Evidence::add(const Rational& value, std::int64_t times) {
  if (value < Rational(0) || value > Rational(1)) {
    throw std::logic_error("a draw of " + value.to_string() + " outside [0, 1]");
  }
  values_[value] += times;
  count_ += times;
  sum_ += value.to_double() * static_cast<double>(times);
}

Rational Evidence::sum() const {
  Rational total;
  for (const auto& [value, times] : values_) total += value * Rational(times);
  return total;
}

}  // namespace allnash::chance
