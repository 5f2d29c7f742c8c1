#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/game.hpp"
#include "allnash/rank.hpp"
#include "allnash/solve.hpp"
#include "payoffs/sources/reading.hpp"
#include "text.hpp"

namespace allnash::options_test {
namespace {

std::span<const OptionInfo> table_of(const Options& /*options*/) { return option_table(); }
std::span<const RankOption> table_of(const RankOptions& /*options*/) { return rank_option_table(); }

template <typename Values>
void set(Values& values, std::string_view name, std::string_view text) {
  for (const auto& info : table_of(values)) {
    if (info.name == name) return info.set(values, text);
  }
  FAIL() << "no option " << name;
}

template <typename Values = Options>
std::string refusal(std::string_view name, std::string_view text) {
  Values values;
  return input_error([&] { set(values, name, text); });
}

TEST(Options, DefaultsAreWhatTheTableSays) {
  const Options defaults;
  Options options;
  for (const OptionInfo& info : option_table()) {
    if (info.default_text == "none" || info.default_text == "off") continue;
    info.set(options, info.default_text);
  }
  EXPECT_EQ(options.method, defaults.method);
  EXPECT_EQ(options.delta, defaults.delta);
  EXPECT_EQ(options.seed, defaults.seed);
  EXPECT_EQ(options.vertices, defaults.vertices);
  EXPECT_FALSE(defaults.budget || defaults.time_limit || defaults.symmetric || defaults.ledger);
  EXPECT_EQ(options.game_id, defaults.game_id);
  EXPECT_EQ(options.check_repeat, defaults.check_repeat);
  EXPECT_NO_THROW(check_options(defaults));
}

TEST(Options, EachIsSetFromText) {
  Options options;
  for (const auto& [name, text] : {std::pair{"method", "full"},
                                   {"delta", "1e-3"},
                                   {"seed", "18446744073709551615"},
                                   {"vertices", "0"},
                                   {"budget", "12"},
                                   {"time-limit", "0.25"},
                                   {"symmetric", "true"},
                                   {"ledger", "run.db"},
                                   {"game-id", "chess 4"},
                                   {"check-repeat", "0.125"},
                                   {"payoff-range", "-0.5,3/2"},
                                   {"epsilon", "1e-2"}}) {
    set(options, name, text);
  }
  EXPECT_EQ(options.payoff_range->low, Rational(-1, 2));
  EXPECT_EQ(options.payoff_range->high, Rational(3, 2));
  EXPECT_EQ(options.epsilon, Rational(1, 100));
  EXPECT_EQ(options.ledger, "run.db");
  EXPECT_EQ(options.game_id, "chess 4");
  EXPECT_EQ(options.check_repeat, 0.125);
  EXPECT_EQ(options.method, "full");
  EXPECT_EQ(options.delta, Rational(1, 1000));
  EXPECT_EQ(options.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(options.vertices, 0);
  EXPECT_EQ(options.budget, 12);
  EXPECT_EQ(options.time_limit, 0.25);
  EXPECT_TRUE(options.symmetric);
  set(options, "symmetric", "false");
  EXPECT_FALSE(options.symmetric);
  set(options, "delta", "1/20");
  EXPECT_EQ(options.delta, Rational(1, 20));
  for (const char* text : {"10%", "0.1", "1/10"}) {
    options.ahead = 0;
    set(options, "ahead", text);
    EXPECT_EQ(options.ahead, 0.1) << text;
  }
}

// What is written down sets the same again, and nothing that has its default is written.
template <typename Values>
void expect_written_as_read(std::span<const std::pair<const char*, const char*>> texts) {
  Values values;
  for (const auto& info : table_of(values)) EXPECT_FALSE(info.text(values)) << info.name;
  ASSERT_EQ(texts.size(), table_of(values).size());
  for (const auto& [name, text] : texts) set(values, name, text);
  for (const auto& [name, text] : texts) {
    const auto info =
        std::ranges::find(table_of(values), std::string_view(name), &Option<Values>::name);
    EXPECT_EQ(info->text(values), text) << name;
    EXPECT_NO_THROW(info->check(values)) << name;
  }
}

TEST(Options, AreWrittenAsTheyAreRead) {
  constexpr std::pair<const char*, const char*> of_solve[] = {{"method", "reweighted"},
                                                              {"delta", "0.125"},
                                                              {"vertices", "7"},
                                                              {"seed", "18446744073709551615"},
                                                              {"kernels", "true"},
                                                              {"certificate-vertices", "true"},
                                                              {"budget", "12"},
                                                              {"time-limit", "0.25"},
                                                              {"threads", "3"},
                                                              {"symmetric", "true"},
                                                              {"epsilon", "1/20"},
                                                              {"payoff-range", "-1/2,3"},
                                                              {"k1", "3"},
                                                              {"k2", "4"},
                                                              {"exit", "never"},
                                                              {"sample", "5"},
                                                              {"scale", "0.5"},
                                                              {"engine", "lp"},
                                                              {"ledger", "run.db"},
                                                              {"ahead", "0.25"},
                                                              {"game-id", "chess 4"},
                                                              {"check-repeat", "0.125"},
                                                              {"on-failure", "1/2"}};
  expect_written_as_read<Options>(of_solve);
  constexpr std::pair<const char*, const char*> of_rank[] = {
      {"delta", "1/3"},        {"schedule", "fixed"},   {"payoff-range", "-1,1"},
      {"tie", "1/4"},          {"winner", "side"},      {"two-sided", "true"},
      {"join-names", "true"},  {"epsilon", "1/20"},     {"plan", "7"},
      {"resamples", "0"},      {"ledger", "league.db"}, {"log", "week 1"},
      {"distinct", "true"},    {"seed", "2"},           {"sides", "me,you"},
      {"result", "score"},     {"separator", ";"},      {"decimal-mark", ","},
      {"skip", "true"},        {"pair-seats", "true"},  {"drop", "a"},
      {"only", "now.txt"},     {"min-matches", "9"},    {"field", "log"},
      {"withdrawn", "3"},      {"matches-each", "5"},   {"count", "W,L"},
      {"scores", "home,away"}, {"for", "order"},        {"compare", "a,b"},
      {"zone", "1/20"}};
  expect_written_as_read<RankOptions>(of_rank);
}

TEST(Options, ADoubleStandsForItsShortestDecimal) {
  Options options{.delta = 0.1};
  EXPECT_EQ(settings_of(options)[2], (std::pair<std::string, std::string>("delta", "0.1")));
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = 2;
  const auto game = function_game(1, 1, [](Index, Index, std::uint64_t) { return Rational(1); });
  EXPECT_EQ(solve(*game, options).confidence, Rational(9, 10));
}

TEST(Options, ACountBeyondAllMeasureIsNoLimit) {
  Options options;
  set(options, "budget", "99999999999999999999");
  EXPECT_EQ(options.budget, std::numeric_limits<std::int64_t>::max());
}

/// An option, what it does not take, and what the refusal says that it takes.
struct Refused {
  const char* name;
  std::vector<std::string> texts;
  std::string what;
};
template <typename Values>
void expect_refused(const std::vector<Refused>& table) {
  for (const auto& [name, texts, what] : table) {
    for (const std::string& text : texts) {
      EXPECT_EQ(refusal<Values>(name, text),
                std::string(name) + ": " + (text.empty() ? "''" : text) + " is not " + what);
    }
  }
}

TEST(Options, RefusalsSayWhatIsAllowed) {
  const std::string seeds = "a whole number from 0 to 18446744073709551615";
  const std::string above_0 = "a number above 0, such as 0.05 or 1/20";
  const std::string ranges = "two numbers A,B with A < B";
  expect_refused<Options>({
      {"ahead", {"6", "-1%", "%"}, "a share such as 10% or 0.1, at most 100%"},
      {"delta", {"2", "0", "1", "3/2", "1/0", "nan", "0.5x", ""}, "in (0, 1)"},
      {"vertices", {"-1", "1e3", "-99999999999999999999"}, "a whole number of 0 or more"},
      {"budget", {"x", "", " 5"}, "a whole number of 0 or more"},
      {"seed", {"-1", "18446744073709551616"}, seeds},
      {"time-limit", {"0", "-1", "inf", "soon"}, "a number of seconds above 0 and at most 1e9"},
      {"symmetric", {"maybe"}, "true or false"},
      {"payoff-range", {"1", "1,1", "2,1", "0,1,2", "0,inf", ""}, ranges},
      {"epsilon", {"0", "-1/2", "small"}, above_0},
      {"ledger", {""}, "the name of a file"},
      {"game-id", {"", "a\tb"}, "a name of printable characters"},
      {"check-repeat", {"-0.1", "2", "nan"}, "in [0, 1]"},
      {"k1", {"0"}, "a whole number of 1 or more"},
      {"k2", {"two"}, "a whole number of 1 or more"},
      {"exit", {"now", "cost"}, "read, time or never"},
      {"scale", {"0", "1.5"}, "in (0, 1]"},
      {"engine", {"x"}, "sparse or lp"},
  });
  expect_refused<RankOptions>({
      {"delta", {"1", "1e-400"}, "in (0, 1)"},
      {"schedule", {"some"}, "any or fixed"},
      {"payoff-range", {"1,0"}, ranges},
      {"tie", {"x"}, "a number"},
      {"winner", {"both"}, "name or side"},
      {"two-sided", {"1"}, "true or false"},
      {"epsilon", {"0"}, above_0},
      {"plan", {"1000001"}, "a whole number from 0 to 1000000"},
      {"resamples", {"-1"}, "a whole number from 0 to 100000"},
      {"ledger", {""}, "the name of a file"},
      {"log", {""}, "a name"},
      {"seed", {"-1"}, seeds},
  });
}

TEST(Options, AnUnknownMethodIsAnsweredWithTheNames) {
  const std::string message = refusal("method", "magic");
  EXPECT_TRUE(message.starts_with("method: magic is not one of auto")) << message;
  for (const MethodInfo& method : method_table()) {
    EXPECT_TRUE(test::has(message, std::string(method.name)));
    EXPECT_EQ(refusal("method", method.name), "no error");
  }
}

TEST(Options, CheckRefusesWhatAProgramFilledInWrongly) {
  for (const Options& options :
       {Options{.method = "magic"}, Options{.delta = 1}, Options{.vertices = -1},
        Options{.budget = -1}, Options{.time_limit = 0},
        Options{.time_limit = std::numeric_limits<double>::infinity()},
        Options{.payoff_range = PayoffRange{1, 1}}, Options{.epsilon = Rational(0)},
        Options{.ledger = ""}, Options{.game_id = "\x1b"}, Options{.check_repeat = 1.01}}) {
    EXPECT_THROW(check_options(options), OptionError);
  }
  for (const RankOptions& options :
       {RankOptions{.delta = 0}, RankOptions{.payoff_range = PayoffRange{1, 0}},
        RankOptions{.epsilon = Rational(-1)}, RankOptions{.plan = -1},
        RankOptions{.resamples = 100'001}, RankOptions{.log = "week 1"}}) {
    EXPECT_THROW(check_options(options), OptionError);
  }
}

TEST(Options, OfTheMethodsOverAllSubgames) {
  Options options;
  set(options, "exit", "never");
  EXPECT_EQ(options.research.exit, LoopExit::never);
  set(options, "exit", "time");
  EXPECT_EQ(options.research.exit, LoopExit::time);
  const auto fault = [&] { return input_error([&] { check_options(options); }); };
  set(options, "k1", "3");
  EXPECT_EQ(fault(), "k1: only methods paper and reweighted use it");
  options.method = "paper";
  EXPECT_EQ(fault(), "k1 requires `k2`");
  set(options, "k2", "2");
  EXPECT_EQ(fault(), "no error");
  options = {};
  set(options, "scale", "1");
  EXPECT_EQ(fault(), "scale: only method reweighted uses it");
  options = {};
  set(options, "engine", "lp");
  EXPECT_EQ(fault(), "engine: only method reweighted uses it");
  options.method = "reweighted";
  EXPECT_EQ(fault(), "no error");
}

}  // namespace
}  // namespace allnash::options_test
