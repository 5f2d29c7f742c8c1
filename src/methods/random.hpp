// All randomness of a method: one generator, seeded by the run's seed, and draws that are the same
// with every standard library.
#pragma once

#include <cstdint>
#include <random>

namespace allnash::methods {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in 0 .. bound-1, without bias. Requires bound >= 1.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t rest = (0 - bound) % bound;  // 2^64 mod bound
    for (;;) {
      const std::uint64_t draw = engine_();
      if (draw >= rest) return draw % bound;
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace allnash::methods
