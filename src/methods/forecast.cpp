#include "methods/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace allnash::methods {

namespace {

// The least-squares weights of `target` on `features` (both centred, by sample), with a whisper of
// ridge so that copies of one feature share its weight. By elimination: the systems are tiny.
std::vector<double> least_squares(const std::vector<std::vector<double>>& features,
                                  const std::vector<double>& target) {
  const std::size_t k = features.size();
  std::vector<std::vector<double>> a(k, std::vector<double>(k + 1));
  const auto dot = [](const std::vector<double>& u, const std::vector<double>& w) {
    return std::inner_product(u.begin(), u.end(), w.begin(), 0.0);
  };
  for (std::size_t p = 0; p < k; ++p) {
    for (std::size_t q = 0; q < k; ++q) a[p][q] = dot(features[p], features[q]);
    a[p][k] = dot(features[p], target);
  }
  for (std::size_t p = 0; p < k; ++p) a[p][p] += 1e-9 * a[p][p] + 1e-300;
  for (std::size_t p = 0; p < k; ++p) {
    for (std::size_t r = p + 1; r < k; ++r) {
      const double factor = a[r][p] / a[p][p];
      for (std::size_t q = p; q <= k; ++q) a[r][q] -= factor * a[p][q];
    }
  }
  std::vector<double> weights(k);
  for (std::size_t p = k; p-- > 0;) {
    double rest = a[p][k];
    for (std::size_t q = p + 1; q < k; ++q) rest -= a[p][q] * weights[q];
    weights[p] = a[p][p] > 0 ? rest / a[p][p] : 0;
  }
  return weights;
}

}  // namespace

Forecast::Forecast(std::vector<std::vector<double>> sample, std::vector<double> mix)
    : sample_(std::move(sample)), mix_(std::move(mix)), mean_(mix_.size()), deviation_(mix_.size()) {
  const auto size = static_cast<double>(std::max<std::size_t>(sample_.size(), 1));
  for (const std::vector<double>& line : sample_) {
    for (std::size_t t = 0; t < mix_.size(); ++t) mean_[t] += line[t] / size;
  }
  for (const std::vector<double>& line : sample_) {
    for (std::size_t t = 0; t < mix_.size(); ++t) {
      deviation_[t] += (line[t] - mean_[t]) * (line[t] - mean_[t]) / size;
    }
  }
  for (double& value : deviation_) value = std::sqrt(value);
}

const Forecast::Rule& Forecast::rule(Mask known) {
  const auto found = rules_.find(known);
  if (found != rules_.end()) return found->second;
  return rules_.emplace(known, fit(known)).first->second;
}

Forecast::Rule Forecast::fit(Mask known) const {
  Rule rule;
  rule.weights.assign(mix_.size(), 0);
  std::vector<std::size_t> features;
  for (std::size_t t = 0; t < mix_.size(); ++t) {
    if ((known >> t & 1) == 0) {
      if (mix_[t] > 0) rule.unknown.push_back(t);
    } else {
      rule.weights[t] = mix_[t];
      if (deviation_[t] > 0) features.push_back(t);
    }
  }
  if (rule.unknown.empty()) return rule;
  std::sort(rule.unknown.begin(), rule.unknown.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(-mix_[a] * deviation_[a], a) < std::pair(-mix_[b] * deviation_[b], b);
  });

  std::vector<double> target(sample_.size());
  for (std::size_t s = 0; s < sample_.size(); ++s) {
    for (const std::size_t t : rule.unknown) target[s] += mix_[t] * (sample_[s][t] - mean_[t]);
  }
  // Few samples can bear few features: the ones that tell most.
  const auto centred = [&](std::size_t t) {
    std::vector<double> column(sample_.size());
    for (std::size_t s = 0; s < sample_.size(); ++s) column[s] = sample_[s][t] - mean_[t];
    return column;
  };
  const auto tells = [&](std::size_t t) {
    const std::vector<double> column = centred(t);
    return std::abs(std::inner_product(column.begin(), column.end(), target.begin(), 0.0)) /
           deviation_[t];
  };
  std::vector<std::pair<double, std::size_t>> ranked;
  for (const std::size_t t : features) ranked.emplace_back(-tells(t), t);
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(std::min(ranked.size(), sample_.size() / 3));
  std::vector<std::vector<double>> columns;
  for (const auto& [unused, t] : ranked) columns.push_back(centred(t));
  const std::vector<double> weights = least_squares(columns, target);

  for (const std::size_t t : rule.unknown) rule.constant += mix_[t] * mean_[t];
  double residual = 0;
  for (std::size_t s = 0; s < sample_.size(); ++s) {
    double error = target[s];
    for (std::size_t f = 0; f < weights.size(); ++f) error -= weights[f] * columns[f][s];
    residual += error * error;
  }
  for (std::size_t f = 0; f < weights.size(); ++f) {
    rule.weights[ranked[f].second] += weights[f];
    rule.constant -= weights[f] * mean_[ranked[f].second];
  }
  const double freedom =
      static_cast<double>(sample_.size()) - static_cast<double>(weights.size()) - 1;
  rule.spread = std::sqrt(residual / std::max(freedom, 1.0));
  return rule;
}

}  // namespace allnash::methods
