// Logarithm, exponential and gamma function in plain arithmetic, correct to about 1e-15. What a
// math library returns may differ in the last bit from one machine to the next, and that could
// change what is played next.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace allnash::chance {

inline constexpr double log_two = 0.69314718055994530942;

/// The fraction, in [1/2, 1), and the exponent of x > 0, as std::frexp gives them. That is a call,
/// which takes about as long as the rest of a logarithm.
inline double parts_of(double x, int& exponent) {
  constexpr std::uint64_t exponent_of_half = 1022;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t biased = bits >> 52U;
  if (biased == 0 || biased >= 2047) return std::frexp(x, &exponent);
  exponent = static_cast<int>(biased) - static_cast<int>(exponent_of_half);
  return std::bit_cast<double>((bits & 0xfffffffffffffU) | exponent_of_half << 52U);
}

/// Requires x > 0.
inline double plain_log(double x) {
  int exponent = 0;
  double fraction = parts_of(x, exponent);
  if (fraction < 0.70710678118654752440) {
    fraction *= 2;
    --exponent;
  }
  const double z = (fraction - 1) / (fraction + 1);
  const double square = z * z;
  constexpr double inverse_of_odd[] = {1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17,
                                       1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,  1.0 / 7,
                                       1.0 / 5,  1.0 / 3,  1.0};
  double series = 0;
  for (const double one : inverse_of_odd) series = series * square + one;
  return exponent * log_two + 2 * z * series;
}

inline double plain_exp(double x) {
  if (x < -700) return 0;
  if (x > 700) x = 700;
  const double turns = std::floor(x / log_two + 0.5);
  const double rest = x - turns * log_two;  // at most 0.35
  double series = 1;
  for (int k = 14; k >= 1; --k) series = 1 + series * rest / k;
  return std::ldexp(series, static_cast<int>(turns));
}

/// The logarithm of the gamma function, by Stirling's series. Requires x > 0.
inline double plain_log_gamma(double x) {
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

}  // namespace allnash::chance
