#include "league/reading/worth.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {

Worth::Worth(const Sheet& sheet, const RankOptions& options)
    : sheet_(sheet),
      options_(options),
      range_(options.payoff_range.value_or(PayoffRange{0, 1})),
      rates_(options.payoff_range) {
  if (!(range_.low < range_.high)) throw OptionError("payoff-range: its ends are not in order");
}

bool Worth::read_rates_of(std::size_t column) {
  outcomes_column_ = column;
  for (const Sheet::Line& line : sheet_.lines) rates_.look_at(line.cells[column]);
  if (!rates_.percent()) return false;
  range_ = *rates_.range();
  return !options_.payoff_range;
}

Rational Worth::number(const Sheet::Line& line, std::size_t place) const {
  try {
    return Rational::parse(point_text(line, place));
  } catch (const std::invalid_argument& error) {
    sheet_.refuse(line,
                  sheet_.headings[place] + ": " + error.what() + score_hint(line.cells[place]));
  }
}

/// The number in a cell, with a decimal point and without a `%`.
std::string Worth::point_text(const Sheet::Line& line, std::size_t place) const {
  const std::string text = with_point(trimmed(line.cells[place]), sheet_.decimal_mark);
  return place == outcomes_column_ ? rates_.number(text) : text;
}

std::int64_t Worth::count(const Sheet::Line& line, std::size_t place) const {
  Rational value;
  try {
    value = Rational::parse(plain_count(line.cells[place], sheet_.decimal_mark));
  } catch (const std::invalid_argument& error) {
    sheet_.refuse(line, sheet_.headings[place] + ": " + error.what());
  }
  if (!value.is_integer() || value.sign() < 0) {
    sheet_.refuse(line, sheet_.headings[place] + ": '" + line.cells[place] +
                            "' is not a count: a whole number, 0 or more");
  }
  if (value > Rational(most_plays)) {
    sheet_.refuse(line, sheet_.headings[place] + ": more than 20 million matches");
  }
  return static_cast<std::int64_t>(value.to_double());
}

WinsAndLosses Worth::counts_in(const Sheet::Line& line,
                               const std::vector<std::size_t>& columns) const {
  if (columns.size() > 1) {
    const bool ties = columns.size() > 2 && !without_blanks(line.cells[columns[2]]).empty();
    return {count(line, columns[0]), count(line, columns[1]), ties ? count(line, columns[2]) : 0};
  }
  const std::string& cell = line.cells[columns[0]];
  const auto score = score_in(cell, sheet_.decimal_mark);
  if (!score || !score->whole()) {
    sheet_.refuse(line, sheet_.headings[columns[0]] + ": " + in_quotes(cell) +
                            " is not wins and losses, such as 2-1");
  }
  const auto number = [](const Rational& one) {
    return static_cast<std::int64_t>(one.to_double());
  };
  return {number(score->wins), number(score->losses), number(score->draws)};
}

Rational Worth::share(const Sheet::Line& line, const Rational& outcome) const {
  if (!range_.holds(outcome)) {
    sheet_.refuse(line,
                  fmt::format("the outcome {} is outside the range {},{}{}", outcome.to_string(),
                              range_.low.to_string(), range_.high.to_string(), other_range()));
  }
  return width(outcome - range_.low);
}

/// A hint for messages about outcomes outside the default range: a usual range that holds all
/// numbers of the column.
std::string Worth::other_range() const {
  if (options_.payoff_range || !outcomes_column_ || rates_.percent()) return "";
  PayoffRange seen{0, 0};
  for (const Sheet::Line& line : sheet_.lines) {
    const auto one = rational_in(point_text(line, *outcomes_column_));
    if (!one) return "";
    seen.low = std::min(seen.low, *one);
    seen.high = std::max(seen.high, *one);
  }
  const auto within = [&](const PayoffRange& range) {
    return range.holds(seen.low) && range.holds(seen.high);
  };
  if (within({-1, 1})) return "; if a loss is -1 and a win 1, say `payoff-range -1,1`";
  if (within({0, 2})) {
    return "; `payoff-range A,B` gives the range, and a column named winner says who won";
  }
  if (within({0, 100})) return "; if these are percent, say `payoff-range 0,100`";
  return "; `payoff-range A,B` gives the range";
}

/// A difference of outcomes, scaled by the range.
Rational Worth::width(const Rational& difference) const {
  return difference / (range_.high - range_.low);
}

/// The sum of squares of scaled outcomes, from the sum of squares of outcomes and the scaled sum.
Rational Worth::share_of_squares(const Rational& squares, const Rational& sum,
                                 const Rational& count) const {
  const Rational low = width(range_.low);
  return width(width(squares)) - Rational(2) * low * sum - low * low * count;
}

/// The rounding error of the scaled sum if its mean was printed: half a unit of the last place
/// for each match. An end of the range is taken as exact, and so is a fraction over the number of
/// matches, which states the sum itself.
Rational Worth::rounding(const Sheet::Line& line, std::size_t mean, const Rational& share,
                         std::int64_t plays) const {
  if (exact_ || share == Rational(0) || share == Rational(1)) return {};
  const std::string text = point_text(line, mean);
  if (text.ends_with("/" + std::to_string(plays))) return {};
  const auto last = last_place(text);
  if (!last) return {};
  return width(power_of_ten(*last) / Rational(2)) * Rational(plays);
}

Rational Worth::tie(bool symmetric) const {
  const Rational middle = (range_.low + range_.high) / Rational(2);
  const Rational worth = options_.tie.value_or(middle);
  if (!range_.holds(worth)) throw OptionError("tie: it is outside the payoff range");
  if (symmetric && worth != middle) {
    throw OptionError(
        "tie: in a symmetric game it is worth the middle of the range to both; with `two-sided` "
        "it may be worth something else to the rows");
  }
  return width(worth - range_.low);
}

Total Worth::total_of(const Sheet::Line& line, std::size_t plays, std::size_t mean) const {
  const std::int64_t matches = count(line, plays);
  const Rational part = share(line, number(line, mean));
  return {matches, part * Rational(matches), rounding(line, mean, part, matches)};
}

bool Worth::are_wins_and_losses(std::size_t plays, std::size_t mean, std::size_t squares) const {
  bool wins = true;
  for (const Sheet::Line& line : sheet_.lines) {
    if (without_blanks(line.cells[squares]).empty()) {
      wins = false;
      continue;
    }
    const Total total = total_of(line, plays, mean);
    const Rational matches(total.plays);
    const Rational said = number(line, squares);
    const auto of_squares = [&](const Rational& sum) {
      return share_of_squares(said, sum, matches);
    };
    // The first condition is linear in the sum; the second is concave, largest at outcomes of 0.
    const Rational least = total.least_sum();
    const Rational most = total.most_sum();
    const Rational of_zeros = std::clamp(width(-range_.low) * matches, least, most);
    if ((of_squares(least) > least && of_squares(most) > most) ||
        of_squares(of_zeros) * matches < of_zeros * of_zeros) {
      sheet_.refuse(line, "no outcomes in the range have this mean and this sum of squares");
    }
    wins = wins && of_squares(total.sum) == total.sum && total.sum.is_integer() &&
           total.rounding < Rational(1, 4);
  }
  return wins;
}

}  // namespace allnash::reading
