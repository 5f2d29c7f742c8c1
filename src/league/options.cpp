// The one place that states each option of `rank`: its name, range and meaning. Its default stands
// beside the field.
#include "league/options.hpp"

#include <array>
#include <stdexcept>

#include "allnash/error.hpp"
#include "base/text.hpp"

namespace allnash {
namespace league {
namespace {

[[noreturn]] void refuse_option(std::string_view name, std::string_view text, const char* wanted) {
  const std::string shown = text.empty() ? "''" : std::string(text);
  throw OptionError(std::string(name) + ": " + shown + " is not " + wanted);
}

Rational rational_of(std::string_view name, std::string_view text, const char* wanted) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    refuse_option(name, text, wanted);
  }
}

template <typename Number>
Number whole_of(std::string_view name, std::string_view text, Number most, const char* wanted) {
  const auto number = number_in<Number>(text);
  if (!number || *number < 0 || *number > most) refuse_option(name, text, wanted);
  return *number;
}

constexpr std::int64_t most_planned = 1'000'000;
constexpr std::int64_t most_resamples = 100'000;

constexpr std::array rank_options{
    RankOption{"delta", "D", "probability that what is certified is wrong, in (0, 1)", "0.05",
               [](RankOptions& options, std::string_view text) {
                 options.delta = rational_of("delta", text, "in (0, 1)");
                 if (options.delta.sign() <= 0 || options.delta >= Rational(1)) {
                   refuse_option("delta", text, "in (0, 1)");
                 }
               }},
    RankOption{"schedule", "KIND",
               "any or fixed: whether results may have decided who met whom, and how often, or "
               "certainly did not",
               "any for a log, fixed for counts and charts",
               [](RankOptions& options, std::string_view text) {
                 if (text != "any" && text != "fixed") {
                   refuse_option("schedule", text, "any or fixed");
                 }
                 options.schedule = text == "any" ? Schedule::any : Schedule::fixed;
               }},
    RankOption{"payoff-range", "A,B", "outcomes lie between A and B",
               "0,1; of a chart with a %, 0,100",
               [](RankOptions& options, std::string_view text) {
                 const char* const wanted = "two numbers A,B with A < B";
                 const std::size_t comma = std::min(text.find(','), text.size());
                 if (comma == text.size()) refuse_option("payoff-range", text, wanted);
                 PayoffRange range{rational_of("payoff-range", text.substr(0, comma), wanted),
                                   rational_of("payoff-range", text.substr(comma + 1), wanted)};
                 if (range.low >= range.high) refuse_option("payoff-range", text, wanted);
                 options.payoff_range = std::move(range);
               }},
    RankOption{"tie", "X", "what a tie is worth", "the middle of the range",
               [](RankOptions& options, std::string_view text) {
                 options.tie = rational_of("tie", text, "a number");
               }},
    RankOption{"winner", "HOW",
               "name or side: what a word in the column of winners means where strategies are "
               "called as sides or ties are",
               "what the log shows; one that could mean both is refused",
               [](RankOptions& options, std::string_view text) {
                 if (text != "name" && text != "side") {
                   refuse_option("winner", text, "name or side");
                 }
                 options.winner = text == "name" ? WinnerWords::name : WinnerWords::side;
               }},
    RankOption{
        "two-sided", "",
        "rows and columns are different strategies, even where names meet; otherwise a log "
        "whose two sides share a name is a symmetric game",
        "off",
        [](RankOptions& options, std::string_view text) { options.two_sided = text == "true"; }},
    RankOption{
        "join-names", "", "names that differ by blanks or case alone are one strategy", "off",
        [](RankOptions& options, std::string_view text) { options.join_names = text == "true"; }},
    RankOption{"epsilon", "E",
               "status `stopped`, exit code 3, unless the guarantee is within E of the value",
               "none",
               [](RankOptions& options, std::string_view text) {
                 const char* const wanted = "a number above 0, such as 0.05 or 1/20";
                 options.epsilon = rational_of("epsilon", text, wanted);
                 if (options.epsilon->sign() <= 0) refuse_option("epsilon", text, wanted);
               }},
    RankOption{"plan", "N", "name the N most useful matches to play next", "none",
               [](RankOptions& options, std::string_view text) {
                 options.plan = whole_of<std::int64_t>("plan", text, most_planned,
                                                       "a whole number from 0 to 1000000");
               }},
    RankOption{"resamples", "N", "how many charts are drawn anew from the matches and solved",
               "200; fewer in leagues of more than 100 strategies",
               [](RankOptions& options, std::string_view text) {
                 options.resamples = whole_of<std::int64_t>("resamples", text, most_resamples,
                                                            "a whole number from 0 to 100000");
               }},
    RankOption{"ledger", "FILE",
               "a league: adds the matches of a log to this file, each once, and answers from all "
               "that it holds, with one delta for all answers",
               "none",
               [](RankOptions& options, std::string_view text) {
                 if (text.empty()) refuse_option("ledger", text, "a file");
                 options.ledger = text;
               }},
    RankOption{"log", "NAME",
               "with ledger: the name of the log that FILE is, or is a longer version of",
               "the log that begins as FILE does, otherwise a new one of the file's name",
               [](RankOptions& options, std::string_view text) {
                 if (text.empty()) refuse_option("log", text, "a name");
                 options.log = text;
               }},
    RankOption{
        "distinct", "",
        "matches that look like copies of others are matches of their own; otherwise a log that "
        "overlaps another of the ledger or repeats itself, and counts that list a pairing from "
        "both sides, are refused",
        "off",
        [](RankOptions& options, std::string_view text) { options.distinct = text == "true"; }},
    RankOption{"seed", "S", "seed of the resamples; nothing that is promised depends on it", "1",
               [](RankOptions& options, std::string_view text) {
                 options.seed =
                     whole_of<std::uint64_t>("seed", text, ~std::uint64_t{0},
                                             "a whole number from 0 to 18446744073709551615");
               }},
};

}  // namespace

void check_rank_options(const RankOptions& options) {
  if (options.delta.sign() <= 0 || options.delta >= Rational(1)) {
    refuse_option("delta", options.delta.to_string(), "in (0, 1)");
  }
  if (options.epsilon && options.epsilon->sign() <= 0) {
    refuse_option("epsilon", options.epsilon->to_string(), "a number above 0");
  }
  if (options.plan < 0 || options.plan > most_planned) {
    refuse_option("plan", std::to_string(options.plan), "a whole number from 0 to 1000000");
  }
  if (options.log && !options.ledger) throw OptionError("log: there is no `ledger` that it is in");
  const std::int64_t resamples = options.resamples.value_or(0);
  if (resamples < 0 || resamples > most_resamples) {
    refuse_option("resamples", std::to_string(resamples), "a whole number from 0 to 100000");
  }
}

}  // namespace league

std::span<const RankOption> rank_option_table() { return league::rank_options; }

}  // namespace allnash
