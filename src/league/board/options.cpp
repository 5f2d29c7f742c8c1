// The one place that defines each option of `rank`: its name, range and meaning. The default is
// beside the field in rank.hpp.
#include <array>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/run.hpp"
#include "core/options/row.hpp"

namespace allnash {

namespace {

using namespace options;

std::optional<char> character_in(Text text) {
  if (text == "tab") return '\t';
  return text.size() == 1 ? std::optional(text.front()) : std::nullopt;
}

std::string character_text(const char& value) {
  return value == '\t' ? "tab" : std::string(1, value);
}

constexpr std::array schedule_words{Word{"any", Schedule::any}, Word{"fixed", Schedule::fixed}};
constexpr std::array winner_words{Word{"name", WinnerWords::name}, Word{"side", WinnerWords::side}};

namespace takes {

using namespace options::takes;

constexpr Domain<std::int64_t> plans{number_in<std::int64_t>, "a whole number from 0 to 1000000",
                                     is_between<0, 1'000'000>};
constexpr Domain<std::int64_t> resamples{number_in<std::int64_t>, "a whole number from 0 to 100000",
                                         is_between<0, 100'000>};
constexpr Domain<Rational> numbers{rational_in, "a number"};
constexpr Domain<std::string> texts{text_in, "a name",
                                    [](const std::string& text) { return !text.empty(); }};
constexpr Domain<std::string> headings{text_in, "two headings A,B", [](const std::string& text) {
                                         return text.find(',') != text.npos;
                                       }};
constexpr Domain<Rational> zones{rational_in, "a number from 0 to 1", [](const Rational& zone) {
                                   return zone.sign() >= 0 && zone <= Rational(1);
                                 }};
constexpr Domain<std::string> pairs{
    text_in, "two names X,Y", [](const std::string& text) { return text.find(',') != text.npos; }};
constexpr Domain<char> separators{
    character_in, "one character, or tab",
    [](const char& c) { return c == '\t' || (!is_control(c) && c != '"'); }, character_text};
constexpr Domain<char> decimal_marks{character_in, "a point or a comma",
                                     [](const char& c) { return c == '.' || c == ','; },
                                     character_text};
constexpr auto schedules = one_of<Schedule, schedule_words>("any or fixed");
constexpr auto winners = one_of<WinnerWords, winner_words>("name or side");

}  // namespace takes

/// A row of the options of `rank`; `usual` describes its default, where words are better.
template <auto field, const auto& domain>
RankOption rank_row(Text name, Text argument, Text meaning, Text usual = {}) {
  return row<field, domain>(name, argument, OptionGroup::common, meaning, {.usual = usual});
}

/// An option that may be given several times.
template <auto field, const auto& domain>
RankOption rank_list_row(Text name, Text argument, Text meaning) {
  return {name,
          argument,
          meaning,
          "none",
          OptionGroup::common,
          {},
          false,
          [](RankOptions& values, Text option, Text text) {
            (values.*field).push_back(domain.value_of(option, text));
          },
          [](const RankOptions& values) -> std::optional<std::string> {
            std::string all;
            for (const auto& one : values.*field)
              all += (all.empty() ? "" : ",") + domain.write(one);
            return all.empty() ? std::nullopt : std::optional(all);
          },
          [](const RankOptions& values, Text option) {
            for (const auto& one : values.*field) domain.check(option, one);
          },
          true};
}

std::vector<RankOption> options_of_rank() {
  return {
      rank_row<&RankOptions::delta, takes::probabilities>(
          "delta", "D", "probability that what is certified is wrong, in (0, 1)"),
      rank_row<&RankOptions::schedule, takes::schedules>(
          "schedule", "KIND",
          "any: results may have decided who met whom, and how often; fixed: they did not",
          "any for a log, fixed for counts and charts"),
      rank_row<&RankOptions::payoff_range, takes::ranges>(
          "payoff-range", "A,B", "outcomes lie between A and B", "0,1; of a chart with a %, 0,100"),
      rank_row<&RankOptions::tie, takes::numbers>("tie", "X", "what a tie is worth",
                                                  "the middle of the range"),
      rank_row<&RankOptions::winner, takes::winners>(
          "winner", "HOW",
          "name or side: how the column of winners is read where a strategy has a name that "
          "could also be a side or a tie (1, left, draw)",
          "what the log shows; one that could mean both is refused"),
      rank_row<&RankOptions::sides, takes::headings>(
          "sides", "A,B",
          "the headings, or the keys of JSON, of the two sides of a match; Red=A,Blue=B,Draw=tie "
          "says by which words the result names them",
          "those that are known (`allnash rank --help` lists them)"),
      rank_row<&RankOptions::result, takes::texts>(
          "result", "C", "the heading of the result: who won, or what the first side got",
          "winner, outcome, result, score or payoff"),
      rank_row<&RankOptions::scores, takes::texts>(
          "scores", "A,B",
          "the headings of what each side scored, goals or games, or of both scores, as 2-1: the "
          "higher one won the match",
          "a result; a file with scores alone is refused, since a line may be one match or many"),
      rank_row<&RankOptions::count, takes::texts>(
          "count", "C",
          "the heading of the number of matches of a line, whose rate or winner is in the result; "
          "or those of wins, losses and perhaps ties, W,L,T; 1: each line is one match",
          "what the headings tell; a file that could be read in two ways is refused"),
      rank_row<&RankOptions::separator, takes::separators>(
          "separator", "CHARACTER",
          "separator between the cells of a CSV or TSV file: a character such as ';', or tab",
          "what the header shows"),
      rank_row<&RankOptions::decimal_mark, takes::decimal_marks>(
          "decimal-mark", "CHARACTER",
          "decimal mark in a CSV or TSV file: a point or a comma; with a comma, cells are "
          "separated "
          "by semicolons or tabs unless `separator` says otherwise"),
      rank_row<&RankOptions::skip, takes::switches>(
          "skip", "",
          "lines of a log that do not say who met or who won are left out, and counted; otherwise "
          "they are refused. Results must not have decided which lines these are"),
      rank_row<&RankOptions::two_sided, takes::switches>(
          "two-sided", "",
          "rows and columns are different strategies, even where names meet; otherwise a log "
          "whose two sides share a name is a symmetric game"),
      rank_row<&RankOptions::pair_seats, takes::switches>(
          "pair-seats", "",
          "seats may matter, and were swapped: the first match of A against B and the first of B "
          "against A are one play, which pays their mean, and so on; a match without its partner "
          "is "
          "left out"),
      rank_row<&RankOptions::join_names, takes::switches>(
          "join-names", "", "names that differ by blanks or case alone are one strategy"),
      rank_list_row<&RankOptions::drop, takes::names>(
          "drop", "NAME",
          "a strategy that is gone: it is neither played nor an opponent; may be given several "
          "times; with ledger, from now on, until it plays again"),
      rank_row<&RankOptions::only, takes::paths>(
          "only", "FILE",
          "the strategies named in FILE, one a line, are all there are; the others are dropped"),
      rank_row<&RankOptions::min_matches, takes::counts>(
          "min-matches", "N",
          "strategies with fewer matches are named, and neither played nor opponents"),
      rank_row<&RankOptions::matches_each, takes::counts>(
          "matches-each", "N",
          "of a chart of rates without counts: each rate is of N matches, or of unknown numbers, "
          "0, of "
          "which nothing is promised",
          "what the cells tell"),
      rank_row<&RankOptions::field, takes::paths>(
          "field", "FILE",
          "what others play, lines of name,share, or `log` for the shares of the matches: the "
          "answer "
          "also says what each strategy earns against that"),
      rank_row<&RankOptions::zone, takes::zones>("zone", "Z",
                                                 "scores closer than that are the same, as far as "
                                                 "anybody should care: a part of the range "
                                                 "of outcomes, such as 0.02"),
      rank_row<&RankOptions::compare, takes::pairs>(
          "compare", "X,Y",
          "two players side by side: how likely X beats Y, how likely X scores more, and on how "
          "many matches that rests"),
      rank_row<&RankOptions::epsilon, takes::tolerances>(
          "epsilon", "E",
          "status `stopped`, exit code 3, unless the guarantee is within E of the value"),
      rank_row<&RankOptions::plan, takes::plans>(
          "plan", "N", "name the N most useful matches to play next", "none"),
      rank_row<&RankOptions::plan_for, takes::texts>(
          "for", "QUESTION",
          "what they are to tell: top: who is best; order: the order of all; play: what to play in "
          "a "
          "cyclic league; X,Y: which of two players wins more; promise: a higher guarantee",
          "who is best; in a cyclic league what to play"),
      rank_row<&RankOptions::resamples, takes::resamples>(
          "resamples", "N",
          "how many leagues that fit the matches are drawn and solved, for what to play",
          "200; fewer in leagues of more than 200 strategies"),
      rank_row<&RankOptions::ledger, takes::paths>(
          "ledger", "FILE",
          "a league: adds the matches of a log to this file, each once, and answers from all "
          "that it holds, with one delta for all answers"),
      rank_row<&RankOptions::log, takes::texts>(
          "log", "NAME", "with ledger: the name of the log that FILE is, or is a longer version of",
          "the log that begins as FILE does, otherwise a new one of the file's name"),
      rank_row<&RankOptions::withdrawn, takes::counts>(
          "withdrawn", "N",
          "with ledger: N matches that it has of this log were taken out of it; from now on they "
          "count as lost for both sides, so that promises hold whatever the reason"),
      rank_row<&RankOptions::distinct, takes::switches>(
          "distinct", "",
          "matches that look like copies of others are matches of their own; otherwise a log that "
          "overlaps another of the ledger or repeats itself, and counts that list a pairing from "
          "both sides, are refused"),
      rank_row<&RankOptions::seed, takes::seeds>(
          "seed", "S", "seed of the drawn leagues; no promise depends on it"),
  };
}

}  // namespace

std::span<const RankOption> rank_option_table() {
  static const std::vector<RankOption> table = options_of_rank();
  return table;
}

void check_options(const RankOptions& options) {
  for (const RankOption& info : rank_option_table()) info.check(options);
  if (options.withdrawn > 0 && !options.ledger) {
    throw OptionError("withdrawn: there is no `ledger` that has more than the log");
  }
  if (options.log && !options.ledger) throw OptionError("log: there is no `ledger` that it is in");
}

}  // namespace allnash
