// `allnash solve oracle`: a program of the user's answers for payoffs, well or badly.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "cli/run.hpp"
#include "oracle/player.hpp"
#include "paths.hpp"

namespace allnash::tests::oracle_test {
namespace {

using std::chrono::milliseconds;

std::vector<std::string> solve_oracle(const std::string& command, int rows, int columns,
                                      const std::vector<std::string>& more = {}) {
  return with({"solve", "oracle", "--oracle", command, "--rows", std::to_string(rows), "--columns",
               std::to_string(columns)},
              more);
}

/// The JSON result without the time it took.
std::string lasting(const std::string& json) {
  return std::regex_replace(json, std::regex(R"("repeats":[0-9]+,|"seconds":[^}]*)"), "");
}

/// The payoffs of the player as a CSV file.
std::string player_table(int rows, int columns) {
  std::ostringstream table;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) table << (j > 0 ? "," : "") << player_payoff(i, j);
    table << "\n";
  }
  return table.str();
}

TEST(OracleCommand, AnswersAsATableOfTheSamePayoffsDoes) {
  const Folder folder;
  const std::string table = folder.write("game.csv", player_table(25, 30));
  // Not auto, which reads the whole of a table because that costs nothing.
  for (const char* method : {"lazy", "full"}) {
    const std::vector<std::string> more{"--json", "--method", method, "--vertices", "50"};
    const Finished expected = allnash_run(with({"solve", table}, more));
    const Finished result = allnash_run(solve_oracle(player(), 25, 30, more));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(lasting(result.out), lasting(expected.out));
  }
}

TEST(OracleCommand, SameSeedSameQueriesSameBytesWhateverTheWorkersAndTheirPace) {
  for (const char* method : {"auto", "lazy"}) {
    std::string first;
    std::vector<std::string> first_asked;
    for (const char* workers : {"1", "2", "8"}) {
      const Folder folder;
      const std::string command = player("jitter=0.002 log=" + folder.path("asked"));
      const Finished result = allnash_run(solve_oracle(
          command, 40, 40, {"--json", "--workers", workers, "--method", method, "--seed", "7"}));
      ASSERT_EQ(result.code, 0) << result.err;
      std::vector<std::string> asked = lines_of(folder.read("asked"));
      std::sort(asked.begin(), asked.end());
      const auto json = nlohmann::json::parse(result.out);
      EXPECT_EQ(json.at("repeats"), 8);
      EXPECT_EQ(std::set(asked.begin(), asked.end()).size() + 8, asked.size()) << "asked twice";
      EXPECT_EQ(json.at("queries").get<std::size_t>() + 8, asked.size());
      if (first.empty()) {
        first = lasting(result.out);
        first_asked = asked;
      }
      EXPECT_EQ(lasting(result.out), first) << workers << " workers";
      EXPECT_EQ(asked, first_asked) << workers << " workers";
    }
  }
}

TEST(OracleCommand, OnlyDigitsAreWrittenToTheProgram) {
  const Folder folder;
  const std::string heard = folder.path("heard");
  const std::string command = "tee " + heard + " | " + player();
  ASSERT_EQ(allnash_run(solve_oracle(command, 9, 7)).code, 0);
  const std::vector<std::string> lines = lines_of(folder.read("heard"));
  EXPECT_GT(lines.size(), 7U);
  for (const std::string& line : lines) {
    EXPECT_TRUE(std::regex_match(line, std::regex("[0-9]+ [0-9]+"))) << line;
  }
}

TEST(OracleCommand, APlanNeedsTheShapeAloneAndStartsNoProgram) {
  const Finished plan = allnash_run({"solve", "oracle", "--rows", "4", "--columns", "5", "--plan"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_EQ(plan.out.rfind("row,column\n", 0), 0U) << plan.out;
  const Folder folder;
  const Finished with =
      allnash_run(solve_oracle(player("pids=" + folder.path()), 4, 5, {"--plan"}));
  EXPECT_EQ(with.out, plan.out);
  EXPECT_EQ(folder.count(), 0U);
}

TEST(OracleCommand, SymmetricGamesAskOneMatchForTwoEntries) {
  const std::string undercut = "sh " + std::string(paths::sources) + "/examples/undercut.sh";
  const Finished result = allnash_run(solve_oracle(undercut, 30, 30, {"--symmetric", "--json"}));
  ASSERT_EQ(result.code, 0) << result.err;
  const Finished family = allnash_run({"solve", "family:undercut,n=30", "--symmetric", "--json"});
  auto asked = nlohmann::json::parse(result.out);
  auto computed = nlohmann::json::parse(family.out);
  EXPECT_EQ(asked.at("mirrored"), 5) << "matches asked both ways";
  EXPECT_EQ(asked.at("queries"), computed.at("queries").get<int>() + 5) << "and counted";
  for (auto* json : {&asked, &computed}) {
    for (const char* key : {"mirrored", "queries", "ratio", "repeats", "seconds"}) json->erase(key);
  }
  EXPECT_EQ(asked, computed);
}

TEST(OracleCommand, WinRatesAreNoSymmetricGame) {
  const std::string rates = "while read -r i j; do echo $((10 + i - j))/20; done";
  const Finished result = allnash_run(solve_oracle(rates, 10, 10, {"--symmetric"}));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(std::regex_match(
      result.err,
      std::regex(R"(entry \(\d, \d\) contradicts a symmetric game: it is \d\.\d+ and )"
                 R"(entry \(\d, \d\) is \d\.\d+, and the two must add up to 0; )"
                 R"(win rates need --payoff-range 0,1; if payoffs are random, see --noisy\n)")))
      << result.err;
}

TEST(OracleCommand, AProgramThatDoesNotFlushIsToldOf) {
  const Finished result =
      allnash_run(solve_oracle("sleep 60", 4, 4, {"--time-limit", "6", "--json"}));
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err,
            "no answer from the oracle program after 5 s: if its payoffs are quick to compute, it "
            "may not be flushing its output after each line (print(..., flush=True) in Python)\n");
}

TEST(OracleCommand, AChangedProgramNeedsANameForTheGame) {
  const Folder folder;
  const std::string ledger = folder.path("run.db");
  const auto solved = [&](const std::string& command, const std::vector<std::string>& more = {}) {
    return allnash_run(solve_oracle(command, 5, 5, with(more, {"--ledger", ledger, "--json"})));
  };
  EXPECT_EQ(solved(player()).code, 0);
  EXPECT_EQ(solved(player()).code, 0);
  const Finished other = solved("echo 1; " + player());
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(has(other.err, "; if that is the same game, give it a name: --game-id NAME\n"));
  EXPECT_EQ(solved(player("seconds=0"), {"--game-id", "mine"}).code, 0);
  EXPECT_EQ(solved(player(), {"--game-id", "mine"}).code, 0);
  EXPECT_EQ(solved(player()).code, 2) << "it has a name now";
}

TEST(OracleCommand, ALedgerThatHoldsAProofNeedsNoProgram) {
  const Folder folder;
  const std::string ledger = folder.path("run.db");
  const Finished first = allnash_run(solve_oracle(player(), 9, 8, {"--ledger", ledger, "--json"}));
  ASSERT_EQ(first.code, 0) << first.err;
  const auto answer = [](const Finished& result) {
    auto json = nlohmann::json::parse(result.out);
    for (const char* key : {"seconds", "recalled", "repeats"}) json.erase(key);
    return json;
  };
  for (const std::vector<std::string>& shape :
       {std::vector<std::string>{}, {"--rows", "9", "--columns", "8"}}) {
    const Finished again =
        allnash_run(with({"solve", "oracle", "--ledger", ledger, "--json"}, shape));
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(answer(again), answer(first));
  }
  const Finished missing = allnash_run(
      {"solve", "oracle", "--rows", "4", "--columns", "4", "--ledger", folder.path("new.db")});
  EXPECT_EQ(missing.code, 4);
  EXPECT_TRUE(has(missing.err,
                  ": there is no oracle program to ask, and the ledger does not have "
                  "it; --plan lists what is left to ask\n"));
  EXPECT_EQ(allnash_run({"solve", "oracle", "--ledger", folder.path("none.db")}).code, 2);
}

struct Misdeed {
  const char* fault;
  const char* message;
};

TEST(OracleCommand, AFailureNamesTheEntryAndEndsWithCodeFour) {
  const Misdeed table[] = {
      {"exit", "the oracle program ended with exit code 3"},
      {"complain", "the oracle program ended with exit code 1: the simulator has no such agent"},
      {"hang", "the oracle program was silent for over 0.3 s"},
      {"word", "the oracle program answered: 'win' is not a number"},
      {"nothing", "the oracle program answered: '' is not a number"},
      {"infinite", "the oracle program answered: infinite payoff"},
      {"half", "the oracle program ended with exit code 0"},
      {"long", "the oracle program wrote a line of over 100000 characters"},
  };
  for (const auto& [fault, message] : table) {
    const std::string command = player("at=2,3 fault=" + std::string(fault));
    const Finished result =
        allnash_run(solve_oracle(command, 6, 6,
                                 {"--oracle-timeout", "0.3", "--workers", "2", "--method", "full",
                                  "--oracle-retries", "1"}));
    EXPECT_EQ(result.code, 4) << fault;
    EXPECT_EQ(result.out, "") << fault;
    const std::string expected = "entry (2, 3): " + std::string(message) + " (tried 2 times)";
    ASSERT_FALSE(lines_of(result.err).empty()) << fault;
    EXPECT_EQ(lines_of(result.err).back(), expected);
  }
}

TEST(OracleCommand, ACrashIsNamed) {
  const Finished result =
      allnash_run(solve_oracle("read x; kill -9 $$", 2, 2, {"--oracle-retries", "0"}));
  EXPECT_EQ(result.code, 4);
  EXPECT_TRUE(has(result.err, "the oracle program was killed by SIGKILL"));
}

TEST(OracleCommand, AProgramThatIsNotThereIsToldSo) {
  const Finished result = allnash_run(solve_oracle("/nowhere/at/all", 2, 2));
  EXPECT_EQ(result.code, 4);
  EXPECT_TRUE(has(result.err, "/nowhere/at/all: not found"));
}

TEST(OracleCommand, AProgramThatAnswersTwiceIsNotBelieved) {
  const Finished result = allnash_run(
      solve_oracle("while read -r x; do echo 1; echo 1; done", 9, 9, {"--workers", "2"}));
  EXPECT_EQ(result.code, 4);
  EXPECT_TRUE(has(result.err, "a line more than it was asked for"));
  EXPECT_TRUE(has(result.err, "after entry ("));
}

TEST(OracleCommand, WhatFailsOnceIsTriedAgainOnAFreshCopy) {
  const std::string expected =
      lasting(allnash_run(solve_oracle(player(), 6, 6, {"--json", "--method", "full"})).out);
  for (const char* fault :
       {"exit", "crash", "hang", "word", "nothing", "infinite", "half", "long"}) {
    const Folder folder;
    const std::string command =
        player("at=2,3 fault=" + std::string(fault) + " once=" + folder.path("done") +
               " log=" + folder.path("asked") + " pids=" + folder.path());
    const Finished result = allnash_run(solve_oracle(
        command, 6, 6,
        {"--json", "--method", "full", "--oracle-timeout", "0.3", "--oracle-retries", "1"}));
    EXPECT_EQ(result.code, 0) << fault << ": " << result.err;
    EXPECT_EQ(lasting(result.out), expected) << fault;
    const std::vector<std::string> asked = lines_of(folder.read("asked"));
    EXPECT_EQ(std::count(asked.begin(), asked.end(), "2,3"), 2) << fault;
    EXPECT_EQ(folder.count(), 4U) << fault;  // the two files, and two copies
  }
}

TEST(OracleCommand, AHundredThousandAnswersAndAMegabyteOfChatter) {
  const Finished result = allnash_run(
      solve_oracle(player("burst=1000000 chatter=9"), 400, 250,
                   {"--json", "--quiet", "--method", "full", "--vertices", "0", "--workers", "2"}));
  ASSERT_EQ(result.code, 0) << result.err.substr(0, 200);
  EXPECT_EQ(nlohmann::json::parse(result.out).at("queries"), 100000);
  // All of it is passed on: a burst from each copy, ten bytes with each answer, 8 of them repeats.
  EXPECT_EQ(result.err.size(), 2 * 1000001U + 100008 * 10U);
}

TEST(OracleCommand, LongAnswersDoNotBlockLongQueues) {
  // A window of requests whose answers are many times what a pipe holds.
  const Finished result =
      allnash_run(solve_oracle(player("digits=2000"), 60, 60, {"--json", "--method", "full"}));
  ASSERT_EQ(result.code, 0) << result.err;
  const Finished plain =
      allnash_run(solve_oracle(player(), 60, 60, {"--json", "--method", "full"}));
  EXPECT_EQ(lasting(result.out), lasting(plain.out));
}

TEST(OracleCommand, CtrlCDuringAHangingAnswerEndsAtOnceWithWhatIsKnown) {
  RunSettings interrupted;
  interrupted.signal = SIGINT;
  interrupted.signal_after = milliseconds(500);
  const auto start = std::chrono::steady_clock::now();
  const Finished result =
      allnash_run(solve_oracle(player("at=3,3 fault=hang"), 6, 6,
                               {"--json", "--method", "full", "--check-repeat", "0"}),
                  interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(1500));
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "");
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("status"), "stopped");
  EXPECT_EQ(json.at("stop_reason"), "interrupted");
  EXPECT_EQ(json.at("queries"), 27);  // shells: 6 + 5 + 5 + 4 + 4 + 3
  EXPECT_FALSE(json.at("low").is_null());
}

TEST(OracleCommand, ATimeLimitEndsAHangingAnswer) {
  const Finished result = allnash_run(solve_oracle("sleep 100", 6, 6, {"--time-limit", "0.3"}));
  EXPECT_EQ(result.code, 3);
}

TEST(OracleCommand, ABudgetIsKept) {
  const Folder folder;
  const Finished result = allnash_run(solve_oracle(player("log=" + folder.path("asked")), 40, 40,
                                                   {"--budget", "33", "--workers", "4"}));
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(lines_of(folder.read("asked")).size(), 33U);
}

/// A process that has ended may stay in the table until whoever inherited it looks.
bool alive(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return (status >> number >> name >> state) && state != "Z";
}

TEST(OracleCommand, CopiesDieWhenTheProgramIsKilled) {
  const Folder folder;
  RunSettings killed;
  killed.signal = SIGKILL;
  killed.signal_after = milliseconds(500);
  // Through a shell that waits for it, so that the copy is a grandchild.
  const std::string command = player("pids=" + folder.path() + " at=0,1 fault=hang") + "; true";
  const Finished result =
      allnash_run(solve_oracle(command, 6, 6, {"--workers", "3", "--method", "full"}), killed);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_GE(folder.count(), 1U);
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    const std::string pid = file.path().filename().string();
    for (int t = 0; t < 200 && alive(pid); ++t) std::this_thread::sleep_for(milliseconds(10));
    EXPECT_FALSE(alive(pid));
  }
}

TEST(OracleCommand, SigusrOneShowsTheState) {
  RunSettings asked;
  asked.signal = SIGUSR1;
  asked.signal_after = milliseconds(1700);
  const Finished result =
      allnash_run(solve_oracle(player("at=3,3 fault=hang"), 6, 6,
                               {"--method", "full", "--time-limit", "2", "--quiet", "--workers",
                                "2", "--check-repeat", "0"}),
                  asked);
  EXPECT_EQ(result.code, 3);
  const std::regex state(
      R"(3[0-9] queries, [12] in flight, [0-9.]+/s, .*1\.[0-9] s, reading, worker [01] at \(3, 3\) for [12] s\n)");
  EXPECT_TRUE(std::regex_match(result.err, state)) << result.err;
}

TEST(OracleCommand, AShortRunShowsNoProgress) {
  const Finished result = allnash_run(solve_oracle(player("seconds=0.01"), 6, 6));
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
}

TEST(OracleCommand, WorkersShareTheWork) {
  // 400 payoffs of 20 ms: 8 s one after the other, 1 s side by side.
  const Folder folder;
  const auto start = std::chrono::steady_clock::now();
  const Finished result = allnash_run(solve_oracle(player("seconds=0.02 tally=" + folder.path()),
                                                   20, 20, {"--method", "full", "--workers", "8"}));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(folder.count(), 8U);
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_GE(file.file_size(), 25U);  // half of its share
  }
  // A busy machine must not fail this; the bench measures how close to 8 times as fast it comes.
  EXPECT_LT(taken.count(), 8.0 / 2);
}

}  // namespace
}  // namespace allnash::tests::oracle_test
