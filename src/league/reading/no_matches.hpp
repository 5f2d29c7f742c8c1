// Lines of a sheet that are no matches: byes, games that are not finished, lines without a winner,
// and strategies against themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "allnash/rank.hpp"
#include "league/reading/columns.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

/// Removes byes, and notes how many.
void leave_out_byes(Sheet& sheet, const Headings::Pair& sides);

/// Removes lines that are not matches: unfinished games; with the option `skip`, lines without
/// sides or winner; matches of a strategy against itself, after deciding whether the game is
/// symmetric. Throws InputError for a line without a result.
[[nodiscard]] bool leave_out_no_matches(Sheet& sheet, const Headings::Pair& sides,
                                        const std::vector<std::size_t>& results,
                                        const RankOptions& options);

}  // namespace allnash::reading
