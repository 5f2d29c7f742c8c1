// `--payoff-range` and `--epsilon` on the command line: what is printed, what is refused, what is
// kept.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run.hpp"

namespace allnash::tests::ranges_test {
namespace {

using Json = nlohmann::ordered_json;

const std::string example = "1/2,0,1\n0,1,1/2\n";  // with payoffs in [0, 1] five of six will do

Json solved(const std::vector<std::string>& options, const std::string& csv, int code = 0) {
  const Finished result = allnash_run(with({"solve", "-", "--json"}, options), {.input = csv});
  EXPECT_EQ(result.code, code) << result.err;
  return Json::parse(result.out);
}

TEST(RangesJson, SaysWhatTheProofNeeded) {
  const Json json = solved({"--payoff-range", "0,1", "--method", "lazy"}, example);
  EXPECT_EQ(json["status"], "proved");
  EXPECT_EQ(json["value"], "1/3");
  EXPECT_EQ(json["payoff_range"], (Json::array({"0", "1"})));
  EXPECT_EQ(json["range_used"], true);
  EXPECT_EQ(json["floor"], 6);
  EXPECT_EQ(json["hindsight"], 5);
  EXPECT_EQ(json["range_floor"], 5);
  const Json full = solved({"--payoff-range", "0,1", "--method", "full"}, example);
  EXPECT_EQ(full["range_used"], false);
  EXPECT_EQ(full["hindsight"], 5);
  EXPECT_EQ(full["hindsight_ratio"], 1.2);
}

TEST(RangesJson, WithinATolerance) {
  const Json json = solved({"--payoff-range", "0,1", "--epsilon", "0.4"},
                           "0.2,0.4,0.6\n0.3,0.3,0.3\n0.1,0.9,0.5\n");
  EXPECT_EQ(json["status"], "within");
  EXPECT_EQ(json["epsilon"], "2/5");
  EXPECT_TRUE(json["row_strategy"].is_object() && json["column_strategy"].is_object());
  EXPECT_TRUE(json["floor"].is_null() && json["ratio"].is_null());
  EXPECT_FALSE(json.contains("value"));
}

TEST(RangesJson, AStoppedRunHasStrategiesAsSoonAsTheyAreKnown) {
  const Json none = solved({"--budget", "1"}, example, 3);
  EXPECT_TRUE(none["row_strategy"].is_null() && none["column_strategy"].is_null());
  EXPECT_TRUE(none["low"].is_null() && none["high"].is_null());
  const Json ranged = solved({"--budget", "1", "--payoff-range", "0,1"}, example, 3);
  EXPECT_EQ(ranged["low"], "0");
  EXPECT_EQ(ranged["high"], "1");
  EXPECT_TRUE(ranged["row_strategy"].is_object() && ranged["column_strategy"].is_object());
  const Json symmetric = solved({"--budget", "1", "--payoff-range", "0,1", "--symmetric"},
                                "0.5,1,0,1\n0,0.5,1,1\n1,0,0.5,1\n0,0,0,0.5\n", 3);
  EXPECT_EQ(symmetric["value"], "1/2");
}

TEST(RangesText, SaysTheSameForPeople) {
  const Finished proved =
      allnash_run({"solve", "-", "--payoff-range", "0,1", "--method", "full"}, {.input = example});
  EXPECT_TRUE(has(proved.out, "hindsight  5 of these prove the answer, given the range: 1.200"));
  EXPECT_TRUE(has(proved.out, "range      checked, but not used"));
  const Finished within = allnash_run({"solve", "-", "--epsilon", "2"}, {.input = example});
  EXPECT_EQ(within.code, 0);
  EXPECT_TRUE(has(within.out, "the value to within 2"));
  EXPECT_TRUE(has(within.out, "guarantees at least"));
  EXPECT_TRUE(has(within.out, "concedes at most"));
}

TEST(Ranges, CertificatesAreWrittenAndVerified) {
  const Folder folder;
  const std::string game = folder.write("game.csv", example);
  const std::string proof = folder.path("proof");
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--payoff-range", "0,1"},
        std::vector<std::string>{"--payoff-range", "0,1", "--epsilon", "0.7"},
        std::vector<std::string>{"--epsilon", "0.7"}}) {
    EXPECT_EQ(allnash_run(with({"solve", game, "--certificate", proof}, options)).code, 0);
    EXPECT_EQ(check({proof, game}).out, "verified\n");
  }
  const std::string other = folder.write("other.csv", "1/2,0,1\n0,1,3/2\n");
  EXPECT_EQ(allnash_run({"solve", game, "--payoff-range", "0,1", "--certificate", proof}).code, 0);
  EXPECT_EQ(check({proof, other}).code, 1);
}

TEST(RangesRefused, OneLineThatSaysWhat) {
  struct Case {
    std::vector<std::string> options;
    std::string said;
  };
  for (const Case& each : std::vector<Case>{
           {{"--payoff-range", "0,0.9"},
            "-: entry (0, 2): the payoff 1 is outside the payoff range 0,9/10"},
           {{"--payoff-range", "1,1"}, "payoff-range: 1,1 is not two numbers A,B with A < B"},
           {{"--payoff-range", "2,1"}, "payoff-range: 2,1 is not two numbers A,B with A < B"},
           {{"--payoff-range", "0,inf"}, "payoff-range: 0,inf is not two numbers A,B with A < B"},
           {{"--payoff-range", "0"}, "payoff-range: 0 is not two numbers A,B with A < B"},
           {{"--epsilon", "0"}, "epsilon: 0 is not a number above 0, such as 0.05 or 1/20"},
           {{"--epsilon=-1"}, "epsilon: -1 is not a number above 0, such as 0.05 or 1/20"},
           {{"--epsilon", "nan"}, "epsilon: nan is not a number above 0, such as 0.05 or 1/20"},
           {{"--method", "random-play"},
            "method random-play: it needs --payoff-range and --epsilon"}}) {
    std::vector<std::string> arguments{"solve", "-"};
    arguments.insert(arguments.end(), each.options.begin(), each.options.end());
    const Finished result = allnash_run(arguments, {.input = example});
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    const std::string said = each.said.substr(each.said.starts_with("-: ") ? 3 : 0);
    EXPECT_TRUE(has(result.err, said));
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
  }
}

// What an oracle answered before the payoff outside the range, and that payoff, are in the file.
TEST(RangesRefused, NothingIsLost) {
  const Folder folder;
  const std::string ledger = folder.path("run.db");
  const std::string oracle = "while read i j; do echo $(( (i + j) % 2 + (i == 2 ? 5 : 0) )); done";
  const std::vector<std::string> run{"solve",     "oracle", "--oracle", oracle, "--rows",   "3",
                                     "--columns", "3",      "--ledger", ledger, "--method", "full"};
  std::vector<std::string> ranged = run;
  ranged.insert(ranged.end(), {"--payoff-range", "0,1"});
  const Finished refused = allnash_run(ranged);
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(has(refused.err, "is outside the payoff range 0,1"));
  const Finished shown = allnash_run({"ledger", "show", ledger, "--json"});
  EXPECT_GT(Json::parse(shown.out)["payoffs"], 0) << shown.out;
  // From the file it is refused in the same words, and without the range it serves.
  EXPECT_EQ(allnash_run(ranged).code, 2);
  EXPECT_EQ(allnash_run(run).code, 0);
}

}  // namespace
}  // namespace allnash::tests::ranges_test
