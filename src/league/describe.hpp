// Describes what was played: averages, tiers, and which matches to play next. None of it is
// promised, and it is labelled so wherever it is shown.
#pragma once

#include <optional>

#include "allnash/rank.hpp"
#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "lists/record.hpp"

namespace allnash::league {

using lists::Play;
using lists::Record;
using lists::Total;

/// The averages in units of payoff; nothing where some never met.
[[nodiscard]] std::optional<exact::Matrix> averages_of(const Record& record);

/// Their equilibria, and the tiers. Nothing when stopped.
[[nodiscard]] std::optional<AverageAnswer> answer_of(const exact::Matrix& averages, bool symmetric,
                                                     const StopFlag* flag);

/// The matches that would raise the guarantee of a strategy most, most useful first, and by how
/// much that likely is, as a share of the range. Requires a strategy.
struct NextMatches {
  std::vector<Entry> matches;
  double gain = 0;
};
[[nodiscard]] NextMatches next_matches(const Record& record, const MixedStrategy& row,
                                       std::int64_t count);

}  // namespace allnash::league
