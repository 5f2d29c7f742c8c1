// What a file says of a run: names and values, in an order that stays, none with a line end.
#pragma once

#include <algorithm>
#include <cstdint>
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

/// What was fixed before plays of some number and all later ones.
struct Freeze {
  std::int64_t plays_before = 0;
  std::string content;
  bool operator==(const Freeze&) const = default;
};

}  // namespace allnash::ledger
