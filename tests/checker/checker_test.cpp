// The program allnash-check: what it accepts, what it rejects and why, usage, and the committed
// seeds of the fuzzer.
#include <gtest/gtest.h>

#include "checker/examples.hpp"
#include "checker/program.hpp"
#include "paths.hpp"

namespace allnash::checker_test {
namespace {

using test::certificate_of;
using test::check;
using test::Example;
using test::examples;
using test::Folder;
using test::Outcome;

TEST(Checker, VerifiesTrueCertificates) {
  const Folder folder;
  for (const Example& example : examples()) {
    const Outcome outcome = check({folder.file("c", certificate_of(example))});
    EXPECT_EQ(outcome.out, "verified\n") << example.name;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.code, 0);
  }
}

// Corruptions of the second example in docs/certificate_format.md, and the reason each is given.
struct Corruption {
  std::string from;
  std::string to;
  std::string reason;
};

std::string one_outside() {
  for (const Example& example : examples()) {
    if (example.name == "one_outside") return certificate_of(example);
  }
  return {};
}

TEST(Checker, SaysWhyItRejects) {
  const std::vector<Corruption> table = {
      {"certificate 1\n", "certificate 3\n", "line 1: unknown version of the format: 3"},
      {"shape 3 3", "shape 3 4", "line 11: ends too early"},
      {"shape 3 3", "shape 4 3", "line 13: ends too early"},
      {"shape 3 3", "shape 3 2", "line 11: goes on after its end: ' 1'"},
      {"symmetric no", "symmetric maybe", "line 3: 'symmetric no' or 'symmetric yes' belongs here"},
      {"symmetric no", "symmetric yes", "line 4: the value of a symmetric game is 0"},
      {"value 1/5", "value 1/4", "column 0 yields less than the value"},
      {"value 1/5", "value 2/10", "line 4: '2/10' is not an integer or a fraction in lowest terms"},
      {"row-strategy 2", "row-strategy 3",
       "line 8: 'column-strategy' is not an integer from 0 to 2"},
      {"0 2/5\n1 3/5\ncol", "0 2/5\n1 4/5\ncol",
       "the probabilities of the row strategy do not sum to 1"},
      {"0 2/5\n1 3/5\ncol", "0 1/5\n1 4/5\ncol", "column 0 yields less than the value"},
      {"0 2/5\n1 3/5\nrow", "0 1/5\n1 4/5\nrow", "row 0 yields less than the value"},
      {"0 2/5\n1 3/5\ncol", "0 2/5\n2 3/5\ncol", "line 12: row 2 belongs here"},
      {"0 2/5\n1 3/5\ncol", "0 2/5\n3 3/5\ncol", "line 7: '3' is not an integer from 0 to 2"},
      {"row 0 2 -1 1\n", "row 0 2 -1 -1/4\n", "column 2 yields exactly the value"},
      {"row 0 2 -1 1\n", "row 0 2 -1 -9\n", "column 2 yields less than the value"},
      {"row 0 2 -1 1\n", "row 0 2 -1 1 7\n", "line 11: goes on after its end: ' 7'"},
      {"column 0 0", "column 0 2", "row 2 yields exactly the value"},
      {"column 0 0", "column 0 3", "row 2 yields more than the value"},
      {"column 0 0", "column 0", "line 13: ends too early"},
      {"end\n", "", "line 15: is missing"},
      {"end\n", "end", "line 15: does not end in a newline"},
      {"end\n", "end\n\n", "line 16: follows the end"},
      {"end\n", "done\n", "line 15: 'end' belongs here"},
  };
  const Folder folder;
  for (const Corruption& corruption : table) {
    std::string text = one_outside();
    ASSERT_NE(text.find(corruption.from), std::string::npos) << corruption.from;
    text.replace(text.find(corruption.from), corruption.from.size(), corruption.to);
    const Outcome outcome = check({folder.file("c", text)});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(outcome.out.starts_with("rejected: " + corruption.reason))
        << outcome.out << "wanted: " << corruption.reason;
  }
}

TEST(Checker, KeepsToItsLimits) {
  const Folder folder;
  std::string text = one_outside();
  const std::string digits(100001, '7');
  text.replace(text.find("value 1/5"), 9, "value " + digits);
  EXPECT_TRUE(check({folder.file("c", text)}).out.starts_with("rejected: line 4: '7777"));
}

TEST(Checker, RefusesBadUsage) {
  const Folder folder;
  const std::string good = folder.file("good.cert", one_outside());
  const std::string text = folder.file("game.txt", "1,2\n");
  const std::string table = folder.file("game.mtx", "1,2\n");
  const std::vector<std::vector<std::string>> table_of_arguments = {
      {},
      {"--wrong", good},
      {good, text, "third"},
      {good, "--labels"},
      {folder.path("absent")},
      {folder.path("")},
      {good, folder.path("absent.csv")},
      {good, text},
      {good, table},
      {good, table, "--labels"},
  };
  for (const std::vector<std::string>& arguments : table_of_arguments) {
    const Outcome outcome = check(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("allnash-check: ")) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  }
}

TEST(Checker, Introduces) {
  EXPECT_TRUE(check({"--help"}).out.starts_with("Usage: allnash-check CERTIFICATE [GAME]"));
  EXPECT_EQ(check({"--help"}).code, 0);
  EXPECT_TRUE(check({"--version"}).out.starts_with("allnash-check "));
}

TEST(Checker, HandlesEverySeedOfTheFuzzer) {
  int seeds = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(paths::sources) + "/tests/checker/corpus")) {
    const bool valid = file.path().filename().string().starts_with("valid_");
    const Outcome outcome = check({file.path().string()});
    EXPECT_EQ(outcome.code, valid ? 0 : 1) << file.path() << outcome.out << outcome.err;
    ++seeds;
  }
  EXPECT_GE(seeds, 60);
}

}  // namespace
}  // namespace allnash::checker_test
