#include "league/estimate/posteriors.hpp"

#include <algorithm>

#include "chance/evidence/plain_math.hpp"
#include "core/base/at.hpp"

namespace allnash::league {

Posteriors::Posteriors(const PairingSums& sums, const StopToken& stop) {
  if (sums.counted) {
    posteriors_.emplace_back(sums, stop);
    parts_ = {1};
    return;
  }
  const double step = sums.pairings.size() > 3'000 ? 4 : 2;  // many pairings need fewer steps
  for (double matches = 8; matches <= 2048; matches *= step) {
    posteriors_.emplace_back(of_so_many_matches(sums, matches), stop);
  }
  double most = posteriors_.front().log_evidence();
  for (const Posterior& one : posteriors_) most = std::max(most, one.log_evidence());
  double sum = 0;
  for (const Posterior& one : posteriors_) {
    parts_.push_back(chance::plain_exp(one.log_evidence() - most));
    sum += parts_.back();
  }
  for (double& part : parts_) part /= sum;
}

const Posterior& Posteriors::likeliest() const {
  return posteriors_[at(std::ranges::max_element(parts_) - parts_.begin())];
}

Posteriors::Draw Posteriors::draw_skills(Random& random, Factors& factors) const {
  factors.resize(posteriors_.size());
  std::size_t number = 0;
  if (posteriors_.size() > 1) {
    double left = random.uniform();
    while (number + 1 < parts_.size() && (left -= parts_[number]) >= 0) ++number;
  }
  const Posterior& one = posteriors_[number];
  return {&one, one.draw_skills(random, factors[number])};
}

}  // namespace allnash::league
