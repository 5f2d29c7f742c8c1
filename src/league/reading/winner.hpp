// Who won in each line of a log.
#pragma once

#include <cstddef>
#include <vector>

#include "allnash/rank.hpp"
#include "league/reading/columns.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

enum class Winner { first, second, tie };

/// Who won in each line, by the column of winners. Throws InputError for an unknown word, and for
/// words with two possible meanings, with both readings.
[[nodiscard]] std::vector<Winner> winners_in(const Sheet& sheet, const Headings::Pair& sides,
                                             std::size_t winner, const RankOptions& options);

/// Who won in each line by what each side scored: in two columns, or in one as `2-1`. A score may
/// be a word for what the side got, such as `win` or `resigned`. Throws InputError.
[[nodiscard]] std::vector<Winner> winners_by_score(const Sheet& sheet,
                                                   const std::vector<std::size_t>& columns);

}  // namespace allnash::reading
