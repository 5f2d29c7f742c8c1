// The keys of a family, as given and by default.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "allnash/rational.hpp"

namespace allnash::sources {

/// The largest number of rows or columns that a family takes.
inline constexpr std::int64_t largest_family = std::int64_t{1} << 40;

class Keys {
 public:
  /// `declared` is the family's keys with their defaults, such as "n, m=n, seed=1"; a default may
  /// be the name of an earlier key. `given` is "key=value,...". Throws InputError.
  Keys(std::string family, std::string_view declared, std::string_view given);

  // Throw InputError for a value that is no number or out of range.
  [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t low,
                                     std::int64_t high) const;
  [[nodiscard]] Rational rational(const std::string& key) const;
  [[nodiscard]] std::int64_t size(const std::string& key) const {
    return integer(key, 1, largest_family);
  }
  [[nodiscard]] std::uint64_t seed() const;

  /// The whole description, "family:NAME,key=value,...", equal however it was written. Requires
  /// that every value is a number.
  [[nodiscard]] std::string canonical() const;

  /// Throws InputError with the family's name in front.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string family_;
  std::map<std::string, std::string> values_;
};

}  // namespace allnash::sources
