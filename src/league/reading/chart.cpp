// Reads charts: tables of means, with the numbers of matches in a second table or in the cells.
#include "league/reading/chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/columns.hpp"
#include "league/reading/numbers.hpp"

namespace allnash::reading {
namespace {

/// A number of a chart as text, with a decimal point; nothing if unknown.
std::optional<std::string> chart_cell(const Sheet& sheet, const std::string& text) {
  const std::string word = plain_word(text);
  if (is_empty_cell(word)) return {};
  try {
    return with_point(word, sheet.decimal_mark);
  } catch (const std::invalid_argument&) {  // reported with its line when the list is read
    return word;
  }
}

std::string without_percent(const std::string& cell) {
  return cell.ends_with('%') ? without_blanks(cell.substr(0, cell.size() - 1)) : cell;
}

/// Places of names, by the key that compares them.
using NamePlaces = std::unordered_map<std::string, std::size_t>;

/// A chart, cell by cell. The numbers of matches are in a second sheet, or the same for all cells,
/// or in the cells themselves.
class Chart {
 public:
  Chart(const Sheet& means, const Sheet* plays, std::optional<std::int64_t> each,
        const RankOptions& options)
      : means_(means), plays_(plays), each_(each), rates_(options.payoff_range) {
    range_ = options.payoff_range.value_or(PayoffRange{0, 1});
    const auto key = [&](const std::string& name) {
      return options.join_names ? folded(name) : without_blanks(name);
    };
    NamePlaces rows;
    NamePlaces columns;
    for (std::size_t c = 1; c < means.headings.size(); ++c) {
      if (!columns.try_emplace(key(means.headings[c]), c).second) {
        refuse(means.name, "a second column named '" + means.headings[c] + "'");
      }
    }
    for (std::size_t r = 0; r < means.lines.size(); ++r) {
      const std::string& name = means.lines[r].cells[0];
      if (!rows.try_emplace(key(name), r).second) {
        means.refuse(means.lines[r], "a second row named '" + name + "'");
      }
      const auto column = columns.find(key(name));
      columns_of_rows_.push_back(column == columns.end() ? 0 : column->second);
    }
    rows_of_columns_.resize(means.headings.size());
    for (const auto& [name, column] : columns) {
      if (const auto row = rows.find(name); row != rows.end()) {
        rows_of_columns_[column] = row->second;
        symmetric_ = !options.two_sided;
      }
    }
    refuse_summaries();
    if (plays != nullptr) find_counts(rows, columns, key);
    find_percent();
    if (const auto range = rates_.range()) range_ = *range;
  }

  [[nodiscard]] ChartList as_list() {
    ChartList result{
        {means_.name, {"row", "column", "plays", "mean"}, {}}, symmetric_, rates_.percent()};
    bool scores = false;
    bool draws = false;
    bool points = false;
    for (std::size_t r = 0; r < means_.lines.size(); ++r) {
      for (std::size_t c = 1; c < means_.headings.size(); ++c) {
        if (is_itself(r, c)) {
          look_at_itself(r, c);
          continue;
        }
        const Cell cell = cell_at(r, c);
        const std::optional<Cell> mirror = mirror_of(r, c);
        if (mirror) compare(cell, *mirror);
        if (!cell.mean || !cell.plays || (mirror && !is_better(cell, *mirror))) continue;
        if (cell.score && !points_) {
          scores = true;
          draws = draws || cell.score->with_draws;
          result.list.lines.push_back(
              {cell.line->number,
               {cell.line->cells[0], means_.headings[c], cell.score->wins.to_string(),
                cell.score->losses.to_string(), cell.score->draws.to_string()}});
          continue;
        }
        points = points || cell.score;
        result.list.lines.push_back(
            {cell.line->number,
             {cell.line->cells[0], means_.headings[c], *cell.plays, *cell.mean}});
      }
    }
    if (scores) {
      result.list.headings = {"row", "column", "wins", "losses", "draws"};
      result.list.notes.emplace_back(
          draws ? "cells like 128-69-3 are read as wins, losses and draws of the row"
                : "cells like 128-69 are read as wins and losses of the row");
    }
    if (points) {
      result.exact = true;
      result.list.notes.emplace_back(
          "cells like 5.5-4.5 are read as the points of so many matches, a draw being half a point "
          "for each");
    }
    if (against_itself_ > 0) {
      result.list.notes.push_back(
          std::to_string(against_itself_) +
          (against_itself_ == 1 ? " cell of a strategy against itself is"
                                : " cells of strategies against themselves are") +
          " left out: in a symmetric game it is worth the middle of the range");
    }
    return result;
  }

 private:
  struct Cell {
    const Sheet::Line* line;    // its line in the chart
    const Sheet::Line* counts;  // its line in the counts
    std::size_t column;
    std::optional<std::string> mean;   // a number in units of payoff
    std::optional<std::string> plays;  // nothing if it is 0, too
    std::optional<Score> score = {};
  };

  /// Finds the counts of each row and column in the second sheet.
  template <typename Key>
  void find_counts(const NamePlaces& rows, const NamePlaces& columns, const Key& key) {
    const Sheet& plays = *plays_;
    if (means_.headings.size() != plays.headings.size() ||
        means_.lines.size() != plays.lines.size()) {
      refuse(plays.name, fmt::format("{} x {} counts where the chart has {} x {}",
                                     plays.lines.size(), plays.headings.size() - 1,
                                     means_.lines.size(), means_.headings.size() - 1));
    }
    counts_of_rows_.assign(means_.lines.size(), plays.lines.size());
    counts_of_columns_.assign(means_.headings.size(), 0);
    for (std::size_t r = 0; r < plays.lines.size(); ++r) {
      const auto found = rows.find(key(plays.lines[r].cells[0]));
      if (found != rows.end()) counts_of_rows_[found->second] = r;
    }
    for (std::size_t c = 1; c < plays.headings.size(); ++c) {
      const auto found = columns.find(key(plays.headings[c]));
      if (found != columns.end()) counts_of_columns_[found->second] = c;
    }
    const auto refuse_labels = [&](const char* side, const std::string& name) {
      std::vector<std::string> names(plays.headings.begin() + 1, plays.headings.end());
      for (const Sheet::Line& line : plays.lines) names.push_back(line.cells[0]);
      refuse(plays.name, fmt::format("its labels are not those of the chart, which has a {} '{}'{}",
                                     side, name, alike(name, names)));
    };
    for (std::size_t r = 0; r < means_.lines.size(); ++r) {
      if (counts_of_rows_[r] == plays.lines.size()) refuse_labels("row", means_.lines[r].cells[0]);
    }
    for (std::size_t c = 1; c < means_.headings.size(); ++c) {
      if (counts_of_columns_[c] == 0) refuse_labels("column", means_.headings[c]);
    }
  }

  [[nodiscard]] bool is_itself(std::size_t r, std::size_t c) const {
    return symmetric_ && columns_of_rows_[r] == c;
  }

  void find_percent() {
    for (const Sheet::Line& line : means_.lines) {
      for (std::size_t c = 1; c < line.cells.size(); ++c) {
        const auto cell = chart_cell_in(line.cells[c], means_.decimal_mark);
        points_ = points_ || (cell && cell->score && !cell->score->whole());
        if (!cell) {
          rates_.look_at(line.cells[c]);
        } else if (cell->rate && !cell->score) {
          rates_.look_at(*cell->rate);
        }
      }
    }
  }

  /// The rate in a cell. Refuses one that may be a percentage or a part of 1.
  [[nodiscard]] std::optional<std::string> mean_in(const Sheet::Line& line,
                                                   const std::string& text) const {
    const auto cell = chart_cell(means_, text);
    if (!cell) return {};
    try {
      return rates_.number(*cell);
    } catch (const std::invalid_argument& error) {
      means_.refuse(line, error.what());
    }
  }
  /// The number of matches in a cell, without marks that group its digits.
  static std::optional<std::string> plays_in(const Sheet& sheet, const Sheet::Line& line,
                                             const std::string& text) {
    if (is_empty_cell(text)) return {};
    try {
      return plain_count(text, sheet.decimal_mark);
    } catch (const std::invalid_argument& error) {
      sheet.refuse(line, error.what());
    }
  }

  /// Whether the chart is a triangle: rows are all strategies but the last, columns all but the
  /// first.
  [[nodiscard]] bool is_triangle() const {
    if (means_.lines.size() + 1 != means_.headings.size()) return false;
    for (std::size_t r = 1; r < means_.lines.size(); ++r) {
      if (columns_of_rows_[r] != r) return false;
    }
    return true;
  }

  void refuse_summaries() const {
    const auto refused = [](const std::string& what, const std::string& other) {
      return what + " has no " + other +
             " of that name: take it out if it sums up the others; if it is a strategy, add an "
             "empty " +
             other + " for it; with `two-sided` rows and columns are different strategies";
    };
    const auto word = [](const std::string& what) {
      return what +
             " sums up the others, and is no strategy: take it out; if it is a strategy, give it "
             "another name";
    };
    const bool square = symmetric_ && !is_triangle();
    for (std::size_t c = 1; c < means_.headings.size(); ++c) {
      const std::string& name = means_.headings[c];
      const std::string what = "column '" + name + "'";
      const auto row = rows_of_columns_[c];
      if (sums_up(name)) throw InputError(means_.name + ": " + word(what));
      if (square && !row) throw InputError(means_.name + ": " + refused(what, "row"));
    }
    for (std::size_t r = 0; r < means_.lines.size(); ++r) {
      const std::string& name = means_.lines[r].cells[0];
      const std::string what = "row '" + name + "'";
      if (sums_up(name)) means_.refuse(means_.lines[r], word(what));
      if (square && columns_of_rows_[r] == 0)
        means_.refuse(means_.lines[r], refused(what, "column"));
    }
  }

  [[nodiscard]] Cell cell_at(std::size_t r, std::size_t c) const {
    const Sheet::Line& line = means_.lines[r];
    Cell cell{&line, &line, c, {}, {}};
    if (plays_ != nullptr) {
      cell.counts = &plays_->lines[counts_of_rows_[r]];
      cell.mean = mean_in(line, line.cells[c]);
      cell.plays = plays_in(*plays_, *cell.counts, cell.counts->cells[counts_of_columns_[c]]);
    } else if (const auto held = chart_cell_in(line.cells[c], means_.decimal_mark)) {
      if (held->score) {
        const Score& score = *held->score;
        const bool met = score.plays().sign() > 0;
        const Rational mean = met ? score.points() / score.plays() : Rational(0);
        cell.mean = (range_.low + mean * (range_.high - range_.low)).to_string();
        if (!each_) cell.score = score;
        cell.plays = each_ ? std::to_string(*each_) : score.plays().to_string();
      } else {
        cell.mean = mean_in(line, *held->rate);
        if (each_) cell.plays = std::to_string(*each_);
        if (held->plays) cell.plays = plays_in(means_, line, *held->plays);
      }
    } else {
      cell.mean = mean_in(line, line.cells[c]);  // which says what is wrong with it
      if (each_ && cell.mean) cell.plays = std::to_string(*each_);
    }
    if (cell.plays && number_of(*cell.plays) == Rational(0)) cell.plays.reset();
    return cell;
  }

  /// The cell of the same pairing from the other side, if the chart has one.
  [[nodiscard]] std::optional<Cell> mirror_of(std::size_t r, std::size_t c) const {
    if (!symmetric_ || columns_of_rows_[r] == 0 || !rows_of_columns_[c]) return {};
    return cell_at(*rows_of_columns_[c], columns_of_rows_[r]);
  }

  /// Which of the two cells of a pairing is used: a known one before an unknown one, a rate that
  /// may be rounded before an end of the range, otherwise the first.
  [[nodiscard]] bool is_better(const Cell& cell, const Cell& mirror) const {
    if (!mirror.mean || !mirror.plays) return true;
    const auto is_end = [&](const Cell& one) {
      const auto mean = number_of(*one.mean);
      return mean && (*mean == range_.low || *mean == range_.high);
    };
    if (is_end(cell) != is_end(mirror)) return is_end(mirror);
    return cell.line->number < mirror.line->number;
  }

  /// Throws unless the two cells of a pairing agree up to rounding.
  void compare(const Cell& cell, const Cell& mirror) const {
    const std::string pair =
        "'" + mirror.line->cells[0] + "' against '" + means_.headings[mirror.column] + "' ";
    const std::string turned =
        " where '" + cell.line->cells[0] + "' against '" + means_.headings[cell.column] + "' has ";
    const std::string remedy =
        ": one of the two is wrong, unless rows and columns are different sides (`two-sided`)";
    if (cell.score && mirror.score && !cell.score->mirrors(*mirror.score)) {
      means_.refuse(*mirror.line, pair + "has " + mirror.line->cells[mirror.column] + turned +
                                      cell.line->cells[cell.column] +
                                      (cell.score->with_draws ? ", read as wins, losses and draws"
                                                              : ", read as wins and losses") +
                                      remedy);
    }
    if (cell.mean && mirror.mean) {
      const auto one = number_of(*cell.mean);
      const auto other = number_of(*mirror.mean);
      if (one && other && misses(*one + *other, half_unit(*cell.mean) + half_unit(*mirror.mean))) {
        means_.refuse(*mirror.line, pair + "has " + mirror.line->cells[mirror.column] + turned +
                                        cell.line->cells[cell.column] + remedy);
      }
    }
    if (cell.plays && mirror.plays && number_of(*cell.plays) != number_of(*mirror.plays)) {
      const Sheet& counts = plays_ != nullptr ? *plays_ : means_;
      counts.refuse(*mirror.counts,
                    pair + "has " + *mirror.plays + " matches" + turned + *cell.plays + remedy);
    }
  }

  /// Counts means of a strategy against itself other than the middle of the range, which applies.
  /// They may have no `%` where others have one.
  void look_at_itself(std::size_t r, std::size_t c) {
    std::string text = means_.lines[r].cells[c];
    if (const auto cell = chart_cell_in(text, means_.decimal_mark)) {
      if (cell->score && cell->score->wins != cell->score->losses) ++against_itself_;
      text = cell->score ? "" : *cell->rate;
    }
    text = without_percent(chart_cell(means_, text).value_or(""));
    const auto mean = number_of(text);
    if (mean && misses(*mean + *mean, half_unit(text) * Rational(2))) ++against_itself_;
  }

  [[nodiscard]] bool misses(const Rational& sum, const Rational& rounding) const {
    const Rational miss = sum - range_.low - range_.high;
    return miss > rounding || -miss > rounding;
  }

  /// Text that is not a number is reported, with its line, when the list is read.
  static std::optional<Rational> number_of(const std::string& cell) { return rational_in(cell); }
  static Rational half_unit(const std::string& cell) {
    const auto last = last_place(cell);
    return last ? power_of_ten(*last) / Rational(2) : Rational(0);
  }

  const Sheet& means_;
  const Sheet* plays_;                // null if the chart itself has the counts
  std::optional<std::int64_t> each_;  // matches of every cell
  RateReader rates_;
  PayoffRange range_;
  bool symmetric_ = false;
  bool points_ = false;                       // cells such as 5.5-4.5 tell points, not wins
  std::vector<std::size_t> columns_of_rows_;  // 0: none
  std::vector<std::optional<std::size_t>> rows_of_columns_;  // by column, from 1
  std::vector<std::size_t> counts_of_rows_;                  // row in the counts
  std::vector<std::size_t> counts_of_columns_;               // column in the counts, from 1
  std::int64_t against_itself_ = 0;
};

/// Whether a row has the name of a column.
bool has_shared_name(const Sheet& chart) {
  return std::ranges::any_of(chart.lines, [&](const Sheet::Line& line) {
    const std::string name = folded(line.cells[0]);
    const auto same = [&](const std::string& heading) { return folded(heading) == name; };
    return std::any_of(chart.headings.begin() + 1, chart.headings.end(), same);
  });
}

/// What the cells of a sheet hold, if it is a chart.
struct Held {
  const Sheet::Line* rate = nullptr;     ///< a line with a rate alone
  const Sheet::Line* counted = nullptr;  ///< with a rate and its number of matches
  const Sheet::Line* score = nullptr;
  bool draws = false;           ///< a score has draws, or its rate
  std::optional<Rational> sum;  ///< what all scores add up to, if that is the same
  std::string example;          ///< of a score
};

/// Nothing if a cell that is not blank holds something else.
std::optional<Held> held_by(const Sheet& chart) {
  Held held;
  bool same = true;
  for (const Sheet::Line& line : chart.lines) {
    for (std::size_t c = 1; c < line.cells.size(); ++c) {
      if (is_empty_cell(line.cells[c])) continue;
      const auto cell = chart_cell_in(line.cells[c], chart.decimal_mark);
      if (!cell) return {};
      (cell->score ? held.score : cell->plays ? held.counted : held.rate) = &line;
      if (!cell->score) continue;
      held.draws = held.draws || cell->score->with_draws || cell->rate;
      if (held.example.empty()) held.example = without_blanks(line.cells[c]);
      if (cell->rate && !belongs(*cell->rate, *cell->score, chart.decimal_mark)) {
        chart.refuse(line, in_quotes(line.cells[c]) +
                               ": the rate is not that of so many wins, losses and draws");
      }
      if (!cell->score->plays().is_integer()) {
        chart.refuse(line, in_quotes(line.cells[c]) + ": points that add up to no whole number");
      }
      same = same && (!held.sum || *held.sum == cell->score->plays());
      held.sum = cell->score->plays();
    }
  }
  if (!same) held.sum.reset();
  return held;
}

/// Whether every cell that is not blank is a number or a percentage.
bool has_rates_alone(const Sheet& chart) {
  for (const Sheet::Line& line : chart.lines) {
    for (std::size_t c = 1; c < line.cells.size(); ++c) {
      const auto cell = chart_cell(chart, line.cells[c]);
      if (cell && !rational_in(without_percent(*cell))) return false;
    }
  }
  return true;
}

/// Throws for cells such as 6-4 that add up to 10 everywhere: rates, or ten matches each.
[[noreturn]] void refuse_proportions(const Sheet& chart, const Held& held) {
  const std::string sum = held.sum->to_string();
  throw InputError(fmt::format(
      "{}: its cells, such as {}, add up to {} everywhere, and can be read in two ways:\n{} takes "
      "them as wins and losses of {} matches each\n{} takes them as rates, of unknown numbers of "
      "matches",
      chart.name, held.example, sum, command_for(chart, "--matches-each " + sum), sum,
      command_for(chart, "--matches-each 0")));
}

}  // namespace

void refuse_matches_each(const Sheet& sheet) {
  throw OptionError("matches-each: it is for a chart of rates alone, which " + sheet.name +
                    " is not");
}

std::optional<ChartList> chart_in(const Sheet& sheet, const RankOptions& options) {
  if (sheet.headings.size() < 2) return {};
  const auto held = held_by(sheet);
  if (!held) return {};
  const bool shared = has_shared_name(sheet);
  const auto as_rates = [&](std::int64_t each) {
    ChartList list = Chart(sheet, nullptr, std::max<std::int64_t>(each, 1), options).as_list();
    list.counted = each > 0;
    return list;
  };
  if (held->score != nullptr) {
    if (held->counted != nullptr) {
      sheet.refuse(*held->score,
                   "cells like 128-69-3 and cells like 65% (197) in one chart; line " +
                       std::to_string(held->counted->number) + " has the others");
    }
    // Cells such as 12-5 are also those of lists of players, so that names must tell.
    if (held->rate != nullptr || !(held->draws || options.two_sided || shared)) return {};
    const bool proportions =
        held->sum && !held->draws && (*held->sum == Rational(10) || *held->sum == Rational(100));
    if (proportions && !options.matches_each) refuse_proportions(sheet, *held);
    if (proportions && *held->sum != Rational(*options.matches_each)) {
      return as_rates(*options.matches_each);
    }
    if (options.matches_each && !proportions) refuse_matches_each(sheet);
    return Chart(sheet, nullptr, {}, options).as_list();
  }
  if (held->counted != nullptr) {
    if (held->rate == nullptr) {
      if (options.matches_each) refuse_matches_each(sheet);
      return Chart(sheet, nullptr, {}, options).as_list();
    }
    if (!shared) return {};
    sheet.refuse(*held->rate, "a rate without its number of matches; line " +
                                  std::to_string(held->counted->number) + " has rates with theirs");
  }
  // A log or a table of counts may have names that are numbers.
  const bool log = !sheet.headings[0].empty() && tells_all(sheet.headings, {});
  if (held->rate == nullptr || !((options.two_sided && !log) || shared)) return {};
  if (!has_rates_alone(sheet)) return {};
  return as_rates(options.matches_each.value_or(0));
}

ChartList list_of(const Sheet& means, const Sheet& plays, const RankOptions& options) {
  return Chart(means, &plays, {}, options).as_list();
}

}  // namespace allnash::reading
