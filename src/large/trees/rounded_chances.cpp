// Programs that write trees print probabilities with six digits, or as doubles with up to 17, and
// thirds do not add up then. A decimal stands for every number that rounds to it: within half a
// unit of its last place, and of a double at least within 2^-50 of it, relatively. In these ranges
// the fractions of least denominator are taken, if they add up to exactly 1; or, where all
// probabilities are written alike, equal parts of 1.
//
// Decimals of fewer than six places are left alone, since somebody may have typed them: 0.3, 0.3
// and 0.3 are more likely a mistake than thirds.
#include "large/trees/rounded_chances.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace allnash::large {
namespace {

constexpr std::int64_t fewest_places = 6;

/// The number of decimal places; none for a fraction, and for a number with an exponent that is
/// none.
std::optional<std::int64_t> places(std::string_view word) {
  if (word.find('/') != std::string_view::npos) return {};
  std::int64_t exponent = 0;
  const std::size_t mark = word.find_first_of("eE");
  if (mark != std::string_view::npos) {
    std::string_view digits = word.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc()) {
      return {};
    }
    word = word.substr(0, mark);
  }
  const std::size_t point = word.find('.');
  const std::size_t after = point == std::string_view::npos ? 0 : word.size() - point - 1;
  return static_cast<std::int64_t>(after) - exponent;
}

/// How far what was written may be from what was meant; none if it is not rounded.
std::optional<Rational> slack(const std::string& word, const Rational& number) {
  const std::optional<std::int64_t> after = places(word);
  if (!after || *after < fewest_places) return {};
  const Rational half_unit = Rational::parse("5e-" + std::to_string(*after + 1));
  return std::max(half_unit, number / Rational(std::int64_t{1} << 50));
}

bool within(const Rational& one, const Rational& other, const Rational& distance) {
  return one - other <= distance && other - one <= distance;
}

Rational sum_of(const std::vector<Rational>& numbers) {
  Rational sum;
  for (const Rational& number : numbers) sum += number;
  return sum;
}

}  // namespace

std::vector<Rational> RoundedChances::read(const std::vector<std::string>& written,
                                           std::vector<Rational> numbers) {
  if (numbers.empty() || sum_of(numbers) == Rational(1)) return numbers;
  std::vector<Rational> meant;
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    const Rational& number = numbers[t];
    const std::optional<Rational> off = slack(written[t], number);
    meant.push_back(off ? simplest_between(number - *off, number + *off) : number);
  }
  if (sum_of(meant) != Rational(1)) {
    const Rational part(1, numbers.size());
    const std::optional<Rational> off = slack(written.front(), numbers.front());
    const bool alike = std::ranges::all_of(
        written, [&](const std::string& word) { return word == written.front(); });
    if (!alike || !off || !within(part, numbers.front(), *off)) return numbers;
    std::ranges::fill(meant, part);
  }
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    if (meant[t] == numbers[t] || !met_.insert(written[t]).second) continue;
    ++what_.numbers;
    const Rational change = meant[t] - numbers[t];
    what_.largest = std::max(what_.largest, change.sign() < 0 ? -change : change);
  }
  return meant;
}

}  // namespace allnash::large
