#include "core/exact/printed.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/text.hpp"

namespace allnash {
namespace {

// A cap on decimal places; more are as good as exact. Too large a unit is safe: it claims less.
constexpr int places_kept = 300;

std::optional<int> last_place_of_fraction(std::string_view number, std::string_view denominator) {
  const bool power = denominator.starts_with('1') &&
                     denominator.find_first_not_of('0', 1) == std::string_view::npos;
  if (power) return -static_cast<int>(std::min<std::size_t>(denominator.size() - 1, places_kept));
  const std::string decimal = finite_decimal(Rational::parse(number), places_kept);
  if (decimal.empty()) return {};
  const std::size_t point = decimal.find('.');
  return point == std::string::npos ? 0 : -static_cast<int>(decimal.size() - point - 1);
}

}  // namespace

std::optional<int> last_place(std::string_view number) {
  const std::size_t bar = number.find('/');
  if (bar != std::string_view::npos) return last_place_of_fraction(number, number.substr(bar + 1));
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::size_t point = number.substr(0, e).find('.');
  const auto places = static_cast<int>(point == std::string_view::npos ? 0 : e - point - 1);
  std::string_view exponent = number.substr(std::min(e + 1, number.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  return std::clamp(number_in<int>(exponent).value_or(0) - places, -places_kept, places_kept);
}

Rational power_of_ten(int power) {
  Rational result = 1;
  for (int t = 0; t < power; ++t) result *= Rational(10);
  for (int t = 0; t > power; --t) result /= Rational(10);
  return result;
}

bool is_unknown(std::string_view cell) {
  constexpr std::array<std::string_view, 9> words{"",     "-",  "\u2013", "\u2014", "n/a",
                                                  "n.a.", "na", "nan",    "?"};
  return std::ranges::find(words, lower_case(cell)) != words.end();
}

bool sums_up(std::string_view name) {
  constexpr std::array<std::string_view, 20> words{
      "all",        "average",    "averages",       "averagewinrate", "avg",
      "avgwinrate", "grandtotal", "mean",           "meanwinrate",    "overall",
      "sum",        "total",      "overallwinrate", "totalwinrate",   "totals",
      "winrate",    "winrates",   "winpercentage",  "winpercent",     "weightedaverage"};
  std::string letters = lower_case(name);
  constexpr std::string_view others = " \t_-.:()%";
  std::erase_if(letters, [&](char c) { return others.find(c) != std::string_view::npos; });
  return std::ranges::find(words, letters) != words.end();
}

std::optional<Rational> rational_in(std::string_view text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

std::string with_point(std::string_view number, char decimal_mark) {
  std::string text(number);
  if (decimal_mark == '.') return text;
  if (text.find('.') != text.npos) {
    throw std::invalid_argument(in_quotes(text) + " has a point where the decimal mark is a comma");
  }
  std::ranges::replace(text, ',', '.');
  return text;
}

Rational written_number(std::string_view text) {
  constexpr std::size_t short_enough = 20000;  // the limit of Rational::parse
  if (text.size() <= short_enough) return Rational::parse(text);
  const std::size_t bar = text.find('/');
  const bool whole = bar == std::string_view::npos;
  if (!whole && text.find_first_not_of('0', bar + 1) == std::string_view::npos) {
    throw std::invalid_argument("division by zero in a payoff");
  }
  return Rational::from_digits(std::string(text.substr(0, bar)),
                               whole ? "1" : std::string(text.substr(bar + 1)), 10);
}

std::string finite_decimal(const Rational& number, std::size_t most_places) {
  Rational scaled = number.sign() < 0 ? -number : number;
  std::size_t places = 0;
  for (; places < most_places && !scaled.is_integer(); ++places) scaled *= Rational(10);
  if (!scaled.is_integer()) return "";
  std::string digits = scaled.to_string();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - places, ".");
  return (number.sign() < 0 ? "-" : "") + digits;
}

}  // namespace allnash
