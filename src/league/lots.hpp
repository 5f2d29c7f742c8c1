// Lots: which matches of a table of counts come first, and who wins a tie. They are drawn from a
// hash of the matches, so that nobody can choose among lots; the same matches draw the same lots
// everywhere. That a hash of the matches is as good as a coin that knows nothing of them is
// assumed.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash::league {

class Lots {
 public:
  explicit Lots(std::uint64_t seed) : engine_(seed) {}

  /// Uniform among 0 .. count - 1. Requires count >= 1.
  std::uint64_t below(std::uint64_t count) {
    const std::uint64_t excess = (0 - count) % count;
    std::uint64_t draw = engine_();
    while (draw < excess) draw = engine_();
    return draw % count;
  }
  template <typename Thing>
  void shuffle(std::vector<Thing>& things) {
    for (std::size_t t = things.size(); t > 1; --t) std::swap(things[t - 1], things[below(t)]);
  }
  /// True with exactly this probability. At least one draw, whatever it is.
  bool coin(Rational probability) {
    const Rational scale(std::int64_t{1} << 62U);
    for (;;) {
      const auto draw = static_cast<std::int64_t>(engine_() >> 2U);
      if (probability.sign() <= 0) return false;
      if (probability >= Rational(1)) return true;
      // The draw is the next 62 binary digits of a uniform number.
      probability = probability * scale - Rational(draw);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace allnash::league
