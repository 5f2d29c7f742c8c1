// An answer about a game on flows as a JSON object, to which other rooms add.
#pragma once

#include "allnash/large.hpp"
#include "core/json/json.hpp"

namespace allnash::large {

[[nodiscard]] Json json_of(const FlowAnswer& answer, const FlowGame& game);

}  // namespace allnash::large
