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
#include "league/reading/columns.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

struct Layout {
  enum class Kind {
    winners,   ///< a column names the winner
    won,       ///< the first side won, unless a column says that it is a tie
    scores,    ///< two columns say what each side scored, or one as 2-1
    flags,     ///< three columns: the first side won, the second, a tie
    outcomes,  ///< a column has what the first side got
    counts,    ///< columns of wins, losses and perhaps ties, or one as 2-1
    means,     ///< a column of numbers of matches, and one of their means
  };
  Kind kind = Kind::outcomes;
  std::vector<std::size_t> columns;
  std::optional<std::size_t> times = {};  ///< of winners and flags: the matches of a line
  std::vector<std::string> notes = {};    ///< for the user, where other columns look like a result

  [[nodiscard]] bool is_log() const {
    return !times && kind != Kind::counts && kind != Kind::means;
  }
  /// The columns that say how a line's match ended, which must not be empty.
  [[nodiscard]] std::vector<std::size_t> results() const {
    const bool told = kind == Kind::winners || kind == Kind::outcomes || kind == Kind::scores;
    return told ? columns : std::vector<std::size_t>();
  }
};

/// Throws InputError for a file that does not say who won, and for one that can be read in two
/// ways. Requires headings that name both sides.
[[nodiscard]] Layout layout_of(const Sheet& sheet, const Headings& headings,
                               const RankOptions& options);
/// The headings that the option `count` names: one, or two or three of wins, losses and ties.
[[nodiscard]] std::vector<std::string> count_headings(const RankOptions& options);

}  // namespace allnash::reading
