#include "league/reading/line_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/game/seen.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/sides.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {
namespace {

void note_lookalikes(const std::vector<std::string>& names, std::vector<std::string>& notes) {
  std::unordered_map<std::string, std::string> met;
  for (const std::string& name : names) {
    const auto [place, fresh] = met.try_emplace(folded(name), name);
    if (fresh) continue;
    notes.push_back(fmt::format(
        "'{}' and '{}' differ by blanks or case alone, and are two strategies here; `join-names` "
        "makes them one",
        place->second, name));
  }
}

}  // namespace

LineReader::LineReader(const Sheet& sheet, const RankOptions& options, std::size_t first,
                       std::size_t second, bool symmetric)
    : sheet_(sheet),
      options_(options),
      first_(first),
      second_(second),
      worth_(sheet, options),
      rows_(key_of(options)),
      columns_(key_of(options)),
      roster_(key_of(options)),
      plays_(sheet, options, record_) {
  record_.name = sheet.name;
  record_.notes = sheet.notes;
  record_.range = worth_.range();
  record_.symmetric = symmetric;
  for (const Sheet::Line& line : sheet_.lines) {
    rows_.number_of(name_in(line, first));
    columns_.number_of(name_in(line, second));
  }
  if (symmetric) {
    for (const std::string& name : columns_.names()) rows_.number_of(name);
    columns_ = rows_;
  }
  record_.rows = rows_.names();
  record_.columns = columns_.names();
  note_lookalikes(record_.rows, record_.notes);
  if (!symmetric) note_lookalikes(record_.columns, record_.notes);
}

/// Keeps the words for one of the first matches.
template <typename Words>
void LineReader::show(const Sheet::Line& line, const Words& words) {
  constexpr std::size_t shown = 5;
  if (record_.how.first.size() >= shown) return;
  record_.how.first.push_back(fmt::format("line {}: {} against {}: {}", line.number,
                                          in_quotes(line.cells[first_]),
                                          in_quotes(line.cells[second_]), words()));
}

Matches LineReader::read_winners(const std::vector<Winner>& winners,
                                 std::optional<std::size_t> times) {
  const Rational even = worth_.tie(record_.symmetric);
  for (std::size_t t = 0; t < winners.size(); ++t) {
    const Sheet::Line& line = sheet_.lines[t];
    const Rational won(winners[t] == Winner::first ? 1 : 0);
    show(line, [&] {
      constexpr std::array words{"the first won", "the second won", "a tie"};
      return std::string(words[static_cast<std::size_t>(winners[t])]) + in_times(line, times);
    });
    add_line(line, winners[t] == Winner::tie ? even : won, times);
  }
  return finish(!times);
}

Matches LineReader::read_flags(std::array<std::size_t, 3> flags, std::optional<std::size_t> times) {
  for (const Sheet::Line& line : sheet_.lines) {
    std::array<bool, 3> set{};
    for (std::size_t t = 0; t < flags.size(); ++t) {
      const Rational flag = worth_.number(line, flags[t]);
      if (flag != Rational(0) && flag != Rational(1)) {
        sheet_.refuse(line, sheet_.headings[flags[t]] + ": it is neither 0 nor 1");
      }
      set[t] = flag == Rational(1);
    }
    if (std::ranges::count(set, true) != 1)
      sheet_.refuse(line, "not exactly one of the three is 1");
    show(line, [&] {
      return (set[0]   ? "the first won"
              : set[1] ? "the second won"
                       : "a tie") +
             in_times(line, times);
    });
    add_line(line,
             set[0]   ? Rational(1)
             : set[1] ? Rational(0)
                      : worth_.tie(record_.symmetric),
             times);
  }
  return finish(!times);
}

Matches LineReader::read_outcomes(std::size_t outcome) {
  read_rates_of(outcome);
  for (const Sheet::Line& line : sheet_.lines) {
    const Rational got = worth_.number(line, outcome);
    show(line, [&] { return "the first got " + got.to_string(); });
    add_match(line, worth_.share(line, got));
  }
  return finish(true);
}

Matches LineReader::read_counts(const std::vector<std::size_t>& columns) {
  for (const Sheet::Line& line : sheet_.lines) {
    const Met met = pairing(line);
    const auto [won, lost, tied] = worth_.counts_in(line, columns);
    show(line, [&, won = won, lost = lost, tied = tied] {
      return fmt::format("{} won, {} lost, {} tied by the first", won, lost, tied);
    });
    plays_.add(line, met, 1, won);
    plays_.add(line, met, 0, lost);
    if (tied > 0) plays_.add(line, met, worth_.tie(record_.symmetric), tied);
    const Rational of_ties =
        tied > 0 ? worth_.tie(record_.symmetric) * Rational(tied) : Rational(0);
    plays_.note_counts(line, met, {won + lost + tied, Rational(won) + of_ties, {}});
  }
  return finish(false);
}

Matches LineReader::read_means(std::size_t plays, std::size_t mean,
                               std::optional<std::size_t> squares) {
  read_rates_of(mean);
  const bool wins = squares && worth_.are_wins_and_losses(plays, mean, *squares);
  std::vector<Total> totals;
  for (const Sheet::Line& line : sheet_.lines) {
    const Met met = pairing(line);
    const Total total = worth_.total_of(line, plays, mean);
    show(line, [&] {
      return without_blanks(line.cells[mean]) +
             (record_.counted ? fmt::format(" for the first in {} matches", total.plays)
                              : " for the first, of an unknown number of matches");
    });
    plays_.note_counts(line, met, total);
    if (wins) {
      const auto won = static_cast<std::int64_t>(total.sum.to_double());
      plays_.add(line, met, 1, won);
      plays_.add(line, met, 0, total.plays - won);
    } else {
      plays_.add_total(line, met, total);
      totals.push_back(total);
    }
  }
  note_ends(totals);
  return finish(false);
}

std::string LineReader::in_times(const Sheet::Line& line, std::optional<std::size_t> times) const {
  return times ? ", " + without_blanks(line.cells[*times]) + " times" : "";
}

Met LineReader::pairing(const Sheet::Line& line) {
  const Entry entry{rows_.number_of(name_in(line, first_)),
                    columns_.number_of(name_in(line, second_))};
  if (!record_.symmetric) return {entry, false};
  if (entry.row == entry.column) {
    sheet_.refuse(line, "'" + name_in(line, first_) + "' is paired with itself");
  }
  if (entry.row < entry.column) return {entry, false};
  return {{entry.column, entry.row}, true};
}

/// Takes a column for that of outcomes or their means, whose cells may end in `%`.
void LineReader::read_rates_of(std::size_t column) {
  const bool percent = worth_.read_rates_of(column);
  record_.range = worth_.range();
  if (!percent) return;
  record_.percent = true;
  record_.notes.push_back(in_quotes(sheet_.headings[column]) +
                          " is written with a %: outcomes lie between 0 and 100");
}

/// Adds a line with a result: a match, or as many as a column says.
void LineReader::add_line(const Sheet::Line& line, const Rational& share,
                          std::optional<std::size_t> times) {
  if (!times) return add_match(line, share);
  plays_.add_counted(line, pairing(line), share, worth_.count(line, *times));
}

/// Adds a line of a log.
void LineReader::add_match(const Sheet::Line& line, const Rational& share) {
  Met met = pairing(line);
  plays_.add(line, met, share, 1);
  if (options_.distinct) return;
  if (!record_.symmetric) {
    if (!options_.two_sided) return;  // no strategy was on both sides
    met.entry = {roster_.number_of(name_in(line, first_)),
                 roster_.number_of(name_in(line, second_))};
    met.turned = met.entry.row > met.entry.column;
    if (met.turned) std::swap(met.entry.row, met.entry.column);
  }
  plays_.note_side(line, met, share, time_column_ ? &line.cells[*time_column_] : nullptr);
}

/// A rate of 99.6 % is printed as 100% among whole percents. That no end of the range was rounded
/// is an assumption, which is stated where it matters.
void LineReader::note_ends(const std::vector<Total>& totals) {
  Rational coarsest;  // half a unit of the last place of a mean, scaled
  for (const Total& total : totals) {
    if (total.plays > 0) coarsest = std::max(coarsest, total.rounding / Rational(total.plays));
  }
  const auto count = std::ranges::count_if(totals, [&](const Total& total) {
    const Rational plays(total.plays);
    return total.plays > 0 && (total.sum == Rational(0) || total.sum == plays) &&
           coarsest * plays >= Rational(1, 2);
  });
  if (count == 0) return;
  record_.notes.push_back(fmt::format(
      "{} an end of the range, {} or {}, and taken as exact, not as rounded: every match of such "
      "a pairing ended alike",
      count_of(count, " rate is", " rates are"), record_.range.low.to_string(),
      record_.range.high.to_string()));
}

Matches LineReader::finish(bool ordered) {
  plays_.finish(ordered);
  return Matches(std::make_shared<const Record>(std::move(record_)));
}

std::string LineReader::name_in(const Sheet::Line& line, std::size_t place) const {
  const std::string& name = line.cells[place];
  if (without_blanks(name).empty()) {
    sheet_.refuse(line, sheet_.headings[place] +
                            ": the name is empty; `skip` leaves such lines "
                            "out, and counts them");
  }
  if (const auto fault = name_fault(name)) {
    sheet_.refuse(line, sheet_.headings[place] + ": the name " + in_quotes(name) + " " + *fault);
  }
  return name;
}

}  // namespace allnash::reading
