// Counts in a league's ledger, and logs of different forms.
//
// Counts are recognised by their name alone. In every cell they must be at least as large as those
// in the file; the difference was played since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "league/board/update.hpp"

namespace allnash::league {

// Counts of a league at two times. The later ones contain the earlier ones, cell by cell; the
// difference was played in between.
//
// Nothing tells the order of these matches, so it is drawn at random. That is as good as the true
// order if results did not decide who met whom and how often in that time: given the order that was
// drawn, the plays are as independent as before, and have the same means. The random draws are
// seeded by a hash of these matches, as in frozen.hpp.
/// The number of matches of each pairing with each payoff.
using Tally = std::map<std::pair<Entry, Rational>, std::int64_t>;

void add_to(Tally& tally, const file::KeptPlay& play);

/// Whether `all` contains `part`, cell by cell.
[[nodiscard]] bool holds(const Tally& all, const Tally& part);

/// A cell whose later count is below the earlier one.
struct Fallen {
  Entry entry;
  Rational payoff;
  std::int64_t before = 0;
  std::int64_t now = 0;
};
[[nodiscard]] std::optional<Fallen> fallen_since(const Tally& before, const Tally& now);

/// The matches that the later counts have beyond the earlier ones, in a random order. Requires that
/// the later counts contain the earlier ones.
[[nodiscard]] std::vector<file::KeptPlay> played_since(const Tally& before, const Tally& now);

/// Leaves of the counts that are brought the matches by which they exceed those that the file has
/// under their name. Returns the place of their log, which is added if it is new. Throws
/// InputError.
[[nodiscard]] std::size_t count_new(Update& update);

/// Throws if the file has the log of this name in another form: their matches cannot be compared.
void refuse_form(const Update& update);
/// Throws if matches that are to be added may be those of a log in another form: if a new log has a
/// pairing of that one, or if what a known log has grown by contains all of that one.
void refuse_other_forms(const Update& update, const Store::Log& own, std::int64_t known);

/// What promises assume of the logs in the file, as far as the file cannot tell.
[[nodiscard]] std::vector<std::string> assumed_of(const Update& update,
                                                  const std::vector<Store::Log>& logs);

}  // namespace allnash::league
