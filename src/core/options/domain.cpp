#include "core/options/domain.hpp"

#include <stdexcept>

namespace allnash::options {

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(double value) { return shortest_text(value); }
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(std::uint64_t value) { return std::to_string(value); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(const Rational& value) { return value.to_string(); }
std::string text_of(const PayoffRange& range) {
  return text_of(range.low) + "," + text_of(range.high);
}

Rational as_meant(const Rational& probability) {
  const double near = probability.to_double();
  return Rational::from_double(near) == probability ? Rational(near) : probability;
}

std::optional<Rational> rational_in(Text text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

/// A decimal if there is a short one.
std::string probability_text(const Rational& value) {
  std::string shortest = shortest_text(value.to_double());
  return Rational::parse(shortest) == as_meant(value) ? shortest : value.to_string();
}

/// More digits than 64 bits hold mean no limit at all.
std::optional<std::int64_t> count_in(Text text) {
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return {};
  return number_in<std::int64_t>(text).value_or(std::numeric_limits<std::int64_t>::max());
}

std::optional<PayoffRange> range_in(Text text) {
  const std::size_t comma = text.find(',');
  if (comma == text.npos) return {};
  auto low = rational_in(text.substr(0, comma));
  auto high = rational_in(text.substr(comma + 1));
  if (!low || !high) return {};
  return PayoffRange{*std::move(low), *std::move(high)};
}

std::optional<std::string> text_in(Text text) { return std::string(text); }

std::optional<bool> switch_in(Text text) {
  if (text != "true" && text != "false") return {};
  return text == "true";
}

}  // namespace allnash::options
