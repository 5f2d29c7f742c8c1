#include <gtest/gtest.h>
#include <sys/stat.h>

#include <iostream>
#include <sstream>

#include "allnash/game.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/source_conformance.hpp"
#include "payoffs/sources/temporary_file.hpp"

namespace allnash::open_test {
namespace {

// Three games, each written out here in every format, by code that shares nothing with the library.
struct Game {
  std::string name;
  Index rows;
  Index columns;
  std::vector<Rational> values;

  [[nodiscard]] Rational at(Index i, Index j) const {
    return values[static_cast<std::size_t>(i * columns + j)];
  }
};

std::vector<Game> games() {
  return {{"integers", 2, 3, {3, -1, 0, 2, 5, -40}},
          {"fractions", 3, 2, {{1, 2}, {-3, 4}, 0, {5, 8}, 7, {-1, 1024}}},
          {"one", 1, 1, {7}}};
}

std::string separated(const Game& game, const std::string& separator, bool labels) {
  std::string text;
  for (Index j = 0; labels && j < game.columns; ++j) text += separator + "c" + std::to_string(j);
  if (labels) text += "\n";
  for (Index i = 0; i < game.rows; ++i) {
    if (labels) text += "r" + std::to_string(i) + separator;
    for (Index j = 0; j < game.columns; ++j) {
      text += (j > 0 ? separator : "") + game.at(i, j).to_string();
    }
    text += "\n";
  }
  return text;
}

std::string npy(const Game& game) {
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                             std::to_string(game.rows) + ", " + std::to_string(game.columns) +
                             "), }\n";
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size());
  text += '\0';
  text += header;
  for (const Rational& value : game.values) {
    const double number = value.to_double();
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  return text;
}

std::string nfg(const Game& game, bool outcomes) {
  std::string text = "NFG 1 R \"\" { \"A\" \"B\" } { " + std::to_string(game.rows) + " " +
                     std::to_string(game.columns) + " }\n";
  std::string cells;
  if (outcomes) text += "{\n";
  int number = 0;
  for (Index j = 0; j < game.columns; ++j) {
    for (Index i = 0; i < game.rows; ++i) {
      const Rational payoff = game.at(i, j);
      const std::string pair = payoff.to_string() + " " + (-payoff).to_string();
      text += outcomes ? "{ \"\" " + pair + " }\n" : pair + "\n";
      if (outcomes) cells += std::to_string(++number) + " ";
    }
  }
  return outcomes ? text + "}\n" + cells : text;
}

std::string mtx(const Game& game, bool coordinate) {
  std::string text;
  int entries = 0;
  for (Index j = 0; j < game.columns; ++j) {
    for (Index i = 0; i < game.rows; ++i) {
      if (coordinate && game.at(i, j).sign() == 0) continue;
      ++entries;
      if (coordinate) text += std::to_string(i + 1) + " " + std::to_string(j + 1) + " ";
      text += game.at(i, j).to_string() + "\n";
    }
  }
  const std::string size = std::to_string(game.rows) + " " + std::to_string(game.columns);
  return std::string("%%MatrixMarket matrix ") + (coordinate ? "coordinate" : "array") +
         " real general\n" + size + (coordinate ? " " + std::to_string(entries) : "") + "\n" + text;
}

SourceCase file_case(const Game& game, const std::string& format, const std::string& file,
                     const std::string& content, bool labels = false) {
  const auto make = [file, content, labels] {
    const TemporaryFolder folder;
    return open_game(folder.file(file, content),
                     {labels ? TextTable::Names::both : TextTable::Names::none});
  };
  return {format + "_" + game.name, make, [game](Index i, Index j) { return game.at(i, j); }};
}

std::vector<SourceCase> sources() {
  std::vector<SourceCase> result;
  for (const Game& game : games()) {
    result.push_back(file_case(game, "csv", "game.csv", separated(game, ",", false)));
    result.push_back(file_case(game, "csv_labels", "game.CSV", separated(game, ",", true), true));
    result.push_back(file_case(game, "tsv", "game.tsv", separated(game, "\t", false)));
    result.push_back(file_case(game, "tsv_labels", "game.tsv", separated(game, "\t", true), true));
    result.push_back(file_case(game, "npy", "game.npy", npy(game)));
    result.push_back(file_case(game, "nfg_payoffs", "game.nfg", nfg(game, false)));
    result.push_back(file_case(game, "nfg_outcomes", "game.nfg", nfg(game, true)));
    result.push_back(file_case(game, "mtx_array", "game.mtx", mtx(game, false)));
    result.push_back(file_case(game, "mtx_coordinate", "game.mtx", mtx(game, true)));
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Files, SourceConformance, testing::ValuesIn(sources()), case_name);

TEST(OpenGame, ReadsStandardInputAsCsv) {
  std::istringstream typed("1,2\n3,x\n");
  std::streambuf* const usual = std::cin.rdbuf(typed.rdbuf());
  const std::string message = input_error([] { open_game("-"); });
  typed.str(",b\na,5\n");
  std::cin.clear();
  const auto game = open_game("-", {TextTable::Names::both});
  std::cin.rdbuf(usual);
  std::cin.clear();
  EXPECT_EQ(message, "standard input:2: 'x' is not a number");
  EXPECT_EQ(text_of(*game), "5");
}

TEST(OpenGame, SaysWhyAFileCannotBeOpened) {
  const TemporaryFolder folder;
  const std::string here = folder.path() + "/";
  std::filesystem::create_directory(here + "folder.csv");
  const std::pair<std::string, std::string> table[] = {
      {here + "folder.csv", ": is a directory"},
      {here + "none.csv", ": No such file or directory"},
      {here + "none.npy", ": No such file or directory"},
      {folder.file("file.csv", "1") + "/inner.csv", ": Not a directory"},
      {here + "tree.efg",
       ": a game tree, and games here are matrices: make one with a row or a column for each plan "
       "of a player; Gambit does, when it saves the tree as .nfg"},
      {here + "game.xls",
       ": unknown ending; a game is a file .csv, .tsv, .npy, .nfg or .mtx, '-' for CSV on standard "
       "input, or family:NAME"},
  };
  for (const auto& [path, message] : table) {
    EXPECT_EQ(input_error([&] { open_game(path); }), path + message);
  }
  EXPECT_EQ(input_error([] { open_game(""); }), "the name of the game is empty");
  EXPECT_EQ(input_error([] { open_game("a\nb.csv"); }), "a?b.csv: No such file or directory");
  EXPECT_NE(input_error([] { open_game("family:nosuchfamily"); }), "no error");
}

TEST(OpenGame, SaysThatAFileMayNotBeRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("game.csv", "1\n");
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  if (std::ifstream(path)) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(input_error([&] { open_game(path); }), path + ": Permission denied");
}

TEST(OpenGame, NamesTheFileAsItWasGiven) {
  const TemporaryFolder folder;
  const std::string path = folder.file("game.tsv", "1\t2\n3\n");
  EXPECT_EQ(input_error([&] { open_game(path); }), path + ":2: 1 value where line 1 has 2");
}

TEST(FormatOf, GoesByTheEnding) {
  EXPECT_EQ(format_of("a.csv"), GameFormat::csv);
  EXPECT_EQ(format_of("b/a.b.TSV"), GameFormat::tsv);
  EXPECT_EQ(format_of("a.npy"), GameFormat::npy);
  EXPECT_EQ(format_of("a.nfg"), GameFormat::nfg);
  EXPECT_EQ(format_of("a.mtx"), GameFormat::mtx);
  const std::string reason =
      ": unknown ending; a game is written as .csv, .tsv, .npy, .nfg or .mtx";
  for (const std::string path : {"a.txt", "csv", "a.csv/b", "a."}) {
    EXPECT_EQ(input_error([&] { format_of(path); }), path + reason);
  }
}

}  // namespace
}  // namespace allnash::open_test
