// Counts of a league at two times: the later ones hold the earlier ones, cell by cell, and what
// they have beyond them was played in between.
//
// Nothing tells the order of what was played in between. It is drawn by lot, which is as good as
// any order if results did not decide who met whom and how often in that time: given the number of
// plays of each pairing, plays of one pairing can change places. The lots come from a hash of these
// matches, as those of frozen.hpp do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"
#include "store/play_table.hpp"

namespace allnash::league {

/// How often each pairing paid what.
using Tally = std::map<std::pair<Entry, Rational>, std::int64_t>;

void add_to(Tally& tally, const store::KeptPlay& play);

/// Whether there is all of a part in it.
[[nodiscard]] bool holds(const Tally& all, const Tally& part);

/// A cell of which the later counts have fewer than the earlier ones.
struct Fallen {
  Entry entry;
  Rational payoff;
  std::int64_t before = 0;
  std::int64_t now = 0;
};
[[nodiscard]] std::optional<Fallen> fallen_since(const Tally& before, const Tally& now);

/// What the later counts have beyond the earlier ones, which they hold, in an order drawn by lot.
[[nodiscard]] std::vector<store::KeptPlay> played_since(const Tally& before, const Tally& now);

}  // namespace allnash::league
