// A chart as people have it: a labelled table whose cells may be percentages, rounded, or blank.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sources/table.hpp"

namespace allnash::sources {

/// Stands in place of a power of ten for a number that is exact.
inline constexpr std::int16_t not_rounded = std::numeric_limits<std::int16_t>::max();

/// How the cells of a chart are written, row by row.
struct ChartCells {
  std::vector<bool> unknown;
  /// The power of ten of the last printed place. Fractions are not rounded, nor whole numbers that
  /// are no percentages.
  std::vector<std::int16_t> last_places;
  bool percent = false;
  [[nodiscard]] bool plain() const;  ///< nothing that a table does not have
};

class ChartGame final : public TableGame {
 public:
  ChartGame(Index rows, Index columns, std::vector<Rational> values, Labels labels,
            ChartCells cells);

  /// Throws InputError for one that is unknown.
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  void answer(std::span<const Question> asked, Answers& answers) override;
  /// Whether some payoffs are unknown: `answer` leaves them out, and a run that needs one ends.
  [[nodiscard]] bool partial() const { return unknown_ > 0; }
  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override;
  /// The range that the cells imply: 0,100 for percentages.
  [[nodiscard]] std::optional<PayoffRange> stated_range() const;
  /// This chart as one of a symmetric game: one triangle is enough, the diagonal is half of the
  /// sum, and two cells that miss their sum by at most one unit of their last printed place are
  /// rounded: half of it each. What is not square is as it was.
  [[nodiscard]] std::unique_ptr<ChartGame> as_symmetric(const Rational& sum) const;

 private:
  [[nodiscard]] std::size_t cell(Entry entry) const {
    return allnash::at(entry.row * columns() + entry.column);
  }
  void take_as_symmetric(const Rational& sum);
  /// It costs nothing to look at what is known; what is not ends the run.
  void tell_traits() { set_traits({.concurrent = !partial(), .free = !partial()}); }
  void fill(Entry entry, const Rational& payoff);
  void mend(Entry entry, const Rational& sum);

  ChartCells cells_;
  std::int64_t unknown_ = 0;
  std::int64_t rounded_ = 0;  // pairs of cells
};

}  // namespace allnash::sources
