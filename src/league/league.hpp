// A league that is kept in a ledger file: logs are added to it, each match once, and its attempts
// are what every answer rests on.
//
// Counts are known by their name alone: they hold all that the file has of them, cell by cell, and
// what is more was played since.
//
// A log is known by its name or by how it begins. One that holds what the file has of it, or the
// end of that, and perhaps more, adds what is more; one that differs from what the file has of it
// is refused, and so is one that has copies of matches of another log or run (copies.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "allnash/rank.hpp"
#include "base/stop_token.hpp"
#include "chance/attempt.hpp"
#include "lists/record.hpp"

namespace allnash::league {

using lists::Play;
using lists::Record;
using lists::Total;

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
