// A line of noise takes payoffs from all of noise. One that keeps to a band of it, a part w, is
// w^-c times likelier to show c payoffs that lie there. Neither place nor width of the band are
// known. So the ratio is averaged: over widths as likely in one octave as in another, from the
// least part that shows, l, to 1, and over all places. If the payoffs seen span the part r, that is
//
//   (1 / log(1/l)) * integral from r to 1 of (w - r) w^-(c+1) dw
//     = (r^-(c-1) / (c (c-1)) - 1 / (c-1) + r / c) / log(1/l),     for c = 1 (log(1/r) - 1 + r) /
//     ...
//
// In noise its mean is at most 1 but for errors of the ranks, whatever the distribution of payoffs:
// only their ranks count. A payoff that is common in noise spans the part of noise that it is, so
// that it tells nothing.
//
// Not all bands will do. Rows that keep to a band hold the value at its lower end, columns at its
// upper end; so of one player, at least, the band is not among the worse half of noise.
#include "matrix/lazy/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allnash::matrix {

NoiseRanks::NoiseRanks(std::vector<double> payoffs) : sorted_(std::move(payoffs)) {
  std::ranges::sort(sorted_);
}

NoiseRanks::Place NoiseRanks::of(double payoff) const {
  const auto first = std::ranges::lower_bound(sorted_, payoff);
  const auto last = std::ranges::upper_bound(sorted_, payoff);
  return {least() * static_cast<double>(first - sorted_.begin()),
          least() * static_cast<double>(last - sorted_.begin() + 1)};
}

void NoiseBand::add(NoiseRanks::Place place) {
  below_ = std::min(below_, place.below);
  up_to_ = std::max(up_to_, place.up_to);
  ++count_;
}

double NoiseBand::evidence(double least) const {
  constexpr double worse = 0.4;  // ranks are known to a few hundredths
  constexpr double nothing = -100;
  constexpr double most = 500;  // more is beyond all doubt, and may be no double
  if (count_ == 0) return 0;
  if ((below_ + up_to_) / 2 < worse) return nothing;
  const double part = up_to_ - below_;
  const double count = count_;
  if (count_ == 1) return std::log((-std::log(part) - 1 + part) / -std::log(least));
  const double power = std::min(-(count - 1) * std::log(part), most);
  const double ratio = std::exp(power) / (count * (count - 1)) - 1 / (count - 1) + part / count;
  return ratio > 0 ? std::max(nothing, std::log(ratio / -std::log(least))) : nothing;
}

}  // namespace allnash::matrix
