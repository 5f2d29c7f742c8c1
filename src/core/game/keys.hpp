// The keys of a built-in game: "n=200,k=3,seed=2" after its name.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"
#include "core/exact/printed.hpp"

namespace allnash::game {

/// The largest number of rows or columns of a family.
inline constexpr std::int64_t largest_family = std::int64_t{1} << 40;

/// The keys of a game, as given and by default.
class Keys {
 public:
  /// `game` is its name in messages, such as "family:planted". `declared` lists its keys with their
  /// defaults, such as "n, m=n, seed=1, shown?"; a default may be an earlier key, and a question
  /// mark makes a flag, which has no value. `given` is "key=value,flag,...". Throws InputError.
  Keys(std::string game, std::string_view declared, std::string_view given)
      : game_(std::move(game)) {
    const std::vector<KeyValue> known = parts_of(declared);
    std::string names;
    for (const KeyValue& key : known) names += (names.empty() ? "" : ", ") + key.key;
    for (const auto& [key, value, has_value] : parts_of(given)) {
      const auto declared_as = [&known](const std::string& name) {
        return std::ranges::find(known, name, &KeyValue::key) != known.end();
      };
      const bool flag = !key.empty() && declared_as(key + "?");
      if (flag && has_value) refuse("'" + key + "' stands alone, without a value");
      if (!flag && !has_value) refuse("'" + key + "' is not key=value (keys: " + names + ")");
      if (!flag && (key.ends_with('?') || !declared_as(key)))
        refuse("unknown key '" + key + "' (keys: " + names + ")");
      if (!values_.emplace(key, value).second) refuse("key '" + key + "' given twice");
    }
    for (const auto& [key, value, has_value] : known) {
      if (values_.contains(key) || key.ends_with('?')) continue;
      if (!has_value) refuse("missing key '" + key + "' (keys: " + names + ")");
      const auto same_as = values_.find(value);
      values_.emplace(key, same_as != values_.end() ? same_as->second : value);
    }
  }

  // Throw InputError for a value that is not a number or out of range.
  [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t low,
                                     std::int64_t high) const {
    const std::string& text = values_.at(key);
    const auto value = rational_in(text);
    if (value && value->is_integer() && *value >= Rational(low) && *value <= Rational(high)) {
      return fmpz_get_si(exact::numerator(*value));
    }
    refuse(fmt::format("{} must be an integer from {} to {}, not '{}'", key, low, high, text));
  }

  [[nodiscard]] Rational rational(const std::string& key) const {
    try {
      return Rational::parse(values_.at(key));
    } catch (const std::invalid_argument& fault) {
      refuse(key + ": " + fault.what());
    }
  }

  [[nodiscard]] std::int64_t size(const std::string& key) const {
    return integer(key, 1, largest_family);
  }
  [[nodiscard]] std::uint64_t seed() const {
    return static_cast<std::uint64_t>(integer("seed", 0, std::numeric_limits<std::int64_t>::max()));
  }

  [[nodiscard]] const std::string& word(const std::string& key) const { return values_.at(key); }
  [[nodiscard]] bool flag(const std::string& key) const { return values_.contains(key); }

  /// The normalised description "family:NAME,key=value,...", the same for equivalent inputs.
  /// Requires numbers as values.
  [[nodiscard]] std::string canonical() const {
    std::string text = game_;
    for (const auto& [key, value] : values_) {
      text += "," + key + "=" + Rational::parse(value).to_string();
    }
    return text;
  }

  /// Throws InputError with the game's name in front.
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(printable(game_ + ": " + why, 1000));
  }

 private:
  struct KeyValue {
    std::string key;
    std::string value;
    bool has_value;
  };

  // "a=1, b" as {a, 1} and {b, nothing}. Empty text has no parts.
  static std::vector<KeyValue> parts_of(std::string_view text) {
    std::vector<KeyValue> parts;
    while (!text.empty()) {
      const std::size_t comma = text.find(',');
      std::string_view part = text.substr(0, comma);
      // A comma at the end leaves an empty part, which is refused.
      const bool last = comma == std::string_view::npos;
      text = last ? std::string_view() : text.substr(comma + 1);
      while (part.starts_with(' ')) part.remove_prefix(1);
      const std::size_t equals = part.find('=');
      const bool has_value = equals != std::string_view::npos;
      parts.push_back({std::string(part.substr(0, equals)),
                       std::string(has_value ? part.substr(equals + 1) : std::string_view()),
                       has_value});
      if (!last && text.empty()) parts.push_back({"", "", false});
    }
    return parts;
  }

  std::string game_;
  std::map<std::string, std::string> values_;
};

}  // namespace allnash::game
