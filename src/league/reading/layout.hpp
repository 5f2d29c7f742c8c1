// What the lines of a log or of a table of counts say, and in which columns. A log may have further
// columns that look like counts, such as the games within a match or a player's wins so far; a
// table of counts may have one that looks like a result. Which of the two a file is decides how
// many matches it has, so that a file that could be either is refused, with the options that say
// what it is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "league/reading/sheet.hpp"
#include "league/reading/winner.hpp"

namespace allnash::reading {

struct Layout {
  enum class Kind {
    winners,   ///< a column names the winner
    flags,     ///< three columns: the first side won, the second, a tie
    outcomes,  ///< a column has what the first side got
    counts,    ///< columns of wins, losses and perhaps ties
    means,     ///< a column of numbers of matches, and one of their means
  };
  Kind kind = Kind::outcomes;
  std::vector<std::size_t> columns;
  std::optional<std::size_t> times = {};  ///< of winners and flags: the matches of a line
  std::vector<std::string> notes = {};    ///< for the user, where other columns look like a result

  [[nodiscard]] bool is_log() const {
    return !times && kind != Kind::counts && kind != Kind::means;
  }
  /// The column that says how a line's match ended, if there is one.
  [[nodiscard]] std::optional<std::size_t> result() const {
    const bool one = kind == Kind::winners || kind == Kind::outcomes;
    return one ? std::optional(columns.front()) : std::nullopt;
  }
};

/// Throws InputError for a file that does not say who won, and for one that can be read in two
/// ways. Requires headings that name both sides.
[[nodiscard]] Layout layout_of(const Sheet& sheet, const Headings& headings,
                               const RankOptions& options);

}  // namespace allnash::reading
