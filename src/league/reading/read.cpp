// Reads logs, counts and charts in the forms that people have.
#include <algorithm>
#include <array>
#include <istream>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "allnash/rank.hpp"
#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/chart.hpp"
#include "league/reading/copies.hpp"
#include "league/reading/formats.hpp"
#include "league/reading/layout.hpp"
#include "league/reading/line_reader.hpp"
#include "league/reading/no_matches.hpp"
#include "league/reading/record.hpp"
#include "league/reading/sides.hpp"
#include "league/reading/tally.hpp"
#include "league/reading/winner.hpp"
#include "league/reading/words.hpp"

namespace allnash {
namespace reading {
namespace {

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
  leave_out_byes(sheet, sides);
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
  record.totals.clear();
  for (const AlikePlays& one : alike_plays(record)) {
    Total& total = record.totals.try_emplace(record.totals.end(), one.entry)->second;
    total.plays += one.count;
    total.sum += Rational(one.count) * record.outcomes[one.outcome];
  }
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
