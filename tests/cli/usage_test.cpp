// What the program says of itself, and of a command line that it cannot run.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "allnash/options.hpp"
#include "cli/run.hpp"
#include "paths.hpp"

namespace allnash::tests::usage_test {
namespace {

void expect_narrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Usage, HelpOfEveryCommandFitsATerminal) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"--help"},
                                                  {"-h"},
                                                  {"solve", "--help"},
                                                  {"generate", "-h"},
                                                  {"ledger", "--help"},
                                                  {"demo", "--help"},
                                                  {"families", "--help"},
                                                  {"methods", "--help"},
                                                  {"help"},
                                                  {"help", "solve"},
                                                  {"solve", "--help=all"},
                                                  {"help", "help"},
                                                  {"families"},
                                                  {"methods"}}) {
    const Finished result = allnash_run(command);
    EXPECT_EQ(result.code, 0) << command.front();
    EXPECT_EQ(result.err, "");
    EXPECT_GT(result.out.size(), 20U);
    expect_narrow(result.out);
  }
}

TEST(Usage, HelpOfSolveFitsAScreenAndNamesWhatIsUsedEveryDay) {
  const std::string help = allnash_run({"solve", "--help"}).out;
  EXPECT_LE(std::ranges::count(help, '\n'), 50);
  for (const OptionInfo& option : option_table()) {
    const bool named = help.find("  --" + std::string(option.name)) != std::string::npos;
    EXPECT_EQ(named, option.group == OptionGroup::everyday) << option.name;
  }
}

TEST(Usage, TheWholeHelpOfSolveNamesEveryOption) {
  const std::string help = allnash_run({"solve", "--help=all"}).out;
  EXPECT_EQ(help, allnash_run({"help", "research"}).out);
  for (const OptionInfo& option : option_table()) {
    EXPECT_TRUE(has(help, "--" + std::string(option.name)));
  }
  for (const char* name :
       {"--json", "--certificate", "--labels", "--quiet", "--oracle", "Examples:"}) {
    EXPECT_TRUE(has(help, name));
  }
}

TEST(Usage, HelpIsTheSameEitherWay) {
  EXPECT_EQ(allnash_run({"help"}).out, allnash_run({"--help"}).out);
  EXPECT_EQ(allnash_run({"help", "solve"}).out, allnash_run({"solve", "--help"}).out);
}

TEST(Usage, TellsItsVersion) {
  const Finished result = allnash_run({"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out.rfind("allnash ", 0), 0U);
}

TEST(Usage, ListsFamiliesAndMethods) {
  EXPECT_TRUE(has(allnash_run({"families"}).out, "random"));
  const std::string methods = allnash_run({"methods"}).out;
  const std::size_t second = methods.find("\nMethods for research");
  ASSERT_NE(second, std::string::npos);
  for (const MethodInfo& method : method_table()) {
    const std::size_t place = methods.find("\n  " + std::string(method.name));
    ASSERT_NE(place, std::string::npos) << method.name;
    EXPECT_EQ(place > second, method.research) << method.name;
  }
}

TEST(Usage, RefusesACommandLineItCannotRun) {
  const std::string see = " (see allnash --help)";
  const std::string see_solve = " (see allnash solve --help)";
  const std::pair<std::vector<std::string>, std::string> table[] = {
      {{}, "a command is missing" + see},
      {{"nope"}, "unknown command 'nope'" + see},
      {{"--json"}, "unknown option '--json'" + see},
      {{"solve"}, "GAME is missing" + see_solve},
      {{"solve", ""}, "GAME is missing" + see_solve},
      {{"generate"}, "GAME is missing (see allnash generate --help)"},
      {{"solve", "a.csv", "b.csv"}, "unexpected argument 'b.csv'" + see_solve},
      {{"solve", "a.csv", "demo"}, "unexpected argument 'demo'" + see_solve},
      {{"solve", "a.csv", "--nope"}, "unknown option '--nope'" + see_solve},
      {{"solve", "a.csv", "-x"}, "unknown option '-x'" + see_solve},
      {{"solve", "a.csv", "--budget"}, "--budget: its value is missing" + see_solve},
      {{"solv"}, "unknown command 'solv'; did you mean solve?" + see},
      {{"help", "ledgr"}, "unknown command 'ledgr'; did you mean ledger?" + see},
      {{"solve", "a.csv", "--ledgr=x"},
       "unknown option '--ledgr=x'; did you mean --ledger?" + see_solve},
      {{"solve", "a.csv", "--lables"},
       "unknown option '--lables'; did you mean --labels?" + see_solve},
      {{"solve", "a.csv", "--cert", "x"},
       "unknown option '--cert'; did you mean --certificate?" + see_solve},
      {{"ledger", "exprot", "x"},
       "'exprot' is not show, export, import or merge; did you mean export? (see allnash ledger "
       "--help)"},
      {{"ledger", "show", "x", "--sound"},
       "--sound: only export takes it (see allnash ledger --help)"},
      {{"solve", "family:bloto,fields=2,soldiers=3"},
       "family:bloto: unknown family; did you mean blotto?"},
      {{"solve", "a.csv", "--labels", "--header"},
       "--header: --labels says that already, and that rows have names too"},
      {{"solve", "family:rps,n=3", "--labels"},
       "--labels: only a CSV or TSV file takes it; --row-names and --column-names name the "
       "strategies of any game"},
      {{"solve", "oracle", "--oracle", "x", "--rows", "2", "--columns", "2", "--header"},
       "--header: only a CSV or TSV file takes it; --row-names and --column-names name the "
       "strategies of any game"},
      {{"solve", "a.csv", "--certificate", "-", "--json"},
       "--certificate: - and --json both want standard output"},
      {{"demo", "x"}, "unexpected argument 'x' (see allnash demo --help)"},
      {{"solve", "oracle"}, "oracle: --rows is missing" + see_solve},
      {{"solve", "oracle", "--rows", "4"}, "oracle: --columns is missing" + see_solve},
      {{"solve", "oracle", "--rows", "4", "--columns", "4"},
       "oracle: --oracle 'COMMAND' is missing" + see_solve},
  };
  for (const auto& [arguments, message] : table) {
    EXPECT_EQ(refusal(allnash_run(arguments)), message + "\n");
  }
}

TEST(Usage, RefusesOptionsOutOfRangeBeforeItReadsTheGame) {
  const std::string count = " is not a whole number of 0 or more";
  const std::pair<std::vector<std::string>, std::string> table[] = {
      {{"--delta", "2"}, "--delta: 2 is not in (0, 1)"},
      {{"--delta", "nan"}, "--delta: nan is not in (0, 1)"},
      {{"--delta", ""}, "--delta: '' is not in (0, 1)"},
      {{"--vertices", "-1"}, "--vertices: -1" + count},
      {{"--vertices=-1"}, "--vertices: -1" + count},
      {{"--vertices", "1.5"}, "--vertices: 1.5" + count},
      {{"--budget", "x"}, "--budget: x" + count},
      {{"--seed", "-3"}, "--seed: -3 is not a whole number from 0 to 18446744073709551615"},
      {{"--time-limit", "0"}, "--time-limit: 0 is not a number of seconds above 0 and at most 1e9"},
      {{"--ledger", ""}, "--ledger: '' is not the name of a file"},
      {{"--game-id", "two\nlines"}, "--game-id: two?lines is not a name of printable characters"},
      {{"--check-repeat", "1.5"}, "--check-repeat: 1.5 is not in [0, 1]"},
      {{"--workers", "4"}, "--workers: only GAME oracle takes it"},
      {{"--workers", "0"}, "--workers: 0 is not a whole number from 1 to 10000"},
      {{"--rows", "-1"}, "--rows: -1 is not a whole number from 1 to 4294967295"},
      {{"--columns", "x"}, "--columns: x is not a whole number from 1 to 4294967295"},
      {{"--oracle", ""}, "--oracle: the command is empty"},
      {{"--oracle-timeout", "0"},
       "--oracle-timeout: 0 is not a number of seconds from 0.001 to 1e9"},
      {{"--oracle-timeout", "nan"},
       "--oracle-timeout: nan is not a number of seconds from 0.001 to 1e9"},
      {{"--oracle-retries", "-1"}, "--oracle-retries: -1 is not a whole number from 0 to 1000000"},
  };
  for (const auto& [options, message] : table) {
    EXPECT_EQ(refusal(allnash_run(with({"solve", "missing.csv"}, options))), message + "\n");
  }
}

TEST(Usage, ListsTheMethodsForAnUnknownOneAndPointsAtTheOneThatWasMeant) {
  const std::string said = refusal(allnash_run({"solve", "a.csv", "--method", "lasy"}));
  EXPECT_TRUE(said.starts_with("--method: lasy is not one of auto, ")) << said;
  EXPECT_TRUE(said.ends_with("; did you mean lazy?\n")) << said;
}

TEST(Usage, ReferencePageHoldsTheOptionTables) {
  const std::string tables = allnash_run({"options", "--markdown"}).out;
  const std::string page = contents(std::string(paths::sources) + "/docs/command_line.md");
  EXPECT_TRUE(has(page, tables))
      << "docs/command_line.md must hold what `allnash options --markdown` prints";
}

TEST(Usage, ManualPageNamesEveryOption) {
  std::string page = contents(std::string(paths::sources) + "/docs/man/allnash.1");
  for (std::size_t at = 0; (at = page.find("\\-", at)) != std::string::npos;) page.erase(at, 1);
  for (const OptionInfo& option : option_table()) {
    EXPECT_TRUE(has(page, "--" + std::string(option.name)));
  }
  for (const char* name :
       {"header", "separator", "decimal", "row-names", "column-names", "sound"}) {
    EXPECT_TRUE(has(page, "--" + std::string(name)));
  }
}

// Whatever the memory there is: an answer, or one line and exit code 5. The sanitizers reserve more
// addresses than any limit allows.
TEST(Memory, TooLittleIsOneLine) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "no limit on memory under a sanitizer";
#endif
  int without = 0;
  int answered = 0;
  for (int megabytes = 100; megabytes <= 500; megabytes += 25) {
    const std::string script = "ulimit -v " + std::to_string(1024 * megabytes) + "; exec \"$@\"";
    const Finished result =
        run("/bin/sh", {"-c", script, "sh", paths::program, "solve", "family:random,n=400",
                        "--method", "full", "--threads", "2"});
    SCOPED_TRACE(std::to_string(megabytes) + " MB: " + result.err);
    EXPECT_EQ(result.signal, 0);
    if (result.code == 0) {
      ++answered;
      continue;
    }
    EXPECT_EQ(result.code, 5);
    EXPECT_EQ(result.err, "allnash: out of memory\n");
    ++without;
  }
  EXPECT_GT(without, 2);
  EXPECT_GT(answered, 2);
}

// A column of equal payoffs has an optimal set of nearly as many dimensions as rows: its size is
// known without a table of dimensions times rows, and where such a table is made, for a list, and
// there is no memory for its numbers, that is a line, too.
TEST(Memory, OfAColumn) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "no limit on memory under a sanitizer";
#endif
  const Folder folder;
  const auto solved = [&](int rows, int megabytes) {
    const std::string path = folder.path("column.csv");
    std::ofstream file(path);
    for (int i = 0; i < rows; ++i) file << "1/3\n";
    file.close();
    const std::string script = "ulimit -v " + std::to_string(1024 * megabytes) + "; exec \"$@\"";
    return run("/bin/sh", {"-c", script, "sh", paths::program, "solve", path, "--time-limit", "2"});
  };
  const Finished long_one = solved(6000, 600);
  EXPECT_EQ(long_one.code, 0) << long_one.err;
  EXPECT_TRUE(has(long_one.out, "dimension  5,999"));
  for (int megabytes = 160; megabytes <= 360; megabytes += 20) {
    const Finished result = solved(3000, megabytes);
    SCOPED_TRACE(std::to_string(megabytes) + " MB: " + result.err);
    EXPECT_EQ(result.signal, 0);
    if (result.code == 0) continue;
    EXPECT_EQ(result.code, 5);
    EXPECT_EQ(result.err, "allnash: out of memory\n");
  }
}

}  // namespace
}  // namespace allnash::tests::usage_test
