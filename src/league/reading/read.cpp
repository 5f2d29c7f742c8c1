// Reads logs, counts and charts in the forms that people have.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <deque>
#include <istream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "allnash/rank.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "core/game/seen.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/chart.hpp"
#include "league/reading/copies.hpp"
#include "league/reading/formats.hpp"
#include "league/reading/layout.hpp"
#include "league/reading/numbers.hpp"
#include "league/reading/record.hpp"
#include "league/reading/sides.hpp"
#include "league/reading/winner.hpp"
#include "league/reading/words.hpp"

namespace allnash {
namespace reading {
namespace {

constexpr std::int64_t most_plays = 20'000'000;

/// Removes the lines for which `out` is true, and returns their number.
template <typename Out>
std::int64_t take_out(Sheet& sheet, const Out& out) {
  return static_cast<std::int64_t>(std::erase_if(sheet.lines, out));
}

std::string count_of(std::int64_t count, const char* one, const char* more) {
  return std::to_string(count) + (count == 1 ? one : more);
}

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

/// Reads the lines of a log, of counts or of means, which have the two sides in two columns.
class LineReader {
 public:
  LineReader(const Sheet& sheet, const RankOptions& options, std::size_t first, std::size_t second,
             bool symmetric)
      : sheet_(sheet),
        options_(options),
        first_(first),
        second_(second),
        rates_(options.payoff_range),
        rows_(key_of(options)),
        columns_(key_of(options)),
        roster_(key_of(options)) {
    record_.name = sheet.name;
    record_.notes = sheet.notes;
    record_.range = options.payoff_range.value_or(PayoffRange{0, 1});
    record_.symmetric = symmetric;
    if (!(record_.range.low < record_.range.high)) {
      throw OptionError("payoff-range: its ends are not in order");
    }
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

  /// Reads a log of which it is known who won in each line. A line is one match, or `times` says
  /// how many.
  Matches read_winners(const std::vector<Winner>& winners, std::optional<std::size_t> times) {
    const Rational even = tie();
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

  /// Reads a log with three flags: winner_model_a, winner_model_b, winner_tie.
  Matches read_flags(std::array<std::size_t, 3> flags, std::optional<std::size_t> times) {
    for (const Sheet::Line& line : sheet_.lines) {
      std::array<bool, 3> set{};
      for (std::size_t t = 0; t < flags.size(); ++t) {
        const Rational flag = number(line, flags[t]);
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
      add_line(line, set[0] ? Rational(1) : set[1] ? Rational(0) : tie(), times);
    }
    return finish(!times);
  }

  Matches read_outcomes(std::size_t outcome) {
    read_rates_of(outcome);
    for (const Sheet::Line& line : sheet_.lines) {
      const Rational got = number(line, outcome);
      show(line, [&] { return "the first got " + got.to_string(); });
      add_match(line, share(line, got));
    }
    return finish(true);
  }

  /// Reads wins, losses and perhaps ties: in as many columns, or in one as `2-1`.
  Matches read_counts(const std::vector<std::size_t>& columns) {
    for (const Sheet::Line& line : sheet_.lines) {
      const Pairing met = pairing(line);
      const auto [won, lost, tied] = counts_in(line, columns);
      show(line, [&, won = won, lost = lost, tied = tied] {
        return fmt::format("{} won, {} lost, {} tied by the first", won, lost, tied);
      });
      add(line, met, 1, won);
      add(line, met, 0, lost);
      if (tied > 0) add(line, met, tie(), tied);
      const Rational of_ties = tied > 0 ? tie() * Rational(tied) : Rational(0);
      note_counts(line, met, {won + lost + tied, Rational(won) + of_ties, {}});
    }
    return finish(false);
  }

  /// Takes the means as exact, not as rounded.
  void exact() { exact_ = true; }

  Matches read_means(std::size_t plays, std::size_t mean, std::optional<std::size_t> squares) {
    read_rates_of(mean);
    const bool wins = squares && are_wins_and_losses(plays, mean, *squares);
    for (const Sheet::Line& line : sheet_.lines) {
      const Pairing met = pairing(line);
      const Total total = total_of(line, plays, mean);
      show(line, [&] {
        return without_blanks(line.cells[mean]) +
               (record_.counted ? fmt::format(" for the first in {} matches", total.plays)
                                : " for the first, of an unknown number of matches");
      });
      note_counts(line, met, total);
      if (wins) {
        const auto won = static_cast<std::int64_t>(total.sum.to_double());
        add(line, met, 1, won);
        add(line, met, 0, total.plays - won);
      } else {
        add_total(line, met, total);
        look_at_rounding(total);
      }
    }
    note_ends();
    return finish(false);
  }

  /// How the file is read, to be told to the user.
  void in_rounds() { record_.in_rounds = true; }
  void explain(HowRead how) { record_.how = std::move(how); }

  /// The column with the times of matches.
  void timed(std::size_t time) { time_column_ = time; }

  /// Marks the rates as percentages, which a chart wrote with a `%`.
  void percent() { record_.percent = true; }

  /// Marks the rates as being of unknown numbers of matches.
  void uncounted() { record_.counted = false; }

 private:
  /// Keeps the words for one of the first matches.
  template <typename Words>
  void show(const Sheet::Line& line, const Words& words) {
    constexpr std::size_t shown = 5;
    if (record_.how.first.size() >= shown) return;
    record_.how.first.push_back(fmt::format("line {}: {} against {}: {}", line.number,
                                            in_quotes(line.cells[first_]),
                                            in_quotes(line.cells[second_]), words()));
  }
  [[nodiscard]] std::string in_times(const Sheet::Line& line,
                                     std::optional<std::size_t> times) const {
    return times ? ", " + without_blanks(line.cells[*times]) + " times" : "";
  }

  /// A pairing as it is kept, and whether the line has its sides swapped.
  struct Pairing {
    Entry entry;
    bool turned = false;
  };
  Pairing pairing(const Sheet::Line& line) {
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
  void read_rates_of(std::size_t column) {
    outcomes_column_ = column;
    for (const Sheet::Line& line : sheet_.lines) rates_.look_at(line.cells[column]);
    if (!rates_.percent()) return;
    record_.range = *rates_.range();
    record_.percent = !options_.payoff_range;
    if (!record_.percent) return;
    record_.notes.push_back(in_quotes(sheet_.headings[column]) +
                            " is written with a %: outcomes lie between 0 and 100");
  }

  [[nodiscard]] Rational number(const Sheet::Line& line, std::size_t place) const {
    try {
      return Rational::parse(point_text(line, place));
    } catch (const std::invalid_argument& error) {
      sheet_.refuse(line,
                    sheet_.headings[place] + ": " + error.what() + score_hint(line.cells[place]));
    }
  }
  /// The number in a cell, with a decimal point and without a `%`.
  [[nodiscard]] std::string point_text(const Sheet::Line& line, std::size_t place) const {
    const std::string text = with_point(trimmed(line.cells[place]), sheet_.decimal_mark);
    return place == outcomes_column_ ? rates_.number(text) : text;
  }
  [[nodiscard]] Rational whole_number(const Sheet::Line& line, std::size_t place) const {
    try {
      return Rational::parse(plain_count(line.cells[place], sheet_.decimal_mark));
    } catch (const std::invalid_argument& error) {
      sheet_.refuse(line, sheet_.headings[place] + ": " + error.what());
    }
  }
  [[nodiscard]] std::int64_t count(const Sheet::Line& line, std::size_t place) const {
    const Rational value = whole_number(line, place);
    if (!value.is_integer() || value.sign() < 0) {
      sheet_.refuse(line, sheet_.headings[place] + ": '" + line.cells[place] +
                              "' is not a count: a whole number, 0 or more");
    }
    if (value > Rational(most_plays)) {
      sheet_.refuse(line, sheet_.headings[place] + ": more than 20 million matches");
    }
    return static_cast<std::int64_t>(value.to_double());
  }
  [[nodiscard]] std::array<std::int64_t, 3> counts_in(
      const Sheet::Line& line, const std::vector<std::size_t>& columns) const {
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
  /// An outcome scaled to [0, 1]. Throws for one outside the range.
  [[nodiscard]] Rational share(const Sheet::Line& line, const Rational& outcome) const {
    if (!record_.range.holds(outcome)) {
      sheet_.refuse(line, fmt::format("the outcome {} is outside the range {},{}{}",
                                      outcome.to_string(), record_.range.low.to_string(),
                                      record_.range.high.to_string(), other_range()));
    }
    return width(outcome - record_.range.low);
  }
  /// A hint for messages about outcomes outside the default range: a usual range that holds all
  /// numbers of the column.
  [[nodiscard]] std::string other_range() const {
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
  [[nodiscard]] Rational width(const Rational& difference) const {
    return difference / (record_.range.high - record_.range.low);
  }
  /// The sum of squares of scaled outcomes, from the sum of squares of outcomes and the scaled sum.
  [[nodiscard]] Rational share_of_squares(const Rational& squares, const Rational& sum,
                                          const Rational& count) const {
    const Rational low = width(record_.range.low);
    return width(width(squares)) - Rational(2) * low * sum - low * low * count;
  }

  /// The rounding error of the scaled sum if its mean was printed: half a unit of the last place
  /// for each match. An end of the range is taken as exact, and so is a fraction over the number of
  /// matches, which states the sum itself.
  [[nodiscard]] Rational rounding(const Sheet::Line& line, std::size_t mean, const Rational& share,
                                  std::int64_t plays) const {
    if (exact_ || share == Rational(0) || share == Rational(1)) return {};
    const std::string text = point_text(line, mean);
    if (text.ends_with("/" + std::to_string(plays))) return {};
    const auto last = last_place(text);
    if (!last) return {};
    return width(power_of_ten(*last) / Rational(2)) * Rational(plays);
  }
  /// Collects what `note_ends` needs.
  void look_at_rounding(const Total& total) {
    if (total.plays == 0) return;
    const Rational plays(total.plays);
    coarsest_ = std::max(coarsest_, total.rounding / plays);
    if (total.sum == Rational(0) || total.sum == plays) ends_.push_back(total.plays);
  }
  /// A rate of 99.6 % is printed as 100% among whole percents. That no end of the range was rounded
  /// is an assumption, which is stated where it matters.
  void note_ends() {
    const auto count = std::ranges::count_if(
        ends_, [&](std::int64_t plays) { return coarsest_ * Rational(plays) >= Rational(1, 2); });
    if (count == 0) return;
    record_.notes.push_back(fmt::format(
        "{} an end of the range, {} or {}, and taken as exact, not as rounded: every match of such "
        "a pairing ended alike",
        count_of(count, " rate is", " rates are"), record_.range.low.to_string(),
        record_.range.high.to_string()));
  }
  [[nodiscard]] Rational tie() const {
    const Rational middle = (record_.range.low + record_.range.high) / Rational(2);
    const Rational worth = options_.tie.value_or(middle);
    if (!record_.range.holds(worth)) throw OptionError("tie: it is outside the payoff range");
    if (record_.symmetric && worth != middle) {
      throw OptionError(
          "tie: in a symmetric game it is worth the middle of the range to both; with `two-sided` "
          "it may be worth something else to the rows");
    }
    return width(worth - record_.range.low);
  }

  void add(const Sheet::Line& line, Pairing met, const Rational& share, std::int64_t times) {
    const Rational seen = met.turned ? Rational(1) - share : share;
    if (options_.pair_seats) return add_to_pair(line, met, seen, times);
    put(line, met.entry, seen, times);
  }

  /// Adds a line with a result: a match, or as many as a column says.
  void add_line(const Sheet::Line& line, const Rational& share, std::optional<std::size_t> times) {
    if (!times) return add_match(line, share);
    const Pairing met = pairing(line);
    const std::int64_t plays = count(line, *times);
    add(line, met, share, plays);
    // The results of a pairing and side are one line of a table.
    const Total total{plays, share * Rational(plays), {}};
    const auto [place, fresh] = grouped_.try_emplace({met.entry, met.turned}, counted_.size());
    if (fresh) return note_counts(line, met, total);
    Total& all = counted_[place->second].total;
    all.plays += plays;
    all.sum += met.turned ? Rational(plays) - total.sum : total.sum;
  }

  /// Adds a line of a log.
  void add_match(const Sheet::Line& line, const Rational& share) {
    const Pairing met = pairing(line);
    add(line, met, share, 1);
    if (!options_.distinct) note_sides(line, met, share);
  }

  /// Records from which side a line lists its match, so that a log that has each match from both
  /// sides is noticed, also one that is read as two-sided.
  void note_sides(const Sheet::Line& line, Pairing met, const Rational& share) {
    if (!record_.symmetric) {
      if (!options_.two_sided) return;  // no strategy was on both sides
      met.entry = {roster_.number_of(name_in(line, first_)),
                   roster_.number_of(name_in(line, second_))};
      met.turned = met.entry.row > met.entry.column;
      if (met.turned) std::swap(met.entry.row, met.entry.column);
    }
    const Rational seen = met.turned ? Rational(1) - share : share;
    const auto [place, fresh] =
        seen_.try_emplace(seen, static_cast<std::uint32_t>(seen_outcomes_.size()));
    if (fresh) seen_outcomes_.push_back(seen);
    const std::string* const time = time_column_ ? &line.cells[*time_column_] : nullptr;
    seated_.push_back({met.entry, met.turned, place->second, line.number, time});
  }

  void put(const Sheet::Line& line, Entry entry, const Rational& seen, std::int64_t times) {
    const auto [place, fresh] =
        outcomes_.try_emplace(seen, static_cast<std::uint32_t>(record_.outcomes.size()));
    if (fresh) record_.outcomes.push_back(seen);
    if (std::ssize(record_.plays) + times > most_plays) {
      throw InputError(sheet_.name + ": more than 20 million matches");
    }
    record_.plays.insert(
        record_.plays.end(), at(times),
        {entry.row, entry.column, place->second, static_cast<std::uint32_t>(line.number)});
  }

  /// Pairs a match with the next one with the seats swapped; the play is at its second match. Only
  /// their places decide which two go together.
  void add_to_pair(const Sheet::Line& line, Pairing met, const Rational& seen, std::int64_t times) {
    auto& waiting = waiting_[met.entry];
    std::deque<Rational>& others = met.turned ? waiting.first : waiting.second;
    std::deque<Rational>& own = met.turned ? waiting.second : waiting.first;
    for (std::int64_t t = 0; t < times; ++t) {
      if (others.empty()) {
        own.push_back(seen);
        continue;
      }
      put(line, met.entry, (seen + others.front()) / Rational(2), 1);
      others.pop_front();
    }
  }

  void finish_pairs(bool ordered) {
    if (!ordered) {
      throw OptionError("pair-seats: counts do not tell which matches go together; it needs a log");
    }
    if (!record_.symmetric) {
      throw OptionError(options_.two_sided
                            ? "pair-seats: with `two-sided` a seat is a part of the game"
                            : "pair-seats: no strategy of the log was in both seats");
    }
    std::int64_t alone = 0;
    for (const auto& [entry, waiting] : waiting_) {
      alone += std::ssize(waiting.first) + std::ssize(waiting.second);
    }
    record_.paired = true;
    std::string note = "a play is two matches with the seats swapped";
    if (alone > 0) {
      note += "; " + count_of(alone, " match has", " matches have") +
              " no partner and are left out, which assumes that results did not decide whether a "
              "pair was finished";
    }
    record_.notes.push_back(std::move(note));
  }

  void add_total(const Sheet::Line& line, Pairing met, const Total& more) {
    if (more.plays == 0) return;
    Total& total = record_.totals[met.entry];
    total.plays += more.plays;
    if (total.plays > most_plays) sheet_.refuse(line, "more than 20 million matches");
    total.sum += met.turned ? Rational(more.plays) - more.sum : more.sum;
    total.rounding += more.rounding;
  }

  /// Records a line of counts, so that repeated pairings are noticed.
  void note_counts(const Sheet::Line& line, Pairing met, Total total) {
    if (met.turned) total.sum = Rational(total.plays) - total.sum;
    counted_.push_back({line.number, met.entry, met.turned, std::move(total)});
  }

  [[nodiscard]] Matches finish(bool ordered) {
    record_.ordered = ordered;
    if (options_.pair_seats) finish_pairs(ordered);
    if (ordered) refuse_sorted(record_);
    if (!options_.distinct) {
      refuse_mirrors(record_.name, counted_);
      if (ordered) refuse_own_copies(record_);
      if (std::string note = refuse_both_sides(record_.name, seated_, seen_outcomes_);
          !note.empty()) {
        record_.notes.push_back(std::move(note));
      }
    }
    if (!record_.plays.empty()) add_up(record_);
    if (record_.totals.empty()) throw InputError(sheet_.name + ": no match is in it");
    return Matches(std::make_shared<const Record>(std::move(record_)));
  }

  [[nodiscard]] std::string name_in(const Sheet::Line& line, std::size_t place) const {
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

  /// The total of a line that gives a mean and a number of plays.
  Total total_of(const Sheet::Line& line, std::size_t plays, std::size_t mean) {
    const std::int64_t matches = count(line, plays);
    const Rational part = share(line, number(line, mean));
    return {matches, part * Rational(matches), rounding(line, mean, part, matches)};
  }

  /// Whether means and sums of squares show that every outcome was an end of the range, so that
  /// they are as good as wins and losses. A mean rounded by a quarter of a match might hide a tie.
  bool are_wins_and_losses(std::size_t plays, std::size_t mean, std::size_t squares) {
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
      const Rational of_zeros = std::clamp(width(-record_.range.low) * matches, least, most);
      if ((of_squares(least) > least && of_squares(most) > most) ||
          of_squares(of_zeros) * matches < of_zeros * of_zeros) {
        sheet_.refuse(line, "no outcomes in the range have this mean and this sum of squares");
      }
      wins = wins && of_squares(total.sum) == total.sum && total.sum.is_integer() &&
             total.rounding < Rational(1, 4);
    }
    return wins;
  }

  const Sheet& sheet_;
  const RankOptions& options_;
  std::size_t first_;
  std::size_t second_;
  std::optional<std::size_t> outcomes_column_;  // numbers that are outcomes or their means
  std::optional<std::size_t> time_column_;
  RateReader rates_;  // of that column
  bool exact_ = false;
  NameTable rows_;
  NameTable columns_;
  NameTable roster_;  // of a log that is read as two-sided: both sides
  std::map<Rational, std::uint32_t> outcomes_;
  std::map<Entry, std::pair<std::deque<Rational>, std::deque<Rational>>> waiting_;  // by seat
  std::vector<SeatedMatch> seated_;  // lines of a log
  std::map<Rational, std::uint32_t> seen_;
  std::vector<Rational> seen_outcomes_;
  std::vector<CountLine> counted_;
  std::map<std::pair<Entry, bool>, std::size_t> grouped_;  // places in `counted_`, by side
  std::vector<std::int64_t> ends_;  // matches of pairings whose mean is an end of the range
  Rational coarsest_;               // half a unit of the last place of a mean, scaled
  Record record_;
};

/// Takes out what comes after a game that is still played, since its result stands there one day,
/// and what a ledger has of a log must stay as it is.
void wait_for_unfinished(Sheet& sheet, std::size_t result) {
  const auto is_unfinished = [&](const Sheet::Line& line) {
    return without_blanks(line.cells[result]) == unfinished_word;
  };
  std::size_t first = sheet.lines.size();
  std::int64_t waiting = 0;
  std::int64_t behind = 0;
  for (std::size_t t = sheet.lines.size(); t-- > 0 && behind <= most_waiting;) {
    if (is_unfinished(sheet.lines[t])) {
      first = t;
      waiting = behind;
    } else {
      ++behind;
    }
  }
  if (waiting == 0) return;
  sheet.notes.push_back(fmt::format(
      "the game of line {} is not finished, and {} it, so that the ledger has them in their order; "
      "with `skip` they do not",
      sheet.lines[first].number,
      count_of(waiting, " later match waits for", " later matches wait for")));
  sheet.lines.resize(first);
}

/// Throws InputError for a line without a result, which may be a tie or no match.
void refuse_blank(const Sheet& sheet, const Headings::Pair& sides,
                  const std::vector<std::size_t>& results) {
  for (const std::size_t column : results) {
    const auto is_blank = [&](const Sheet::Line& line) {
      return without_blanks(line.cells[column]).empty();
    };
    const auto first = std::ranges::find_if(sheet.lines, is_blank);
    if (first == sheet.lines.end()) continue;
    const std::string what = sheet.headings[column] +
                             ": nobody has won, and nobody drawn: the cell is empty; `skip` leaves "
                             "such lines out, and counts them";
    if (!names_winner(heading_key(last_key(sheet.headings[column])))) sheet.refuse(*first, what);
    sheet.refuse(*first,
                 what +
                     fmt::format("; {} lines are so; if they are ties:\n",
                                 std::ranges::count_if(sheet.lines, is_blank)) +
                     command_for(sheet, "--sides " + in_shell(cell_text(sides.first) + "," +
                                                              cell_text(sides.second) + ",=tie")));
  }
}

/// Removes lines that are not matches: unfinished games; with the option `skip`, lines without
/// sides or winner; matches of a strategy against itself, after deciding whether the game is
/// symmetric. Throws InputError for a line without a result.
bool leave_out_no_matches(Sheet& sheet, const Headings::Pair& sides,
                          const std::vector<std::size_t>& results, const RankOptions& options) {
  const auto blank = [](const std::string& cell) { return without_blanks(cell).empty(); };
  const auto any_result = [&](const Sheet::Line& line, const auto& test) {
    return std::ranges::any_of(results,
                               [&](std::size_t column) { return test(line.cells[column]); });
  };
  const auto is_unfinished = [](const std::string& cell) {
    return without_blanks(cell) == unfinished_word;
  };
  if (results.size() == 1 && options.ledger && !options.skip) {
    wait_for_unfinished(sheet, results.front());
  }
  const auto unfinished =
      take_out(sheet, [&](const Sheet::Line& line) { return any_result(line, is_unfinished); });
  if (unfinished > 0) {
    sheet.notes.push_back(count_of(unfinished, " game was", " games were") +
                          " not finished (`*`): no match, and left out");
  }
  const auto is_named = [&](const Sheet::Line& line) {
    return !blank(line.cells[sides.first_place]) && !blank(line.cells[sides.second_place]);
  };
  const bool blank_is_tie = among(sides.tie_words, "");
  if (options.skip) {
    const auto skipped = take_out(sheet, [&](const Sheet::Line& line) {
      return !is_named(line) || any_result(line, [&](const std::string& cell) {
        return is_unknown(plain_word(cell)) && !(blank_is_tie && blank(cell));
      });
    });
    if (skipped > 0) {
      sheet.notes.push_back(count_of(skipped, " line", " lines") +
                            " without a name or a result left out (`skip`): promises hold if "
                            "results did not decide which");
    }
  } else if (!blank_is_tie) {
    refuse_blank(sheet, sides, results);
  }
  NameTable rows(key_of(options));
  for (const Sheet::Line& line : sheet.lines) {
    if (is_named(line)) rows.number_of(line.cells[sides.first_place]);
  }
  const bool symmetric =
      !options.two_sided &&
      (sheet.one_roster || std::ranges::any_of(sheet.lines, [&](const Sheet::Line& line) {
         return is_named(line) && rows.has(line.cells[sides.second_place]);
       }));
  if (!symmetric) return false;
  const NameTable::Key key = key_of(options);
  const auto known_as = [&](const std::string& name) { return key ? key(name) : name; };
  const auto alone = take_out(sheet, [&](const Sheet::Line& line) {
    return is_named(line) &&
           known_as(line.cells[sides.first_place]) == known_as(line.cells[sides.second_place]);
  });
  if (alone > 0) {
    sheet.notes.push_back(count_of(alone, " line", " lines") +
                          " of a strategy against itself left out: in a symmetric game that is "
                          "worth the middle of the range");
  }
  return true;
}

/// Whether it lists ratings of players, as of engines: no matches.
bool is_rating_list(const Sheet& sheet) {
  return std::ranges::any_of(sheet.headings, [](const std::string& heading) {
    const std::string key = heading_key(heading);
    return key.starts_with("elo") || key.starts_with("rating") || key.starts_with("glicko");
  });
}

/// Who won in lines in which a side is the winner, unless a column says that it is a tie.
std::vector<Winner> winners_but_ties(const Sheet& sheet, const Headings::Pair& sides,
                                     const std::vector<std::size_t>& ties) {
  std::vector<Winner> winners(sheet.lines.size(), sides.turned ? Winner::second : Winner::first);
  for (std::size_t t = 0; t < winners.size() && !ties.empty(); ++t) {
    const std::string word = plain_word(sheet.lines[t].cells[ties.front()]);
    const bool no = is_unknown(word) || word == "0" || word == "false" || word == "no";
    if (!no && word != "1" && word != "true" && word != "yes") {
      sheet.refuse(sheet.lines[t], sheet.headings[ties.front()] + ": " + in_quotes(word) +
                                       " does not say whether it was a tie: 1 or 0");
    }
    if (!no) winners[t] = Winner::tie;
  }
  return winners;
}

HowRead how_read(const Sheet& sheet, const Headings::Pair& sides, const Layout& layout,
                 std::optional<std::size_t> time) {
  struct Words {
    const char* kind;
    std::array<const char*, 3> roles;
  };
  constexpr std::array<Words, 7> all{
      {{"a column names the winner", {"winner"}},
       {"the first side won", {"tie"}},
       {"the higher score won", {"score of the first", "score of the second"}},
       {"three columns say who won", {"the first won", "the second won", "tie"}},
       {"a column says what the first side got", {"outcome"}},
       {"columns count wins and losses of the first side", {"wins", "losses", "ties"}},
       {"a column has rates of the first side, and one their numbers of matches",
        {"matches", "rate"}}}};
  const Words& words = all[static_cast<std::size_t>(layout.kind)];
  HowRead how;
  how.kind = std::string(layout.is_log() ? "a log, a line a match: "
                         : layout.times  ? "counts, a line so many matches: "
                                         : "counts: ") +
             words.kind;
  how.columns = {{"first side", sides.first}, {"second side", sides.second}};
  for (std::size_t t = 0; t < layout.columns.size(); ++t) {
    how.columns.push_back({words.roles[t], sheet.headings[layout.columns[t]]});
  }
  if (layout.times) how.columns.push_back({"matches", sheet.headings[*layout.times]});
  if (time && layout.is_log()) how.columns.push_back({"time", sheet.headings[*time]});
  return how;
}

Matches read_known(Sheet sheet, const RankOptions& options) {
  const Headings headings(sheet, options);
  const auto time = headings.any(time_words);
  if (!headings.pair()) {
    if (is_rating_list(sheet)) {
      throw InputError(sheet.name +
                       ": it lists ratings of players, and no matches. What is read are matches "
                       "(who played whom, and who won),\ntables of wins and losses of pairings, or "
                       "charts of one against the other: PGN, a crosstable or a log of the games");
    }
    const std::string likely = likely_columns(sheet, headings);
    throw InputError(sheet.name +
                     ": no two headings name the sides of a match (`allnash rank --help` lists "
                     "those that do), and it is no chart" +
                     (likely.empty() ? "; `sides A,B` and `result C` name columns" : likely));
  }
  const Headings::Pair& sides = *headings.pair();
  const auto byes = take_out(sheet, [&](const Sheet::Line& line) {
    return is_bye(line.cells[sides.first_place]) || is_bye(line.cells[sides.second_place]);
  });
  if (byes > 0) {
    sheet.notes.push_back(count_of(byes, " bye", " byes") + " left out: no match");
  }
  Layout layout = layout_of(sheet, headings, options);
  std::ranges::move(layout.notes, std::back_inserter(sheet.notes));
  const bool timed = time && layout.is_log();
  if (const auto moved = timed ? turn_oldest_first(sheet, *time) : std::nullopt) {
    sheet.notes.push_back(
        "its newest match comes first, by its " + sheet.headings[*time] +
        ": the log was turned round, since the oldest matches choose what the later ones certify" +
        (*moved == 0 ? ""
                     : "; " + count_of(*moved, " line", " lines") + " out of order put in place"));
  }
  const bool symmetric = leave_out_no_matches(sheet, sides, layout.results(), options);
  LineReader reader(sheet, options, sides.first_place, sides.second_place, symmetric);
  if (time) reader.timed(*time);
  if (layout.is_log() && headings.any(round_words)) reader.in_rounds();
  reader.explain(how_read(sheet, sides, layout, time));
  const std::vector<std::size_t>& columns = layout.columns;
  switch (layout.kind) {
    case Layout::Kind::winners:
      return reader.read_winners(winners_in(sheet, sides, columns[0], options), layout.times);
    case Layout::Kind::won:
      return reader.read_winners(winners_but_ties(sheet, sides, columns), layout.times);
    case Layout::Kind::scores:
      return reader.read_winners(winners_by_score(sheet, columns), {});
    case Layout::Kind::flags:
      return reader.read_flags({columns[0], columns[1], columns[2]}, layout.times);
    case Layout::Kind::outcomes:
      return reader.read_outcomes(columns[0]);
    case Layout::Kind::counts:
      return reader.read_counts(columns);
    case Layout::Kind::means:
      break;
  }
  return reader.read_means(columns[0], columns[1], headings.find("sum_of_squares"));
}

/// Reads a chart that was converted to a list.
Matches read_table(const ChartList& chart, RankOptions options) {
  const bool percent = chart.percent && !options.payoff_range;
  if (percent) options.payoff_range = PayoffRange{0, 100};
  LineReader lines(chart.list, options, 0, 1, chart.symmetric);
  lines.explain({!chart.counted ? "a chart of rates, of unknown numbers of matches"
                 : chart.list.headings.size() == 5
                     ? "a chart of wins and losses of the rows"
                     : "a chart of rates and their numbers of matches",
                 {},
                 {}});
  if (!chart.counted) lines.uncounted();
  if (percent) lines.percent();
  if (chart.exact) lines.exact();
  if (chart.list.headings.size() == 5) return lines.read_counts({2, 3, 4});
  return lines.read_means(2, 3, {});
}

SheetForm form_of(const RankOptions& options, bool table) {
  return {table,
          options.separator,
          options.decimal_mark,
          wanted_headings(options),
          count_headings(options),
          options.skip};
}

}  // namespace

void add_up(Record& record) {
  std::unordered_map<Entry, Total, game::EntryHash> totals;
  for (const Play& play : record.plays) {
    Total& total = totals[{play.row, play.column}];
    ++total.plays;
    total.sum += record.outcomes[play.outcome];
  }
  record.totals.clear();
  for (auto& [entry, total] : totals) record.totals.emplace(entry, std::move(total));
}

}  // namespace reading

bool Matches::symmetric() const { return reading::Record::of(*this).symmetric; }
bool Matches::ordered() const { return reading::Record::of(*this).ordered; }
const std::vector<std::string>& Matches::row_labels() const {
  return reading::Record::of(*this).rows;
}
const std::vector<std::string>& Matches::column_labels() const {
  return reading::Record::of(*this).columns;
}
const std::vector<std::string>& Matches::notes() const { return reading::Record::of(*this).notes; }
std::int64_t Matches::plays() const {
  std::int64_t plays = 0;
  for (const auto& [entry, total] : reading::Record::of(*this).totals) plays += total.plays;
  return plays;
}

Matches read_matches(std::istream& in, const std::string& name, const RankOptions& options) {
  reading::Sheet sheet = reading::read_sheet(in, name, reading::form_of(options, false));
  if (!options.sides && !options.result && !options.count && !options.scores) {
    if (const auto chart = reading::chart_in(sheet, options))
      return reading::read_table(*chart, options);
  }
  if (options.matches_each) reading::refuse_matches_each(sheet);
  return reading::read_known(std::move(sheet), options);
}

Matches read_chart(std::istream& chart, const std::string& name, std::istream& counts,
                   const std::string& counts_name, const RankOptions& options) {
  if (options.matches_each) throw OptionError("matches-each: the counts tell them");
  const reading::SheetForm form = reading::form_of(options, true);
  const reading::Sheet means = reading::read_sheet(chart, name, form);
  const reading::Sheet plays = reading::read_sheet(counts, counts_name, form);
  return reading::read_table(reading::list_of(means, plays, options), options);
}

}  // namespace allnash
