#include "matrix/lazy/mix_payoffs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace allnash::matrix {

namespace {

constexpr std::size_t together = 8;  // numbers in one vector step
static_assert(PayoffForecast::most_opponents % together == 0);

bool holds(PayoffForecast::Mask mask, std::size_t t) { return (mask >> t & 1) != 0; }
std::size_t first_of(PayoffForecast::Mask mask) {
  return static_cast<std::size_t>(std::countr_zero(mask));
}

constexpr double unasked = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t stretch = 256;  // strategies computed together

// The number of standard errors that is added to a forecast. With a range even unpromising payoffs
// have to be settled in the end, so fewer are read on the way.
constexpr double doubt = 2.5;
constexpr double doubt_in_range = 1.75;

}  // namespace

PayoffForecast::PayoffForecast(const std::vector<std::vector<double>>& sample,
                               std::vector<double> mix, double reach)
    : sample_size_(sample.size()),
      mix_(std::move(mix)),
      reach_(reach),
      mean_(mix_.size()),
      stride_((mix_.size() + together - 1) / together * together),
      covariance_(sample.empty() ? 0 : mix_.size() * stride_) {
  const std::size_t n = mix_.size();
  const auto size = static_cast<double>(sample.size());
  for (const std::vector<double>& line : sample) {
    for (std::size_t t = 0; t < n; ++t) mean_[t] += line[t] / size;
  }
  std::vector<double> off(n);
  for (const std::vector<double>& line : sample) {
    for (std::size_t t = 0; t < n; ++t) off[t] = line[t] - mean_[t];
    for (std::size_t t = 0; t < n; ++t) {
      for (std::size_t u = 0; u <= t; ++u) covariance_[t * stride_ + u] += off[t] * off[u] / size;
    }
  }
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t t = 0; t < n; ++t) {
    for (std::size_t u = 0; u < t && !sample.empty(); ++u) {
      covariance_[u * stride_ + t] = covariance_[t * stride_ + u];
    }
  }
  weighted_ = covariance_;
  for (std::size_t t = 0; t < weighted_.size(); ++t) weighted_[t] *= mix_[t / stride_];
  for (std::size_t t = 0; t < n; ++t) {
    if (!sample.empty() && covariance(t)[t] > 0) {
      variance_[t] = covariance(t)[t];
      varying_ |= Mask{1} << t;
    }
    if (mix_[t] <= 0) continue;
    if (t < most_opponents) played_ |= Mask{1} << t;
    ranked.emplace_back(sample.empty() ? 0 : -mix_[t] * mix_[t] * covariance(t)[t], t);
  }
  std::sort(ranked.begin(), ranked.end());
  for (const auto& [unused, t] : ranked) weighty_.push_back(t);
}

std::vector<std::size_t> PayoffForecast::unknown(Mask known) const {
  std::vector<std::size_t> result;
  for (const std::size_t t : weighty_) {
    if (!holds(known, t)) result.push_back(t);
  }
  return result;
}

std::size_t PayoffForecast::place_of(Mask known) const {
  const std::size_t last = places_.size() - 1;
  const Mask mixed = known * 0x9e3779b97f4a7c15U;
  std::size_t place = (mixed ^ (mixed >> 32U)) & last;
  while (places_[place].rule != 0 && places_[place].known != known) place = (place + 1) & last;
  return place;
}

void PayoffForecast::make_room() {
  constexpr std::size_t first_size = 64;  // a power of two
  if (places_.size() > 2 * rules_.size()) return;
  const std::vector<Place> before =
      std::exchange(places_, std::vector<Place>(std::max(first_size, 4 * rules_.size())));
  for (const Place& place : before) {
    if (place.rule != 0) places_[place_of(place.known)] = place;
  }
}

const PayoffForecast::Rule& PayoffForecast::rule(Mask known) {
  if (!rules_.empty() && places_[last_].known == known) return rules_[places_[last_].rule - 1];
  make_room();
  last_ = place_of(known);
  if (places_[last_].rule == 0) {
    rules_.push_back(fit(known));
    places_[last_] = {known, rules_.size()};
  }
  return rules_[places_[last_].rule - 1];
}

// Chooses the known opponents that explain most of the unknown part; few if the sample is small.
void PayoffForecast::choose(Mask known, const Along& along, Rule& rule) const {
  std::array<double, most_slopes> told;
  const std::size_t most = std::min(sample_size_ / 3, most_slopes);
  if (most == 0) return;
  for (Mask left = known & varying_; left != 0; left &= left - 1) {
    const std::size_t t = first_of(left);
    const double tells = along[t] * along[t] / variance_[t];
    if (rule.count == most && !(tells > told[most - 1])) continue;
    std::size_t place = std::min(rule.count, most - 1);
    for (; place > 0 && tells > told[place - 1]; --place) {
      told[place] = told[place - 1];
      rule.slope[place].opponent = rule.slope[place - 1].opponent;
    }
    told[place] = tells;
    rule.slope[place].opponent = t;
    rule.count = std::min(rule.count + 1, most);
  }
}

// Least squares for the unknown part, with a tiny ridge term so that copies of one opponent share
// its slope. By elimination, always of the largest size: the systems are tiny, and unused slopes
// are 0.
void PayoffForecast::least_squares(const Along& along, Rule& rule) const {
  constexpr std::size_t right = most_slopes;
  constexpr std::size_t stride = most_slopes + 2;  // even, since processors compute two at a time
  std::array<std::array<double, stride>, most_slopes> a{};
  for (std::size_t p = 0; p < rule.count; ++p) {
    const std::size_t opponent = rule.slope[p].opponent;
    const double* const with = covariance(opponent);
    for (std::size_t q = 0; q < rule.count; ++q) a[p][q] = with[rule.slope[q].opponent];
    a[p][p] *= 1 + 1e-9;
    a[p][right] = along[opponent];
  }
  for (std::size_t p = 0; p < most_slopes; ++p) {
    for (std::size_t r = p + 1; r < most_slopes; ++r) {
      const double factor = a[p][p] > 0 ? a[r][p] / a[p][p] : 0;
      for (std::size_t q = p / 2 * 2; q < stride; ++q) a[r][q] -= factor * a[p][q];
    }
  }
  for (std::size_t p = most_slopes; p-- > 0;) {
    double rest = a[p][right];
    for (std::size_t q = p + 1; q < most_slopes; ++q) rest -= a[p][q] * rule.slope[q].slope;
    rule.slope[p].slope = a[p][p] > 0 ? rest / a[p][p] : 0;
  }
}

// The covariance of each payoff with the unknown part of the payoff against the mix.
PayoffForecast::Along PayoffForecast::along_unknown(Mask known) const {
  std::array<const double*, most_opponents> unknown;
  std::size_t count = 0;
  for (Mask left = played_ & ~known; left != 0; left &= left - 1) {
    unknown[count++] = weighted_.data() + first_of(left) * stride_;
  }
  Along along{};
  for (std::size_t t = 0; t < stride_; t += together) {
    std::array<double, together> sum{};
    for (std::size_t u = 0; u < count; ++u) {
      for (std::size_t lane = 0; lane < together; ++lane) sum[lane] += unknown[u][t + lane];
    }
    std::ranges::copy(sum, along.begin() + t);
  }
  return along;
}

PayoffForecast::Rule PayoffForecast::fit(Mask known) const {
  Rule rule;
  if (sample_size_ == 0) return rule;
  const Along along = along_unknown(known);
  double variance = 0;
  for (Mask left = played_ & ~known; left != 0; left &= left - 1) {
    const std::size_t u = first_of(left);
    rule.constant += mix_[u] * mean_[u];
    variance += mix_[u] * along[u];
  }
  const bool constant = variance <= 1e-18 * reach_ * reach_;
  choose(known, along, rule);
  least_squares(along, rule);
  for (const auto& [opponent, slope] : rule.slopes()) {
    rule.constant -= slope * mean_[opponent];
    variance -= slope * along[opponent];
  }
  const auto size = static_cast<double>(sample_size_);
  const double freedom = std::max(1.0, size - static_cast<double>(rule.count) - 1);
  rule.spread = std::sqrt(std::max(0.0, variance) * size / freedom);
  // A sample of equal payoffs does not prove that all are equal: about one in `size` may differ.
  if (constant && (played_ & ~known) != 0) rule.spread = reach_ / size;
  return rule;
}

bool Opposition::in_range() const { return std::isfinite(most); }

bool MixPayoffs::goes_by(const Opposition& against, const std::vector<std::vector<double>>& sample,
                         double reach) const {
  return forecast_ && reach == reach_ && against.strategies == strategies_ &&
         against.weights == weights_ && sample == sample_;
}

void MixPayoffs::compute(std::size_t count, const Opposition& against,
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
  const std::size_t told = std::min(against.mixed, PayoffForecast::most_opponents);
  mixed_ = told < PayoffForecast::most_opponents ? (PayoffForecast::Mask{1} << told) - 1
                                                 : ~PayoffForecast::Mask{0};
  unread_.resize(told < against.mixed ? count : 0);
  promise_.resize(count);
  if (against.in_range()) open_.resize(count);
  for (std::size_t s = 0; s < count; s += stretch) {
    fill(against, s, std::min(stretch, count - s));
  }
}

// Line by line, so that processors can compute several strategies at a time.
void MixPayoffs::fill(const Opposition& against, std::size_t first, std::size_t size) {
  double* const sum = sum_.data() + first;
  PayoffForecast::Mask* const known = known_.data() + first;
  std::fill_n(sum, size, 0.0);
  std::fill_n(known, size, 0);
  std::fill_n(promise_.begin() + static_cast<std::ptrdiff_t>(first), size, unasked);
  for (std::size_t t = 0; t < against.payoffs.size() && t < PayoffForecast::most_opponents; ++t) {
    const double* const values = against.payoffs[t]->data() + first;
    const PayoffForecast::Mask bit = PayoffForecast::Mask{1} << t;
    const double weight = against.weights[t];
    for (std::size_t s = 0; s < size; ++s) {
      const double part = weight * values[s];
      const std::uint64_t read =
          std::uint64_t{0} - std::uint64_t{values[s] == values[s]};  // all bits or none
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

void MixPayoffs::fill_more(const Opposition& against, std::size_t first, std::size_t size) {
  std::fill_n(unread_.begin() + static_cast<std::ptrdiff_t>(first), size, 0);
  for (std::size_t t = PayoffForecast::most_opponents; t < against.mixed; ++t) {
    const double* const values = against.payoffs[t]->data() + first;
    for (std::size_t s = 0; s < size; ++s) {
      sum_[first + s] += values[s] == values[s] ? against.weights[t] * values[s] : 0;
      unread_[first + s] += values[s] == values[s] ? 0 : 1;
    }
  }
}

double MixPayoffs::promise(Index s, const Opposition& against) {
  double& promise = promise_[at(s)];
  if (!std::isnan(promise)) return promise;
  const PayoffForecast::Rule& rule = forecast_->rule(known(s));
  promise = sum(s) + rule.constant + (against.in_range() ? doubt_in_range : doubt) * rule.spread;
  for (const auto& [t, slope] : rule.slopes()) promise += slope * (*against.payoffs[t])[at(s)];
  return promise;
}

}  // namespace allnash::matrix
