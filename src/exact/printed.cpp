#include "exact/printed.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "exact/text.hpp"

namespace allnash {
namespace {

// Numbers with more places are as good as exact. A unit that is kept too large is safe: it says
// that less is known.
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
  constexpr std::array<std::string_view, 6> words{"", "-", "n/a", "na", "nan", "?"};
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

}  // namespace allnash
