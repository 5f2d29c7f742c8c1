// The optimal strategy of largest entropy.
#pragma once

#include <optional>
#include <vector>

#include "allnash/result.hpp"

namespace allnash::report {

/// The mixture of the vertices that has the largest entropy, one probability for each strategy of
/// `support`, each right to about 1e-5; nothing when that is not reached. For display.
std::optional<std::vector<double>> max_entropy(const std::vector<Index>& support,
                                               const std::vector<MixedStrategy>& vertices);

}  // namespace allnash::report
