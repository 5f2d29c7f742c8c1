// Counts of a league at two times. The later ones contain the earlier ones, cell by cell; the
// difference was played in between.
//
// Nothing tells the order of these matches, so it is drawn at random. That is as good as the true
// order if results did not decide who met whom and how often in that time: given the number of
// plays of each pairing, the plays of one pairing are exchangeable. The random draws are seeded by
// a hash of these matches, as in frozen.hpp.
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

/// Whether `all` contains `part`, cell by cell.
[[nodiscard]] bool holds(const Tally& all, const Tally& part);

/// A cell of which the later counts have fewer than the earlier ones.
struct Fallen {
  Entry entry;
  Rational payoff;
  std::int64_t before = 0;
  std::int64_t now = 0;
};
[[nodiscard]] std::optional<Fallen> fallen_since(const Tally& before, const Tally& now);

/// The matches that the later counts have beyond the earlier ones, in a random order. Requires that
/// the later counts contain the earlier ones.
[[nodiscard]] std::vector<store::KeptPlay> played_since(const Tally& before, const Tally& now);

}  // namespace allnash::league
