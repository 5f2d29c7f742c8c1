// JSON that tables and games on flows share.
#pragma once

#include "allnash/choice.hpp"
#include "core/json/json.hpp"

namespace allnash::large {

[[nodiscard]] Json ends_json(const Range& range);
/// Adds a range, and if it is not exact, that and what is reached.
void add_range(Json& object, const char* key, const Range& range);

}  // namespace allnash::large
