#include "chance/lowering.hpp"

#include <algorithm>
#include <utility>

#include "chance/plain_math.hpp"

namespace allnash::chance {
namespace {

constexpr std::size_t most_values = 32;

/// max { E log(1 + u (X - b)) : 0 <= u <= 1/b }. The derivative falls in u, so its zero is found by
/// halving; the tangent there is above the function.
double divergence_of(const Law& law, double b) {
  const auto slope = [&](double u) {
    double sum = 0;
    for (std::size_t t = 0; t < law.values.size(); ++t) {
      const double off = law.values[t] - b;
      sum += law.shares[t] * off / (1 + u * off);
    }
    return sum;
  };
  const auto growth = [&](double u) {
    double sum = 0;
    for (std::size_t t = 0; t < law.values.size(); ++t) {
      sum += law.shares[t] * plain_log(1 + u * (law.values[t] - b));
    }
    return sum;
  };
  // At u = 1/b a value of 0 has lost everything.
  const double most = (law.values.front() > 0 ? 1 : 1 - 1e-12) / b;
  if (slope(most) >= 0) return growth(most);
  double low = 0;
  double high = most;
  for (int halving = 0; halving < 44; ++halving) {
    const double middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  return growth(low) + slope(low) * (high - low);
}

/// The divergence of a coin of this mean from one of the mean b.
double divergence_of_coin(double mean, double b) {
  double sum = mean * plain_log(mean / b);
  if (mean < 1) sum += (1 - mean) * plain_log((1 - mean) / (1 - b));
  return sum;
}

/// The largest E log(1 + u (X - b)) of any law within the bounds, at the worst u. It is at most
/// log(1 + u (mean - b)), since the logarithm is concave, and at most the chord's value
///
///   (1 - mean) log(1 - u b) + mean log(1 + u (1 - b))
///
/// plus E X (1 - X) times u / (1 - u b) - log((1 + u (1 - b)) / (1 - u b)), the most by which the
/// logarithm is above its chord, divided by X (1 - X): that ratio falls in X. The chord's value
/// is concave in u and the rest rises, so each is bounded on a short interval of u by itself.
double divergence_of(const LawBounds& known, double b) {
  constexpr int intervals = 96;
  constexpr double ratio = 0.88;
  // The chord's value is greatest at the stake of a coin.
  const double of_coin = (known.mean - b) / (b * (1 - b));
  double most = 0;
  double right = 1 / b;
  for (int t = 1; t <= intervals; ++t) {
    const double left = t < intervals ? right * ratio : 0;
    double bound = plain_log(1 + right * (known.mean - b));
    if (right * b < 1 - 1e-9) {
      const double u = std::clamp(of_coin, left, right);
      const double lost = 1 - u * b;
      const double chord =
          (1 - known.mean) * plain_log(lost) + known.mean * plain_log(1 + u * (1 - b));
      const double lost_there = 1 - right * b;
      const double above = right / lost_there - plain_log((1 + right * (1 - b)) / lost_there);
      bound = std::min(bound, chord + known.mixed * above);
    }
    most = std::max(most, bound);
    right = left;
  }
  return most;
}

bool is_coin(const Law& law) {
  return std::ranges::all_of(law.values, [](double value) { return value == 0 || value == 1; });
}

/// The least multiple of 1/grid that the mean is below, with the confidence; 1 if there is none.
double upper_bound_of(const Evidence& mirrored, const Rational& level) {
  if (mirrored.count() == 0) return 1;
  constexpr std::int64_t grid = 10'000;
  return 1 - lower_bound(UniformMixture{}, {mirrored}, level, grid).to_double();
}

}  // namespace

double Law::mean() const {
  double sum = 0;
  for (std::size_t t = 0; t < values.size(); ++t) sum += shares[t] * values[t];
  return sum;
}

Law law_of(const Evidence& draws, bool mirrored) {
  std::vector<std::pair<double, double>> seen;
  for (const auto& [value, times] : draws.values()) {
    const double share = value.to_double();
    seen.emplace_back(mirrored ? 1 - share : share,
                      static_cast<double>(times) / static_cast<double>(draws.count()));
  }
  if (mirrored) std::ranges::reverse(seen);
  // Neighbours make a group, of a like number of values each.
  const std::size_t groups = std::min(seen.size(), most_values);
  Law law;
  std::size_t begin = 0;
  for (std::size_t group = 1; group <= groups; ++group) {
    const std::size_t end = seen.size() * group / groups;
    double share = 0;
    double sum = 0;
    for (; begin < end; ++begin) {
      share += seen[begin].second;
      sum += seen[begin].second * seen[begin].first;
    }
    law.shares.push_back(share);
    law.values.push_back(sum / share);
  }
  return law;
}

LawBounds bounds_of(const Evidence& draws, bool mirrored, const Rational& level) {
  // An upper bound on a mean is 1 less a lower bound on the mirrored one.
  Evidence others;
  Evidence ends;  // 1 - 4 X (1 - X)
  for (const auto& [value, times] : draws.values()) {
    const Rational rest = Rational(1) - value;
    others.add(mirrored ? value : rest, times);
    ends.add(Rational(1) - Rational(4) * value * rest, times);
  }
  return {upper_bound_of(others, level), upper_bound_of(ends, level) / 4};
}

template <typename Divergence>
void Lowering::draw(const Divergence& divergence) {
  // Dense where little is lowered, and again where little is left.
  constexpr int half = 40;
  constexpr double ratio = 0.85;
  std::vector<Knot> all = {{0, 0}};
  double part = ratio * ratio;
  for (int t = 0; t < half; ++t) {
    part *= ratio;
    all.push_back({mean_ * part, 0});
    if (part < 0.5) all.push_back({mean_ * (1 - part), 0});
  }
  std::ranges::sort(all, {}, &Knot::lowered);
  for (Knot& knot : all) {
    if (knot.lowered > 0) knot.divergence = divergence(mean_ - knot.lowered);
  }
  // The lower convex hull: K is convex, so it is not above any chord.
  for (const Knot& knot : all) {
    while (knots_.size() > 1) {
      const Knot& last = knots_.back();
      const Knot& before = knots_[knots_.size() - 2];
      const double to_last =
          (last.divergence - before.divergence) * (knot.lowered - before.lowered);
      const double to_this =
          (knot.divergence - before.divergence) * (last.lowered - before.lowered);
      if (to_last < to_this) break;
      knots_.pop_back();
    }
    knots_.push_back(knot);
  }
}

Lowering::Lowering(const Law& law) : mean_(law.mean()) {
  if (is_coin(law)) {
    draw([this](double b) { return divergence_of_coin(mean_, b); });
  } else {
    draw([&law](double b) { return divergence_of(law, b); });
  }
}

Lowering::Lowering(const LawBounds& bounds) : mean_(bounds.mean) {
  draw([&bounds](double b) { return divergence_of(bounds, b); });
}

double Lowering::lowered_at(double divergence) const {
  const auto after = std::ranges::upper_bound(knots_, divergence, {}, &Knot::divergence);
  if (after == knots_.end()) return knots_.back().lowered;
  const Knot& before = *(after - 1);
  return before.lowered + (divergence - before.divergence) * (after->lowered - before.lowered) /
                              (after->divergence - before.divergence);
}

}  // namespace allnash::chance
