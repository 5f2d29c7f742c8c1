// A hash of one word.
#pragma once

#include <cstdint>

namespace allnash::sources {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a mixing bijection of 64 bits.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31U);
}

}  // namespace allnash::sources
