#include "search/lazy/reckoning.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace allnash::methods {

namespace {

constexpr double unasked = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t stretch = 256;  // strategies gone through together

// Standard errors that a payoff may lie above its forecast. With a range what is not promising has
// to be settled anyway, so less is hoped for on the way.
constexpr double doubt = 2.5;
constexpr double doubt_in_range = 1.75;

}  // namespace

bool Opposition::in_range() const { return std::isfinite(most); }

bool Reckoning::goes_by(const Opposition& against, const std::vector<std::vector<double>>& sample,
                        double reach) const {
  return forecast_ && reach == reach_ && against.strategies == strategies_ &&
         against.weights == weights_ && sample == sample_;
}

void Reckoning::reckon(std::size_t count, const Opposition& against,
                       const std::vector<std::vector<double>>& sample, double reach) {
  if (goes_by(against, sample, reach)) {
    for (const Index s : stale_) fill(against, at(s), 1);
    stale_.clear();
    return;
  }
  stale_.clear();
  forecast_.emplace(sample, against.weights, reach);
  strategies_ = against.strategies;
  weights_ = against.weights;
  sample_ = sample;
  reach_ = reach;
  sum_.resize(count);
  known_.resize(count);
  const std::size_t told = std::min(against.mixed, Forecast::most_opponents);
  mixed_ = told < Forecast::most_opponents ? (Forecast::Mask{1} << told) - 1 : ~Forecast::Mask{0};
  unread_.resize(told < against.mixed ? count : 0);
  promise_.resize(count);
  if (against.in_range()) open_.resize(count);
  for (std::size_t s = 0; s < count; s += stretch) {
    fill(against, s, std::min(stretch, count - s));
  }
}

// Line by line, so that the machine can take several strategies at a time.
void Reckoning::fill(const Opposition& against, std::size_t first, std::size_t size) {
  double* const sum = sum_.data() + first;
  Forecast::Mask* const known = known_.data() + first;
  std::fill_n(sum, size, 0.0);
  std::fill_n(known, size, 0);
  std::fill_n(promise_.begin() + static_cast<std::ptrdiff_t>(first), size, unasked);
  for (std::size_t t = 0; t < against.payoffs.size() && t < Forecast::most_opponents; ++t) {
    const double* const values = against.payoffs[t]->data() + first;
    const Forecast::Mask bit = Forecast::Mask{1} << t;
    const double weight = against.weights[t];
    for (std::size_t s = 0; s < size; ++s) {
      const double part = weight * values[s];
      const std::uint64_t read =
          std::uint64_t{0} - std::uint64_t{values[s] == values[s]};  // all bits, or none
      sum[s] += std::bit_cast<double>(std::bit_cast<std::uint64_t>(part) & read);
      known[s] |= bit & read;
    }
  }
  if (!unread_.empty()) fill_more(against, first, size);
  if (!against.in_range()) return;
  double* const open = open_.data() + first;
  std::fill_n(open, size, 0.0);
  for (std::size_t t = 0; t < against.mixed; ++t) {
    const double* const values = against.payoffs[t]->data() + first;
    for (std::size_t s = 0; s < size; ++s) {
      open[s] += std::isnan(values[s]) ? against.weights[t] : 0;
    }
  }
}

void Reckoning::fill_more(const Opposition& against, std::size_t first, std::size_t size) {
  std::fill_n(unread_.begin() + static_cast<std::ptrdiff_t>(first), size, 0);
  for (std::size_t t = Forecast::most_opponents; t < against.mixed; ++t) {
    const double* const values = against.payoffs[t]->data() + first;
    for (std::size_t s = 0; s < size; ++s) {
      sum_[first + s] += values[s] == values[s] ? against.weights[t] * values[s] : 0;
      unread_[first + s] += values[s] == values[s] ? 0 : 1;
    }
  }
}

double Reckoning::promise(Index s, const Opposition& against) {
  double& promise = promise_[at(s)];
  if (!std::isnan(promise)) return promise;
  const Forecast::Rule& rule = forecast_->rule(known(s));
  promise = sum(s) + rule.constant + (against.in_range() ? doubt_in_range : doubt) * rule.spread;
  for (const auto& [t, slope] : rule.slopes()) promise += slope * (*against.payoffs[t])[at(s)];
  return promise;
}

}  // namespace allnash::methods
