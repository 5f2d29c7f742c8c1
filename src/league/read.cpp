// Logs, counts and charts in the forms that people have.
#include <algorithm>
#include <array>
#include <istream>
#include <set>
#include <unordered_map>

#include "allnash/error.hpp"
#include "allnash/rank.hpp"
#include "exact/at.hpp"
#include "exact/text.hpp"
#include "league/record.hpp"
#include "league/sheet.hpp"
#include "league/words.hpp"

namespace allnash {
namespace league {
namespace {

constexpr std::int64_t most_plays = 20'000'000;

class Headings {
 public:
  explicit Headings(const Sheet& sheet) {
    for (std::size_t t = 0; t < sheet.headings.size(); ++t) {
      const std::string word = plain_word(sheet.headings[t]);
      if (!places_.try_emplace(word, t).second) {
        throw InputError(sheet.name + ": the header has '" + word + "' twice");
      }
    }
    for (const Sides& pair : all_sides) {
      if (find(pair.first) && find(pair.second)) {
        pair_ = pair;
        break;
      }
    }
  }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& word) const {
    const auto place = places_.find(word);
    return place == places_.end() ? std::nullopt : std::optional(place->second);
  }
  template <typename Words>
  [[nodiscard]] std::optional<std::size_t> any(const Words& words) const {
    for (const char* const word : words) {
      if (const auto place = find(word)) return place;
    }
    return {};
  }
  [[nodiscard]] const std::optional<Sides>& pair() const { return pair_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::optional<Sides> pair_;
};

void note_lookalikes(const std::vector<std::string>& names, std::vector<std::string>& notes) {
  std::unordered_map<std::string, std::string> met;
  for (const std::string& name : names) {
    const auto [place, fresh] = met.try_emplace(folded(name), name);
    if (fresh) continue;
    notes.push_back("'" + place->second + "' and '" + name +
                    "' differ by blanks or case alone, and are two strategies here; "
                    "`join-names` makes them one");
  }
}

/// Turns lines into a Record.
class LineTaker {
 public:
  LineTaker(const Sheet& sheet, const RankOptions& options) : sheet_(sheet), options_(options) {
    record_.name = sheet.name;
    record_.range = options.payoff_range.value_or(PayoffRange{0, 1});
    if (!(record_.range.low < record_.range.high)) {
      throw OptionError("payoff-range: its ends are not in order");
    }
  }

  /// Names first: whether the two sides share some decides whether the game is symmetric.
  void meet(std::size_t first, std::size_t second) {
    first_ = first;
    second_ = second;
    Roll rows(options_.join_names);
    Roll columns(options_.join_names);
    for (const Sheet::Line& line : sheet_.lines) {
      rows.number_of(name_in(line, first));
      columns.number_of(name_in(line, second));
    }
    const auto shared = [&](const std::string& name) { return rows.has(name); };
    record_.symmetric = !options_.two_sided && std::ranges::any_of(columns.names(), shared);
    rows_ = rows;
    columns_ = columns;
    if (record_.symmetric) {
      for (const std::string& name : columns.names()) rows_.number_of(name);
      columns_ = rows_;
    }
    record_.rows = rows_.names();
    record_.columns = columns_.names();
    note_lookalikes(record_.rows, record_.notes);
    if (!record_.symmetric) note_lookalikes(record_.columns, record_.notes);
  }

  /// The pairing of a line, as it is kept, and whether that is the other way round.
  std::pair<Entry, bool> pairing(const Sheet::Line& line) {
    const Entry entry{rows_.number_of(name_in(line, first_)),
                      columns_.number_of(name_in(line, second_))};
    if (!record_.symmetric) return {entry, false};
    if (entry.row == entry.column) {
      sheet_.refuse(line, "'" + name_in(line, first_) + "' is paired with itself");
    }
    if (entry.row < entry.column) return {entry, false};
    return {{entry.column, entry.row}, true};
  }

  [[nodiscard]] Rational number(const Sheet::Line& line, std::size_t place) const {
    try {
      return Rational::parse(without_blanks(line.cells[place]));
    } catch (const std::invalid_argument& error) {
      sheet_.refuse(line, sheet_.headings[place] + ": " + error.what());
    }
  }
  [[nodiscard]] std::int64_t count(const Sheet::Line& line, std::size_t place) const {
    const Rational value = number(line, place);
    if (!value.is_integer() || value.sign() < 0) {
      sheet_.refuse(line, sheet_.headings[place] + ": '" + line.cells[place] +
                              "' is not a count: a whole number, 0 or more");
    }
    if (value > Rational(most_plays)) {
      sheet_.refuse(line, sheet_.headings[place] + ": more than 20 million matches");
    }
    return static_cast<std::int64_t>(value.to_double());
  }
  /// An outcome as a share of the range. Throws for one outside.
  [[nodiscard]] Rational share(const Sheet::Line& line, const Rational& outcome) const {
    if (!record_.range.holds(outcome)) {
      sheet_.refuse(line, "the outcome " + outcome.to_string() + " is outside the range " +
                              record_.range.low.to_string() + "," + record_.range.high.to_string());
    }
    return width(outcome - record_.range.low);
  }
  /// A difference of outcomes as a share of the range.
  [[nodiscard]] Rational width(const Rational& difference) const {
    return difference / (record_.range.high - record_.range.low);
  }
  /// The sum of squares of shares, from the sums of outcomes and of their squares.
  [[nodiscard]] Rational share_of_squares(const Rational& squares, const Rational& sum,
                                          const Rational& count) const {
    const Rational& low = record_.range.low;
    return width(width(squares - Rational(2) * low * sum + low * low * count));
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

  void add(const Sheet::Line& line, std::pair<Entry, bool> pairing, const Rational& share,
           std::int64_t times) {
    const Rational seen = pairing.second ? Rational(1) - share : share;
    const auto [place, fresh] =
        outcomes_.try_emplace(seen, static_cast<std::uint32_t>(record_.outcomes.size()));
    if (fresh) record_.outcomes.push_back(seen);
    if (std::ssize(record_.plays) + times > most_plays) {
      throw InputError(sheet_.name + ": more than 20 million matches");
    }
    record_.plays.insert(record_.plays.end(), at(times),
                         {pairing.first.row, pairing.first.column, place->second,
                          static_cast<std::uint32_t>(line.number)});
  }

  void add_total(const Sheet::Line& line, std::pair<Entry, bool> pairing, const Total& more) {
    if (more.plays == 0) return;
    Total& total = record_.totals[pairing.first];
    total.plays += more.plays;
    if (total.plays > most_plays) sheet_.refuse(line, "more than 20 million matches");
    total.sum += pairing.second ? Rational(more.plays) - more.sum : more.sum;
    total.rounding += more.rounding;
  }

  [[nodiscard]] Matches finish(bool ordered) {
    record_.ordered = ordered;
    if (!record_.plays.empty()) add_up(record_);
    if (record_.totals.empty()) throw InputError(sheet_.name + ": no match is in it");
    return Matches(std::make_shared<const Record>(std::move(record_)));
  }

  [[nodiscard]] std::string name_in(const Sheet::Line& line, std::size_t place) const {
    const std::string& name = line.cells[place];
    if (without_blanks(name).empty()) {
      sheet_.refuse(line, sheet_.headings[place] + ": the name is empty");
    }
    if (const auto fault = name_fault(name)) {
      sheet_.refuse(line, sheet_.headings[place] + ": the name " + in_quotes(name) + " " + *fault);
    }
    return name;
  }

 private:
  const Sheet& sheet_;
  RankOptions options_;
  std::size_t first_ = 0;
  std::size_t second_ = 0;
  Roll rows_{false};
  Roll columns_{false};
  std::map<Rational, std::uint32_t> outcomes_;
  Record record_;
};

Matches read_log_of_winners(const Sheet& sheet, const Headings& headings, std::size_t winner,
                            bool join, LineTaker& taker) {
  const Sides sides = *headings.pair();
  const std::size_t first = *headings.find(sides.first);
  const std::size_t second = *headings.find(sides.second);
  Rational tie = taker.tie();
  /// As a share of the range for the first side.
  const auto share = [&](const Sheet::Line& line) -> Rational {
    const std::string said = without_blanks(line.cells[winner]);
    const auto is = [&](const std::string& name) {
      return join ? folded(said) == folded(name) : said == without_blanks(name);
    };
    // A strategy may be called as a side is, or as a tie: its own name counts.
    const bool is_first = is(line.cells[first]);
    if (is_first != is(line.cells[second])) return is_first ? 1 : 0;
    const std::string word = plain_word(said);
    const bool says_first = word == sides.first || among(first_words, word);
    const bool says_second = word == sides.second || among(second_words, word);
    if (says_first != says_second) return says_first ? 1 : 0;
    if (among(tie_words, word)) return tie;
    sheet.refuse(line, "the winner '" + said + "' is neither of the two nor one of: " +
                           sides.first + ", " + sides.second + ", " + listed(first_words) + ", " +
                           listed(second_words) + ", " + listed(tie_words));
  };
  for (const Sheet::Line& line : sheet.lines) {
    taker.add(line, taker.pairing(line), share(line), 1);
  }
  return taker.finish(true);
}

/// Three headings of which one holds 1: winner_model_a, winner_model_b, winner_tie.
Matches read_log_of_flags(const Sheet& sheet, std::array<std::size_t, 3> flags, LineTaker& taker) {
  for (const Sheet::Line& line : sheet.lines) {
    std::array<bool, 3> set{};
    for (std::size_t t = 0; t < flags.size(); ++t) {
      const Rational flag = taker.number(line, flags[t]);
      if (flag != Rational(0) && flag != Rational(1)) {
        sheet.refuse(line, sheet.headings[flags[t]] + ": it is neither 0 nor 1");
      }
      set[t] = flag == Rational(1);
    }
    if (std::ranges::count(set, true) != 1) sheet.refuse(line, "not exactly one of the three is 1");
    taker.add(line, taker.pairing(line),
              set[0]   ? Rational(1)
              : set[1] ? Rational(0)
                       : taker.tie(),
              1);
  }
  return taker.finish(true);
}

Matches read_outcomes(const Sheet& sheet, std::size_t outcome, LineTaker& taker) {
  for (const Sheet::Line& line : sheet.lines) {
    taker.add(line, taker.pairing(line), taker.share(line, taker.number(line, outcome)), 1);
  }
  return taker.finish(true);
}

Matches read_counts(const Sheet& sheet, std::size_t wins, std::size_t losses,
                    std::optional<std::size_t> ties, LineTaker& taker) {
  for (const Sheet::Line& line : sheet.lines) {
    const auto pairing = taker.pairing(line);
    taker.add(line, pairing, 1, taker.count(line, wins));
    taker.add(line, pairing, 0, taker.count(line, losses));
    if (ties && !without_blanks(line.cells[*ties]).empty()) {
      taker.add(line, pairing, taker.tie(), taker.count(line, *ties));
    }
  }
  return taker.finish(false);
}

/// Half a unit of the last place of a number that was printed as a decimal; 0 of others.
Rational half_of_last_place(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos || text.find_first_of("eE") != std::string::npos) return {};
  Rational half(1, 2);
  for (std::size_t t = point + 1; t < text.size(); ++t) half /= Rational(10);
  return half;
}

/// Whether means and sums of squares say that every outcome was an end of the range, so that they
/// are as good as wins and losses.
bool are_wins_and_losses(const Sheet& sheet, std::size_t plays, std::size_t mean,
                         std::size_t squares, const LineTaker& taker) {
  return std::ranges::all_of(sheet.lines, [&](const Sheet::Line& line) {
    if (without_blanks(line.cells[squares]).empty()) return false;
    const Rational count(taker.count(line, plays));
    const Rational sum = taker.share(line, taker.number(line, mean)) * count;
    const Rational of_squares = taker.share_of_squares(taker.number(line, squares),
                                                       taker.number(line, mean) * count, count);
    if (of_squares > sum || of_squares * count < sum * sum) {
      sheet.refuse(line, "no outcomes in the range have this mean and this sum of squares");
    }
    return of_squares == sum && sum.is_integer();
  });
}

Matches read_means(const Sheet& sheet, std::size_t plays, std::size_t mean,
                   std::optional<std::size_t> squares, LineTaker& taker) {
  const bool wins = squares && are_wins_and_losses(sheet, plays, mean, *squares, taker);
  for (const Sheet::Line& line : sheet.lines) {
    const auto pairing = taker.pairing(line);
    const std::int64_t count = taker.count(line, plays);
    const Rational share = taker.share(line, taker.number(line, mean));
    if (wins) {
      const auto won = static_cast<std::int64_t>((share * Rational(count)).to_double());
      taker.add(line, pairing, 1, won);
      taker.add(line, pairing, 0, count - won);
    } else {
      const Rational rounding =
          squares ? Rational(0) : taker.width(half_of_last_place(line.cells[mean]));
      taker.add_total(line, pairing, {count, share * Rational(count), rounding * Rational(count)});
    }
  }
  return taker.finish(false);
}

Matches read_known(const Sheet& sheet, const RankOptions& options) {
  const Headings headings(sheet);
  if (!headings.pair()) {
    throw InputError(sheet.name + ": no two headings name the sides of a match (" + listed_sides() +
                     "); a chart needs `counts` beside it");
  }
  LineTaker taker(sheet, options);
  taker.meet(*headings.find(headings.pair()->first), *headings.find(headings.pair()->second));
  const auto wins = headings.any(wins_words);
  const auto losses = headings.any(losses_words);
  if (wins && losses) {
    return read_counts(sheet, *wins, *losses, headings.any(ties_words), taker);
  }
  const auto plays = headings.any(plays_words);
  const auto mean = headings.any(mean_words);
  if (plays && mean) {
    return read_means(sheet, *plays, *mean, headings.find("sum_of_squares"), taker);
  }
  if (const auto winner = headings.find("winner")) {
    return read_log_of_winners(sheet, headings, *winner, options.join_names, taker);
  }
  const auto one = headings.find("winner_" + std::string(headings.pair()->first));
  const auto two = headings.find("winner_" + std::string(headings.pair()->second));
  const auto tie = headings.find("winner_tie");
  if (one && two && tie) return read_log_of_flags(sheet, {*one, *two, *tie}, taker);
  if (const auto outcome = headings.any(outcome_words)) {
    return read_outcomes(sheet, *outcome, taker);
  }
  throw InputError(sheet.name +
                   ": no heading says who won: `winner`, `outcome`, `wins` and `losses`, or "
                   "`plays` and `mean`");
}

/// A cell of a chart in units of payoff, as text, and whether a `%` stands behind it; nothing where
/// it is unknown.
struct ChartCell {
  std::string number;
  bool percent = false;
};
std::optional<ChartCell> chart_cell(const std::string& text) {
  const std::string word = plain_word(text);
  if (word.empty() || among(std::array{"-", "n/a", "na", "nan", "?"}, word)) return {};
  if (!word.ends_with('%')) return ChartCell{word, false};
  return ChartCell{without_blanks(word.substr(0, word.size() - 1)), true};
}

/// Whether percentages are in it: the range is then 0,100 by itself.
bool has_percent(const Sheet& chart) {
  return std::ranges::any_of(chart.lines, [](const Sheet::Line& line) {
    return std::any_of(line.cells.begin() + 1, line.cells.end(),
                       [](const std::string& cell) { return cell.ends_with('%'); });
  });
}

void compare_shapes(const Sheet& means, const Sheet& plays) {
  if (means.headings.size() == plays.headings.size() && means.lines.size() == plays.lines.size()) {
    return;
  }
  throw InputError(plays.name + ": " + std::to_string(plays.lines.size()) + " x " +
                   std::to_string(plays.headings.size() - 1) + " counts where the chart has " +
                   std::to_string(means.lines.size()) + " x " +
                   std::to_string(means.headings.size() - 1));
}

/// Chart and counts as one list of pairings; of a symmetric chart each pairing once.
Sheet list_of(const Sheet& means, const Sheet& plays, bool two_sided) {
  compare_shapes(means, plays);
  Sheet list{means.name, {"row", "column", "plays", "mean"}, {}};
  std::set<std::pair<std::string, std::string>> met;
  std::set<std::string> own;
  for (const Sheet::Line& line : means.lines) own.insert(line.cells[0]);
  for (std::size_t r = 0; r < means.lines.size(); ++r) {
    const Sheet::Line& line = means.lines[r];
    const Sheet::Line& counts = plays.lines[r];
    for (std::size_t c = 1; c < line.cells.size(); ++c) {
      const std::string& row = line.cells[0];
      const std::string& column = means.headings[c];
      if (row != counts.cells[0] || column != plays.headings[c]) {
        plays.refuse(counts, "its labels are not those of the chart");
      }
      const auto mean = chart_cell(line.cells[c]);
      const auto count = chart_cell(counts.cells[c]);
      if (!mean || !count || (row == column && !two_sided) || met.contains({column, row})) continue;
      if (!two_sided) met.insert({row, column});
      list.lines.push_back({line.number, {row, column, count->number, mean->number}});
      // Both ways, so that strategies that are on both sides are seen to be.
      if (!two_sided && own.contains(column)) {
        list.lines.push_back({line.number, {column, row, "0", mean->number}});
      }
    }
  }
  return list;
}

}  // namespace

void add_up(Record& record) {
  const Index columns = record.column_count();
  std::vector<Total> totals(at(record.row_count() * columns));
  for (const Play& play : record.plays) {
    Total& total = totals[at(play.row * columns + play.column)];
    ++total.plays;
    total.sum += record.outcomes[play.outcome];
  }
  for (Index place = 0; place < std::ssize(totals); ++place) {
    Total& total = totals[at(place)];
    if (total.plays > 0) record.totals[{place / columns, place % columns}] = std::move(total);
  }
}

}  // namespace league

bool Matches::symmetric() const { return record_->symmetric; }
bool Matches::ordered() const { return record_->ordered; }
const std::vector<std::string>& Matches::row_labels() const { return record_->rows; }
const std::vector<std::string>& Matches::column_labels() const { return record_->columns; }
const std::vector<std::string>& Matches::notes() const { return record_->notes; }
std::int64_t Matches::plays() const {
  std::int64_t plays = 0;
  for (const auto& [entry, total] : record_->totals) plays += total.plays;
  return plays;
}

Matches read_matches(std::istream& in, const std::string& name, const RankOptions& options) {
  return league::read_known(league::read_sheet(in, name, false), options);
}

Matches read_chart(std::istream& chart, const std::string& name, std::istream& counts,
                   const std::string& counts_name, const RankOptions& options) {
  const league::Sheet means = league::read_sheet(chart, name, true);
  const league::Sheet plays = league::read_sheet(counts, counts_name, true);
  RankOptions of_chart = options;
  if (league::has_percent(means) && !options.payoff_range)
    of_chart.payoff_range = PayoffRange{0, 100};
  return league::read_known(league::list_of(means, plays, options.two_sided), of_chart);
}

}  // namespace allnash
