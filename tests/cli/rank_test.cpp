// Matches on the command line: what goes in, what is refused, what comes out.
#include <nlohmann/json.hpp>

#include "cli/run.hpp"

namespace allnash::tests::rank_test {
namespace {

using Json = nlohmann::json;

Finished ranked(const std::string& text, const std::vector<std::string>& more = {}) {
  return allnash_run(with({"rank", "-"}, more), {.input = text});
}

/// Everybody against everybody in turn; of ten matches the lower number wins `of_ten`.
std::string log_of(int agents, int rounds, int of_ten) {
  std::string text = "model_a,model_b,winner\n";
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < agents; ++i) {
      for (int j = i + 1; j < agents; ++j) {
        const bool first = (round * 7 + i + j) % 10 < of_ten;
        text += "agent " + std::to_string(i) + ",agent " + std::to_string(j) + "," +
                (first ? "model_a" : "model_b") + "\n";
      }
    }
  }
  return text;
}

TEST(Rank, SaysFirstWhomToPlay) {
  const Finished result = ranked(log_of(4, 300, 7), {"--plan", "3", "--resamples", "20"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("play       agent 0 100%\n           earns 0.")) << result.out;
  EXPECT_TRUE(has(result.out, "sure       95% confidence"));
  EXPECT_TRUE(has(result.out, "(schedule any)"));
  EXPECT_TRUE(has(result.out, "Play next, the most useful first"));
  EXPECT_EQ(result.out.find("proved"), std::string::npos);
  EXPECT_LT(result.out.find("agent 0     "), result.out.find("agent 1     ")) << "a tier above";
}

TEST(Rank, JsonHasWhatTheContractNames) {
  const Folder folder;
  const std::string proof = folder.path("proof.txt");
  const std::string page = folder.path("page.html");
  const Finished result =
      ranked(log_of(3, 400, 6), {"--json", "--certificate", proof, "--report", page, "--plan", "2",
                                 "--schedule", "fixed", "--delta", "0.1"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["status"], "certified");
  EXPECT_EQ(json["confidence"], "9/10");
  EXPECT_EQ(json["schedule"], "fixed");
  EXPECT_EQ(json["symmetric"], true);
  EXPECT_EQ(json["plays"], 1200);
  EXPECT_EQ(json["entries"], 3);
  EXPECT_EQ(json["labels"].size(), 3U);
  EXPECT_EQ(json["value"], "1/2");
  EXPECT_EQ(json["averages"]["row_support"], Json::array({0}));
  EXPECT_EQ(json["tiers"], Json::array({Json::array({0}), Json::array({1}), Json::array({2})}));
  EXPECT_EQ(json["resampled"]["times"], 200);
  EXPECT_TRUE(json["resampled"]["played"].contains("0"));
  EXPECT_EQ(json["next"].size(), 2U);
  for (const char* const key : {"low", "high", "row_strategy", "column_strategy", "row_caps"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  const Finished checked = check({proof});
  EXPECT_EQ(checked.code, 0) << checked.out;
  EXPECT_EQ(checked.out, "verified with confidence 0.9\n");
  EXPECT_TRUE(std::filesystem::file_size(page) > 10'000);
  EXPECT_EQ(
      ranked(log_of(3, 400, 6), {"--json", "--plan", "2", "--schedule", "fixed", "--delta", "1/10"})
          .out,
      result.out)
      << "the same bytes";
}

TEST(Rank, EpsilonIsAnExitCode) {
  EXPECT_EQ(ranked(log_of(3, 400, 5), {"--epsilon", "0.2"}).code, 0);
  const Finished stopped = ranked(log_of(3, 400, 5), {"--epsilon", "0.001", "--json"});
  EXPECT_EQ(stopped.code, 3);
  EXPECT_EQ(Json::parse(stopped.out)["status"], "stopped");
}

TEST(Rank, TwoSidedLogsHaveTwoStrategies) {
  std::string text = "attack,defence,outcome\n";
  for (int t = 0; t < 900; ++t) {
    const int row = t % 3;
    const int column = (t / 3) % 3;
    text += "a" + std::to_string(row) + ",d" + std::to_string(column) + "," +
            ((t * 7 + t / 9) % 10 < (row == column ? 8 : 3) ? "1" : "-1") + "\n";
  }
  const Folder folder;
  const std::string proof = folder.path("proof.txt");
  const Finished result =
      ranked(text, {"--payoff-range", "-1,1", "--json", "--certificate", proof});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["symmetric"], false);
  EXPECT_EQ(json["row_labels"].size(), 3U);
  EXPECT_EQ(json["column_labels"][0], "d0");
  EXPECT_FALSE(json.contains("value"));
  EXPECT_TRUE(json["averages"]["tiers"][0].contains("rows"));
  EXPECT_EQ(check({proof}).out, "verified with confidence 0.95\n");
}

TEST(Rank, ChartsNeedCounts) {
  const Folder folder;
  const std::string counts = folder.write("counts.csv", ",x,y,z\nx,,400,500\ny,400,,300\nz,,,\n");
  const std::string chart = ",x,y,z\nx,-,52.4%,60 %\ny,47.6%,n/a,48%\nz,40%,,\n";
  const Finished result = ranked(chart, {"--counts", counts, "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["plays"], 1200);
  EXPECT_EQ(json["value"], "50");
  EXPECT_EQ(refusal(ranked(chart)).substr(0, 61),
            "standard input: no two headings name the sides of a match (ro");
  const std::string other = folder.write("other.csv", ",x,y\nx,,4\ny,4,\n");
  EXPECT_EQ(refusal(ranked(chart, {"--counts", other})),
            other + ": 2 x 2 counts where the chart has 3 x 3\n");
}

TEST(Rank, RefusesInOneLine) {
  const std::pair<const char*, const char*> table[] = {
      {"a,b,winner\nx,y,a\nx,x,b\n", "standard input:3: 'x' is paired with itself\n"},
      {"row,column,outcome\nx,y,1\ny,x,2\n",
       "standard input:3: the outcome 2 is outside the range 0,1\n"},
      {"row,column,wins,losses\nx,y,-3,1\n",
       "standard input:2: wins: '-3' is not a count: a whole number, 0 or more\n"},
      {"row,column,wins,losses\nx,y,3,1.5\n",
       "standard input:2: losses: '1.5' is not a count: a whole number, 0 or more\n"},
      {"row,column,plays,mean,sum_of_squares\nx,y,10,0.5,6\n",
       "standard input:2: no outcomes in the range have this mean and this sum of squares\n"},
      {"row,column,outcome\nx,y\n", "standard input:2: 2 cells where the header has 3\n"},
      {"", "standard input: empty file\n"},
      {"a,b,winner\n", "standard input: no match is in it\n"},
  };
  for (const auto& [text, message] : table) EXPECT_EQ(refusal(ranked(text)), message);
  const std::string unknown = refusal(ranked("left,right,winner\nx,y,left\ny,x,nobody\n"));
  EXPECT_TRUE(unknown.starts_with("standard input:3: the winner 'nobody' is neither of the two"));
  EXPECT_TRUE(has(unknown, "tie (bothbad)"));
  EXPECT_EQ(refusal(ranked("row,column,wins,losses\nx,y,3,1\n", {"--schedule", "any"})),
            "--schedule: `any` needs the order of playing, and counts have none; with `fixed` you "
            "say that results did not decide who met whom and how often\n");
  EXPECT_EQ(refusal(ranked("a,b,winner\nx,y,a\n", {"--delta", "2"})),
            "--delta: 2 is not in (0, 1)\n");
  EXPECT_EQ(refusal(ranked("a,b,winner\nx,y,a\ny,x,a\n", {"--tie", "0"})).substr(0, 30),
            "--tie: in a symmetric game it ");
  EXPECT_EQ(refusal(allnash_run({"rank", "/no/such/file"})),
            "/no/such/file: cannot read: No such file or directory\n");
  EXPECT_EQ(refusal(allnash_run({"rank"})), "FILE is missing (see allnash rank --help)\n");
}

TEST(Rank, NamesThatLookAlikeAreToldAndJoinedOnRequest) {
  const std::string log = "a,b,winner\nGPT,y,a\ngpt,y,b\ny,GPT,a\n";
  const Json apart = Json::parse(ranked(log, {"--json"}).out);
  EXPECT_EQ(apart["labels"].size(), 3U);
  EXPECT_TRUE(has(apart["notes"].dump(), "'GPT' and 'gpt' differ by blanks or case alone"));
  const Json joined = Json::parse(ranked(log, {"--json", "--join-names"}).out);
  EXPECT_EQ(joined["labels"], Json::array({"GPT", "y"}));
}

TEST(Rank, HelpListsTheWords) {
  const std::string help = allnash_run({"rank", "--help"}).out;
  for (const char* const word : {"tie (bothbad)", "player_a,player_b", "bothbad", "--two-sided"}) {
    EXPECT_TRUE(has(help, word));
  }
}

// ------------------------------------------------------------------------- a league in a ledger

Finished in_league(const std::string& ledger, const std::string& log,
                   const std::vector<std::string>& more = {}) {
  return allnash_run(with({"rank", log, "--ledger", ledger, "--resamples", "0"}, more));
}

Json league_json(const Finished& result) {
  EXPECT_EQ(result.code, 0) << result.err;
  return Json::parse(result.out);
}

TEST(RankLedger, EachMatchOnce) {
  const Folder folder;
  const std::string ledger = folder.path("league.db");
  const std::string proof = folder.path("proof.txt");
  const std::string short_log = folder.write("short.csv", log_of(4, 60, 7));
  const std::string long_log = folder.write("long.csv", log_of(4, 150, 7));
  const Json first = league_json(in_league(ledger, short_log, {"--json"}));
  EXPECT_EQ(first["plays"], 360);
  EXPECT_EQ(first["recalled"], 0);
  const Json again = league_json(in_league(ledger, short_log, {"--json"}));
  EXPECT_EQ(again["recalled"], 360);
  for (const char* const key : {"low", "high", "row_strategy", "row_caps", "plays", "attempts"}) {
    EXPECT_EQ(first[key], again[key]) << key;
  }
  const Json longer =
      league_json(in_league(ledger, long_log, {"--json", "--certificate", proof, "--quiet"}));
  EXPECT_EQ(longer["plays"], 900);
  EXPECT_EQ(longer["recalled"], 360);
  const Finished checked = check({proof});
  EXPECT_EQ(checked.out, "verified with confidence 0.95\n");
  // A certificate of a league with another attempt, or with more draws than there were, is none.
  std::string text = folder.read("proof.txt");
  const std::size_t kept = text.find("newcomers kept");
  ASSERT_NE(kept, std::string::npos);
  std::string other = text;
  other.replace(other.find("attempt "), 9, "attempt 9");
  EXPECT_EQ(check({folder.write("other.txt", other)}).code, 1);
  EXPECT_TRUE(has(text, "\ncolumn-caps " + std::to_string(longer["row_caps"].size()) + "\n"));
  const Json alone =
      league_json(allnash_run({"rank", "--ledger", ledger, "--resamples", "0", "--json"}));
  EXPECT_EQ(alone["low"], longer["low"]);
  const Finished shown = allnash_run({"ledger", "show", ledger});
  EXPECT_TRUE(has(shown.out, "log        short.csv: 900 matches"));
  const Json told = league_json(allnash_run({"ledger", "show", ledger, "--json"}));
  EXPECT_EQ(told["plays"]["logs"], Json::array({{{"name", "short.csv"}, {"matches", 900}}}));
  const Finished out = allnash_run({"ledger", "export", ledger});
  EXPECT_EQ(std::ranges::count(out.out, '\n'), 901);
}

TEST(RankLedger, RefusesWhatContradictsIt) {
  const Folder folder;
  const std::string ledger = folder.path("league.db");
  const std::string text = log_of(3, 40, 7);
  const std::string log = folder.write("log.csv", text);
  ASSERT_EQ(in_league(ledger, log).code, 0);
  const std::string before = folder.read("league.db");
  std::string changed = text;
  const std::size_t line = changed.find("model_", changed.find("\n", 200));
  changed[line + 6] = changed[line + 6] == 'a' ? 'b' : 'a';
  const auto number = std::to_string(
      1 + std::count(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(line), '\n'));
  const std::string said = refusal(in_league(ledger, folder.write("changed.csv", changed)));
  EXPECT_TRUE(has(said, "changed.csv:" + number + ": this match is another one"));
  const std::pair<std::vector<std::string>, const char*> refused[] = {
      {{"--delta", "0.1"}, "of another league: its delta is '0.05', here it is '0.1'"},
      {{"--payoff-range", "0,2"}, "of another league: its payoff-range"},
      {{"--two-sided"}, "of another league: its symmetric"},
      {{"--schedule", "fixed"}, "--schedule: a ledger's matches are read as `any`"},
  };
  for (const auto& [options, words] : refused) {
    const std::string fault = refusal(in_league(ledger, log, options));
    EXPECT_TRUE(has(fault, words));
  }
  const std::string counts = folder.write("counts.csv", "row,column,wins,losses\nx,y,1,2\n");
  EXPECT_TRUE(has(refusal(in_league(ledger, counts)), "--ledger: it takes logs"));
  EXPECT_TRUE(has(refusal(in_league(folder.path("new.db"), counts)), "it takes logs"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("new.db")));
  EXPECT_EQ(folder.read("league.db"), before);
  EXPECT_TRUE(
      has(refusal(allnash_run({"rank", log, "--log", "x"})), "--log: there is no --ledger"));
}

TEST(RankLedger, StrategiesJoin) {
  const Folder folder;
  const std::string ledger = folder.path("league.db");
  ASSERT_EQ(in_league(ledger, folder.write("one.csv", log_of(3, 100, 7))).code, 0);
  const Json json =
      league_json(in_league(ledger, folder.write("two.csv", log_of(5, 60, 8)), {"--json"}));
  EXPECT_EQ(json["labels"].size(), 5U);
  EXPECT_EQ(json["recalled"], 300);
  EXPECT_EQ(json["plays"], 900);
  EXPECT_NE(json["low"], "0");
}

// Killed at any moment, an import is whole or nothing, and the same command goes on.
TEST(RankLedger, NothingTwiceNothingLostWhenKilled) {
  const Folder folder;
  const std::string log = folder.write("log.csv", log_of(6, 2000, 7));
  const Json whole = league_json(in_league(folder.path("whole.db"), log, {"--json"}));
  const std::string ledger = folder.path("league.db");
  int killed = 0;
  for (int time = 1; time <= 12; ++time) {
    RunSettings settings;
    settings.signal = SIGKILL;
    settings.signal_after = std::chrono::milliseconds(40 * time);
    killed += allnash_run({"rank", log, "--ledger", ledger, "--resamples", "0"}, settings).signal ==
                      SIGKILL
                  ? 1
                  : 0;
  }
  EXPECT_GT(killed, 0);
  const Json after = league_json(in_league(ledger, log, {"--json"}));
  EXPECT_TRUE(after["recalled"] == 0 || after["recalled"] == 30000) << after["recalled"];
  for (const char* const key : {"plays", "low", "high", "row_strategy", "row_caps"}) {
    EXPECT_EQ(after[key], whole[key]) << key;
  }
}

// A live run recalls the matches of a log and goes on with its attempt; later looks count its
// plays.
TEST(RankLedger, LiveRunsAndLogsShareAFile) {
  const Folder folder;
  const std::string ledger = folder.path("league.db");
  ASSERT_EQ(in_league(ledger, folder.write("log.csv", log_of(3, 200, 7))).code, 0);
  const std::string truth = folder.write(
      "truth.csv",
      ",agent 0,agent 1,agent 2\nagent 0,0.5,0.7,0.7\nagent 1,0.3,0.5,0.7\nagent 2,0.3,0.3,0.5\n");
  const Finished live =
      allnash_run({"solve", truth, "--labels", "--noisy", "--coin", "--symmetric", "--payoff-range",
                   "0,1", "--epsilon", "0.05", "--ledger", ledger, "--json", "--quiet"});
  ASSERT_EQ(live.code, 0) << live.err;
  const Json run_json = Json::parse(live.out);
  EXPECT_EQ(run_json["recalled"], 600);
  EXPECT_EQ(run_json["attempts"], 1);
  const Json json = league_json(allnash_run({"rank", "--ledger", ledger, "--json"}));
  EXPECT_EQ(json["plays"], run_json["plays"]);
  EXPECT_EQ(json["attempts"], 1);
}

}  // namespace
}  // namespace allnash::tests::rank_test
