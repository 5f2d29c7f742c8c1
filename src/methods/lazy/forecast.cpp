#include "methods/lazy/forecast.hpp"

#include <algorithm>
#include <cmath>

namespace allnash::methods {

namespace {

// More features than this tell little more and take long to fit.
constexpr std::size_t most_features = 8;

}  // namespace

Forecast::Forecast(const std::vector<std::vector<double>>& sample, std::vector<double> mix,
                   double reach)
    : sample_size_(sample.size()),
      mix_(std::move(mix)),
      reach_(reach),
      mean_(mix_.size()),
      covariance_(sample.empty() ? 0 : mix_.size(), std::vector<double>(mix_.size())) {
  if (sample.empty()) return;
  const auto size = static_cast<double>(sample.size());
  for (const std::vector<double>& line : sample) {
    for (std::size_t t = 0; t < mix_.size(); ++t) mean_[t] += line[t] / size;
  }
  for (const std::vector<double>& line : sample) {
    for (std::size_t t = 0; t < mix_.size(); ++t) {
      for (std::size_t u = 0; u < mix_.size(); ++u) {
        covariance_[t][u] += (line[t] - mean_[t]) * (line[u] - mean_[u]) / size;
      }
    }
  }
}

const Forecast::Rule& Forecast::rule(Mask known) {
  if (last_ == nullptr || last_known_ != known) {
    auto found = rules_.find(known);
    if (found == rules_.end()) found = rules_.emplace(known, fit(known)).first;
    last_ = &found->second;
    last_known_ = known;
  }
  return *last_;
}

// The known opponents that tell most of what is unknown; few samples can bear few of them.
std::vector<std::size_t> Forecast::telling(Mask known, const std::vector<double>& along) const {
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t t = 0; t < mix_.size(); ++t) {
    if ((known >> t & 1) == 0 || covariance_[t][t] <= 0) continue;
    ranked.emplace_back(-along[t] * along[t] / covariance_[t][t], t);
  }
  const std::size_t most = std::min({ranked.size(), sample_size_ / 3, most_features});
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(most),
                    ranked.end());
  std::vector<std::size_t> result;
  for (std::size_t t = 0; t < most; ++t) result.push_back(ranked[t].second);
  return result;
}

// The weights of the features that come nearest to the unknown part, with a whisper of ridge so
// that copies of one feature share its weight. By elimination: the systems are tiny.
std::vector<double> Forecast::least_squares(const std::vector<std::size_t>& features,
                                            const std::vector<double>& along) const {
  const std::size_t k = features.size();
  std::vector<std::vector<double>> a(k, std::vector<double>(k + 1));
  for (std::size_t p = 0; p < k; ++p) {
    for (std::size_t q = 0; q < k; ++q) a[p][q] = covariance_[features[p]][features[q]];
    a[p][p] *= 1 + 1e-9;
    a[p][k] = along[features[p]];
  }
  for (std::size_t p = 0; p < k; ++p) {
    for (std::size_t r = p + 1; r < k; ++r) {
      const double factor = a[p][p] > 0 ? a[r][p] / a[p][p] : 0;
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

Forecast::Rule Forecast::fit(Mask known) const {
  Rule rule;
  for (std::size_t t = 0; t < mix_.size(); ++t) {
    if ((known >> t & 1) == 0 && mix_[t] > 0) rule.unknown.push_back(t);
  }
  if (sample_size_ == 0) return rule;
  // How each payoff goes along with the unknown part of the payoff against the mix.
  std::vector<double> along(mix_.size());
  double variance = 0;
  for (const std::size_t u : rule.unknown) {
    rule.constant += mix_[u] * mean_[u];
    for (std::size_t t = 0; t < along.size(); ++t) along[t] += mix_[u] * covariance_[u][t];
  }
  for (const std::size_t u : rule.unknown) variance += mix_[u] * along[u];
  const bool constant = variance <= 1e-18 * reach_ * reach_;
  std::sort(rule.unknown.begin(), rule.unknown.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(-mix_[a] * mix_[a] * covariance_[a][a], a) <
           std::pair(-mix_[b] * mix_[b] * covariance_[b][b], b);
  });
  const std::vector<std::size_t> features = telling(known, along);
  const std::vector<double> slopes = least_squares(features, along);
  for (std::size_t f = 0; f < features.size(); ++f) {
    rule.slopes.emplace_back(features[f], slopes[f]);
    rule.constant -= slopes[f] * mean_[features[f]];
    variance -= slopes[f] * along[features[f]];
  }
  const auto size = static_cast<double>(sample_size_);
  const double freedom = std::max(1.0, size - static_cast<double>(features.size()) - 1);
  rule.spread = std::sqrt(std::max(0.0, variance) * size / freedom);
  // Payoffs that were all alike may differ where nobody looked: about one in so many does.
  if (constant && !rule.unknown.empty()) rule.spread = reach_ / size;
  return rule;
}

}  // namespace allnash::methods
