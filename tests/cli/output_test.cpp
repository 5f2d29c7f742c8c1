// Where the program writes: files whole or not at all, and a word when it cannot.
#include <gtest/gtest.h>

#include "cli/run.hpp"

namespace allnash::tests::output_test {
namespace {

constexpr const char* pennies = "1,-1\n-1,1\n";

TEST(Output, UnwritablePathsAreRefusedBeforeAnyWork) {
  const Folder folder;
  const std::string game = folder.write("game.csv", pennies);
  // A game that could not be read shows that the path was looked at first.
  const std::string missing = folder.path("missing.csv");
  const std::pair<std::string, std::string> table[] = {
      {folder.path("no/such/folder.txt"), "No such file or directory"},
      {folder.path(), "Is a directory"},
      {folder.path("game.csv/x"), "Not a directory"},
      {folder.path(std::string(300, 'a')), "File name too long"},
  };
  for (const auto& [path, reason] : table) {
    const Finished result = allnash_run({"solve", missing, "--certificate", path});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, path + ": cannot write: " + reason + "\n");
  }
  const Finished result = allnash_run({"generate", missing, "-o", folder.path("no/game.csv")});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, folder.path("no/game.csv") + ": cannot write: No such file or directory\n");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(Output, BadInputLeavesNothingBehind) {
  const Folder folder;
  const std::string bad = folder.write("bad.csv", "1,2\n3,abc\n");
  const std::string kept = folder.write("kept.txt", "as it was");
  for (const std::string& certificate : {folder.path("new.txt"), kept}) {
    const Finished result = allnash_run({"solve", bad, "--certificate", certificate});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, bad + ":2: 'abc' is not a number\n");
  }
  EXPECT_EQ(allnash_run({"generate", bad, "-o", folder.path("new.csv")}).code, 2);
  EXPECT_EQ(allnash_run({"generate", kept, "-o", folder.path("new.xyz")}).code, 2);
  EXPECT_EQ(folder.count(), 2U);
  EXPECT_EQ(folder.read("kept.txt"), "as it was");
}

TEST(Output, ACertificateReplacesTheFileOfItsName) {
  const Folder folder;
  const std::string game = folder.write("game.csv", pennies);
  folder.write("proof.txt", "as it was");
  const Finished result = allnash_run({"solve", game, "--certificate", folder.path("proof.txt")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_GT(folder.read("proof.txt").size(), 20U);
  EXPECT_EQ(folder.count(), 2U);
}

TEST(Output, ALinkIsFollowedAndADeviceIsNotReplaced) {
  const Folder folder;
  const std::string game = folder.write("game.csv", pennies);
  folder.write("real.txt", "");
  std::filesystem::create_symlink("real.txt", folder.path("link.txt"));
  EXPECT_EQ(allnash_run({"solve", game, "--certificate", folder.path("link.txt")}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.txt")));
  EXPECT_GT(folder.read("real.txt").size(), 20U);
  EXPECT_EQ(allnash_run({"solve", game, "--certificate", "/dev/null"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Output, AStoppedRunWritesNoCertificate) {
  const Folder folder;
  const Finished result = allnash_run(
      {"solve", "family:random,n=30", "--budget", "5", "--certificate", folder.path("proof.txt")});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, folder.path("proof.txt") + ": not written, because there is no proof\n");
  EXPECT_EQ(folder.count(), 0U);
}

TEST(Output, FullDisksAndClosedOutputsAreErrors) {
  RunSettings full;
  full.out_path = "/dev/full";
  RunSettings closed;
  closed.close_out = true;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"solve", "family:rps,n=3", "--json"},
        {"--help"},
        {"demo"},
        {"generate", "family:rps,n=3"}}) {
    Finished result = allnash_run(arguments, full);
    EXPECT_EQ(result.code, 2) << arguments.front();
    EXPECT_EQ(result.err, "standard output: cannot write: No space left on device\n");
    result = allnash_run(arguments, closed);
    EXPECT_EQ(result.code, 2) << arguments.front();
    EXPECT_EQ(result.err, "standard output: cannot write: Bad file descriptor\n");
  }
  const Finished result = allnash_run({"solve", "family:rps,n=3", "--certificate", "/dev/full"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "/dev/full: cannot write: No space left on device\n");
}

TEST(Output, GenerateWritesWhatItReads) {
  const Folder folder;
  const std::string text = "1,-1/3\n5/2,1000000007\n";
  folder.write("game.csv", text);
  EXPECT_EQ(allnash_run({"generate", folder.path("game.csv")}).out, text);
  EXPECT_EQ(allnash_run({"generate", "-"}, {.input = text}).out, text);
  for (const char* other : {"game.tsv", "game.nfg"}) {
    const std::string path = folder.path(other);
    EXPECT_EQ(allnash_run({"generate", folder.path("game.csv"), "-o", path}).code, 0) << other;
    EXPECT_EQ(allnash_run({"generate", path}).out, text) << other;
  }
  EXPECT_EQ(folder.count(), 3U);
  // 1/3 is no double: nothing is written.
  EXPECT_EQ(allnash_run({"generate", folder.path("game.csv"), "-o", folder.path("a.npy")}).code, 2);
  EXPECT_EQ(folder.count(), 3U);
}

TEST(Output, ASignalLeavesNoTemporaryFile) {
  const Folder folder;
  RunSettings settings;
  settings.signal = SIGTERM;
  settings.signal_after = std::chrono::milliseconds(300);
  const Finished result =
      allnash_run({"generate", "family:random,n=30000", "-o", folder.path("game.csv")}, settings);
  EXPECT_EQ(result.signal, SIGTERM);
  EXPECT_EQ(folder.count(), 0U);
}

TEST(Output, ATraceIsTheSameTwice) {
  const Folder folder;
  const std::string path = folder.path("run.jsonl");
  std::vector<std::string> texts;
  for (int time = 0; time < 2; ++time) {
    const Finished result = allnash_run({"solve", "family:planted,n=40,k=2", "--trace", path});
    EXPECT_EQ(result.code, 0) << result.err;
    texts.push_back(folder.read("run.jsonl"));
  }
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_EQ(texts[0].rfind(R"({"event":"run",)", 0), 0U) << texts[0].substr(0, 200);
  EXPECT_TRUE(has(texts[0], R"({"event":"outcome",)"));
  EXPECT_EQ(texts[0].back(), '\n');
}

TEST(Output, ATraceOfAStoppedRunIsKept) {
  const Folder folder;
  const Finished result = allnash_run(
      {"solve", "family:random,n=30", "--budget", "5", "--trace", folder.path("run.jsonl")});
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(has(folder.read("run.jsonl"), R"("stop_reason":"budget")"));
}

TEST(Output, ATraceThatCannotBeWrittenIsAnError) {
  const Folder folder;
  const std::string missing = folder.path("no/run.jsonl");
  Finished result = allnash_run({"solve", "family:rps,n=3", "--trace", missing});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, missing + ": cannot write: No such file or directory\n");
  // The answer is not lost with the trace, short or long.
  for (const char* game : {"family:rps,n=3", "family:planted,n=40,k=2"}) {
    result = allnash_run({"solve", game, "--trace", "/dev/full"});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, "/dev/full: cannot write: No space left on device\n");
    EXPECT_TRUE(has(result.out, "value"));
  }
  const std::string file = folder.path("file");
  result = allnash_run({"solve", "family:rps,n=3", "--trace", file, "--certificate", file});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "--trace: " + file + " is the certificate's file\n");
}

}  // namespace
}  // namespace allnash::tests::output_test
