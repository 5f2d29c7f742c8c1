#include <gtest/gtest.h>

#include <sstream>

#include "allnash/game.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::csv_test {
namespace {

std::unique_ptr<Source> read(const std::string& content, bool labels = false,
                             char separator = ',') {
  std::istringstream in(content);
  const auto names = labels ? TextTable::Names::both : TextTable::Names::none;
  return read_csv(in, "game.csv", {names, separator});
}

TEST(Csv, ReadsWhatPeopleWrite) {
  const std::pair<std::string, std::string> table[] = {
      {"1,2\n3,4\n", "1 2; 3 4"},
      {"1,2\n3,4", "1 2; 3 4"},
      {"1,2\r\n3,4\r\n", "1 2; 3 4"},
      {"\xEF\xBB\xBF"
       "1,2\n3,4\n",
       "1 2; 3 4"},
      {"1,2\n3,4\n\n \r\n\t\n", "1 2; 3 4"},
      {"  1 ,\t2 \n 3, 4 \n", "1 2; 3 4"},
      {"\"1\", \" 2 \" \n3,4\n", "1 2; 3 4"},
      {"1/3,-0.1,1e3\n", "1/3 -1/10 1000"},
      {"1\n-2\n", "1; -2"},
      {"7", "7"},
      {"1/123456789012345678901234567890,4611686018427387904\n",
       "1/123456789012345678901234567890 4611686018427387904"},
  };
  for (const auto& [content, expected] : table) {
    const auto game = read(content);
    EXPECT_EQ(text_of(*game), expected) << content;
    EXPECT_TRUE(game->labels().rows.empty());
    EXPECT_TRUE(game->labels().columns.empty());
  }
  EXPECT_EQ(text_of(*read("1\t2\r\n3 \t 4\n", false, '\t')), "1 2; 3 4");
}

struct Labelled {
  std::string content;
  std::string rows;
  std::string columns;
  std::string payoffs;
  char separator = ',';
};

TEST(Csv, ReadsNamesOfStrategies) {
  const Labelled table[] = {
      {",x,y\na,1,2\nb,3,4\n", "a|b|", "x|y|", "1 2; 3 4"},
      {"corner, x ,y\r\na ,1,2\r\n", "a|", "x|y|", "1 2"},
      {"\"a, b\",\"c \"\"d\"\"\"\n\" e\",5\n", " e|", "c \"d\"|", "5"},
      {"x,1,2\n1,3,4\n", "1|", "1|2|", "3 4"},
      {",Zürich\nGenève,1\n", "Genève|", "Zürich|", "1"},
      {"\tx\ty, z\na\t1\t2\n", "a|", "x|y, z|", "1 2", '\t'},
  };
  for (const auto& [content, rows, columns, payoffs, separator] : table) {
    const auto game = read(content, true, separator);
    EXPECT_EQ(joined(game->labels().rows), rows) << content;
    EXPECT_EQ(joined(game->labels().columns), columns) << content;
    EXPECT_EQ(text_of(*game), payoffs) << content;
  }
}

TEST(Csv, SaysWhereAndWhatIsWrong) {
  const std::string hint =
      " (`labels` if the first line and column are names, `header` if the first line alone)";
  const std::pair<std::string, std::string> table[] = {
      {"1,2,3,4,5,6\n1,2,3,4,5,6\n1,2,3,4,5\n", "game.csv:3: 5 values where line 1 has 6"},
      {"1,2\n1\n", "game.csv:2: 1 value where line 1 has 2"},
      {"1,2\n1,2,abc\n", "game.csv:2: 3 values where line 1 has 2"},
      {"1,2\nabc,3\n", "game.csv:2: 'abc' is not a number"},
      {"1\r\n2\r\n3\r\ninf\r\n", "game.csv:4: infinite payoff"},
      {"1,-Infinity\n", "game.csv:1: infinite payoff"},
      {"1\nnan\n", "game.csv:2: payoff is not a number (nan)"},
      {"1\n1/0\n", "game.csv:2: division by zero in a payoff"},
      {"1\n1e99999\n", "game.csv:2: exponent of a payoff beyond 10000 in size"},
      {"a,b\n1,2\n", "game.csv:1: 'a' is not a number" + hint},
      {"1,x2\n", "game.csv:1: 'x2' is not a number" + hint},
      {",b\na,2\n", "game.csv:1: value 1 is empty" + hint},
      {"1,2,\n", "game.csv:1: value 3 is empty" + hint},
      {"1,2\n3,\n", "game.csv:2: value 2 is empty"},
      {"1,2\n\"\",4\n", "game.csv:2: value 1 is empty"},
      {"1,2\n\n3,4\n", "game.csv:2: blank line"},
      {"1,2\n \r\n\n\n3,4\n", "game.csv:2: blank line"},
      {"\n1,2\n", "game.csv:1: blank line"},
      {"", "game.csv: empty file"},
      {"\xEF\xBB\xBF", "game.csv: empty file"},
      {"\n\n \n", "game.csv: empty file"},
      {"1\n\"2\n3\n", "game.csv:2: a quoted cell that does not end on its line"},
      {"1\n\"2", "game.csv:2: a quoted cell that does not end on its line"},
      {"1\n\"2\"3\n", "game.csv:2: text after the closing quote of a cell"},
      {"1\n\x01\x1b[31m\xff\n", "game.csv:2: '??[31m?' is not a number"},
      {"1\n\u22125\n",
       "game.csv:2: '\u22125' is not a number: it begins with a dash that is not the minus sign -"},
      {"1\n5\u00bd\n", "game.csv:2: '5\u00bd' is not a number"},
      {"1\n" + std::string(5000, 'z'),
       "game.csv:2: '" + std::string(40, 'z') + "...' is not a number"},
      {"1\n" + std::string(200000, '1'), "game.csv:2: text of over 100000 characters"},
      {"1\n" + std::string(50000, '1'), "game.csv:2: a number of over 20000 characters"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&] { read(content); }), message) << content.substr(0, 60);
  }
}

TEST(Csv, SaysWhereAndWhatIsWrongWithNames) {
  const std::pair<std::string, std::string> table[] = {
      {"", "game.csv: empty file"},
      {",a,b\n", "game.csv: no payoffs after the line of names"},
      {"corner\na,1\n", "game.csv:1: no names of columns"},
      {",a,b\nx,1,2,3\n", "game.csv:2: 3 values where line 1 has 2"},
      {",a,b\nx\n", "game.csv:2: 0 values where line 1 has 2"},
      {",a,b\nx,1,c\n", "game.csv:2: 'c' is not a number"},
      {",a,b,a\nx,1,2,3\n", "game.csv:1: a second column named 'a'"},
      {",a\nx,1\ny,2\nx,3\n", "game.csv:4: a second row named 'x'"},
      {",a,\nx,1,2\n", "game.csv:1: name of column 2 is empty"},
      {",a\nx,1\n,2\n", "game.csv:3: name of row 2 is empty"},
      {",a\x02\nx,1\n", "game.csv:1: name of column 1 has a control character"},
      {",\xE9t\xE9\nx,1\n", "game.csv:1: name of column 1 is not UTF-8"},
      {",a\nx,1\n\ny,1\n", "game.csv:3: blank line"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&] { read(content, true); }), message) << content;
  }
}

std::unique_ptr<Source> read_as(const std::string& content, TextTable::Names names,
                                std::optional<char> separator = {}, char decimal = '.') {
  std::istringstream in(content);
  return read_csv(in, "game.csv", TextTable{names, separator, decimal});
}

constexpr auto no_names = TextTable::Names::none;
constexpr auto header = TextTable::Names::columns;
constexpr auto labels = TextTable::Names::both;

TEST(Csv, AFirstLineAloneMayBeNames) {
  const auto game = read_as("a,b,c\n0.5,1,2\n3,4,5\n", header);
  EXPECT_TRUE(game->labels().rows.empty());
  EXPECT_EQ(joined(game->labels().columns), "a|b|c|");
  EXPECT_EQ(text_of(*game), "1/2 1 2; 3 4 5");
}

// As written by a program that puts no names before rows: the first column would be lost.
TEST(Csv, NumbersAsNamesAreRefused) {
  const std::string why =
      "the first column holds numbers where `labels` has names: `header` if the first line alone "
      "holds names; if they are names, leave the first cell of line 1 empty";
  EXPECT_EQ(input_error([] { read_as("a,b\n0.5,1\n0.25,4\n", labels); }), "game.csv:2: " + why);
  EXPECT_EQ(input_error([] { read_as("a,b\n1,1\n1,4\n", labels); }), "game.csv:2: " + why);
  EXPECT_EQ(input_error([] { read_as("1,2\n3,4\n", header); }),
            "game.csv:1: the first line holds numbers instead of column names: a table without a "
            "line of names needs no `header`, and numbers cannot be names");
  EXPECT_EQ(input_error([] { read_as("a,b\nx,4\n", header); }),
            "game.csv:2: 'x' is not a number (`labels`, not `header`, if the first column holds "
            "names too)");
  // Numbers that are plainly names.
  EXPECT_EQ(text_of(*read_as(",0,1\n0,5,6\n1,7,8\n", labels)), "5 6; 7 8");
  EXPECT_EQ(text_of(*read_as("agent,a,b\nx,5,6\n1,7,8\n", labels)), "5 6; 7 8");
}

TEST(Csv, OtherSeparatorsAndDecimalCommas) {
  EXPECT_EQ(text_of(*read_as("1;2\n3;0.5\n", no_names, ';')), "1 2; 3 1/2");
  EXPECT_EQ(text_of(*read_as("1\t2\n3\t4\n", no_names, '\t')), "1 2; 3 4");
  EXPECT_EQ(text_of(*read_as("0,5;-1,25\n3;4e-1\n", no_names, {}, ',')), "1/2 -5/4; 3 2/5");
  EXPECT_EQ(text_of(*read_as("0,5\t2\n", no_names, '\t', ',')), "1/2 2");
  EXPECT_EQ(joined(read_as("a;b\n0,5;2\n", header, {}, ',')->labels().columns), "a|b|");
  EXPECT_EQ(input_error([] { read_as("1.000,5;2\n", no_names, {}, ','); }),
            "game.csv:1: '1.000,5' has a point where the decimal mark is a comma");
  EXPECT_EQ(input_error([] { read_as("1\n", no_names, ',', ','); }),
            "separator: , stands in decimals too");
  EXPECT_EQ(input_error([] { read_as("1\n", no_names, '5'); }),
            "separator: '5' cannot stand between cells");
  EXPECT_EQ(input_error([] { read_as("1\n", no_names, ';', 'x'); }),
            "decimal-mark: 'x' is neither . nor ,");
}

TEST(Csv, SaysWhatItLooksLike) {
  const std::string semicolons = " (it looks like semicolons between cells: `separator ';'`)";
  const std::string european =
      " (it looks like semicolons between cells and decimal commas: `separator ';'` `decimal-mark "
      ",`)";
  EXPECT_EQ(input_error([] { read_as("1;2\n3;4\n", no_names); }),
            "game.csv:1: '1;2' is not a number" + semicolons);
  EXPECT_EQ(input_error([] { read_as("0,5;2\n", no_names); }),
            "game.csv:1: '5;2' is not a number" + european);
  EXPECT_EQ(input_error([] { read_as("a;b\n1;2\n", no_names); }),
            "game.csv:1: 'a;b' is not a number" + semicolons);
  EXPECT_EQ(input_error([] { read_as(";a;b\nx;1;2\n", labels); }),
            "game.csv:1: no names of columns" + semicolons);
  EXPECT_EQ(input_error([] { read_as("1\t2\n", no_names); }),
            "game.csv:1: '1?2' is not a number (it looks like tabs between cells: `separator "
            "tab`)");
  EXPECT_EQ(input_error([] { read_as("0,5;2\n", no_names, ';'); }),
            "game.csv:1: '0,5' is not a number (a decimal comma? `decimal-mark ,`)");
  EXPECT_EQ(input_error([] { read_as("1,2,3\n", no_names, '\t'); }),
            "game.csv:1: '1,2,3' is not a number (it looks like commas between cells: "
            "`separator ,`)");
}

TEST(Csv, ReadsListsOfPayoffs) {
  const auto names = [](const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& one : all) text += one + "|";
    return text;
  };
  const Labelled table[] = {
      {"row,column,payoff\na,x,1\na,y,-1/2\nb,y,4\nb,x,3\n", "a|b|", "x|y|", "1 -1/2; 3 4"},
      {"a,b,value\n\"p, q\",x,0.5\n", "p, q|", "x|", "1/2"},
      {"a;b;payoff\nx;y;1\n", "x|", "y|", "1", ';'},
      // All of the names are on both sides, in another order.
      {"a,b,mean\nx,y,1\nx,x,2\ny,y,3\ny,x,4\n", "x|y|", "x|y|", "2 1; 4 3"},
      // A full table whose sides share a name stays as it is.
      {"a,b,payoff\nx,y,1\nz,y,2\nx,z,3\nz,z,4\n", "x|z|", "y|z|", "1 3; 2 4"},
  };
  for (const auto& [content, rows, columns, payoffs, separator] : table) {
    const auto game = read(content, false, separator);
    EXPECT_EQ(names(game->labels().rows), rows) << content;
    EXPECT_EQ(names(game->labels().columns), columns) << content;
    EXPECT_EQ(text_of(*game), payoffs) << content;
  }
  // What is left out is unknown; both sides then have the names of both.
  const auto triangle = read("a,b,payoff\nx,y,60%\ny,z,55%\n");
  EXPECT_EQ(names(triangle->labels().rows), "x|y|z|");
  EXPECT_EQ(names(triangle->labels().columns), "x|y|z|");
  const Entry known{1, 2};
  EXPECT_EQ(payoffs_of(*triangle, {&known, 1}).front(), Rational(55));
  EXPECT_FALSE(triangle->traits().free) << "x against z is unknown";
  EXPECT_TRUE(read("a,b,payoff\nx,y,1\n")->traits().free);
  EXPECT_EQ(text_of(*read("a,b,payoff\nx,1,2\n", true)), "1 2") << "a labelled table";
  EXPECT_EQ(names(read("a,b,payoff\nx,y,2\n", true)->labels().columns), "y|") << "a list";
  const std::pair<std::string, std::string> refused[] = {
      {"a,b,payoff\nx,y,1\nx,y,1\n",
       "game.csv:3: a second payoff of 'x' against 'y', which line 2 has; `allnash ledger import` "
       "takes a line a play, and their mean"},
      {"a,b,payoff\nx,y\n", "game.csv:2: a line of a list is a row, a column and a payoff"},
      {"a,b,payoff\nx,y,1,2\n", "game.csv:2: a line of a list is a row, a column and a payoff"},
      {"a,b,payoff\nx,y,much\n", "game.csv:2: 'much' is not a number"},
      {"a,b,payoff\n,y,1\n", "game.csv:2: the row is empty"},
      {"a,b,payoff\n", "game.csv: no payoffs after the line of names"}};
  for (const auto& [content, message] : refused) {
    EXPECT_EQ(input_error([&] { read(content); }), message) << content;
  }
}

// A stream that cannot tell its size and breaks in the middle, as a pipe or a failing disk may.
class BreakingBuffer : public std::streambuf {
 protected:
  std::streamsize xsgetn(char* out, std::streamsize count) override {
    if (broken_) throw std::runtime_error("the disk failed");
    broken_ = true;
    std::fill_n(out, count, '\n');
    out[0] = '1';
    return count;
  }

 private:
  bool broken_ = false;
};

TEST(Csv, SaysThatAStreamBroke) {
  BreakingBuffer buffer;
  std::istream in(&buffer);
  EXPECT_EQ(input_error([&] { read_csv(in, "-"); }), "-: cannot be read");
}

TEST(Csv, ReadsRowsLongerThanAPiece) {
  std::string content;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 40000; ++j) {
      content += (j > 0 ? "," : "") + std::to_string(i * 100000 + j);
    }
    content += "\n";
  }
  const auto game = read(content);
  ASSERT_EQ(game->rows(), 3);
  ASSERT_EQ(game->columns(), 40000);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 40000; ++j) {
      const Entry entry{i, j};
      ASSERT_EQ(payoffs_of(*game, {&entry, 1}).front(), Rational(i * 100000 + j));
    }
  }
}

TEST(Csv, ReadsWhatTwoSidesHaveOfASum) {
  const auto game = read_as(",a,b\na,5-5,5.5 - 4.5\nb,4-6,5\n", labels);
  EXPECT_EQ(text_of(*game), "5 11/2; 4 5");
  EXPECT_EQ(game->heading().note, "a cell such as 6-4 is what the row and the column have of 10");
  EXPECT_EQ(input_error([] { read_as(",a,b\na,5-5,60-40\nb,4-6,5-5\n", labels); }),
            "game.csv:2: '60-40' adds up to 100, and an earlier cell to 10");
  for (const char* const cell : {"6-", "6-4-1", "6--4", "6-x"}) {
    const std::string content = std::string(",a\na,") + cell + "\n";
    EXPECT_NE(input_error([&] { read_as(content, labels); }).find("is not a number"),
              std::string::npos)
        << cell;
  }
}

}  // namespace
}  // namespace allnash::csv_test
