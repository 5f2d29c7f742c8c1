// Random numbers and hashes. The C++ standard fixes the numbers of its engine but not those of its
// distributions. So the distributions here are our own: one seed gives the same draws everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/source.hpp"

namespace allnash {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a mixing bijection of 64 bits.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31U);
}

/// The hash of a list of numbers and texts, in their order.
class Hash {
 public:
  void add(std::uint64_t number) { value_ = hashed(value_ ^ hashed(number)); }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(text.size());
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

  /// The hash of one number. Unlike `mixed` it does not map 0 to 0.
  static constexpr std::uint64_t hashed(std::uint64_t number) {
    return mixed(number + 0x9e3779b97f4a7c15U);
  }

 private:
  std::uint64_t value_ = 0;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }  ///< 64, uniform

  /// Uniform among 0 .. count - 1. Requires count >= 1.
  Index below(Index count) {
    const auto range = static_cast<std::uint64_t>(count);
    const std::uint64_t excess = (0 - range) % range;  // 2^64 mod range: these would bias it
    std::uint64_t draw = engine_();
    while (draw < excess) draw = engine_();
    return static_cast<Index>(draw % range);
  }
  /// Uniform in [0, 1), with 53 bits.
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }

  template <typename Thing>
  void shuffle(std::vector<Thing>& things) {
    for (std::size_t t = things.size(); t > 1; --t) {
      std::swap(things[t - 1], things[static_cast<std::size_t>(below(static_cast<Index>(t)))]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace allnash
