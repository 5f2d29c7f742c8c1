// Types for what a ledger file holds: facts as names and values, and leases.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/source.hpp"
#include "payoffs/asking/kept.hpp"

namespace allnash::file {

/// Names and values in a fixed order, without line ends.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The value of a name; empty if there is none.
inline std::string fact(const Facts& facts, std::string_view name) {
  const auto found = std::ranges::find(facts, name, &Facts::value_type::first);
  return found == facts.end() ? "" : found->second;
}

using asking::Freeze;
using asking::Paid;
using asking::Past;

/// An entry that a plan has handed out; its payoff is expected before `until`.
struct Lease {
  Entry entry;
  std::int64_t until = 0;  ///< seconds since 1970
  bool operator==(const Lease&) const = default;
};

}  // namespace allnash::file
