// All equilibria of a game on flows from pure strategies, where floating point cannot tell the
// played arcs apart.
#pragma once

#include <optional>

#include "allnash/large.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/exact_pair.hpp"
#include "large/graphs/form.hpp"

namespace allnash::large {

/// The pair that proves all equilibria, found from the strategies of an equilibrium, which `answer`
/// holds. Nothing if it takes more pure strategies than can be solved exactly, or when stopped.
std::optional<ExactPair> pair_from_strategies(const FlowAnswer& answer, const Form& form,
                                              const StopToken& stop);

}  // namespace allnash::large
