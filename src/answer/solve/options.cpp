// The one place that defines each option of `solve` and of `rank`: its name, range and meaning. The
// default is beside the field in options.hpp and rank.hpp.
#include "allnash/options.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/rank.hpp"
#include "answer/solve/parts.hpp"
#include "core/base/text.hpp"

namespace allnash {
namespace {

using Text = std::string_view;

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(double value) { return shortest_text(value); }
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(std::uint64_t value) { return std::to_string(value); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(const Rational& value) { return value.to_string(); }
std::string text_of(char value) { return value == '\t' ? "tab" : std::string(1, value); }
std::string text_of(const PayoffRange& range) {
  return text_of(range.low) + "," + text_of(range.high);
}

/// The values of an option: `read` parses a text, with nothing for an invalid one, `name` describes
/// them in errors, `fits` checks the range, and `write` is the inverse of `read`.
template <typename Value>
struct Domain {
  std::optional<Value> (*read)(Text);
  Text name;
  bool (*fits)(const Value&) = [](const Value&) { return true; };
  std::string (*write)(const Value&) = [](const Value& value) { return text_of(value); };
  std::string (*names)() = nullptr;  ///< the end of `name`, if it must be computed

  [[noreturn]] void refuse(Text option, Text text) const {
    throw OptionError(std::string(option) + ": " + (text.empty() ? "''" : std::string(text)) +
                      " is not " + std::string(name) + (names != nullptr ? names() : ""));
  }
  [[nodiscard]] Value value_of(Text option, Text text) const {
    auto value = read(text);
    if (!value || !fits(*value)) refuse(option, text);
    return *std::move(value);
  }
  void check(Text option, const Value& value) const {
    if (!fits(value)) refuse(option, write(value));
  }
};

std::optional<Rational> rational_in(Text text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

/// A fraction in the usual notations: 0.05, 5e-2 or 1/20.
std::optional<double> share_in(Text text) {
  if (text.find('/') == text.npos) return number_in<double>(text);
  const auto share = rational_in(text);
  return share ? std::optional(share->to_double()) : std::nullopt;
}

/// A fraction as in `share_in`, or a percentage: 10%.
std::optional<double> price_in(Text text) {
  if (!text.ends_with('%')) return share_in(text);
  const auto percent = number_in<double>(text.substr(0, text.size() - 1));
  return percent ? std::optional(*percent / 100) : std::nullopt;
}

/// A decimal if there is a short one.
std::string probability_text(const Rational& value) {
  std::string shortest = shortest_text(value.to_double());
  return Rational::parse(shortest) == as_meant(value) ? shortest : value.to_string();
}

/// More digits than 64 bits hold mean no limit at all.
std::optional<std::int64_t> count_in(Text text) {
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return {};
  return number_in<std::int64_t>(text).value_or(std::numeric_limits<std::int64_t>::max());
}

std::optional<PayoffRange> range_in(Text text) {
  const std::size_t comma = text.find(',');
  if (comma == text.npos) return {};
  auto low = rational_in(text.substr(0, comma));
  auto high = rational_in(text.substr(comma + 1));
  if (!low || !high) return {};
  return PayoffRange{*std::move(low), *std::move(high)};
}

std::optional<std::string> text_in(Text text) { return std::string(text); }

std::optional<char> character_in(Text text) {
  if (text == "tab") return '\t';
  return text.size() == 1 ? std::optional(text.front()) : std::nullopt;
}

std::optional<bool> switch_in(Text text) {
  if (text != "true" && text != "false") return {};
  return text == "true";
}

/// The names of the values of an enumeration.
template <typename Value>
struct Word {
  Text word;
  Value value;
};
template <typename Value>
Word(const char*, Value) -> Word<Value>;
constexpr std::array exit_words{Word{"read", LoopExit::read}, Word{"time", LoopExit::time},
                                Word{"never", LoopExit::never}};
constexpr std::array engine_words{Word{"sparse", Engine::sparse}, Word{"lp", Engine::lp}};
constexpr std::array schedule_words{Word{"any", Schedule::any}, Word{"fixed", Schedule::fixed}};
constexpr std::array winner_words{Word{"name", WinnerWords::name}, Word{"side", WinnerWords::side}};

template <typename Value, const auto& words>
constexpr Domain<Value> one_of(Text name) {
  return {[](Text text) -> std::optional<Value> {
            for (const auto& [word, value] : words) {
              if (word == text) return value;
            }
            return {};
          },
          name, [](const Value&) { return true; },
          [](const Value& value) {
            return std::string(std::ranges::find(words, value, &Word<Value>::value)->word);
          }};
}

std::optional<OnFailure> policy_in(Text text) {
  if (text == "stop") return OnFailure{};
  if (text == "skip") return OnFailure{OnFailure::Then::skip};
  auto payoff = rational_in(text);
  if (!payoff) return {};
  return OnFailure{OnFailure::Then::count, *std::move(payoff)};
}
std::string policy_text(const OnFailure& policy) {
  if (policy.then == OnFailure::Then::stop) return "stop";
  return policy.then == OnFailure::Then::skip ? "skip" : policy.payoff.to_string();
}

template <std::int64_t low, std::int64_t high>
bool is_between(const std::int64_t& number) {
  return number >= low && number <= high;
}
constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

bool is_method(const std::string& name) {
  const auto has = [&](std::span<const MethodInfo> table) {
    return std::ranges::find(table, name, &MethodInfo::name) != table.end();
  };
  return has(method_table()) || has(play_method_table());
}
std::string method_names() {
  std::string known;
  for (const auto table : {method_table(), play_method_table()}) {
    for (const MethodInfo& method : table) {
      known += (known.empty() ? "" : ", ") + std::string(method.name);
    }
  }
  return known;
}

namespace takes {

// A probability that a double cannot tell from 0 or 1 is refused.
constexpr Domain<Rational> probabilities{rational_in, "in (0, 1)",
                                         [](const Rational& p) {
                                           const double near = p.to_double();
                                           return near > 0 && near < 1;
                                         },
                                         probability_text};
constexpr Domain<double> in_half_open_unit{share_in, "in (0, 1]",
                                           [](const double& p) { return p > 0 && p <= 1; }};
constexpr Domain<double> in_closed_unit{share_in, "in [0, 1]",
                                        [](const double& p) { return p >= 0 && p <= 1; }};
constexpr Domain<double> prices{price_in, "a share such as 10% or 0.1, at most 100%",
                                [](const double& p) { return p >= 0 && p <= 1; }};
// A longer wait is of no use, and the clock's arithmetic would overflow.
constexpr Domain<double> seconds{number_in<double>, "a number of seconds above 0 and at most 1e9",
                                 [](const double& wait) { return wait > 0 && wait <= 1e9; }};
constexpr Domain<std::uint64_t> seeds{number_in<std::uint64_t>,
                                      "a whole number from 0 to 18446744073709551615"};
constexpr Domain<std::int64_t> counts{count_in, "a whole number of 0 or more",
                                      is_between<0, no_limit>};
constexpr Domain<std::int64_t> sizes{number_in<std::int64_t>, "a whole number of 1 or more",
                                     is_between<1, no_limit>};
constexpr Domain<std::int64_t> crews{number_in<std::int64_t>, "a whole number from 1 to 1000",
                                     is_between<1, 1000>};
constexpr Domain<std::int64_t> plans{number_in<std::int64_t>, "a whole number from 0 to 1000000",
                                     is_between<0, 1'000'000>};
constexpr Domain<std::int64_t> resamples{number_in<std::int64_t>, "a whole number from 0 to 100000",
                                         is_between<0, 100'000>};
constexpr Domain<OnFailure> policies{policy_in, "stop, skip or a number",
                                     [](const OnFailure&) { return true; }, policy_text};
constexpr Domain<bool> switches{switch_in, "true or false"};
constexpr Domain<Rational> numbers{rational_in, "a number"};
constexpr Domain<Rational> tolerances{rational_in, "a number above 0, such as 0.05 or 1/20",
                                      [](const Rational& number) { return number.sign() > 0; }};
constexpr Domain<PayoffRange> ranges{range_in, "two numbers A,B with A < B",
                                     [](const PayoffRange& ends) { return ends.low < ends.high; }};
constexpr Domain<std::string> paths{text_in, "the name of a file", [](const std::string& path) {
                                      return !path.empty() && path.find('\0') == path.npos;
                                    }};
constexpr Domain<std::string> names{
    text_in, "a name of printable characters", [](const std::string& name) {
      return !name.empty() && std::ranges::none_of(name, is_control);
    }};
constexpr Domain<std::string> texts{text_in, "a name",
                                    [](const std::string& text) { return !text.empty(); }};
constexpr Domain<std::string> methods{text_in, "one of ", is_method,
                                      [](const std::string& name) { return name; }, method_names};
constexpr Domain<std::string> headings{text_in, "two headings A,B", [](const std::string& text) {
                                         return text.find(',') != text.npos;
                                       }};
constexpr Domain<char> separators{character_in, "one character, or tab", [](const char& c) {
                                    return c == '\t' || (!is_control(c) && c != '"');
                                  }};
constexpr Domain<char> decimal_marks{character_in, "a point or a comma",
                                     [](const char& c) { return c == '.' || c == ','; }};
constexpr auto exits = one_of<LoopExit, exit_words>("read, time or never");
constexpr auto engines = one_of<Engine, engine_words>("sparse or lp");
constexpr auto schedules = one_of<Schedule, schedule_words>("any or fixed");
constexpr auto winners = one_of<WinnerWords, winner_words>("name or side");

}  // namespace takes

/// A field's value, unless it is the default.
template <typename Value>
const Value* unusual(const Value& usual, const Value& value) {
  return value == usual ? nullptr : &value;
}
template <typename Value>
const Value* unusual(const std::optional<Value>& /*usual*/, const std::optional<Value>& value) {
  return value ? &*value : nullptr;
}

template <typename Value>
std::string usual_text(const Domain<Value>& domain, const Value& usual) {
  if constexpr (std::is_same_v<Value, bool>) return "off";
  const std::string text = domain.write(usual);
  return text.empty() ? "none" : text;
}
template <typename Value>
std::string usual_text(const Domain<Value>& /*domain*/, const std::optional<Value>& /*usual*/) {
  return "none";
}

/// Properties that only some rows have.
struct More {
  Text usual = {};  ///< the default in words
  Text methods = {};
  bool of_plays = false;
};

/// The struct that a field belongs to.
template <typename Field>
struct OwnerOf;
template <typename Owner, typename Value>
struct OwnerOf<Value Owner::*> {
  using type = Owner;
};

/// A row of a table.
template <auto field, const auto& domain, typename Values = typename OwnerOf<decltype(field)>::type>
Option<Values> row(Text name, Text argument, OptionGroup group, Text meaning,
                   const More& more = {}) {
  return {
      name,
      argument,
      meaning,
      more.usual.empty() ? usual_text(domain, Values().*field) : std::string(more.usual),
      group,
      more.methods,
      more.of_plays,
      [](Values& values, Text option, Text text) { values.*field = domain.value_of(option, text); },
      [](const Values& values) -> std::optional<std::string> {
        const auto* const value = unusual(Values().*field, values.*field);
        return value != nullptr ? std::optional(domain.write(*value)) : std::nullopt;
      },
      [](const Values& values, Text option) {
        if (const auto* const value = unusual(Values().*field, values.*field)) {
          domain.check(option, *value);
        }
      }};
}

std::vector<OptionInfo> options_of_solve() {
  using enum OptionGroup;
  return {
      row<&Options::method, takes::methods>(
          "method", "NAME", everyday, "how the game is solved; `allnash methods` lists the names",
          {.of_plays = true}),
      row<&Options::delta, takes::probabilities>(
          "delta", "D", everyday,
          "failure probability, in (0, 1); of the randomised methods, where a failure costs extra "
          "queries and never a wrong answer; of a game of chance, the probability with which its "
          "bounds may be wrong",
          {.of_plays = true}),
      row<&Options::seed, takes::seeds>(
          "seed", "S", everyday,
          "random seed; the same seed gives the same run; not for path "
          "games, game trees and responses, where nothing is drawn",
          {.of_plays = true}),
      row<&Options::vertices, takes::counts>(
          "vertices", "N", everyday,
          "list up to N extreme optimal strategies per player; 0 lists none"),
      row<&Options::kernels, takes::switches>(
          "kernels", "", research,
          "for each pair of extreme optimal strategies, list the square subgame it comes from "
          "(Shapley and Snow), up to the number given by vertices"),
      row<&Options::certificate_vertices, takes::switches>(
          "certificate-vertices", "", more,
          "the certificate also states the extreme optimal strategies of each player whose list is "
          "complete, with a proof that it is"),
      row<&Options::budget, takes::counts>(
          "budget", "Q", everyday,
          "stop after Q queries; those answered from a ledger file are not counted"),
      row<&Options::time_limit, takes::seconds>("time-limit", "S", everyday,
                                                "stop after S seconds"),
      row<&Options::threads, takes::crews>(
          "threads", "N", more,
          "number of computing threads, from 1 to 1000; by default one per core, or a single one "
          "under MPI; the answer does not depend on it; not for path games, game trees and "
          "responses, "
          "which compute on a single one"),
      row<&Options::symmetric, takes::switches>(
          "symmetric", "", everyday,
          "the game is symmetric zero-sum, A = -A^T; with payoff-range A,B: A[i][j] + A[j][i] = A "
          "+ B (win rates, with 0,1). One match gives both entries and is counted once, and the "
          "diagonal is known and free; a table that contradicts this is bad input, and an oracle "
          "or function is asked for 5 of the matches both ways, which count as queries"),
      row<&Options::payoff_range, takes::ranges>(
          "payoff-range", "A,B", everyday,
          "every payoff lies in [A, B]; one outside is bad input. Methods auto and lazy then skip "
          "what the range makes unnecessary, so that a proof may need fewer payoffs than the "
          "floor; other methods only check it",
          {.of_plays = true}),
      row<&Options::epsilon, takes::tolerances>(
          "epsilon", "E", everyday,
          "stop once the value is known to within E; in units of payoff (0.05, 1/20), with a "
          "strategy for each player that attains its bound",
          {.of_plays = true}),
      row<&Options::k1, takes::sizes>(
          "k1", "K", research,
          "with method paper or reweighted and k2: look only for supports of K rows, with "
          "reweighted of K or fewer; the answer may be a failure",
          {.methods = "paper,reweighted"}),
      row<&Options::k2, takes::sizes>(
          "k2", "K", research,
          "with method paper or reweighted and k1: look only for supports of K columns",
          {.methods = "paper,reweighted"}),
      row<&Options::exit, takes::exits>(
          "exit", "WHEN", research,
          "when methods paper and reweighted leave their loop over support sizes and "
          "continue as lazy: read, when nothing is left to ask; time, also when the next size "
          "might ask for everything that is left, which saves time but no payoffs; or never. A "
          "size with too many subgames to search always ends the loop",
          {.methods = "paper,reweighted"}),
      row<&Options::sample, takes::sizes>(
          "sample", "L", research,
          "with method paper, for experiments: draw L rows and columns per stage instead of the "
          "number that delta calls for; the answer is still exact, or a failure",
          {.methods = "paper"}),
      row<&Options::scale, takes::in_half_open_unit>(
          "scale", "C", research,
          "with method reweighted, in (0, 1]: before each attempt of its theorem, this part of the "
          "bound on the attempt's queries may go into shortcuts, which usually end the search; 1: "
          "no shortcuts, the theorem alone",
          {.methods = "reweighted"}),
      row<&Options::engine, takes::engines>(
          "engine", "NAME", research,
          "with method reweighted: how a strategy that fits the lines drawn is found; sparse looks "
          "through all small supports, and lp solves a linear program, in polynomial time",
          {.methods = "reweighted"}),
      row<&Options::ledger, takes::paths>(
          "ledger", "FILE", everyday,
          "keep every payoff in this file; a later run with the same file asks for nothing twice"),
      row<&Options::ahead, takes::prices>(
          "ahead", "SHARE", more,
          "while workers are idle, ask for what will probably be needed later, plays too, as long "
          "as "
          "about this share in addition, such as 10%, is not needed after all; the answer stays "
          "the same, but what is asked in vain depends on how fast payoffs come"),
      row<&Options::game_id, takes::names>(
          "game-id", "NAME", more,
          "name of the game in the ledger file, for an oracle or a function; the file is then "
          "refused for a game with another name"),
      row<&Options::check_repeat, takes::in_closed_unit>(
          "check-repeat", "FRACTION", more,
          "ask for this fraction of the payoffs twice, and refuse the game if two answers differ; "
          "by default, 8 of the first payoffs of an oracle or a function, within the budget. "
          "Repeats are not queries, and those of a fraction are outside the budget; 0 turns them "
          "off, and with them the payoffs of a ledger file that are asked again"),
      row<&Options::on_failure, takes::policies>(
          "on-failure", "POLICY", more,
          "what happens when an oracle or a function fails to give a payoff, however often it is "
          "tried: stop, and name the entry; skip, and take it as anything in payoff-range; or a "
          "number, which it counts as. The answer names such entries, and a ledger file keeps "
          "nothing of them"),
  };
}

/// A row of the options of `rank`; `usual` describes its default, where words are better.
template <auto field, const auto& domain>
RankOption rank_row(Text name, Text argument, Text meaning, Text usual = {}) {
  return row<field, domain>(name, argument, OptionGroup::everyday, meaning, {.usual = usual});
}

/// An option that may be given several times.
template <auto field, const auto& domain>
RankOption rank_list_row(Text name, Text argument, Text meaning) {
  return {name,
          argument,
          meaning,
          "none",
          OptionGroup::everyday,
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
      rank_row<&RankOptions::epsilon, takes::tolerances>(
          "epsilon", "E",
          "status `stopped`, exit code 3, unless the guarantee is within E of the value"),
      rank_row<&RankOptions::plan, takes::plans>(
          "plan", "N", "name the N most useful matches to play next", "none"),
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

/// An option that the method does not use would have no effect, so it is refused.
void check_method_uses(const OptionInfo& info, const std::string& method) {
  if (info.methods.empty()) return;
  std::vector<std::string> users;
  for (Text rest = info.methods; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    users.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (std::ranges::find(users, method) != users.end()) return;
  std::string list = users.front();
  for (std::size_t t = 1; t < users.size(); ++t) {
    list += (t + 1 == users.size() ? " and " : ", ") + users[t];
  }
  throw OptionError(std::string(info.name) + ": only method" +
                    (users.size() == 1 ? " " + list + " uses it" : "s " + list + " use it"));
}

void check_policy(const Options& options) {
  const auto& [then, payoff] = options.on_failure;
  const auto& range = options.payoff_range;
  if (then == OnFailure::Then::skip && !range) {
    throw OptionError(
        "on-failure: skip needs `payoff-range A,B`: nothing else is known of the "
        "payoff");
  }
  if (then == OnFailure::Then::count && range && !range->holds(payoff)) {
    throw OptionError("on-failure: " + payoff.to_string() + " is outside `payoff-range`");
  }
}

}  // namespace

Rational as_meant(const Rational& probability) {
  const double near = probability.to_double();
  return Rational::from_double(near) == probability ? Rational(near) : probability;
}

std::span<const OptionInfo> option_table() {
  static const std::vector<OptionInfo> table = options_of_solve();
  return table;
}

std::span<const RankOption> rank_option_table() {
  static const std::vector<RankOption> table = options_of_rank();
  return table;
}

void check_options(const Options& options) {
  for (const OptionInfo& info : option_table()) {
    info.check(options);
    if (info.text(options)) check_method_uses(info, options.method);
  }
  if (options.k1 && !options.k2) throw OptionError("k1 requires `k2`");
  if (options.k2 && !options.k1) throw OptionError("k2 requires `k1`");
  check_policy(options);
}

void check_options(const RankOptions& options) {
  for (const RankOption& info : rank_option_table()) info.check(options);
  if (options.withdrawn > 0 && !options.ledger) {
    throw OptionError("withdrawn: there is no `ledger` that has more than the log");
  }
  if (options.log && !options.ledger) throw OptionError("log: there is no `ledger` that it is in");
}

void check_for_chance(const Options& options) {
  if (options.on_failure.then != OnFailure::Then::stop) {
    throw OptionError("on-failure: a play that is lost counts as the worst for each player");
  }
  if (!options.payoff_range) throw OptionError("payoff-range: a game of chance needs it");
  if (!options.epsilon) {
    throw OptionError("epsilon: a game of chance needs it, since its value is never known exactly");
  }
  if (options.kernels)
    throw OptionError("kernels: a game of chance has no extreme strategies to list");
  if (options.vertices != Options().vertices) {
    throw OptionError("vertices: a game of chance has no extreme strategies to list");
  }
  if (options.check_repeat > 0) {
    throw OptionError("check-repeat: plays of a game of chance differ, as they should");
  }
}

std::vector<std::pair<std::string, std::string>> settings_of(const Options& options) {
  std::vector<std::pair<std::string, std::string>> list{{"method", options.method},
                                                        {"seed", std::to_string(options.seed)}};
  for (const OptionInfo& info : option_table()) {
    // These say where it ran and what it wrote, not how it was solved.
    const bool left_out = info.name == "method" || info.name == "seed" || info.name == "threads" ||
                          info.name == "ledger" || info.name == "game-id";
    if (const auto text = info.text(options); text && !left_out) {
      list.emplace_back(info.name, *text);
    }
  }
  return list;
}

}  // namespace allnash
