#include "league/estimate/draws.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "chance/evidence/plain_math.hpp"

namespace allnash::league {
namespace {

using chance::plain_exp;
using chance::plain_log;

/// The normal density, covered by layers of one area each (Marsaglia, Tsang 2000, in the form of
/// Doornik 2005). Layer 0 has the tail.
class Ziggurat {
 public:
  Ziggurat() {
    constexpr double area = 9.91256303526217e-3;
    double density = plain_exp(-start_of_tail * start_of_tail / 2);
    ends_[0] = area / density;
    ends_[1] = start_of_tail;
    for (std::size_t t = 2; t < layers; ++t) {
      ends_[t] = std::sqrt(-2 * plain_log(area / ends_[t - 1] + density));
      density = plain_exp(-ends_[t] * ends_[t] / 2);
    }
    for (std::size_t t = 0; t < layers; ++t) inside_[t] = ends_[t + 1] / ends_[t];
  }

  double draw(Random& random) const {
    for (;;) {
      const std::uint64_t bits = random.bits();
      const double part = 2 * (static_cast<double>(bits >> 11U) * 0x1p-53) - 1;
      const std::size_t layer = bits % layers;  // of other bits
      if (std::abs(part) < inside_[layer]) return part * ends_[layer];
      if (layer == 0) return part < 0 ? -tail(random) : tail(random);
      const double x = part * ends_[layer];
      const double low = plain_exp((x * x - ends_[layer] * ends_[layer]) / 2);
      const double high = plain_exp((x * x - ends_[layer + 1] * ends_[layer + 1]) / 2);
      if (high + random.uniform() * (low - high) < 1) return x;
    }
  }

 private:
  static double tail(Random& random) {
    for (;;) {
      const double x = -plain_log(std::max(random.uniform(), 0x1p-53)) / start_of_tail;
      const double y = -plain_log(std::max(random.uniform(), 0x1p-53));
      if (2 * y >= x * x) return start_of_tail + x;
    }
  }

  static constexpr std::size_t layers = 128;
  static constexpr double start_of_tail = 3.442619855899;
  std::array<double, layers + 1> ends_{};
  std::array<double, layers> inside_{};  // the part of a layer that is below the next one's end
};

}  // namespace

double normal_draw(Random& random) {
  static const Ziggurat ziggurat;
  return ziggurat.draw(random);
}

// Marsaglia and Tsang (2000).
double gamma_draw(Random& random, double shape) {
  if (shape < 1) {
    const double uniform = std::max(random.uniform(), 0x1p-53);
    return gamma_draw(random, shape + 1) * plain_exp(plain_log(uniform) / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal_draw(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double uniform = random.uniform();
    const double square = x * x;
    if (uniform < 1 - 0.0331 * square * square) return d * v;
    if (uniform <= 0) continue;
    if (plain_log(uniform) < 0.5 * square + d * (1 - v + plain_log(v))) return d * v;
  }
}

double beta_draw(Random& random, double a, double b) {
  constexpr double inside = 1e-5;
  const double first = gamma_draw(random, a);
  const double second = gamma_draw(random, b);
  const double rate = first + second > 0 ? first / (first + second) : (a >= b ? 1.0 : 0.0);
  return (1 - inside) * rate + inside * random.uniform();
}

}  // namespace allnash::league
