#include "chance/evidence/lowering.hpp"

#include <algorithm>

#include "chance/evidence/plain_math.hpp"

namespace allnash::chance {
namespace {

/// A multiple of 1/10000 that the mean of the draws is at most, with the confidence.
Rational upper_bound(const Evidence& mirrored, const Rational& level) {
  constexpr std::int64_t grid = 10'000;
  if (mirrored.count() == 0) return 1;
  return Rational(1) - lower_bound(UniformMixture{}, {mirrored}, level, grid);
}

}  // namespace

LawBounds bounds_of(const Evidence& draws, const Rational& level) {
  Evidence others;
  Evidence ends;  // 1 - 4 X (1 - X)
  for (const auto& [value, times] : draws.values()) {
    const Rational rest = Rational(1) - value;
    others.add(rest, times);
    ends.add(Rational(1) - Rational(4) * value * rest, times);
  }
  return {upper_bound(others, level), upper_bound(ends, level) / Rational(4)};
}

Lowering::Lowering(const Evidence& draws, bool mirrored, double finest) {
  const Rational average = draws.sum() / Rational(draws.count());
  mean_ = mirrored ? Rational(1) - average : average;
  for (const auto& [value, times] : draws.values()) {
    const double off = (mirrored ? average - value : value - average).to_double();
    const double share = static_cast<double>(times) / static_cast<double>(draws.count());
    values_.push_back({off, share});
    variance_ += share * off * off;
  }
  if (!mirrored) std::ranges::reverse(values_);
  draw(finest);
}

Lowering::Lowering(const LawBounds& bounds, double finest) : mean_(bounds.mean) {
  const double mean = mean_.to_double();
  values_ = {{1 - mean, mean}, {-mean, 1 - mean}};
  variance_ = (mean_ * (Rational(1) - mean_) - bounds.mixed).to_double();
  draw(finest);
}

double Lowering::divergence(double b) const {
  constexpr double nearly_none = 1e-9;  // of the density
  const double lowered = near_mean_ - b;
  if (lowered <= 0) return 0;
  const double all = plain_log(near_mean_ / b);
  if (variance_ <= 0 || lowered * values_.front().off >= (1 - nearly_none) * variance_) return all;
  const double tilt = lowered / variance_;
  double sum = 0;
  for (const auto& [off, share] : values_) {
    if (share > 0) sum -= share * plain_log(1 - tilt * off);
  }
  return std::min(sum, all);
}

void Lowering::draw(double finest) {
  near_mean_ = mean_.to_double();
  knots_ = {{0, 0}};
  if (near_mean_ <= 0) return;
  // Dense where little is lowered, and again where little is left.
  constexpr double ratio = 0.85;
  constexpr double densest = 1e-3;
  std::vector<Knot> all = knots_;
  for (double part = ratio * ratio; near_mean_ * part > finest; part *= ratio) {
    all.push_back({near_mean_ * part, 0});
    if (part < 0.5 && part > densest) all.push_back({near_mean_ * (1 - part), 0});
  }
  std::ranges::sort(all, {}, &Knot::lowered);
  for (Knot& knot : all) knot.divergence = divergence(near_mean_ - knot.lowered);
  // The lower convex hull: the least divergence is convex, so that it is not above any chord.
  knots_.clear();
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

double Lowering::lowered_at(double divergence) const {
  const auto after = std::ranges::upper_bound(knots_, divergence, {}, &Knot::divergence);
  if (after == knots_.end()) return knots_.back().lowered;
  const Knot& before = *(after - 1);
  return before.lowered + (divergence - before.divergence) * (after->lowered - before.lowered) /
                              (after->divergence - before.divergence);
}

}  // namespace allnash::chance
