// How options are stated: the values that one takes, how it is read from a text, checked and
// written. Each product has a table of its own, whose rows name a field and one of these domains.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "allnash/rational.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "core/base/text.hpp"

namespace allnash::options {

using Text = std::string_view;

/// The decimal that was meant by a probability given as a double: the shortest one that rounds to
/// it. A probability that is no double stays as it is.
Rational as_meant(const Rational& probability);

std::string text_of(bool value);
std::string text_of(double value);
std::string text_of(std::int64_t value);
std::string text_of(std::uint64_t value);
std::string text_of(const std::string& value);
std::string text_of(const Rational& value);
std::string text_of(const PayoffRange& range);

/// The values of an option: `read` parses a text, with nothing for an invalid one, `name` describes
/// them in errors, `fits` checks the range, and `write` is the inverse of `read`.
template <typename Value>
struct Domain {
  std::optional<Value> (*read)(Text);
  Text name;
  bool (*fits)(const Value&) = [](const Value&) { return true; };
  std::string (*write)(const Value&) = [](const Value& value) { return text_of(value); };
  std::string (*names)() = nullptr;  ///< the end of `name`, if it must be computed

  [[noreturn]] void refuse(Text option, Text text) const {
    throw OptionError(std::string(option) + ": " + (text.empty() ? "''" : std::string(text)) +
                      " is not " + std::string(name) + (names != nullptr ? names() : ""));
  }
  [[nodiscard]] Value value_of(Text option, Text text) const {
    auto value = read(text);
    if (!value || !fits(*value)) refuse(option, text);
    return *std::move(value);
  }
  void check(Text option, const Value& value) const {
    if (!fits(value)) refuse(option, write(value));
  }
};

[[nodiscard]] std::optional<Rational> rational_in(Text text);
/// A decimal if there is a short one.
[[nodiscard]] std::string probability_text(const Rational& value);
/// More digits than 64 bits hold mean no limit at all.
[[nodiscard]] std::optional<std::int64_t> count_in(Text text);
[[nodiscard]] std::optional<PayoffRange> range_in(Text text);
[[nodiscard]] std::optional<std::string> text_in(Text text);
[[nodiscard]] std::optional<bool> switch_in(Text text);

/// The names of the values of an enumeration.
template <typename Value>
struct Word {
  Text word;
  Value value;
};
template <typename Value>
Word(const char*, Value) -> Word<Value>;
template <typename Value, const auto& words>
constexpr Domain<Value> one_of(Text name) {
  return {[](Text text) -> std::optional<Value> {
            for (const auto& [word, value] : words) {
              if (word == text) return value;
            }
            return {};
          },
          name, [](const Value&) { return true; },
          [](const Value& value) {
            return std::string(std::ranges::find(words, value, &Word<Value>::value)->word);
          }};
}

template <std::int64_t low, std::int64_t high>
bool is_between(const std::int64_t& number) {
  return number >= low && number <= high;
}
inline constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

namespace takes {

// A probability that a double cannot tell from 0 or 1 is refused.
inline constexpr Domain<Rational> probabilities{rational_in, "in (0, 1)",
                                                [](const Rational& p) {
                                                  const double near = p.to_double();
                                                  return near > 0 && near < 1;
                                                },
                                                probability_text};
inline constexpr Domain<std::uint64_t> seeds{number_in<std::uint64_t>,
                                             "a whole number from 0 to 18446744073709551615"};
inline constexpr Domain<std::int64_t> counts{count_in, "a whole number of 0 or more",
                                             is_between<0, no_limit>};
inline constexpr Domain<bool> switches{switch_in, "true or false"};
inline constexpr Domain<Rational> tolerances{
    rational_in, "a number above 0, such as 0.05 or 1/20",
    [](const Rational& number) { return number.sign() > 0; }};
inline constexpr Domain<PayoffRange> ranges{
    range_in, "two numbers A,B with A < B",
    [](const PayoffRange& ends) { return ends.low < ends.high; }};
inline constexpr Domain<std::string> paths{
    text_in, "the name of a file",
    [](const std::string& path) { return !path.empty() && path.find('\0') == path.npos; }};
inline constexpr Domain<std::string> names{
    text_in, "a name of printable characters", [](const std::string& name) {
      return !name.empty() && std::ranges::none_of(name, is_control);
    }};

}  // namespace takes

}  // namespace allnash::options
