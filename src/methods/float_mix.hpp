// A mixed strategy in floating point.
#pragma once

#include <vector>

#include "allnash/index.hpp"
#include "allnash/result.hpp"

namespace allnash::methods {

/// Its non-zero probabilities.
struct FloatWeight {
  Index strategy = 0;
  double probability = 0;
  bool operator==(const FloatWeight&) const = default;
};
using FloatMix = std::vector<FloatWeight>;

[[nodiscard]] FloatMix rounded(const MixedStrategy& strategy);
/// The probabilities as whole numbers over their sum.
[[nodiscard]] MixedStrategy exactly(const FloatMix& mix);

}  // namespace allnash::methods
