// A league that is kept in a ledger file. Logs are added to it, each match once, and every answer
// rests on its attempts.
//
// Counts are recognised by their name alone. They must hold all that the file has of them, cell by
// cell; what they have beyond that was played since.
//
// A log is recognised by its name or by its first matches. If it holds what the file has of it, or
// the last part of that, its further matches are added. A log that differs from what the file has
// of it is refused, and so is one with copies of matches of another log or run (copies.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "base/stop_token.hpp"
#include "chance/attempt.hpp"
#include "lists/record.hpp"
#include "store/play_table.hpp"

namespace allnash::league {

using lists::Play;
using lists::Record;
using lists::Total;

// Counts of a league at two times. The later ones contain the earlier ones, cell by cell; the
// difference was played in between.
//
// Nothing tells the order of these matches, so it is drawn at random. That is as good as the true
// order if results did not decide who met whom and how often in that time: given the number of
// plays of each pairing, the plays of one pairing are exchangeable. The random draws are seeded by
// a hash of these matches, as in frozen.hpp.
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

struct League {
  Record record;  ///< all that was played, by whom ever
  std::int64_t recalled = 0;
  std::int64_t frozen = 0;                ///< attempts so far
  std::vector<chance::Attempt> attempts;  ///< those that stand
  std::vector<LeftOut> left_out;
  bool counted = false;  ///< some of it was given as counts, whose schedule is fixed
};

/// Adds the log to the file that the options name, which is made if it is not there; all of it goes
/// in together with what is frozen then, or nothing. Throws InputError, also when stopped before
/// that, and OptionError.
[[nodiscard]] League look_at_league(const Record& log, const RankOptions& options,
                                    const StopToken& stop);

}  // namespace allnash::league
