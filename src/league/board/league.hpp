// A league that is kept in a ledger file. Logs are added to it, each match once, and every answer
// rests on its attempts.
//
// Counts are recognised by their name alone. In every cell they must be at least as large as those
// in the file; the difference was played since.
//
// A log is recognised by its name or by its first matches. If it begins with the matches that the
// file has of it, or with the last part of them, its further matches are added. A log that differs
// from its copy is refused, and so is one with copies of matches of another log or run
// (copies.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "chance/evidence/attempt.hpp"
#include "core/base/stop_token.hpp"
#include "league/reading/record.hpp"
#include "payoffs/file/play_table.hpp"

namespace allnash::league {

using reading::Play;
using reading::Record;
using reading::Total;

// Counts of a league at two times. The later ones contain the earlier ones, cell by cell; the
// difference was played in between.
//
// Nothing tells the order of these matches, so it is drawn at random. That is as good as the true
// order if results did not decide who met whom and how often in that time: given the order that was
// drawn, the plays are as independent as before, and have the same means. The random draws are
// seeded by a hash of these matches, as in frozen.hpp.
/// The number of matches of each pairing with each payoff.
using OutcomeCounts = std::map<std::pair<Entry, Rational>, std::int64_t>;

void add_to(OutcomeCounts& tally, const file::KeptPlay& play);

/// Whether `all` contains `part`, cell by cell.
[[nodiscard]] bool holds(const OutcomeCounts& all, const OutcomeCounts& part);

/// A cell whose later count is below the earlier one.
struct Fallen {
  Entry entry;
  Rational payoff;
  std::int64_t before = 0;
  std::int64_t now = 0;
};
[[nodiscard]] std::optional<Fallen> fallen_since(const OutcomeCounts& before,
                                                 const OutcomeCounts& now);

/// The matches that the later counts have beyond the earlier ones, in a random order. Requires that
/// the later counts contain the earlier ones.
[[nodiscard]] std::vector<file::KeptPlay> played_since(const OutcomeCounts& before,
                                                       const OutcomeCounts& now);

struct League {
  Record record;  ///< all plays, also of strategies that have left
  std::int64_t recalled = 0;
  std::int64_t frozen = 0;                ///< attempts so far
  std::vector<chance::Attempt> attempts;  ///< those that are still valid
  std::vector<LeftOut> left_out;
  bool counted = false;  ///< some of it came as counts, whose schedule is fixed
};

/// Adds the log to the file that the options name, and creates the file if there is none. The log
/// is added together with its new freezes, or not at all. Throws InputError, also when stopped
/// before it is added, and OptionError.
[[nodiscard]] League look_at_league(const Record& log, const RankOptions& options,
                                    const StopToken& stop);

}  // namespace allnash::league
