// Hashes: of windows of matches, which are looked for, and of matches, from which lots are drawn.
#pragma once

#include <cstdint>
#include <string_view>

namespace allnash::league {

/// Every bit of the result depends on every bit of x (splitmix64).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

/// The hash of a list of numbers, in their order.
class Hash {
 public:
  void add(std::uint64_t number) { value_ = mixed(value_ ^ mixed(number)); }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(text.size());
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace allnash::league
