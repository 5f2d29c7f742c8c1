// Leagues on the command line: match lists in, next matches out, ledgers merged.
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run.hpp"

namespace allnash::tests::leagues_test {
namespace {

using Json = nlohmann::json;

Finished import(const std::string& path, const std::string& text,
                const std::vector<std::string>& more = {}) {
  return allnash_run(with({"ledger", "import", path}, more), {.input = text});
}

TEST(MatchList, IsAveragedExactlyAndTold) {
  const Folder folder;
  const std::string path = folder.path("league.db");
  const Finished first = import(path,
                                "row,column,outcome\n"
                                "ann,bob,1\nann,bob,0\nbob, ann ,-1\n"
                                "\"Smith, J\",ann,1/2\n\"Smith, J\",ann,0.25\nann,ann,1\n",
                                {"--symmetric"});
  EXPECT_EQ(first.out,
            "2 payoffs added, 0 known before\n"
            "5 plays of 2 entries, averaged\n"
            "1 plays of a strategy against itself left out\n"
            "a new ledger of 3 x 3, symmetric\n"
            "3 new strategies: ann, bob, Smith, J\n")
      << first.err;
  EXPECT_EQ(allnash_run({"ledger", "export", path}).out,
            "row,column,payoff,plays\nann,bob,2/3,3\nann,\"Smith, J\",-3/8,2\n");
  EXPECT_EQ(import(path, "eve,ann,1\n").out,
            "1 payoffs added, 0 known before\n1 new strategies: eve\n");
  EXPECT_EQ(import(path, "row,column,outcome\nann,eve,-2\nann,eve,0\n").out,
            "0 payoffs added, 1 known before\n2 plays of 1 entries, averaged\n");
}

TEST(MatchList, MayNameStrategiesByNumber) {
  const Folder folder;
  const std::string path = folder.path("league.db");
  EXPECT_EQ(import(path, "0,4,1\n0,4,2\n3,1,1\n", {"--average"}).out,
            "2 payoffs added, 0 known before\n3 plays of 2 entries, averaged\n"
            "a new ledger of 4 x 5\n");
  EXPECT_EQ(allnash_run({"ledger", "export", path}).out,
            "row,column,payoff,plays\n0,4,3/2,2\n3,1,1,1\n");
  const std::string years = folder.path("years.db");
  EXPECT_EQ(import(years, "2023,2024,1\n", {"--labels", "--symmetric"}).out,
            "1 payoffs added, 0 known before\na new ledger of 2 x 2, symmetric\n"
            "2 new strategies: 2023, 2024\n");
  EXPECT_EQ(import(years, "2025,2024,1\n").code, 0) << "numbers are labels here";
}

TEST(MatchList, RefusesInOneLineAndAddsNothing) {
  const Folder folder;
  const std::string path = folder.path("league.db");
  EXPECT_EQ(refusal(import(path, "0,4,1\n")),
            path + ": no such ledger file; rows and columns are needed to make one\n");
  EXPECT_EQ(refusal(import(path, "row,column,outcome\n")),
            path + ": no such ledger file; rows and columns are needed to make one\n");
  EXPECT_EQ(folder.count(), 0U);
  ASSERT_EQ(import(path, "ann,bob,1\n").code, 0);
  const std::string before = allnash_run({"ledger", "export", path}).out;
  const std::pair<const char*, const char*> table[] = {
      {"ann,cid,1\nann,dan,3\n\nann,cid,2\n",
       "4: the entry of 'ann' and 'cid' has two payoffs, 1 in line 1 and 2 here"},
      {"eve,bob,1\nann,bob,2\n",
       "2: the entry of 'ann' and 'bob' has two payoffs, 1 in the ledger and 2 here"},
      {"row,column,outcome\nann,bob,2\nann,bob,1\n",
       "2: the entry of 'ann' and 'bob' has two payoffs, 1 in the ledger and 3/2, the mean of 2 "
       "plays here"},
      {"eve,bob,1\nann,bob\n", "2: 'ann,bob' is not row,column,payoff"},
      {"eve,bob,1\nann,bob,1,1\n", "2: 'ann,bob,1,1' is not row,column,payoff"},
      {"eve,bob,won\n", "1: 'won' is not a number"},
      {"eve,bob,nan\n", "1: payoff is not a number (nan)"},
      {"eve,bob,\n", "1: '' is not a number"},
      {"eve,,1\n", "1: the column is empty"},
      {"\"eve,bob,1\n", "1: '\"eve,bob,1' has a quote that does not end its cell"},
      {"0,bob,1\n", "1: '0' is no label of a row, and the ledger knows its rows by label"},
  };
  for (const auto& [text, message] : table) {
    EXPECT_EQ(refusal(import(path, text)), "standard input:" + std::string(message) + "\n");
    EXPECT_EQ(allnash_run({"ledger", "export", path}).out, before);
    EXPECT_EQ(Json::parse(allnash_run({"ledger", "show", path, "--json"}).out)["rows"], 1);
  }
}

TEST(Merge, AddsWhatOthersHold) {
  const Folder folder;
  const std::string all = folder.path("all.db");
  const std::string more = folder.path("more.db");
  ASSERT_EQ(import(folder.path("a.db"), "ann,bob,1\nbob,cid,2\n", {"--symmetric"}).code, 0);
  ASSERT_EQ(import(more, "cid,bob,-2\ndan,ann,3\n", {"--symmetric"}).code, 0);
  EXPECT_EQ(allnash_run({"ledger", "merge", all, folder.path("a.db"), more}).out,
            folder.path("a.db") + ": 2 payoffs added, 0 known before\n" + more +
                ": 1 payoffs added, 1 known before\n");
  EXPECT_EQ(allnash_run({"ledger", "export", all}).out,
            "row,column,payoff\nann,bob,1\nann,dan,-3\nbob,cid,2\n");
  const std::string wrong = folder.path("wrong.db");
  ASSERT_EQ(import(wrong, "eve,ann,1\ncid,bob,5\n", {"--symmetric"}).code, 0);
  const std::string before = allnash_run({"ledger", "export", all}).out;
  EXPECT_EQ(
      refusal(allnash_run({"ledger", "merge", all, wrong})),
      wrong + ": the entry of 'cid' and 'bob' has two payoffs, -2 in " + all + " and 5 here\n");
  EXPECT_EQ(allnash_run({"ledger", "export", all}).out, before);
  EXPECT_EQ(refusal(allnash_run({"ledger", "merge", all, all})),
            all + ": the same file as " + all + "\n");
  const std::string numbers = folder.path("numbers.db");
  ASSERT_EQ(import(numbers, "0,1,1\n", {"--rows", "2", "--columns", "2", "--symmetric"}).code, 0);
  EXPECT_EQ(refusal(allnash_run({"ledger", "merge", all, numbers})),
            numbers + ": of two ledgers one knows its rows by label and the other by number\n");
  const std::string strangers = folder.path("strangers.db");
  ASSERT_EQ(import(strangers, "yan,zoe,1\n", {"--symmetric"}).code, 0);
  EXPECT_EQ(refusal(allnash_run({"ledger", "merge", all, strangers})),
            all +
                ": of another game: none of its rows, 'ann', 'bob', 'cid', ..., is a row of this "
                "one, which has 'yan', 'zoe'\n");
  const std::string named = folder.path("named.db");
  ASSERT_EQ(import(named, "ann,zoe,1\n", {"--symmetric", "--game-id", "chess"}).code, 0);
  const std::string other = folder.path("other.db");
  ASSERT_EQ(import(other, "ann,zoe,1\n", {"--symmetric", "--game-id", "go"}).code, 0);
  EXPECT_EQ(refusal(allnash_run({"ledger", "merge", named, other})),
            named + ": of another game: of 'game-id chess', this is 'game-id go'\n");
}

// A league through its files alone, by label: the plan is played, the results come as a list.
TEST(Plan, IsPlayedByLabel) {
  const Folder folder;
  const std::string path = folder.path("league.db");
  const std::string names = folder.write("names.txt", "rock\npaper\n\"odd\", one\nscissors\n");
  const std::vector<std::string> solve{"solve",    "oracle", "--row-names", names,
                                       "--ledger", path,     "--symmetric"};
  const auto strength = [](const std::string& name) {
    return name == "rock" ? 0 : name == "paper" ? 1 : name == "scissors" ? 2 : 3;
  };
  int rounds = 0;
  for (; rounds < 20; ++rounds) {
    std::vector<std::string> arguments = solve;
    arguments.insert(arguments.end(), {"--plan", "--json", "--budget", "2"});
    const Finished next = allnash_run(arguments);
    ASSERT_EQ(next.code, 0) << next.err;
    const Json plan = Json::parse(next.out);
    EXPECT_EQ(plan["rows"], 4);
    if (plan["entries"].empty()) break;
    EXPECT_LE(plan["entries"].size(), 2U);
    arguments.erase(std::ranges::find(arguments, "--json"));
    std::istringstream csv(allnash_run(arguments).out);
    std::string line;
    std::getline(csv, line);
    EXPECT_EQ(line, "row,column");
    std::string answers;
    for (const Json& entry : plan["entries"]) {
      std::getline(csv, line);
      const int i = strength(entry["row_label"]);
      const int j = strength(entry["column_label"]);
      answers += line + "," + std::to_string(i == 3 ? -1 : j == 3 ? 1 : (i - j + 4) % 3 - 1) + "\n";
    }
    ASSERT_EQ(import(path, answers).code, 0) << answers;
  }
  EXPECT_LT(rounds, 20);
  const Finished last = allnash_run({"solve", "oracle", "--ledger", path, "--symmetric", "--json"});
  const Json result = Json::parse(last.out);
  EXPECT_EQ(result["row_support_labels"], (Json{"rock", "paper", "scissors"})) << last.err;
}

TEST(Costs, AreReadToldAndRefused) {
  const Folder folder;
  const std::string game = folder.write("game.csv", "3,0\n1,2\n");
  const auto solved = [&](const std::string& costs, const std::vector<std::string>& more = {}) {
    return allnash_run(with({"solve", game, "--costs", folder.write("costs.csv", costs)}, more));
  };
  const Json json = Json::parse(solved("1/2,2\n3,4\n", {"--json"}).out);
  EXPECT_EQ(json["cost"], "19/2");
  EXPECT_EQ(json["floor_cost"], "19/2");
  EXPECT_TRUE(has(solved("1/2,2\n3,4\n").out,
                  "\ncost       19/2; that of the floor is 19/2, ratio 1.000\n"));
  const std::string name = folder.path("costs.csv");
  EXPECT_EQ(refusal(solved("1,2\n3,-4\n")), name + ": entry (1, 1): the cost -4 is negative\n");
  EXPECT_EQ(refusal(solved("1,2\n3,nan\n")), name + ":2: payoff is not a number (nan)\n");
  EXPECT_EQ(refusal(solved("1,2,3\n3,4,5\n")),
            name + ": costs of 2 x 3 entries for a game of 2 x 2\n");
  EXPECT_EQ(refusal(solved("1,2\n3\n")), name + ":2: 1 value where line 1 has 2\n");
  EXPECT_EQ(refusal(allnash_run({"solve", game, "--costs", folder.path("none.csv")})),
            folder.path("none.csv") + ": No such file or directory\n");
  EXPECT_EQ(refusal(solved("1,2\n3,4\n",
                           {"--noisy", "--coin", "--payoff-range", "0,3", "--epsilon", "1"})),
            "--costs: not with --noisy\n");
}

// Win rates: what one side gets of a match and what the other gets add up to 1.
TEST(MatchList, OfWinRatesAddsUpToTheRange) {
  const Folder folder;
  const std::string path = folder.path("league.db");
  ASSERT_EQ(import(path, "row,column,outcome\nann,bob,1\nbob,ann,0\nbob,ann,1\nann,ann,1\n",
                   {"--symmetric", "--payoff-range", "0,1"})
                .code,
            0);
  EXPECT_EQ(allnash_run({"ledger", "export", path}).out,
            "row,column,payoff,plays\nann,bob,2/3,3\n");
  EXPECT_EQ(import(path, "cid,ann,3/4\n").code, 0);
  EXPECT_EQ(allnash_run({"ledger", "export", path}).out,
            "row,column,payoff,plays\nann,bob,2/3,3\nann,cid,1/4,\n");
  EXPECT_EQ(
      refusal(import(path, "bob,ann,1/2\n")),
      "standard input:1: the entry of 'ann' and 'bob' has two payoffs, 2/3 in the ledger and 1/2 "
      "here\n");
  EXPECT_EQ(refusal(import(path, "ann,ann,0\n")),
            "standard input:1: the entry of 'ann' and 'ann' of a symmetric game is 1/2, not 0\n");
  const std::string names = folder.write("names.txt", "bob\nann\n");
  EXPECT_EQ(
      refusal(
          allnash_run({"solve", "oracle", "--row-names", names, "--symmetric", "--ledger", path})),
      path +
          ": of a symmetric game in which the payoffs of a match add up to 1; here they add up "
          "to 0, which is the sum of the payoff range's ends: give its --payoff-range A,B\n");
  const Finished turned = allnash_run({"solve", "oracle", "--row-names", names, "--symmetric",
                                       "--payoff-range", "0,1", "--ledger", path, "--json"});
  const Json result = Json::parse(turned.out);
  EXPECT_EQ(result["value"], "1/2") << turned.err;
  EXPECT_EQ(result["row_support_labels"], Json{"ann"});
}

TEST(League, OfTablesGrowsAndShrinks) {
  const Folder folder;
  const std::string path = folder.path("league.db");
  const auto solved = [&](const std::string& table, bool labels = true) {
    return allnash_run(
        with({"solve", folder.write("game.csv", table), "--ledger", path, "--json"},
             labels ? std::vector<std::string>{"--labels"} : std::vector<std::string>{}));
  };
  EXPECT_EQ(solved(",x,y\na,1,2\nb,3,0\n").code, 0);
  const Json grown = Json::parse(solved(",y,x,z\nc,9,9,9\nb,0,3,1\na,2,1,1\n").out);
  EXPECT_EQ(grown["value"], "9");
  EXPECT_LE(grown["queries"].get<int>() - grown["recalled"].get<int>(), 5);
  const Json back = Json::parse(solved(",y,x\nb,0,3\na,2,1\n").out);
  EXPECT_EQ(back["value"], "3/2");
  EXPECT_EQ(back["queries"], back["recalled"]);
  EXPECT_EQ(refusal(solved(",p,q\nb,0,3\na,2,1\n")),
            path +
                ": of another game: none of its columns, 'x', 'y', 'z', is a column of this one, "
                "which has 'p', 'q'\n");
  EXPECT_EQ(refusal(solved("0,3\n2,1\n", false)),
            path + ": it knows its rows by label, 'a', 'b', 'c', and this game has no labels\n");
  EXPECT_EQ(refusal(solved(",y,x\nb,0,3\nb,2,1\n")),
            folder.path("game.csv") + ":3: a second row named 'b'\n");
}

}  // namespace
}  // namespace allnash::tests::leagues_test
