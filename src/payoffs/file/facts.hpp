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

namespace allnash::file {

/// Names and values in a fixed order, without line ends.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The value of a name; empty if there is none.
inline std::string fact(const Facts& facts, std::string_view name) {
  const auto found = std::ranges::find(facts, name, &Facts::value_type::first);
  return found == facts.end() ? "" : found->second;
}

/// What was fixed before the play of a given number and all later plays.
struct Freeze {
  std::int64_t plays_before = 0;
  std::string content;
  bool operator==(const Freeze&) const = default;
};

/// An entry that a plan has handed out; its payoff is expected before `until`.
struct Lease {
  Entry entry;
  std::int64_t until = 0;  ///< seconds since 1970
  bool operator==(const Lease&) const = default;
};

/// The result of a play for one player.
struct Paid {
  /// The payoff scaled to [0, 1]; nothing for a play without a result.
  std::optional<Rational> share;
  bool lost = false;  ///< then `share`, if there is one, may be subject to selection
};

/// The plays and freezes of earlier runs of a game of chance.
struct Past {
  struct Play {
    Entry entry;  ///< in a symmetric game row < column
    Paid paid;    ///< to the row player
    std::int64_t number = 0;
  };
  std::vector<Play> plays;     ///< all with a known outcome, in the order of asking
  std::vector<Freeze> frozen;  ///< attempts, from 1
  std::vector<Freeze> joined;  ///< arms of newcomers
  std::vector<Index> rows;     ///< each strategy's number in the file, which does not change
  std::vector<Index> columns;  ///< when others join or leave
  bool may_grow = false;       ///< the file knows strategies by label, so that others may join
};

}  // namespace allnash::file
