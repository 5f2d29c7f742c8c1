// A chart as people have it: a labelled table whose cells may be percentages, rounded, or blank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash::sources {

/// Marks an exact number, which has no last printed place.
inline constexpr std::int16_t not_rounded = std::numeric_limits<std::int16_t>::max();

/// How the cells of a chart are written, row by row.
struct ChartCells {
  std::vector<bool> unknown;
  /// The power of ten of the last printed place; `not_rounded` for fractions and for integers other
  /// than percentages.
  std::vector<std::int16_t> last_places;
  bool percent = false;
  /// Of cells such as 6-4, what their two numbers add up to.
  std::optional<Rational> sum = {};
  /// True if a table could hold all of it: no unknown, rounded or percentage cells.
  [[nodiscard]] bool plain() const {
    return !percent && !sum && std::ranges::none_of(unknown, std::identity{}) &&
           std::ranges::none_of(last_places, [](std::int16_t one) { return one != not_rounded; });
  }
};

class ChartGame final : public TableGame {
 public:
  ChartGame(Index rows, Index columns, std::vector<Rational> values, Labels labels,
            ChartCells cells)
      : TableGame(rows, columns, std::move(values), std::move(labels)), cells_(std::move(cells)) {
    unknown_ = std::ranges::count(cells_.unknown, true);
    tell_traits();
    // An unknown cell holds the value of a known one, so that it lies in any stated range.
    const auto known = std::ranges::find(cells_.unknown, false);
    if (unknown_ == 0 || known == cells_.unknown.end()) return;
    const Index first = known - cells_.unknown.begin();
    const Rational some = place({first / columns, first % columns});
    for (Index t = 0; t < rows * columns; ++t) {
      if (cells_.unknown[allnash::at(t)]) place({t / columns, t % columns}) = some;
    }
  }

  /// Throws InputError for an unknown payoff.
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (const Question& one : asked) {
      if (!cells_.unknown[cell(one.entry)]) continue;
      throw InputError(entry_name(one.entry) + ": the chart does not say");
    }
    TableGame::payoffs(asked, answers);
  }

  // A question that stays unanswered ends the run.
  void answer(std::span<const Question> asked, Answers& answers) override {
    std::vector<std::size_t> which;
    std::vector<Rational> known;
    for (std::size_t t = 0; t < asked.size(); ++t) {
      if (cells_.unknown[cell(asked[t].entry)]) continue;
      which.push_back(t);
      known.push_back(place(asked[t].entry));
    }
    answers.take(which, known);
  }

  /// Whether some payoffs are unknown: `answer` omits them, and a run that needs one ends.
  [[nodiscard]] bool partial() const { return unknown_ > 0; }
  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override {
    if (cells_.unknown[cell(entry)]) return {};
    return TableGame::agrees(entry, payoff);
  }

  /// The range that the cells imply: 0,100 for percentages, 0,10 for cells such as 6-4.
  [[nodiscard]] std::optional<PayoffRange> stated_range() const {
    if (cells_.sum) return PayoffRange{0, *cells_.sum};
    return cells_.percent ? std::optional(PayoffRange{0, 100}) : std::nullopt;
  }

  /// This chart as a symmetric game. One triangle suffices; missing diagonal cells are half the
  /// sum. If two cells miss their sum by at most one unit of the last printed place, half of the
  /// difference is taken from each. A chart that is not square stays unchanged.
  [[nodiscard]] std::unique_ptr<ChartGame> as_symmetric(const Rational& sum) const {
    std::vector<Rational> values;
    values.reserve(allnash::at(rows() * columns()));
    for (Index row = 0; row < rows(); ++row) {
      for (Index column = 0; column < columns(); ++column) values.push_back(place({row, column}));
    }
    auto chart =
        std::make_unique<ChartGame>(rows(), columns(), std::move(values), labels(), cells_);
    chart->head(heading());
    if (rows() == columns()) chart->take_as_symmetric(sum);
    return chart;
  }

 private:
  [[nodiscard]] std::size_t cell(Entry entry) const {
    return allnash::at(entry.row * columns() + entry.column);
  }
  void take_as_symmetric(const Rational& sum) {
    for (Index row = 0; row < rows(); ++row) {
      if (cells_.unknown[cell({row, row})]) fill({row, row}, sum / Rational(2));
      for (Index column = row + 1; column < columns(); ++column) {
        const Entry one{row, column};
        const Entry other{column, row};
        const bool lacks_one = cells_.unknown[cell(one)];
        const bool lacks_other = cells_.unknown[cell(other)];
        if (lacks_one && lacks_other) {
          place(one) = place(other) = sum / Rational(2);  // unknown; passes the symmetry check
        } else if (lacks_one) {
          fill(one, sum - place(other));
        } else if (lacks_other) {
          fill(other, sum - place(one));
        } else {
          mend(one, sum);
        }
      }
    }
    tell_traits();
    if (rounded_ > 0) {
      Heading rounded = heading();
      rounded.solved_as =
          std::to_string(rounded_) +
          (rounded_ == 1 ? " pair of cells misses its sum" : " pairs of cells miss their sum") +
          " by rounding, and half of that is taken from each";
      head(std::move(rounded));
    }
  }

  /// Known payoffs are free to read; a chart with unknown ones may end the run.
  void tell_traits() { set_traits({.concurrent = !partial(), .free = !partial()}); }
  void fill(Entry entry, const Rational& payoff) {
    place(entry) = payoff;
    if (!cells_.unknown[cell(entry)]) return;
    cells_.unknown[cell(entry)] = false;
    --unknown_;
  }

  void mend(Entry entry, const Rational& sum) {
    const Entry mirror{entry.column, entry.row};
    const std::int16_t one = cells_.last_places[cell(entry)];
    const std::int16_t other = cells_.last_places[cell(mirror)];
    const Rational miss = place(entry) + place(mirror) - sum;
    if (miss.sign() == 0 || one == not_rounded || other == not_rounded) return;
    const Rational unit = power_of_ten(std::max(one, other));
    if (miss > unit || -miss > unit) return;
    place(entry) -= miss / Rational(2);
    place(mirror) -= miss / Rational(2);
    ++rounded_;
  }

  ChartCells cells_;
  std::int64_t unknown_ = 0;
  std::int64_t rounded_ = 0;  // pairs of cells corrected for rounding
};

}  // namespace allnash::sources
