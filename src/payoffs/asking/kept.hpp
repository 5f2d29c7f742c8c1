// What a ledger keeps of the past: payoffs and plays, what was frozen, the plays of earlier runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash::asking {

// The seed of a play makes it repeatable and distinct from all others.
//
// It is derived from a seed of the ledger, the entry, and the place of the play among those of its
// entry, so that it does not depend on the order of asking.

/// Above 0, below 2^63, and different for every entry and place. Throws InputError when seeds run
/// out: twice the bits of the larger index plus the bits of the place may be at most 57.
std::uint64_t play_seed(std::uint64_t ledger_seed, Entry entry, std::int64_t place);

/// The origin of a row of the table.
enum class Origin : std::uint8_t {
  payoff = 0,  ///< the payoff itself, or an average of plays
  asked = 1,   ///< a play that was asked for, drawn from its seed
  log = 2,     ///< a match from an imported log
};

/// A play is in the file as soon as it is asked for.
struct KeptPlay {
  Entry entry;
  Origin origin = Origin::payoff;
  std::int64_t seed = 0;  ///< of a play, above 0; of a match from a log, its number
  /// The index of a play among those of its entry, from 0.
  std::int64_t place = 0;
  /// The position in the order of asking by the method, or of matches in a log, from 0. Plays asked
  /// ahead have none until the method asks for them; payoffs never have one.
  std::optional<std::int64_t> number = {};
  std::optional<Rational> payoff = {};  ///< absent until it is answered
  /// The number of plays that a payoff is the average of, otherwise 0.
  std::int64_t plays = 0;
  /// The play failed or never returned, perhaps because of its result. It stays lost even if its
  /// payoff becomes known later.
  bool lost = false;
  bool planned = false;  ///< handed out by a plan, to be imported

  [[nodiscard]] bool settled() const { return payoff || lost; }
  /// Asked ahead, and not yet used by the method: it comes after all freezes so far.
  [[nodiscard]] bool is_ahead() const { return origin == Origin::asked && !number; }
};

/// The fault of a payoff outside the range; empty if it lies inside.
std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range);

/// What was fixed before the play of a given number and all later plays.
struct Freeze {
  std::int64_t plays_before = 0;
  std::string content;
  bool operator==(const Freeze&) const = default;
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

}  // namespace allnash::asking
