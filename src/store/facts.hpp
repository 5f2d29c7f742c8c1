// Types for what a ledger file holds: facts as names and values, freezes, leases, and the plays of
// earlier runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"

namespace allnash::store {

/// Names and values, in an order that stays, none with a line end.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The value of a name; empty where there is none.
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

/// An entry that a plan has handed out. Its payoff is expected until then.
struct Lease {
  Entry entry;
  std::int64_t until = 0;  ///< seconds since 1970
  bool operator==(const Lease&) const = default;
};

/// What one play paid, as the asker sees it.
struct Paid {
  /// The payoff scaled to [0, 1]. Nothing for a play that never came back.
  std::optional<Rational> share;
  bool lost = false;  ///< so that `share`, if there is one, may be a chosen one
};

/// What earlier runs of a game of chance have left in the file.
struct Past {
  struct Play {
    Entry entry;  ///< in a symmetric game row < column
    Paid paid;    ///< as the row player sees it
    std::int64_t number = 0;
  };
  std::vector<Play> plays;     ///< all that is settled, in the order of asking
  std::vector<Freeze> frozen;  ///< attempts, from 1
  std::vector<Freeze> joined;  ///< arms of newcomers
  std::vector<Index> rows;     ///< each strategy's number in the file, which stays when others
  std::vector<Index> columns;  ///< join or leave
  bool may_grow = false;       ///< strategies may join: there is a file that knows them by label
};

}  // namespace allnash::store
