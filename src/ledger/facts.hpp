// What a file says of a run: names and values, in an order that stays, none with a line end.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allnash::ledger {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Empty where there is none of the name.
inline std::string fact(const Facts& facts, std::string_view name) {
  const auto found = std::ranges::find(facts, name, &Facts::value_type::first);
  return found == facts.end() ? "" : found->second;
}

}  // namespace allnash::ledger
