// Frank and Wolfe's method with pairwise steps: weight moves from the vertex that the entropy's
// slope favours least to the one that it favours most. The slope also bounds how far the entropy is
// from its largest, g, and then by Pinsker's inequality the strategy from the best one:
// sum |x - x*| <= sqrt(2 g).
#include "report/max_entropy.hpp"

#include <algorithm>
#include <cmath>

namespace allnash::report {

namespace {

using Vector = std::vector<double>;

constexpr double good_gap = 5e-11;
constexpr int most_steps = 20000;
constexpr double most_work = 2e8;  // multiplications

std::vector<Vector> dense(const std::vector<Index>& support,
                          const std::vector<MixedStrategy>& vertices) {
  std::vector<Vector> points;
  for (const MixedStrategy& vertex : vertices) {
    Vector point(support.size());
    for (const Weight& weight : vertex) {
      const auto place = std::ranges::lower_bound(support, weight.strategy);
      point[static_cast<std::size_t>(place - support.begin())] = weight.probability.to_double();
    }
    points.push_back(std::move(point));
  }
  return points;
}

// The derivative of the entropy at x + t d, along d.
double slope(const Vector& x, const Vector& d, double t) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (d[i] != 0) sum -= d[i] * (std::log(std::max(x[i] + t * d[i], 1e-300)) + 1);
  }
  return sum;
}

// The step in [0, most] with the largest entropy: the slope falls.
double best_step(const Vector& x, const Vector& d, double most) {
  if (slope(x, d, most) >= 0) return most;
  double low = 0;
  double high = most;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (slope(x, d, middle) > 0 ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::optional<Vector> max_entropy(const std::vector<Index>& support,
                                  const std::vector<MixedStrategy>& vertices) {
  if (vertices.empty()) return {};
  const std::vector<Vector> points = dense(support, vertices);
  const std::size_t count = points.size();
  const std::size_t size = support.size();
  Vector weights(count, 1.0 / static_cast<double>(count));
  Vector x(size);
  for (std::size_t v = 0; v < count; ++v) {
    for (std::size_t i = 0; i < size; ++i) x[i] += weights[v] * points[v][i];
  }
  const double work = static_cast<double>(count) * static_cast<double>(size);
  const int steps = static_cast<int>(std::min<double>(most_steps, most_work / work));
  for (int step = 0; step < steps; ++step) {
    Vector gradient(size);
    for (std::size_t i = 0; i < size; ++i) gradient[i] = -std::log(std::max(x[i], 1e-300));
    std::size_t best = 0;
    std::size_t worst = count;
    Vector favour(count);
    for (std::size_t v = 0; v < count; ++v) {
      for (std::size_t i = 0; i < size; ++i) favour[v] += gradient[i] * points[v][i];
      if (favour[v] > favour[best]) best = v;
      if (weights[v] > 0 && (worst == count || favour[v] < favour[worst])) worst = v;
    }
    double here = 0;
    for (std::size_t i = 0; i < size; ++i) here += gradient[i] * x[i];
    if (favour[best] - here <= good_gap) return x;
    Vector direction(size);
    for (std::size_t i = 0; i < size; ++i) direction[i] = points[best][i] - points[worst][i];
    const double length = best_step(x, direction, weights[worst]);
    for (std::size_t i = 0; i < size; ++i) x[i] = std::max(0.0, x[i] + length * direction[i]);
    weights[best] += length;
    weights[worst] = length == weights[worst] ? 0 : weights[worst] - length;
  }
  return {};
}

}  // namespace allnash::report
