#include "league/reading/layout.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/numbers.hpp"

namespace allnash::reading {
namespace {

using Kind = Layout::Kind;
using Columns = std::vector<std::size_t>;

class LayoutFinder {
 public:
  LayoutFinder(const Sheet& sheet, const Headings& headings, const RankOptions& options)
      : sheet_(sheet),
        headings_(headings),
        options_(options),
        sides_(*headings.pair()),
        range_(options.payoff_range.value_or(PayoffRange{0, 1})) {
    find_result();
    find_counts();
  }

  Layout find() {
    if (!headings_.scores().empty()) {
      if (options_.count) throw OptionError("count: `scores` reads each line as one match");
      return as_log({Kind::scores, headings_.scores()});
    }
    if (options_.count) return by_count();
    if (sides_.by_result && !headings_.result()) {
      refuse_grouped();
      return as_log(first_won());
    }
    if (!result_ && flags_.empty()) {
      if (!counts_.empty()) {
        refuse_incomplete();
        return {counts_kind(), counts_};
      }
      refuse_resultless();
    }
    if (!result_) return as_log({Kind::flags, flags_});
    if (holds_scores(*result_)) refuse_scores({*result_});
    if (says_who_won(*result_)) {
      refuse_grouped();
      return as_log({Kind::winners, {*result_}, {}, std::move(notes_)});
    }
    if (!counts_.empty() && !options_.result) return by_comparison();
    return single_outcomes();
  }

 private:
  // -------------------------------------------------------------------- which columns there are

  void find_result() {
    result_ = headings_.result();
    if (!result_ && !sides_.by_result) result_ = headings_.winner();
    if (result_) return;
    const auto one = headings_.find("winner_" + sides_.first);
    const auto two = headings_.find("winner_" + sides_.second);
    const auto tie = headings_.find("winner_tie");
    if (one && two && tie) {
      flags_ = {*one, *two, *tie};
    } else {
      result_ = headings_.any(outcome_words);
    }
  }

  /// Columns with known headings of counts, other than that of the result.
  void find_counts() {
    const auto other = [&](const auto& words) {
      const auto place = headings_.any(words);
      return place == result_ ? std::nullopt : place;
    };
    const auto wins = other(wins_words);
    const auto losses = other(losses_words);
    const auto ties = other(ties_words);
    const auto plays = other(plays_words);
    const auto mean = other(mean_words);
    if (wins && losses) {
      counts_ = {*wins, *losses};
      if (ties) counts_.push_back(*ties);
    } else if (plays && mean) {
      counts_ = {*plays, *mean};
      of_means_ = true;
    }
  }

  [[nodiscard]] Kind counts_kind() const { return of_means_ ? Kind::means : Kind::counts; }

  /// The first side won, unless a column says that it is a tie.
  [[nodiscard]] Layout first_won() const {
    Layout layout{Kind::won, {}};
    for (const char* const word : {"draw", "tie", "is_draw", "is_tie", "drawn", "tied"}) {
      if (const auto place = headings_.find(word)) layout.columns = {*place};
    }
    return layout;
  }

  [[noreturn]] void refuse_resultless() const {
    if (const auto scores = likely_scores(sheet_, sides_)) {
      refuse_scores({scores->first, scores->second});
    }
    throw InputError(sheet_.name +
                     ": no heading says who won: 'winner', 'outcome', 'wins' and 'losses', or "
                     "'plays' and 'mean'" +
                     likely_columns(sheet_, headings_));
  }

  /// Throws for what each side scored: a line may be one match, or as many as they add up to.
  [[noreturn]] void refuse_scores(const Columns& columns) const {
    const bool words = std::ranges::any_of(sheet_.lines, [&](const Sheet::Line& line) {
      const std::string& cell = line.cells[columns[0]];
      return columns.size() > 1 && !blank(line, columns[0]) && !rational_in(without_blanks(cell));
    });
    const std::string option = (options_.sides ? "--sides " + in_shell(*options_.sides) + " " : "");
    const std::string one = command_for(sheet_, option + naming(sheet_, "scores", columns));
    if (words) {
      throw InputError(sheet_.name + ": " + listed_headings(columns) +
                       " say what each side got, and may be read so:\n" + one);
    }
    throw InputError(fmt::format(
        "{}: {} can be read in two ways:\n{} takes a line as so many games\n{} takes it as one "
        "match, which the higher score won",
        sheet_.name, listed_headings(columns),
        command_for(sheet_, option + naming(sheet_, "count", columns)), one));
  }

  /// Whether a column has scores such as 2-1, besides words for who won.
  [[nodiscard]] bool holds_scores(std::size_t column) const {
    bool scores = false;
    for (const Sheet::Line& line : sheet_.lines) {
      if (blank(line, column)) continue;
      const std::string word = plain_word(line.cells[column]);
      if (says_first(word) || among(tie_words, word)) continue;
      if (!score_in(word, sheet_.decimal_mark)) return false;
      scores = true;
    }
    return scores;
  }

  /// By the option `count`.
  Layout by_count() {
    const std::vector<std::string> named = count_headings(options_);
    if (named.size() == 1 && named[0] == "1" && !headings_.find("1")) {
      if (sides_.by_result && !headings_.result()) return first_won();
      if (!flags_.empty()) return {Kind::flags, flags_};
      if (!result_) result_ = headings_.any(mean_words);
      if (!result_) refuse_resultless();
      if (says_who_won(*result_)) return {Kind::winners, {*result_}};
      return {Kind::outcomes, {*result_}};
    }
    Columns places;
    for (const std::string& heading : named) places.push_back(headings_.place_of("count", heading));
    if (places.size() == 1 && holds_scores(places[0])) return {Kind::counts, places};
    if (places.size() > 1) {
      if (headings_.result()) {
        throw OptionError("count: wins and losses leave nothing for `result`");
      }
      return {Kind::counts, places};
    }
    if (sides_.by_result && !headings_.result()) {
      Layout layout = first_won();
      layout.times = places[0];
      return layout;
    }
    const auto mean = headings_.any(mean_words);
    if (mean && !headings_.result() && mean != places[0]) return {Kind::means, {places[0], *mean}};
    if (!flags_.empty()) return {Kind::flags, flags_, places[0]};
    if (!result_) refuse_resultless();
    if (result_ == places[0]) throw OptionError("count: this is the column of the result");
    if (says_who_won(*result_)) return {Kind::winners, {*result_}, places[0]};
    return {Kind::means, {places[0], *result_}};
  }

  // ----------------------------------------------------------------------------- what cells hold

  [[nodiscard]] std::string heading(std::size_t column) const {
    return in_quotes(sheet_.headings[column]);
  }
  [[nodiscard]] bool blank(const Sheet::Line& line, std::size_t column) const {
    const std::string word = plain_word(line.cells[column]);
    return is_unknown(word) || word == unfinished_word;
  }

  /// A number of a column of rates, with half a unit of its last place; integers are exact.
  struct Rate {
    Rational value;
    Rational rounding;
    [[nodiscard]] bool rounds(const Rational& rate) const {
      return value - rate <= rounding && rate - value <= rounding;
    }
  };
  using Rates = std::vector<std::optional<Rate>>;

  /// Numbers of a column of rates, one for each line; nothing where a cell is no number.
  [[nodiscard]] Rates rates(std::size_t column) {
    RateReader reader(options_.payoff_range);
    for (const Sheet::Line& line : sheet_.lines) reader.look_at(line.cells[column]);
    if (const auto range = reader.range()) range_ = *range;
    Rates numbers;
    for (const Sheet::Line& line : sheet_.lines) {
      Rate& rate = numbers.emplace_back(Rate()).value();
      try {
        const std::string text =
            reader.number(with_point(without_blanks(line.cells[column]), sheet_.decimal_mark));
        rate.value = Rational::parse(text);
        const bool exact =
            text.find('/') != text.npos || (rate.value.is_integer() && !reader.percent());
        if (!exact) rate.rounding = power_of_ten(last_place(text).value_or(0)) / Rational(2);
      } catch (const std::invalid_argument&) {  // refused when it is read
        numbers.back().reset();
      }
    }
    return numbers;
  }

  /// The counts of a column, one for each line; nothing if a cell is no count.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> whole_numbers(std::size_t column) const {
    std::vector<std::int64_t> numbers;
    for (const Sheet::Line& line : sheet_.lines) {
      const auto one = count_in(line.cells[column], sheet_.decimal_mark);
      if (!one) return {};
      numbers.push_back(*one);
    }
    return numbers;
  }

  /// Whether this is a number for each line in turn, up or down, as identifiers of games are. A few
  /// counts may follow each other so, but hardly from 1 on.
  static bool is_numbering(const std::vector<std::int64_t>& numbers) {
    constexpr std::size_t many = 6;
    if (numbers.size() < 2) return false;
    if (numbers.size() < many && std::min(numbers.front(), numbers.back()) > 1) return false;
    const std::int64_t step = numbers[1] - numbers[0];
    if (step != 1 && step != -1) return false;
    for (std::size_t t = 1; t < numbers.size(); ++t) {
      if (numbers[t] - numbers[t - 1] != step) return false;
    }
    return true;
  }

  /// A column that says by heading and content that lines are several matches each.
  [[nodiscard]] std::optional<std::size_t> numbers_of_matches() const {
    for (std::size_t c = 0; c < sheet_.headings.size(); ++c) {
      const bool taken = c == result_ || c == sides_.first_place || c == sides_.second_place;
      if (taken || !sounds_like_count(sheet_.headings[c])) continue;
      const auto numbers = whole_numbers(c);
      if (!numbers || numbers->empty() || is_numbering(*numbers)) continue;
      if (std::ranges::max(*numbers) > 1) return c;
    }
    return {};
  }

  // ------------------------------------------------------------------------------- who won

  /// Whether a column of results has words such as `1-0` or `white`, and not only numbers.
  [[nodiscard]] bool has_words(std::size_t column) const {
    return std::ranges::any_of(sheet_.lines, [&](const Sheet::Line& line) {
      const std::string word = plain_word(line.cells[column]);
      if (is_unknown(word) || word == unfinished_word) return false;
      const bool number = word.find_first_not_of("0123456789.,/%+-e ") == word.npos;
      const std::size_t minus = word.find_last_of('-');
      return !number || (minus != word.npos && minus > 0 && word[minus - 1] != 'e');
    });
  }

  /// Whether a column of results names the winner, and not what the first side got.
  [[nodiscard]] bool says_who_won(std::size_t column) {
    const std::string& name = sheet_.headings[column];
    const std::string last = name.substr(name.find_last_of('.') + 1);
    if (names_winner(heading_key(last)) || sides_.by_value() || has_words(column)) return true;
    const auto all = [&](const auto& test) {
      bool any = false;
      return std::ranges::all_of(
                 sheet_.lines,
                 [&](const Sheet::Line& line) {
                   if (blank(line, column)) return true;
                   any = true;
                   return static_cast<bool>(test(line, without_blanks(line.cells[column])));
                 }) &&
             any;
    };
    const auto is_name = [&](const Sheet::Line& line, const std::string& cell) {
      return cell == without_blanks(line.cells[sides_.first_place]) ||
             cell == without_blanks(line.cells[sides_.second_place]);
    };
    const auto is_side = [](const Sheet::Line&, const std::string& cell) {
      return cell == "1" || cell == "2";
    };
    if (options_.winner == WinnerWords::side) return all(is_side);
    const bool named = all(is_name);
    if (options_.winner == WinnerWords::name || !named) return named;
    // Other headings that are known, such as outcome, say what the first side got.
    const bool either = headings_.result() || heading_key(last) == "result";
    if (options_.payoff_range || !either) return false;
    const auto is_outcome = [&](const Sheet::Line&, const std::string& cell) {
      const auto number = rational_in(cell);
      return number && range_.holds(*number);
    };
    if (all(is_outcome)) {
      throw InputError(fmt::format(
          "{}: the numbers in {} may be names of strategies, so that they say who won, or what the "
          "first side got: `winner name` or `payoff-range 0,1` says which",
          sheet_.name, heading(column)));
    }
    notes_.push_back("the numbers in " + heading(column) +
                     " are names of strategies, and are read as those of the winners");
    return true;
  }

  // ------------------------------------------------------------------ a log, counts, or either

  [[nodiscard]] std::string listed_headings(const Columns& columns) const {
    std::string text;
    for (std::size_t t = 0; t < columns.size(); ++t) {
      text += (t == 0 ? "" : t + 1 == columns.size() ? " and " : ", ") + heading(columns[t]);
    }
    return text;
  }

  /// The option that reads lines as several matches.
  [[nodiscard]] std::string as_counts(const Columns& columns) const {
    std::string headings;
    for (const std::size_t column : columns) {
      headings += (headings.empty() ? "" : ",") + cell_text(sheet_.headings[column]);
    }
    return "`count " + in_shell(headings) + "`";
  }
  [[nodiscard]] std::string as_counts() const {
    return of_means_ ? as_counts({counts_[0]}) : as_counts(counts_);
  }

  [[noreturn]] void refuse_both(const Columns& counts, const std::string& option) const {
    throw InputError(fmt::format(
        "{}: it can be read in two ways: each line is one match, by {} (`count 1`), or as many as "
        "{} {} ({})",
        sheet_.name, result_ ? heading(*result_) : heading(sides_.first_place),
        listed_headings(counts), counts.size() == 1 ? "says" : "say", option));
  }

  /// A log, with a note where other columns look like counts.
  Layout as_log(Layout layout) {
    Columns others = counts_;
    if (others.empty()) {
      if (const auto plays = numbers_of_matches()) others = {*plays};
    }
    if (others.empty()) return layout;
    const std::string option = counts_.empty() ? as_counts(others) : as_counts();
    layout.notes.push_back(fmt::format(
        "each line is one match, by {}; {} {} not read ({} reads lines as so many matches)",
        layout.columns.empty() ? heading(sides_.first_place) : listed_headings(layout.columns),
        listed_headings(others), others.size() == 1 ? "is" : "are", option));
    return layout;
  }

  /// Throws for lines that look like one for each pairing and result, with their number.
  void refuse_grouped() const {
    if (!counts_.empty()) return;
    const auto plays = numbers_of_matches();
    if (!plays) return;
    using Pair = std::pair<std::string, std::string>;
    std::set<Pair> pairs;
    std::set<std::pair<Pair, std::string>> results;
    for (const Sheet::Line& line : sheet_.lines) {
      const Pair pair{line.cells[sides_.first_place], line.cells[sides_.second_place]};
      pairs.insert(pair);
      const std::string result = result_ ? plain_word(line.cells[*result_]) : "";
      if (!results.emplace(pair, result).second) return;
    }
    if (result_ && pairs.size() == results.size()) return;
    refuse_both({*plays}, as_counts({*plays}));
  }

  /// Whether all numbers are an end of the range, or what a tie is worth.
  [[nodiscard]] bool are_single(const Rates& outcomes) const {
    const Rational tie = options_.tie.value_or((range_.low + range_.high) / Rational(2));
    return std::ranges::all_of(outcomes, [&](const std::optional<Rate>& one) {
      return !one || one->value == range_.low || one->value == range_.high || one->value == tie;
    });
  }

  /// A log of numbers, unless they are rates of several matches each.
  Layout single_outcomes() {
    const auto outcomes = rates(*result_);
    const auto plays = numbers_of_matches();
    const bool rate = std::ranges::any_of(mean_words, [&](const char* word) {
      return heading_key(word) == heading_key(sheet_.headings[*result_]);
    });
    if (plays && (rate || !are_single(outcomes))) {
      refuse_both({*plays}, as_counts({*plays}));
    }
    refuse_grouped();
    return as_log({Kind::outcomes, {*result_}});
  }

  /// What a line's counts say of its result.
  struct Line {
    std::int64_t plays = 0;
    Rational rate;    ///< in units of payoff
    Rational points;  ///< wins, and half of the ties
    Rational wins;
  };
  /// Nothing if a cell holds no count.
  [[nodiscard]] std::optional<std::vector<Line>> counted_lines() {
    std::vector<Line> lines(sheet_.lines.size());
    if (of_means_) {
      const auto plays = whole_numbers(counts_[0]);
      const auto means = rates(counts_[1]);
      if (!plays) return {};
      for (std::size_t t = 0; t < lines.size(); ++t) {
        if (!means[t]) return {};
        lines[t] = {(*plays)[t], means[t]->value, Rational(-1), Rational(-1)};
      }
      return lines;
    }
    std::vector<std::vector<std::int64_t>> columns;
    for (const std::size_t column : counts_) {
      auto numbers = whole_numbers(column);
      if (!numbers) return {};
      columns.push_back(*std::move(numbers));
    }
    for (std::size_t t = 0; t < lines.size(); ++t) {
      const std::int64_t ties = columns.size() > 2 ? columns[2][t] : 0;
      const std::int64_t plays = columns[0][t] + columns[1][t] + ties;
      const Rational points = Rational(columns[0][t]) + Rational(ties, 2);
      const Rational share = plays > 0 ? points / Rational(plays) : Rational(0);
      lines[t] = {plays, range_.low + share * (range_.high - range_.low), points,
                  Rational(columns[0][t])};
    }
    return lines;
  }

  /// Throws where wins and losses are not all matches that another column counts. Ties that nobody
  /// counts would be left out without a word.
  void refuse_incomplete() {
    const auto lines = counted_lines();
    if (of_means_ || !lines) return;
    for (std::size_t c = 0; c < sheet_.headings.size(); ++c) {
      const bool taken = c == sides_.first_place || c == sides_.second_place ||
                         std::ranges::find(counts_, c) != counts_.end();
      if (taken || !sounds_like_count(sheet_.headings[c])) continue;
      const auto numbers = whole_numbers(c);
      if (!numbers || is_numbering(*numbers)) continue;
      std::optional<std::size_t> first;
      bool about_them = true;  // no line has fewer than its results
      for (std::size_t t = 0; t < lines->size(); ++t) {
        about_them = about_them && (*numbers)[t] >= (*lines)[t].plays;
        if (!first && (*numbers)[t] != (*lines)[t].plays) first = t;
      }
      if (!first || !about_them) continue;
      throw InputError(fmt::format(
          "{}:{}: {} add up to {}, and {} says {}{}\n{} leaves the rest out", sheet_.name,
          sheet_.lines[*first].number, listed_headings(counts_), (*lines)[*first].plays, heading(c),
          (*numbers)[*first], counts_.size() < 3 ? ": a column 'ties' has those that are ties" : "",
          command_for(sheet_, naming(sheet_, "count", counts_))));
    }
  }

  /// Decides between a column of numbers that may be results and columns that may be counts.
  Layout by_comparison() {
    const auto outcomes = rates(*result_);
    const auto lines = counted_lines();
    if (!lines) return as_log({Kind::outcomes, {*result_}});
    bool once = true;  // each line counts one match
    bool same = true;  // the result is the rate of the counts
    bool sums = true;  // or their sum
    for (std::size_t t = 0; t < lines->size(); ++t) {
      const Line& line = (*lines)[t];
      if (!outcomes[t] || line.plays == 0) continue;
      once = once && line.plays == 1;
      same = same && outcomes[t]->rounds(line.rate);
      sums = sums && (outcomes[t]->value == line.points || outcomes[t]->value == line.wins);
    }
    const bool single = are_single(outcomes);
    if (same && once) return {Kind::outcomes, {*result_}};
    if ((same || sums) && !single) {
      return {counts_kind(),
              counts_,
              {},
              {heading(*result_) + (same ? " is the rate" : " is the sum") + " of " +
               listed_headings(counts_) + ": lines are read as so many matches"}};
    }
    if (single && !same && !sums) return as_log({Kind::outcomes, {*result_}});
    refuse_both(counts_, as_counts());
  }

  const Sheet& sheet_;
  const Headings& headings_;
  const RankOptions& options_;
  const Headings::Pair& sides_;
  PayoffRange range_;
  std::optional<std::size_t> result_;
  Columns flags_;   // empty if there are none
  Columns counts_;  // wins, losses and perhaps ties; or plays and mean; or empty
  bool of_means_ = false;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> count_headings(const RankOptions& options) {
  if (!options.count) return {};
  return headings_in("count", *options.count, 1, 3, "a heading C, nor headings W,L or W,L,T");
}

Layout layout_of(const Sheet& sheet, const Headings& headings, const RankOptions& options) {
  return LayoutFinder(sheet, headings, options).find();
}

}  // namespace allnash::reading
