// The program allnash-check: what it accepts, what it rejects and why, usage, and the committed
// seeds of the fuzzer.
#include <gtest/gtest.h>

#include "checker/examples.hpp"
#include "cli/run.hpp"
#include "paths.hpp"

namespace allnash::checker_test {
namespace {

using test::certificate_of;
using test::Example;
using test::examples;
using tests::check;
using tests::Finished;
using tests::Folder;

TEST(Checker, VerifiesTrueCertificates) {
  const Folder folder;
  for (const Example& example : examples()) {
    const Finished outcome = check({folder.write("c", certificate_of(example))});
    EXPECT_EQ(outcome.out, "verified\n") << example.name;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.code, 0);
  }
}

std::string corpus(const std::string& name) {
  return std::string(paths::sources) + "/tests/checker/corpus/" + name;
}

/// Parts with " | " between them; in each \n, \r, \t and \0 stand for what C calls so.
std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts(1);
  for (std::size_t t = 0; t < line.size(); ++t) {
    if (line.compare(t, 3, " | ") == 0) {
      parts.emplace_back();
      t += 2;
    } else if (line[t] == '\\') {
      const char letter = line.at(++t);
      parts.back() += letter == 'n' ? '\n' : letter == 'r' ? '\r' : letter == 't' ? '\t' : '\0';
    } else {
      parts.back() += line[t];
    }
  }
  return parts;
}

TEST(Checker, SaysWhyItRejects) {
  const Folder folder;
  std::ifstream in(std::string(paths::sources) + "/tests/checker/forgeries.txt");
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    const std::vector<std::string> parts = parts_of(line);
    std::string text = tests::contents(corpus("valid_" + parts.at(0) + ".cert"));
    ASSERT_NE(text.find(parts.at(1)), std::string::npos) << line;
    text.replace(text.find(parts.at(1)), parts.at(1).size(), parts.at(2));
    const Finished outcome = check({folder.write("c", text)});
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_EQ(outcome.err, "") << line;
    EXPECT_EQ(outcome.out, "rejected: " + parts.at(3) + "\n") << line;
    ++count;
  }
  EXPECT_GE(count, 65);
}

TEST(Checker, KeepsToItsLimits) {
  const Folder folder;
  std::string text = tests::contents(corpus("valid_one_outside.cert"));
  text.replace(text.find("value 1/5"), 9, "value " + std::string(100001, '7'));
  EXPECT_TRUE(check({folder.write("c", text)}).out.starts_with("rejected: line 4: '7777"));
  for (const std::string& nothing :
       {std::string(), std::string("\n"), std::string("\0\xff\n\1", 4)}) {
    EXPECT_EQ(check({folder.write("c", nothing)}).code, 1);
  }
}

TEST(Checker, RefusesBadUsage) {
  const Folder folder;
  const std::string good = corpus("valid_one_outside.cert");
  const std::string text = folder.write("game.txt", "1,2\n");
  const std::string table = folder.write("game.mtx", "1,2\n");
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
    const Finished outcome = check(arguments);
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
  for (const auto& file : std::filesystem::directory_iterator(corpus(""))) {
    const bool valid = file.path().filename().string().starts_with("valid_");
    const Finished outcome = check({file.path().string()});
    EXPECT_EQ(outcome.code, valid ? 0 : 1) << file.path() << outcome.out << outcome.err;
    ++seeds;
  }
  EXPECT_GE(seeds, 20);
}

}  // namespace
}  // namespace allnash::checker_test
