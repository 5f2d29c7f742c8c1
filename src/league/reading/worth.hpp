// What the cells of a line are worth: counts, and outcomes scaled so that the ends of the range are
// 0 and 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "league/reading/numbers.hpp"
#include "league/reading/record.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

/// The most matches of a file.
inline constexpr std::int64_t most_plays = 20'000'000;

/// Wins, losses and ties of the first side.
struct WinsAndLosses {
  std::int64_t won = 0;
  std::int64_t lost = 0;
  std::int64_t tied = 0;
};

/// Reads cells of a sheet. Refuses a cell with its line and heading, by an InputError.
class Worth {
 public:
  /// Throws OptionError for a range whose ends are not in order.
  Worth(const Sheet& sheet, const RankOptions& options);

  /// Takes a column for that of outcomes or their means, whose cells may end in `%`. Returns
  /// whether they do and nobody named a range, which then is 0,100.
  bool read_rates_of(std::size_t column);
  /// Takes the means as exact, not as rounded.
  void exact() { exact_ = true; }

  [[nodiscard]] const PayoffRange& range() const { return range_; }
  [[nodiscard]] Rational number(const Sheet::Line& line, std::size_t place) const;
  [[nodiscard]] std::int64_t count(const Sheet::Line& line, std::size_t place) const;
  /// Counts in as many columns, or in one as `2-1`.
  [[nodiscard]] WinsAndLosses counts_in(const Sheet::Line& line,
                                        const std::vector<std::size_t>& columns) const;
  /// An outcome, scaled. Throws for one outside the range.
  [[nodiscard]] Rational share(const Sheet::Line& line, const Rational& outcome) const;
  /// The total of a line that gives a mean and a number of plays.
  [[nodiscard]] Total total_of(const Sheet::Line& line, std::size_t plays, std::size_t mean) const;
  /// What a tie is worth, scaled. Throws OptionError.
  [[nodiscard]] Rational tie(bool symmetric) const;
  /// Whether means and sums of squares show that every outcome was an end of the range, so that
  /// they are as good as wins and losses. A mean rounded by a quarter of a match might hide a tie.
  [[nodiscard]] bool are_wins_and_losses(std::size_t plays, std::size_t mean,
                                         std::size_t squares) const;

 private:
  [[nodiscard]] std::string point_text(const Sheet::Line& line, std::size_t place) const;
  [[nodiscard]] std::string other_range() const;
  [[nodiscard]] Rational width(const Rational& difference) const;
  [[nodiscard]] Rational share_of_squares(const Rational& squares, const Rational& sum,
                                          const Rational& count) const;
  [[nodiscard]] Rational rounding(const Sheet::Line& line, std::size_t mean, const Rational& share,
                                  std::int64_t plays) const;

  const Sheet& sheet_;
  const RankOptions& options_;
  PayoffRange range_;
  std::optional<std::size_t> outcomes_column_;  // numbers that are outcomes or their means
  RateReader rates_;                            // of that column
  bool exact_ = false;
};

}  // namespace allnash::reading
