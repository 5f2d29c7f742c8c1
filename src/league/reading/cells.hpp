// What the cells of charts and of results hold: a rate, a rate with its number of matches, or the
// score of two sides.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "allnash/rational.hpp"

namespace allnash::reading {

/// `128-69-3`, `6-4` or `5.5-4.5`: wins, losses and perhaps draws; or points, of which a draw gives
/// each side half a one.
struct Score {
  Rational wins;
  Rational losses;
  Rational draws;
  bool with_draws = false;
  [[nodiscard]] Rational plays() const { return wins + losses + draws; }
  [[nodiscard]] Rational points() const { return wins + draws / Rational(2); }
  /// Whether wins and losses are known, and not only points.
  [[nodiscard]] bool whole() const { return wins.is_integer() && losses.is_integer(); }
  /// Whether the cell of the other side says the same.
  [[nodiscard]] bool mirrors(const Score& other) const {
    return wins == other.losses && losses == other.wins && draws == other.draws;
  }
};

/// Reads a score, also with blanks, a colon or typographic dashes.
[[nodiscard]] std::optional<Score> score_in(std::string_view text, char decimal_mark);

/// A cell of a chart.
struct ChartCell {
  std::optional<std::string> rate = {};   ///< a number, perhaps with a `%`, as it is written
  std::optional<std::string> plays = {};  ///< its number of matches, as it is written
  std::optional<Score> score = {};
  [[nodiscard]] bool counted() const { return plays || score; }
};
/// Reads `65%`, `0.65`, `65% (197)`, `65% 197 games`, `0.65 (n=197)`, `128-69-3`,
/// `128-69-3 (65%)` or `65% (128-69-3)`. Nothing for other text, and for a cell that says nothing.
[[nodiscard]] std::optional<ChartCell> chart_cell_in(std::string_view text, char decimal_mark);

/// Whether a cell of a chart says that nothing is known, as `-` and `mirror` do.
[[nodiscard]] bool is_empty_cell(std::string_view text);

/// Whether a rate belongs to a score whose draws count as half a win, or as none, or are left out.
[[nodiscard]] bool belongs(const std::string& rate, const Score& score, char decimal_mark);

}  // namespace allnash::reading
