// The randomness of the methods. The standard fixes what the engine draws but not what its
// distributions do with it, so the draw below is our own: one seed, the same draws everywhere.
#pragma once

#include <cstdint>
#include <random>

#include "allnash/index.hpp"

namespace allnash::methods {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform among 0 .. count - 1. Requires count >= 1.
  Index below(Index count) {
    const auto range = static_cast<std::uint64_t>(count);
    const std::uint64_t excess = (0 - range) % range;  // 2^64 mod range: these would tip the scale
    std::uint64_t draw = engine_();
    while (draw < excess) draw = engine_();
    return static_cast<Index>(draw % range);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace allnash::methods
