// The keys of a built-in game: "n=200,k=3,seed=2" after its name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "allnash/rational.hpp"

namespace allnash::game {

/// The largest number of rows or columns that a family takes.
inline constexpr std::int64_t largest_family = std::int64_t{1} << 40;

/// The keys of a game, as given and by default.
class Keys {
 public:
  /// `game` is what messages call it, such as "family:planted". `declared` is its keys with their
  /// defaults, such as "n, m=n, seed=1, shown?"; a default may be the name of an earlier key, and
  /// one with a question mark is a flag, which stands alone. `given` is "key=value,flag,...".
  /// Throws InputError.
  Keys(std::string game, std::string_view declared, std::string_view given);

  // Throw InputError for a value that is no number or out of range.
  [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t low,
                                     std::int64_t high) const;
  [[nodiscard]] Rational rational(const std::string& key) const;
  [[nodiscard]] std::int64_t size(const std::string& key) const {
    return integer(key, 1, largest_family);
  }
  [[nodiscard]] std::uint64_t seed() const;
  [[nodiscard]] const std::string& word(const std::string& key) const { return values_.at(key); }
  [[nodiscard]] bool flag(const std::string& key) const { return values_.contains(key); }

  /// The whole description, "family:NAME,key=value,...", equal however it was written. Requires
  /// that every value is a number.
  [[nodiscard]] std::string canonical() const;

  /// Throws InputError with the game's name in front.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string game_;
  std::map<std::string, std::string> values_;
};

}  // namespace allnash::game
