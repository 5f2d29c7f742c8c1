#include "rounded_chances.hpp"

#include <algorithm>

namespace checker {
namespace {

/// 10 to the power -n.
Fraction decimal_place(Index n) {
  Fraction ten(10);
  ten.raise(n);
  return Fraction(1) / ten;
}

/// The number of decimal places of a number that was read before; 0 if it is a fraction.
Index decimal_places(string_view word) {
  if (word.find('/') != string_view::npos) return 0;
  Index exponent = 0;
  if (const std::size_t mark = word.find_first_of("eE"); mark != string_view::npos) {
    const bool negative = word.substr(mark + 1).starts_with('-');
    for (const char c : word.substr(mark + 1)) {
      if (is_digit(c)) exponent = 10 * exponent + (c - '0');
    }
    if (negative) exponent = -exponent;
    word = word.substr(0, mark);
  }
  const std::size_t point = word.find('.');
  const Index after =
      point == string_view::npos ? 0 : std::ssize(word) - std::ssize(word.substr(0, point)) - 1;
  return after - exponent;
}

Fraction whole_part(const Fraction& value) {
  Fraction result;
  mpz_fdiv_q(mpq_numref(result.raw()), mpq_numref(value.raw()), mpq_denref(value.raw()));
  return result;
}

/// The fraction of least denominator from low to high, which are not below 0: a step down the
/// continued fraction of both, until a whole number lies between them.
Fraction least_denominator(const Fraction& low, const Fraction& high) {
  const Fraction whole = whole_part(low);
  if (whole == low) return low;
  if (whole + 1 <= high) return whole + 1;
  return whole +
         Fraction(1) / least_denominator(Fraction(1) / (high - whole), Fraction(1) / (low - whole));
}

}  // namespace

bool unrounded(const std::vector<string_view>& words, std::vector<Fraction>& chances) {
  constexpr Index fewest = 6;
  Fraction half_power(2);
  half_power.raise(50);
  std::vector<Fraction> meant;
  std::vector<Fraction> distances;
  Fraction sum;
  for (std::size_t t = 0; t < words.size(); ++t) {
    const Index places = decimal_places(words[t]);
    Fraction distance;
    if (places >= fewest) {
      distance = std::max(Fraction(5) * decimal_place(places + 1), chances[t] / half_power);
    }
    const Fraction low = std::max(Fraction(0), chances[t] - distance);
    meant.push_back(distance.sign() == 0 ? chances[t]
                                         : least_denominator(low, chances[t] + distance));
    distances.push_back(std::move(distance));
    sum.add(meant.back());
  }
  if (sum != Fraction(1)) {
    if (std::ranges::any_of(words, [&](string_view word) { return word != words.front(); }))
      return false;
    const Fraction part = Fraction(1) / Fraction(std::ssize(words));
    if (part - chances[0] > distances[0] || chances[0] - part > distances[0]) return false;
    std::ranges::fill(meant, part);
  }
  chances = std::move(meant);
  return true;
}

}  // namespace checker
