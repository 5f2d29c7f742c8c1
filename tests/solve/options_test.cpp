#include "allnash/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "allnash/game.hpp"
#include "allnash/rank.hpp"
#include "allnash/solve.hpp"
#include "sources/reading.hpp"

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
                                                              {"seed", "18446744073709551615"},
                                                              {"vertices", "7"},
                                                              {"kernels", "true"},
                                                              {"certificate-vertices", "true"},
                                                              {"budget", "12"},
                                                              {"time-limit", "0.25"},
                                                              {"threads", "3"},
                                                              {"symmetric", "true"},
                                                              {"payoff-range", "-1/2,3"},
                                                              {"epsilon", "1/20"},
                                                              {"k1", "3"},
                                                              {"k2", "4"},
                                                              {"exit", "never"},
                                                              {"sample", "5"},
                                                              {"scale", "0.5"},
                                                              {"engine", "lp"},
                                                              {"ledger", "run.db"},
                                                              {"ahead", "0.25"},
                                                              {"game-id", "chess 4"},
                                                              {"check-repeat", "0.125"}};
  expect_written_as_read<Options>(of_solve);
  constexpr std::pair<const char*, const char*> of_rank[] = {
      {"delta", "1/3"},     {"schedule", "fixed"}, {"payoff-range", "-1,1"}, {"tie", "1/4"},
      {"winner", "side"},   {"two-sided", "true"}, {"join-names", "true"},   {"epsilon", "1/20"},
      {"plan", "7"},        {"resamples", "0"},    {"ledger", "league.db"},  {"log", "week 1"},
      {"distinct", "true"}, {"seed", "2"},         {"sides", "me,you"},      {"result", "score"},
      {"separator", ";"},   {"decimal-mark", ","}, {"skip", "true"},         {"pair-seats", "true"},
      {"drop", "a"},        {"only", "now.txt"},   {"min-matches", "9"},     {"field", "log"},
      {"withdrawn", "3"},   {"matches-each", "5"}};
  expect_written_as_read<RankOptions>(of_rank);
}

TEST(Options, ADoubleStandsForItsShortestDecimal) {
  Options options;
  options.delta = 0.1;
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

TEST(Options, RefusalsSayWhatIsAllowed) {
  const std::string count = " is not a whole number of 0 or more";
  const std::string seed = " is not a whole number from 0 to 18446744073709551615";
  const std::string time = " is not a number of seconds above 0 and at most 1e9";
  const std::string range = " is not two numbers A,B with A < B";
  const std::string epsilon = " is not a number above 0, such as 0.05 or 1/20";
  const std::array<std::string, 3> table[] = {
      {"ahead", "6", "ahead: 6 is not a share such as 10% or 0.1, at most 100%"},
      {"ahead", "-1%", "ahead: -1% is not a share such as 10% or 0.1, at most 100%"},
      {"ahead", "%", "ahead: % is not a share such as 10% or 0.1, at most 100%"},
      {"delta", "2", "delta: 2 is not in (0, 1)"},
      {"delta", "0", "delta: 0 is not in (0, 1)"},
      {"delta", "1", "delta: 1 is not in (0, 1)"},
      {"delta", "3/2", "delta: 3/2 is not in (0, 1)"},
      {"delta", "1/0", "delta: 1/0 is not in (0, 1)"},
      {"delta", "nan", "delta: nan is not in (0, 1)"},
      {"delta", "0.5x", "delta: 0.5x is not in (0, 1)"},
      {"delta", "", "delta: '' is not in (0, 1)"},
      {"vertices", "-1", "vertices: -1" + count},
      {"vertices", "1e3", "vertices: 1e3" + count},
      {"vertices", "-99999999999999999999", "vertices: -99999999999999999999" + count},
      {"budget", "x", "budget: x" + count},
      {"budget", "", "budget: ''" + count},
      {"budget", " 5", "budget:  5" + count},
      {"seed", "-1", "seed: -1" + seed},
      {"seed", "18446744073709551616", "seed: 18446744073709551616" + seed},
      {"time-limit", "0", "time-limit: 0" + time},
      {"time-limit", "-1", "time-limit: -1" + time},
      {"time-limit", "inf", "time-limit: inf" + time},
      {"time-limit", "soon", "time-limit: soon" + time},
      {"symmetric", "maybe", "symmetric: maybe is not true or false"},
      {"payoff-range", "1", "payoff-range: 1" + range},
      {"payoff-range", "1,1", "payoff-range: 1,1" + range},
      {"payoff-range", "2,1", "payoff-range: 2,1" + range},
      {"payoff-range", "0,1,2", "payoff-range: 0,1,2" + range},
      {"payoff-range", "0,inf", "payoff-range: 0,inf" + range},
      {"payoff-range", "", "payoff-range: ''" + range},
      {"epsilon", "0", "epsilon: 0" + epsilon},
      {"epsilon", "-1/2", "epsilon: -1/2" + epsilon},
      {"epsilon", "small", "epsilon: small" + epsilon},
      {"ledger", "", "ledger: '' is not the name of a file"},
      {"game-id", "", "game-id: '' is not a name of printable characters"},
      {"game-id", "a\tb", "game-id: a\tb is not a name of printable characters"},
      {"check-repeat", "-0.1", "check-repeat: -0.1 is not in [0, 1]"},
      {"check-repeat", "2", "check-repeat: 2 is not in [0, 1]"},
      {"check-repeat", "nan", "check-repeat: nan is not in [0, 1]"},
  };
  for (const auto& [name, text, message] : table) EXPECT_EQ(refusal(name, text), message);
}

TEST(Options, OfRankRefuseAsThoseOfSolve) {
  const std::array<std::string, 3> table[] = {
      {"delta", "1", "delta: 1 is not in (0, 1)"},
      {"delta", "1e-400", "delta: 1e-400 is not in (0, 1)"},
      {"schedule", "some", "schedule: some is not any or fixed"},
      {"payoff-range", "1,0", "payoff-range: 1,0 is not two numbers A,B with A < B"},
      {"tie", "x", "tie: x is not a number"},
      {"winner", "both", "winner: both is not name or side"},
      {"two-sided", "1", "two-sided: 1 is not true or false"},
      {"epsilon", "0", "epsilon: 0 is not a number above 0, such as 0.05 or 1/20"},
      {"plan", "1000001", "plan: 1000001 is not a whole number from 0 to 1000000"},
      {"resamples", "-1", "resamples: -1 is not a whole number from 0 to 100000"},
      {"ledger", "", "ledger: '' is not the name of a file"},
      {"log", "", "log: '' is not a name"},
      {"seed", "-1", "seed: -1 is not a whole number from 0 to 18446744073709551615"},
  };
  for (const auto& [name, text, message] : table) {
    EXPECT_EQ(refusal<RankOptions>(name, text), message);
  }
}

TEST(Options, AnUnknownMethodIsAnsweredWithTheNames) {
  const std::string message = refusal("method", "magic");
  EXPECT_EQ(message.rfind("method: magic is not one of auto", 0), 0U) << message;
  for (const MethodInfo& method : method_table()) {
    EXPECT_NE(message.find(method.name), std::string::npos);
    EXPECT_EQ(refusal("method", method.name), "no error");
  }
}

TEST(Options, CheckRefusesWhatAProgramFilledInWrongly) {
  const auto refused = []<typename Values>(void (*change)(Values&)) {
    Values values;
    change(values);
    EXPECT_THROW(check_options(values), OptionError);
  };
  refused(+[](Options& options) { options.method = "magic"; });
  refused(+[](Options& options) { options.delta = 1; });
  refused(+[](Options& options) { options.vertices = -1; });
  refused(+[](Options& options) { options.budget = -1; });
  refused(+[](Options& options) { options.time_limit = 0; });
  refused(+[](Options& options) { options.payoff_range = PayoffRange{1, 1}; });
  refused(+[](Options& options) { options.epsilon = Rational(0); });
  refused(+[](Options& options) { options.ledger = ""; });
  refused(+[](Options& options) { options.game_id = "\x1b"; });
  refused(+[](Options& options) { options.check_repeat = 1.01; });
  refused(+[](Options& options) { options.time_limit = std::numeric_limits<double>::infinity(); });
  refused(+[](RankOptions& options) { options.delta = 0; });
  refused(+[](RankOptions& options) { options.epsilon = Rational(-1); });
  refused(+[](RankOptions& options) { options.plan = -1; });
  refused(+[](RankOptions& options) { options.resamples = 100'001; });
  refused(+[](RankOptions& options) { options.payoff_range = PayoffRange{1, 0}; });
  refused(+[](RankOptions& options) { options.log = "week 1"; });
}

TEST(Options, OfTheMethodsOverAllSubgames) {
  EXPECT_EQ(refusal("k1", "0"), "k1: 0 is not a whole number of 1 or more");
  EXPECT_EQ(refusal("k2", "two"), "k2: two is not a whole number of 1 or more");
  EXPECT_EQ(refusal("exit", "now"), "exit: now is not read, time or never");
  Options options;
  set(options, "exit", "never");
  EXPECT_EQ(options.exit, LoopExit::never);
  set(options, "exit", "time");
  EXPECT_EQ(options.exit, LoopExit::time);
  EXPECT_EQ(refusal("exit", "cost"), "exit: cost is not read, time or never");
  const auto fault = [&] { return input_error([&] { check_options(options); }); };
  set(options, "k1", "3");
  EXPECT_EQ(fault(), "k1: only methods paper and reweighted use it");
  options.method = "paper";
  EXPECT_EQ(fault(), "k1 requires `k2`");
  set(options, "k2", "2");
  EXPECT_EQ(fault(), "no error");
  EXPECT_EQ(refusal("scale", "0"), "scale: 0 is not in (0, 1]");
  EXPECT_EQ(refusal("scale", "1.5"), "scale: 1.5 is not in (0, 1]");
  EXPECT_EQ(refusal("engine", "x"), "engine: x is not sparse or lp");
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
