#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/run.hpp"
#include "ledger/store.hpp"
#include "paths.hpp"

namespace allnash::tests::ledger_test {
namespace {

using Json = nlohmann::json;

const std::string game = "family:planted,n=30,k=2";

Finished solved(const Folder& folder) {
  return allnash_run({"solve", game, "--ledger", folder.path("run.db"), "--json"});
}

TEST(Ledger, ASecondRunAsksNothing) {
  const Folder folder;
  Json first = Json::parse(solved(folder).out);
  Json second = Json::parse(solved(folder).out);
  EXPECT_EQ(first["recalled"], 0);
  EXPECT_EQ(second["recalled"], first["queries"]);
  for (Json* json : {&first, &second}) {
    json->erase("recalled");
    json->erase("seconds");
  }
  EXPECT_EQ(first, second);
  EXPECT_EQ(folder.count(), 1U) << "one file is left";
}

TEST(Ledger, TheReportSaysWhatWasNew) {
  const Folder folder;
  const auto report = [&folder] {
    return allnash_run({"solve", "family:rps,n=5", "--ledger", folder.path("run.db"),
                        "--check-repeat", "1"})
        .out;
  };
  EXPECT_TRUE(
      has(report(), "\nledger     0 from the file, 25 new\nrepeats    25, none differed\n"));
  EXPECT_TRUE(has(report(), "\nledger     25 from the file, 0 new\n"));
}

TEST(Ledger, RefusesInOneLine) {
  const Folder folder;
  const std::string path = folder.path("run.db");
  ASSERT_EQ(solved(folder).code, 0);
  const auto refused = [](const std::vector<std::string>& arguments) {
    return refusal(allnash_run(arguments));
  };
  EXPECT_EQ(refused({"solve", "family:planted,n=30,k=3", "--ledger", path}),
            path +
                ": of another game: of 'family:planted,k=2,m=30,n=30,seed=1', this is "
                "'family:planted,k=3,m=30,n=30,seed=1'\n");
  EXPECT_EQ(refused({"solve", game, "--ledger", folder.write("x.db", "no")}),
            folder.path("x.db") + ": not a ledger file\n");
  const ledger::Store open(path);
  EXPECT_EQ(refused({"solve", game, "--ledger", path}), path + ": in use by another run\n");
  EXPECT_EQ(refused({"ledger", "show", path}), path + ": in use by another run\n");
  EXPECT_EQ(refused({"ledger", "import", path}), path + ": in use by another run\n");
  const std::string see = " (see allnash ledger --help)\n";
  EXPECT_EQ(refused({"ledger"}), "show, export, import or merge is missing" + see);
  EXPECT_EQ(refused({"ledger", "eat", path}), "'eat' is not show, export, import or merge" + see);
  EXPECT_EQ(refused({"ledger", "show"}), "the ledger file is missing" + see);
  EXPECT_EQ(refused({"ledger", "show", path, "x"}), "unexpected argument 'x'" + see);
  EXPECT_EQ(refused({"ledger", "import", path, "--rows", "0"}),
            "--rows: 0 is not a whole number from 1 to 4294967295\n");
  EXPECT_EQ(refused({"ledger", "import", path, "--rows", "3"}),
            "--rows and --columns are both needed to say the shape" + see);
  EXPECT_EQ(refused({"ledger", "import", path, "missing.csv"}),
            "missing.csv: No such file or directory\n");
  EXPECT_EQ(refused({"ledger", "merge", path}), "the ledger file to take in is missing" + see);
  EXPECT_EQ(refused({"ledger", "import", path, "x", "y"}), "unexpected argument 'y'" + see);
  EXPECT_EQ(refused({"ledger", "show", path, "--average"}),
            "--average: only import takes it" + see);
}

TEST(Ledger, OfRunsAtOnceOneGoesOnAndTheOthersSayWhy) {
  const Folder folder;
  std::vector<Finished> results(4);
  {
    std::vector<std::jthread> threads;
    for (Finished& result : results) threads.emplace_back([&] { result = solved(folder); });
  }
  int proved = 0;
  for (const Finished& result : results) {
    if (result.code == 0) ++proved;
    EXPECT_TRUE(
        result.code == 0 ||
        (result.code == 2 && result.err == folder.path("run.db") + ": in use by another run\n"))
        << result.code << result.err;
  }
  EXPECT_GE(proved, 1);
  EXPECT_NO_THROW(ledger::Store(folder.path("run.db")).check_soundness());
}

TEST(Ledger, AFullDiskEndsARunWithBounds) {
  const Folder folder;
  // Blocks of 512 bytes; the signal that comes with the limit is what a full disk does not send.
  const std::string script = "ulimit -f 120; trap '' XFSZ; exec \"$@\"";
  const Finished result =
      run("/bin/sh", {"-c", script, "sh", paths::program, "solve", "family:random,n=300",
                      "--method", "full", "--ledger", folder.path("run.db"), "--json"});
  EXPECT_EQ(result.code, 3) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["stop_reason"].get<std::string>().rfind("ledger file: ", 0), 0U);
  EXPECT_TRUE(json.contains("low") && json.contains("high"));
}

TEST(Plan, PlaysAGameThroughFiles) {
  const Folder folder;
  const std::string path = folder.path("run.db");
  const Json direct = Json::parse(allnash_run({"solve", game, "--json"}).out);
  ASSERT_EQ(
      allnash_run({"solve", game, "--method", "full", "--ledger", folder.path("all.db")}).code, 0);
  std::map<std::string, std::string> payoffs;  // "row,column" to the whole line
  std::istringstream all(allnash_run({"ledger", "export", folder.path("all.db")}).out);
  for (std::string line; std::getline(all, line);) {
    payoffs[line.substr(0, line.rfind(','))] = line;
  }
  int rounds = 0;
  for (;; ++rounds) {
    const Finished next = allnash_run({"solve", game, "--ledger", path, "--plan"});
    ASSERT_EQ(next.code, 0) << next.err;
    std::istringstream batch(next.out);
    std::string answers;
    std::string line;
    for (std::getline(batch, line); std::getline(batch, line);) answers += payoffs.at(line) + "\n";
    if (answers.empty()) {
      EXPECT_EQ(next.out, "row,column\n");
      EXPECT_EQ(next.err, "nothing is left to ask: solve will answer from the ledger\n");
      break;
    }
    EXPECT_EQ(next.err, "");
    const Finished taken = allnash_run({"ledger", "import", path, folder.write("in.csv", answers)});
    ASSERT_EQ(taken.code, 0) << taken.err;
  }
  EXPECT_EQ(rounds, direct["rounds"]);
  const Json result = Json::parse(solved(folder).out);
  EXPECT_EQ(result["queries"], direct["queries"]);
  EXPECT_EQ(result["recalled"], direct["queries"]);
  EXPECT_EQ(result["row_vertices"], direct["row_vertices"]);
  EXPECT_EQ(result["value"], direct["value"]);
}

TEST(Plan, ALimitThatComesFirstIsTold) {
  const Finished result = allnash_run({"solve", game, "--plan", "--budget", "0"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "no plan: stopped by the budget\n");
}

TEST(LedgerCommand, ShowsAndExports) {
  const Folder folder;
  const std::string path = folder.path("run.db");
  const Finished taken = allnash_run(
      {"ledger", "import", path, "--rows", "2", "--columns", "1200", "--game-id", "my game"},
      {.input = "1,0,-1/2\n0,1100,3\n"});
  EXPECT_EQ(taken.out, "2 payoffs added, 0 known before\n") << taken.err;
  EXPECT_EQ(allnash_run({"ledger", "show", path}).out, "ledger     " + path +
                                                           ", version 5\n"
                                                           "game       2 x 1,200\n"
                                                           "identity   game-id my game\n"
                                                           "payoffs    2\n"
                                                           "           from -1/2 to 3\n");
  EXPECT_EQ(Json::parse(allnash_run({"ledger", "show", path, "--json"}).out)["payoffs"], 2);
  const std::string table = "row,column,payoff\n0,1100,3\n1,0,-1/2\n";
  EXPECT_EQ(allnash_run({"ledger", "export", path}).out, table);
  EXPECT_EQ(allnash_run({"ledger", "export", path, folder.path("out.csv")}).code, 0);
  EXPECT_EQ(folder.read("out.csv"), table);
  EXPECT_EQ(allnash_run({"ledger", "export", path, "/dev/full"}).code, 2);
}

TEST(LedgerCommand, MakesALedgerOfAFileThatAKilledRunLeftEmpty) {
  const Folder folder;
  const std::string first = folder.write("first.db", "");
  const std::string second = folder.write("second.db", "");
  const Finished taken = allnash_run({"ledger", "import", first, "--rows", "2", "--columns", "2"},
                                     {.input = "1,0,-1/2\n"});
  EXPECT_EQ(taken.out, "1 payoffs added, 0 known before\n") << taken.err;
  EXPECT_EQ(allnash_run({"ledger", "merge", second, first}).code, 0);
  EXPECT_EQ(allnash_run({"ledger", "export", second}).out, "row,column,payoff\n1,0,-1/2\n");
}

}  // namespace
}  // namespace allnash::tests::ledger_test
