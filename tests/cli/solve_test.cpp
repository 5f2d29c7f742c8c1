// `allnash solve`: exit codes, the JSON, the readable answer, and stopping.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "allnash/rational.hpp"
#include "cli/run.hpp"
#include "paths.hpp"

namespace allnash::tests::solve_test {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> names;
  for (const auto& [key, value] : json.items()) names.push_back(key);
  return names;
}

const std::vector<std::string> proved_keys = {"status",
                                              "rows",
                                              "columns",
                                              "method",
                                              "seed",
                                              "value",
                                              "row_support",
                                              "column_support",
                                              "row_strategy",
                                              "column_strategy",
                                              "row_dimension",
                                              "column_dimension",
                                              "row_vertices",
                                              "column_vertices",
                                              "row_vertices_complete",
                                              "column_vertices_complete",
                                              "queries",
                                              "floor",
                                              "ratio",
                                              "rounds",
                                              "seconds"};

Json solve_json(const std::string& csv, std::vector<std::string> options = {}, int code = 0) {
  options.insert(options.begin(), {"solve", "-", "--json"});
  const Finished result = allnash_run(options, {.input = csv});
  EXPECT_EQ(result.code, code) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.find('\n'), result.out.size() - 1) << "one line and nothing else";
  return Json::parse(result.out);
}

TEST(SolveJson, HasTheDocumentedKeysInOrder) {
  const Json json = solve_json("3,0\n1,2\n");
  EXPECT_EQ(keys(json), proved_keys);
  EXPECT_EQ(json["status"], "proved");
  EXPECT_EQ(json["value"], "3/2");
  EXPECT_EQ(json["row_support"], (Json::array({0, 1})));
  EXPECT_EQ(json["row_strategy"], (Json{{"0", "1/4"}, {"1", "3/4"}}));
  EXPECT_EQ(json["column_strategy"], (Json{{"0", "1/2"}, {"1", "1/2"}}));
  EXPECT_EQ(json["row_vertices"], Json::array({json["row_strategy"]}));
  EXPECT_EQ(json["row_dimension"], 0);
  EXPECT_EQ(json["row_vertices_complete"], true);
  EXPECT_EQ(json["queries"], 4);
  EXPECT_EQ(json["floor"], 4);
  EXPECT_EQ(json["ratio"], 1.0);
  EXPECT_EQ(json["seed"], 1);
}

TEST(SolveJson, SaddlePointMethodsAnswerWithThePointOrThatThereIsNone) {
  for (const std::string name : {"bienstock", "dallant", "random", "lasvegas"}) {
    const std::vector<std::string> method = {"--method", "saddle-" + name};
    const Json found = solve_json("5,6,4\n1,9,3\n", method);
    EXPECT_EQ(found["status"], "proved");
    EXPECT_EQ(found["value"], "4");
    EXPECT_EQ(found["row_support"], Json::array({0}));
    EXPECT_EQ(found["column_support"], Json::array({2}));
    const Json none = solve_json("1,-1\n-1,1\n", method);
    EXPECT_EQ(none["status"], "no strict saddle point");
    EXPECT_FALSE(none.contains("value"));
    EXPECT_EQ(none["method"], "saddle-" + name);
  }
}

TEST(SolveJson, GivenSizesMayEndInFailure) {
  const std::string pennies = "1,-1\n-1,1\n";
  const Json failed = solve_json(pennies, {"--method", "paper", "--k1", "1", "--k2", "1"}, 1);
  EXPECT_EQ(failed["status"], "failure");
  EXPECT_FALSE(failed.contains("value"));
  EXPECT_EQ(failed["low"], "0") << "all payoffs are known";
  EXPECT_EQ(failed["high"], "0");
  const Json found = solve_json(pennies, {"--method", "paper", "--k1", "2", "--k2", "2"});
  EXPECT_EQ(found["status"], "proved");
  EXPECT_EQ(found["value"], "0");
}

TEST(SolveJson, ListsEveryExtremeStrategyOrAsManyAsAllowed) {
  const std::string ties = "0,0\n0,0\n";
  const Json json = solve_json(ties);
  EXPECT_EQ(json["row_dimension"], 1);
  EXPECT_EQ(json["row_vertices"], Json::array({Json{{"1", "1"}}, Json{{"0", "1"}}}));
  const Json cut = solve_json(ties, {"--vertices", "1"});
  EXPECT_EQ(cut["row_vertices"].size(), 1U);
  EXPECT_EQ(cut["row_vertices_complete"], false);
  const Json none = solve_json(ties, {"--vertices", "0"});
  EXPECT_EQ(none["column_vertices"], Json::array());
  EXPECT_EQ(none["column_vertices_complete"], false);
}

TEST(SolveJson, SaysWhichGamesAreSymmetricAndLabelled) {
  const std::string rps = "x,rock,paper,scissors\nrock,0,-1,1\npaper,1,0,-1\nscissors,-1,1,0\n";
  const Json json = solve_json(rps, {"--labels", "--symmetric"});
  EXPECT_EQ(json["symmetric"], true);
  EXPECT_EQ(json["queries"], 3);
  EXPECT_EQ(json["value"], "0");
  EXPECT_EQ(json["row_support_labels"], (Json::array({"rock", "paper", "scissors"})));
}

TEST(SolveJson, EqualRunsGiveEqualBytes) {
  std::string first;
  for (int repeat = 0; repeat < 2; ++repeat) {
    std::string out = allnash_run({"solve", "family:random,n=25", "--json"}).out;
    out.erase(out.find("\"seconds\""));
    if (repeat == 0) first = out;
    EXPECT_EQ(out, first);
  }
}

TEST(Solve, RefusesWhatIsNoGame) {
  const Folder folder;
  EXPECT_EQ(allnash_run({"solve", folder.path("missing.csv")}).code, 2);
  EXPECT_EQ(allnash_run({"solve", folder.path()}).code, 2);
  EXPECT_EQ(allnash_run({"solve", "family:nope,n=3"}).code, 2);
  EXPECT_EQ(allnash_run({"solve", "-", "--json"}, {.input = ""}).code, 2);
  const std::string ragged = folder.write("game.csv", "1,2\n3,4\n5\n");
  const Finished result = allnash_run({"solve", ragged, "--json"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, ragged + ":3: 1 value where line 1 has 2\n");
}

TEST(Solve, RefusesATableThatIsNotSymmetric) {
  const Finished result = allnash_run({"solve", "-", "--symmetric"}, {.input = "0,1\n1,0\n"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

void expect_narrow(const std::string& text, std::size_t most_lines) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_LE(columns_of(line), 80U) << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
  }
  EXPECT_LE(count, most_lines);
}

TEST(SolveReport, FitsATerminalWhateverTheGame) {
  const std::string big(60, '7');
  const std::string name(100, 'n');
  const std::string games[] = {
      "3\n",
      "3,0\n1,2\n",
      "0,0,0\n0,0,0\n",
      "1/3,0\n0,-1/" + big + "\n",
      big + ",-" + big + "1\n-12345," + big + "3\n",
      "1e300,0\n0,1e-300\n",
  };
  for (const std::string& game : games) {
    const Finished result = allnash_run({"solve", "-"}, {.input = game});
    EXPECT_EQ(result.code, 0) << result.err;
    expect_narrow(result.out, 60);
  }
  const std::string labelled = "," + name + ",\xC3\xA9t\xC3\xA9\n" + name + ",1,0\nb,0,1\n";
  const Finished result = allnash_run({"solve", "-", "--labels"}, {.input = labelled});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(has(result.out, "\xC3\xA9t\xC3\xA9"));
  expect_narrow(result.out, 60);
}

TEST(SolveReport, StaysShortForLargeGames) {
  const Finished dense = allnash_run({"solve", "family:random,n=60"});
  EXPECT_EQ(dense.code, 0);
  expect_narrow(dense.out, 60);
  // Every pure strategy is extreme here.
  std::string zeros;
  for (int row = 0; row < 40; ++row) zeros += "0,0\n";
  const Finished ties = allnash_run({"solve", "-"}, {.input = zeros});
  EXPECT_TRUE(has(ties.out, "... and 30 more; --json lists them"));
  expect_narrow(ties.out, 60);
}

TEST(SolveReport, SaysWhatTheContractAsks) {
  const Finished result = allnash_run({"solve", "-"}, {.input = "3,0\n1,2\n"});
  for (const char* words :
       {"game       2 x 2\n", "value      3/2 (= 1.5)\n", "unique", "2 of 2 rows: 0, 1",
        "row 1  3/4   75.00%", "queries    4 of 4 payoffs, in 1 round\n", "floor      4",
        "ratio      1.000\n", "method ", "time "}) {
    EXPECT_TRUE(has(result.out, words)) << words << "\n" << result.out;
  }
}

/// A stopped run whose bounds hold: payoffs of random games lie in [-100, 100].
void expect_stopped(const Finished& result, const std::string& reason) {
  EXPECT_FALSE(result.late);
  ASSERT_EQ(result.code, 3) << result.err << " signal " << result.signal;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["stop_reason"], reason);
  EXPECT_FALSE(json.contains("value"));
  ASSERT_TRUE(json.contains("low") && json.contains("high"));
  const auto number = [](const Json& bound, double unknown) {
    return bound.is_null() ? unknown : Rational::parse(bound.get<std::string>()).to_double();
  };
  EXPECT_LE(number(json["low"], -100), number(json["high"], 100));
}

TEST(SolveStop, Budget) {
  const Finished result = allnash_run({"solve", "family:random,n=300", "--budget", "50", "--json"});
  expect_stopped(result, "budget");
  EXPECT_LE(Json::parse(result.out)["queries"], 50);
  const Finished readable = allnash_run({"solve", "family:random,n=300", "--budget", "900"});
  EXPECT_EQ(readable.code, 3);
  EXPECT_TRUE(has(readable.out, "stopped    by the budget\n"));
  expect_narrow(readable.out, 16);
}

TEST(SolveStop, TimeLimit) {
  const Finished result =
      allnash_run({"solve", "family:random,n=1500", "--time-limit", "0.2", "--json"});
  expect_stopped(result, "time limit");
  EXPECT_LT(Json::parse(result.out)["seconds"], 10);
}

TEST(SolveStop, Signals) {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    RunSettings settings;
    settings.signal = signal_number;
    settings.signal_after = std::chrono::milliseconds(500);
    expect_stopped(allnash_run({"solve", "family:random,n=1500", "--json"}, settings),
                   "interrupted");
  }
}

TEST(Demo, ShowsValueEquilibriaAndQueries) {
  const Finished result = allnash_run({"demo"});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* words : {"961/18", "Mirror Hall", "11/18", "25/72", "31/66", "Try next"}) {
    EXPECT_TRUE(has(result.out, words));
  }
  expect_narrow(result.out.substr(0, result.out.find("Try next")), 80);
}

TEST(Demo, NamesCommandsThatWorkWhereTheUserStands) {
  std::istringstream lines(allnash_run({"demo"}).out);
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string call = "  " + std::string(paths::program) + " ";
    if (line.compare(0, call.size(), call) != 0) continue;
    std::istringstream words(line.substr(call.size()));
    std::string command;
    std::string game;
    words >> command >> game;
    EXPECT_EQ(allnash_run({command, game}).code, 0) << line;
    ++commands;
  }
  EXPECT_EQ(commands, 3);
}

TEST(Names, WorkWithEveryGame) {
  const Folder folder;
  const std::string rows = folder.write("rows.txt", "r\np\ns\n");
  const std::string columns = folder.write("columns.txt", "x\r\ny\r\nz");
  const std::string table = folder.write("game.csv", "0,-1,1\n1,0,-1\n-1,1,0\n");
  const std::string oracle = "while read -r i j; do echo $((((i - j + 4) % 3) - 1)); done";
  for (const std::vector<std::string>& game :
       {std::vector<std::string>{"family:rps,n=3"},
        {table},
        {"oracle", "--oracle", oracle, "--rows", "3", "--columns", "3"}}) {
    std::vector<std::string> command{"solve", "--json", "--row-names", rows};
    command.insert(command.end(), game.begin(), game.end());
    Finished result = allnash_run(command);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(Json::parse(result.out)["row_support_labels"], (Json::array({"r", "p", "s"})));
    command.insert(command.end(), {"--column-names", columns});
    result = allnash_run(command);
    EXPECT_EQ(Json::parse(result.out)["column_support_labels"], (Json::array({"x", "y", "z"})));
  }
  const Finished both = allnash_run({"solve", table, "--symmetric", "--row-names", rows, "--json"});
  EXPECT_EQ(Json::parse(both.out)["column_support_labels"], (Json::array({"r", "p", "s"})));
  const std::string twice = folder.write("twice.txt", "r\np\nr\n");
  const Finished refused = allnash_run({"solve", table, "--row-names", twice});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "names: rows 0 and 2 share the label 'r'\n");
}

TEST(Names, OfColumnsAlone) {
  const Finished result =
      allnash_run({"solve", "-", "--header", "--json"}, {.input = "a,b\n3,0\n1,2\n"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(Json::parse(result.out)["value"], "3/2");
  EXPECT_EQ(Json::parse(result.out)["column_support_labels"], (Json::array({"a", "b"})));
}

TEST(Solve, ReadsSemicolonsAndDecimalCommas) {
  const Finished result = allnash_run(
      {"solve", "-", "--separator", ";", "--decimal", ",", "--json"}, {.input = "1,5;0\n0,5;1\n"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(Json::parse(result.out)["value"], "3/4");
}

TEST(Certificate, MayGoToStandardOutput) {
  const Folder folder;
  const std::string game = folder.write("game.csv", "3,0\n1,2\n");
  const Finished shown = allnash_run({"solve", game, "--certificate", "-"});
  EXPECT_EQ(shown.code, 0);
  EXPECT_TRUE(has(shown.err, "value      3/2"));
  ASSERT_EQ(allnash_run({"solve", game, "--certificate", folder.path("proof")}).code, 0);
  EXPECT_EQ(shown.out, folder.read("proof"));
  const Finished stopped = allnash_run({"solve", game, "--certificate", "-", "--budget", "1"});
  EXPECT_EQ(stopped.code, 3);
  EXPECT_EQ(stopped.out, "");
}

}  // namespace
}  // namespace allnash::tests::solve_test
