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
