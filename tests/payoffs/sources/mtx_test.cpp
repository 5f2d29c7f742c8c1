#include <gtest/gtest.h>

#include <sstream>

#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::mtx_test {
namespace {

std::unique_ptr<Source> read(const std::string& content) {
  std::istringstream in(content);
  return sources::read_mtx(in, "game.mtx");
}

const std::string start = "%%MatrixMarket matrix ";

TEST(Mtx, ReadsEveryKind) {
  const std::pair<std::string, std::string> table[] = {
      {"array integer general\n% comment\n\n2 3\n1\n2\n3\n4\n5\n6\n", "1 3 5; 2 4 6"},
      {"array real general\r\n2 1\r\n1.5e-1\r\n-2\r\n", "3/20; -2"},
      {"ARRAY Double General\n1 1\n 1/3 \n", "1/3"},
      {"array real symmetric\n3 3\n1\n2\n3\n4\n5\n6", "1 2 3; 2 4 5; 3 5 6"},
      {"array real skew-symmetric\n3 3\n1\n2\n3", "0 -1 -2; 1 0 -3; 2 3 0"},
      {"array integer skew-symmetric\n1 1\n", "0"},
      {"coordinate integer general\n2 3 3\n1 3 7\n2 1 -2\n1 1 4\n", "4 0 7; -2 0 0"},
      {"coordinate real general\n2 2 0\n", "0 0; 0 0"},
      {"coordinate pattern general\n2 2 2\n1 2\n2 1\n", "0 1; 1 0"},
      {"coordinate real symmetric\n2 2 2\n1 1 0.5\n2 1 3\n", "1/2 3; 3 0"},
      {"coordinate real skew-symmetric\n3 3 2\n2 1 5\n3 2 1/7\n", "0 -5 0; 5 0 -1/7; 0 1/7 0"},
      {"coordinate pattern symmetric\n2 2 1\n2 1\n", "0 1; 1 0"},
  };
  for (const auto& [content, expected] : table) {
    EXPECT_EQ(text_of(*read(start + content)), expected) << content;
  }
}

TEST(Mtx, KeepsALargeSparseGameSmall) {
  const auto game = read(start +
                         "coordinate real general\n1000000000 1000000000 1\n"
                         "1000000000 1 -9\n");
  EXPECT_EQ(game->rows(), 1000000000);
  const std::vector<Entry> asked = {{999999999, 0}, {0, 999999999}};
  EXPECT_EQ(payoffs_of(*game, asked), (std::vector<Rational>{-9, 0}));
}

TEST(Mtx, SaysWhereAndWhatIsWrong) {
  const std::pair<std::string, std::string> table[] = {
      {"", "game.mtx: empty file"},
      {"1,2\n", "game.mtx: not a MatrixMarket file"},
      {start + "array real\n",
       "game.mtx:1: the header is %%MatrixMarket matrix FORMAT FIELD SYMMETRY"},
      {"%%MatrixMarket vector array real general\n", "game.mtx:1: 'vector' where 'matrix' belongs"},
      {start + "dense real general\n",
       "game.mtx:1: format 'dense', where array and coordinate are read"},
      {start + "array complex general\n",
       "game.mtx:1: field 'complex', where integer, real and pattern are read"},
      {start + "array pattern general\n", "game.mtx:1: an array of field 'pattern' has no entries"},
      {start + "array real hermitian\n",
       "game.mtx:1: symmetry 'hermitian' of a matrix of field 'real'"},
      {start + "coordinate pattern skew-symmetric\n",
       "game.mtx:1: symmetry 'skew-symmetric' of a matrix of field 'pattern'"},
      {start + "array real general\n% only this\n", "game.mtx: truncated before its size"},
      {start + "array real general\n2 2 4\n", "game.mtx:2: the size is two counts: rows, columns"},
      {start + "coordinate real general\n2 2\n",
       "game.mtx:2: the size is three counts: rows, columns, entries"},
      {start + "array real general\n2 x\n", "game.mtx:2: 'x' is not a count"},
      {start + "array real general\n2 99999999999999999999\n",
       "game.mtx:2: '99999999999999999999' is not a count"},
      {start + "array real general\n0 2\n",
       "game.mtx: a game of 0 x 2 has no strategies to choose from"},
      {start + "array real symmetric\n2 3\n", "game.mtx:2: a symmetric matrix that is not square"},
      {start + "array real general\n2 2\n1\n2\n3\n", "game.mtx: truncated: 3 of 4 entries"},
      {start + "array real general\n1 1\n1\n2\n", "game.mtx:4: more than 1 entries"},
      {start + "array real general\n1000000000 1000000000\n1\n",
       "game.mtx: truncated: 1 of 1000000000000000000 entries"},
      {start + "array real symmetric\n1000000000 1000000000\n1\n",
       "game.mtx: truncated: 1 of 500000000500000000 entries"},
      {start + "array real general\n1 1\nabc\n", "game.mtx:3: 'abc' is not a number"},
      {start + "array real general\n1 1\n-inf\n", "game.mtx:3: infinite payoff"},
      {start + "array integer general\n1 1\n1.5\n", "game.mtx:3: '1.5' in a matrix of integers"},
      {start + "coordinate real general\n2 2 1\n1 1\n",
       "game.mtx:3: an entry is a line `row column value`"},
      {start + "coordinate pattern general\n2 2 1\n1 1 1\n",
       "game.mtx:3: an entry is a line `row column`"},
      {start + "coordinate real general\n2 2 1\n%\n3 1 5\n", "game.mtx:4: row 3 outside 1 to 2"},
      {start + "coordinate real general\n2 2 1\n1 0 5\n", "game.mtx:3: column 0 outside 1 to 2"},
      {start + "coordinate real general\n2 2 2\n1 1 5\n", "game.mtx: truncated: 1 of 2 entries"},
      {start + "coordinate real general\n2 2 1\n1 1 5\n1 2 5\n", "game.mtx:4: more than 1 entries"},
      {start + "coordinate real general\n2 2 2\n1 2 5\n1 2 5\n",
       "game.mtx: row 1, column 2 is listed twice"},
      {start + "coordinate real skew-symmetric\n2 2 1\n1 1 5\n",
       "game.mtx:3: a skew-symmetric matrix is zero on its diagonal"},
      {start + "array real general\n1 1\n" + std::string(200000, ' '),
       "game.mtx:3: text of over 100000 characters"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&] { read(content); }), message) << content.substr(0, 100);
  }
}

}  // namespace
}  // namespace allnash::mtx_test
