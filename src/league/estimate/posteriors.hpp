// The posteriors that leagues are drawn from. A chart may not say how many matches its rates come
// from. Deviations from what the ratings predict may then be chance, if matches are few, or cycles,
// and the rates themselves tell only how likely each of the two is. So the number of matches is
// drawn for each league. Its prior is flat in the logarithm, over a wide range.
#pragma once

#include <vector>

#include "core/base/random.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/posterior.hpp"

namespace allnash::league {

class Posteriors {
 public:
  /// Requires a pairing. When stopped, nothing may be called.
  Posteriors(const PairingSums& sums, const StopToken& stop);

  [[nodiscard]] const Posterior& likeliest() const;

  struct Draw {
    const Posterior* posterior = nullptr;
    Posterior::Skills skills;
  };
  /// What draws have in common, by posterior: empty at first.
  using Factors = std::vector<Posterior::Factors>;
  [[nodiscard]] Draw draw_skills(Random& random, Factors& factors) const;

 private:
  std::vector<Posterior> posteriors_;
  std::vector<double> parts_;  // their probabilities
};

}  // namespace allnash::league
