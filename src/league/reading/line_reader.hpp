// Reads the lines of a log, of counts or of means, which have the two sides in two columns.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/text.hpp"
#include "league/reading/play_list.hpp"
#include "league/reading/record.hpp"
#include "league/reading/sheet.hpp"
#include "league/reading/winner.hpp"
#include "league/reading/worth.hpp"

namespace allnash::reading {

class LineReader {
 public:
  LineReader(const Sheet& sheet, const RankOptions& options, std::size_t first, std::size_t second,
             bool symmetric);

  // What is known before a line is read.
  /// How the file is read, to be told to the user.
  void explain(HowRead how) { record_.how = std::move(how); }
  /// The column with the times of matches.
  void timed(std::size_t time) { time_column_ = time; }
  /// Marks the log as one that tells the round of each match.
  void in_rounds() { record_.in_rounds = true; }
  /// Marks the rates as percentages, which a chart wrote with a `%`.
  void percent() { record_.percent = true; }
  /// Marks the rates as being of unknown numbers of matches.
  void uncounted() { record_.counted = false; }
  /// Takes the means as exact, not as rounded.
  void exact() { worth_.exact(); }

  // One of these reads all lines, once.
  /// A log of which it is known who won in each line. A line is one match, or `times` says how
  /// many.
  Matches read_winners(const std::vector<Winner>& winners, std::optional<std::size_t> times);
  /// A log with three flags: winner_model_a, winner_model_b, winner_tie.
  Matches read_flags(std::array<std::size_t, 3> flags, std::optional<std::size_t> times);
  Matches read_outcomes(std::size_t outcome);
  /// Wins, losses and perhaps ties: in as many columns, or in one as `2-1`.
  Matches read_counts(const std::vector<std::size_t>& columns);
  Matches read_means(std::size_t plays, std::size_t mean, std::optional<std::size_t> squares);

 private:
  [[nodiscard]] std::string name_in(const Sheet::Line& line, std::size_t place) const;
  Met pairing(const Sheet::Line& line);
  template <typename Words>
  void show(const Sheet::Line& line, const Words& words);
  [[nodiscard]] std::string in_times(const Sheet::Line& line,
                                     std::optional<std::size_t> times) const;
  void read_rates_of(std::size_t column);
  void add_line(const Sheet::Line& line, const Rational& share, std::optional<std::size_t> times);
  void add_match(const Sheet::Line& line, const Rational& share);
  void note_ends(const std::vector<Total>& totals);
  [[nodiscard]] Matches finish(bool ordered);

  const Sheet& sheet_;
  const RankOptions& options_;
  std::size_t first_;
  std::size_t second_;
  std::optional<std::size_t> time_column_;
  Worth worth_;
  NameTable rows_;
  NameTable columns_;
  NameTable roster_;  // of a log that is read as two-sided: both sides
  Record record_;
  PlayList plays_;
};

}  // namespace allnash::reading
