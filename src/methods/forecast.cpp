#include "methods/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace allnash::methods {

namespace {

// More features than this tell little more and take long to fit.
constexpr std::size_t most_features = 8;

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
    : sample_(std::move(sample)),
      mix_(std::move(mix)),
      mean_(mix_.size()),
      deviation_(mix_.size()) {
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
  if (last_ == nullptr || last_known_ != known) {
    auto found = rules_.find(known);
    if (found == rules_.end()) found = rules_.emplace(known, fit(known)).first;
    last_ = &found->second;
    last_known_ = known;
  }
  return *last_;
}

// How far each line of the sample lies from the mean against one opponent strategy.
std::vector<double> Forecast::centred(std::size_t opponent) const {
  std::vector<double> column;
  for (const std::vector<double>& line : sample_)
    column.push_back(line[opponent] - mean_[opponent]);
  return column;
}

// The known opponents that tell most of the target; few samples can bear few of them.
std::vector<std::size_t> Forecast::telling(Mask known, const std::vector<double>& target) const {
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t t = 0; t < mix_.size(); ++t) {
    if ((known >> t & 1) == 0 || deviation_[t] == 0) continue;
    const std::vector<double> column = centred(t);
    const double along = std::inner_product(column.begin(), column.end(), target.begin(), 0.0);
    ranked.emplace_back(-std::abs(along) / deviation_[t], t);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(std::min({ranked.size(), sample_.size() / 3, most_features}));
  std::vector<std::size_t> result;
  for (const auto& [unused, t] : ranked) result.push_back(t);
  return result;
}

Forecast::Rule Forecast::fit(Mask known) const {
  Rule rule;
  std::vector<double> target(sample_.size());
  for (std::size_t t = 0; t < mix_.size(); ++t) {
    if ((known >> t & 1) != 0 || mix_[t] <= 0) continue;
    rule.unknown.push_back(t);
    rule.constant += mix_[t] * mean_[t];
    const std::vector<double> column = centred(t);
    for (std::size_t s = 0; s < target.size(); ++s) target[s] += mix_[t] * column[s];
  }
  std::sort(rule.unknown.begin(), rule.unknown.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(-mix_[a] * deviation_[a], a) < std::pair(-mix_[b] * deviation_[b], b);
  });
  const std::vector<std::size_t> features = telling(known, target);
  std::vector<std::vector<double>> columns;
  for (const std::size_t t : features) columns.push_back(centred(t));
  const std::vector<double> slopes = least_squares(columns, target);
  for (std::size_t f = 0; f < features.size(); ++f) {
    rule.slopes.emplace_back(features[f], slopes[f]);
    rule.constant -= slopes[f] * mean_[features[f]];
    for (std::size_t s = 0; s < target.size(); ++s) target[s] -= slopes[f] * columns[f][s];
  }
  const double residual = std::inner_product(target.begin(), target.end(), target.begin(), 0.0);
  const auto freedom =
      static_cast<double>(sample_.size()) - static_cast<double>(features.size()) - 1;
  rule.spread = std::sqrt(residual / std::max(freedom, 1.0));
  return rule;
}

}  // namespace allnash::methods
