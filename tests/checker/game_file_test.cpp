// allnash-check CERTIFICATE GAME: one game in every format, and what each reader refuses.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "checker/examples.hpp"
#include "cli/run.hpp"

namespace allnash::game_file_test {
namespace {

using tests::check;
using tests::Finished;
using tests::Folder;
using tests::has;

// Matching pennies at unequal stakes, with a column that nobody plays: 2 -1 3 / -1 1 1/2. The row
// strategy is (2/5, 3/5), the value 1/5; every number is one that a double holds.
std::string certificate() {
  return "allnash-certificate 1\nshape 2 3\nsymmetric no\nvalue 1/5\n"
         "row-strategy 2\n0 2/5\n1 3/5\ncolumn-strategy 2\n0 2/5\n1 3/5\n"
         "row 0 2 -1 3\nrow 1 -1 1 1/2\ncolumn 0\ncolumn 1\nend\n";
}

std::string symmetric_certificate() {
  return "allnash-certificate 1\nshape 3 3\nsymmetric yes\nvalue 0\n"
         "row-strategy 1\n0 1\ncolumn-strategy 1\n0 1\nrow 0 0 2 1/4\nend\n";
}

std::string npy(const std::string& type, bool by_column, const std::string& shape,
                const std::string& data) {
  std::string header = "{'descr': '" + type +
                       "', 'fortran_order': " + (by_column ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         data;
}

// The bytes of numbers, the least first or the greatest first.
template <class T>
std::string bytes(const std::vector<T>& numbers, bool greatest_first = false) {
  static_assert(std::endian::native == std::endian::little);
  std::string result;
  for (const T number : numbers) {
    std::string one(sizeof number, '\0');
    std::memcpy(one.data(), &number, sizeof number);
    if (greatest_first) one = std::string(one.rbegin(), one.rend());
    result += one;
  }
  return result;
}

struct File {
  std::string name;
  std::string text;
};

// The game of certificate().
std::vector<File> good_files() {
  const std::vector<double> by_row = {2, -1, 3, -1, 1, 0.5};
  const std::vector<double> by_column = {2, -1, -1, 1, 3, 0.5};
  const std::vector<float> floats(by_row.begin(), by_row.end());
  return {
      {"plain.csv", "2,-1,3\n-1,1,1/2\n"},
      {"notations.csv", "+2,-1.0,.3e1\r\n-10/10, 1 ,500E-3\r\n\r\n"},
      {"quoted.csv", "\xef\xbb\xbf\"2\",-01,3\n-1,1,\"0.5\""},
      {"plain.tsv", "2\t-1\t3\n-1\t1\t2/4\n"},
      {"double.npy", npy("<f8", false, "(2, 3)", bytes(by_row))},
      {"big.npy", npy(">f8", false, "(2, 3)", bytes(by_row, true))},
      {"float.npy", npy("<f4", false, "(2, 3)", bytes(floats))},
      {"columns.npy", npy("<f8", true, "(2, 3)", bytes(by_column))},
      {"array.mtx",
       "%%MatrixMarket matrix array real general\n% remark\n\n2 3\n2\n-1\n-1\n1\n3\n0.5\n"},
      {"coordinate.mtx",
       "%%MatrixMarket Matrix Coordinate Real General\n2 3 6\n2 3 .5\n1 1 2\n1 2 -1\n1 3 3\n2 1 "
       "-1\n"
       "2 2 1e0\n"},
      {"payoffs.nfg",
       "NFG 1 R \"title\" { \"A\" \"B\" } { 2 3 }\n\n2 -2 -1 1 -1 1 1 -1 3 -3 1/2 -0.5\n"},
      {"constant_sum.nfg",
       "NFG 1 D \"\" { \"A\" \"B\" } { { \"u\" \"d\" } { \"l\" \"m\" \"r\" } }\n\"a remark\"\n"
       "2 8 -1 11 -1 11 1 9 3 7 1/2 19/2\n"},
      // The first player gets 5 more in column 1 and 1 less in column 2; the second half of what
      // the first then loses, and 3 more in row 1.
      {"same_equilibria.nfg",
       "NFG 1 R \"\" { \"A\" \"B\" } { 2 3 }\n2 -1 -1 7/2 4 1/2 6 5/2 2 -3/2 -1/2 11/4\n"},
      {"outcomes.nfg",
       "NFG 1 R \"say \\\"hi\\\"\" { \"A\" \"B\" }\n{ { \"u\" \"d\" }\n{ \"l\" \"m\" \"r\" "
       "}\n}\n\"\"\n{\n"
       "{ \"\" 2, -2 }\n{ \"x\" -1, 1 }\n{ \"\" 1, -1 }\n{ \"\" 3 -3 }\n{ \"\" 1/2, -1/2 }\n}\n"
       "1 2 2 3 4 5\n"},
  };
}

TEST(GameFile, IsComparedInEveryFormat) {
  const Folder folder;
  const std::string good = folder.write("good.cert", certificate());
  std::string other_text = certificate();
  other_text.replace(other_text.find("-1 3\n"), 5, "-1 4\n");
  const std::string other = folder.write("other.cert", other_text);
  EXPECT_EQ(check({other}).out, "verified\n");
  for (const File& file : good_files()) {
    const std::string game = folder.write(file.name, file.text);
    const Finished outcome = check({good, game});
    EXPECT_EQ(outcome.out, "verified\n") << file.name << outcome.err;
    EXPECT_EQ(outcome.code, 0);
    const Finished refusal = check({other, game});
    EXPECT_EQ(refusal.out, "rejected: entry (0, 2) is 4 in the certificate and 3 in the game\n")
        << file.name << refusal.err;
    EXPECT_EQ(refusal.code, 1);
  }
}

TEST(GameFile, MayHaveLabels) {
  const Folder folder;
  const std::string good = folder.write("good.cert", certificate());
  const std::string csv =
      folder.write("labels.csv", ",a,\"b, \"\"c\"\"\",7\nheads,2,-1,3\n\"ta,il\",-1,1,0.5\n");
  const std::string tsv = folder.write("labels.tsv", "\ta\tb\t7\n1\t2\t-1\t3\n2\t-1\t1\t0.5\n");
  const std::string percent =
      folder.write("percent.csv", ",a,b,c\nheads,2%,-1 %,3\ntails,\"-1%\",1%,0.5%\n");
  EXPECT_EQ(check({good, csv, "--labels"}).out, "verified\n");
  EXPECT_EQ(check({good, percent, "--labels"}).out, "verified\n");
  EXPECT_EQ(check({"--labels", good, tsv}).out, "verified\n");
  EXPECT_EQ(check({good, csv}).code, 2);
  EXPECT_EQ(check({good, tsv}).code, 2);
}

TEST(GameFile, HoldsEveryIntegerType) {
  const std::string head = "allnash-certificate 1\nshape 1 2\nsymmetric no\nvalue ";
  const std::string strategies = "\nrow-strategy 1\n0 1\ncolumn-strategy 1\n0 1\nrow 0 ";
  const std::string tail = "\ncolumn 0\nend\n";
  const Folder folder;
  struct Case {
    std::string type;
    std::string data;
    std::string low;
    std::string high;
  };
  const std::vector<Case> table = {
      {"|i1", bytes<std::int8_t>({-128, 127}), "-128", "127"},
      {"|u1", bytes<std::uint8_t>({0, 255}), "0", "255"},
      {"<i2", bytes<std::int16_t>({-32768, 1}), "-32768", "1"},
      {">u2", bytes<std::uint16_t>({1, 65535}, true), "1", "65535"},
      {">i4", bytes<std::int32_t>({-5, 70000}, true), "-5", "70000"},
      {"<u4", bytes<std::uint32_t>({3, 4294967295U}), "3", "4294967295"},
      {"<i8", bytes<std::int64_t>({INT64_MIN, INT64_MAX}), "-9223372036854775808",
       "9223372036854775807"},
      {"<u8", bytes<std::uint64_t>({1, UINT64_MAX}), "1", "18446744073709551615"},
      {"<f8", bytes<double>({0.1, 1e23}), "3602879701896397/36028797018963968",
       "99999999999999991611392"},
  };
  for (const Case& one : table) {
    const std::string text = head + one.low + strategies + one.low + " " + one.high + tail;
    const Finished outcome = check(
        {folder.write("c", text), folder.write("g.npy", npy(one.type, false, "(1, 2)", one.data))});
    EXPECT_EQ(outcome.out, "verified\n") << one.type << outcome.err;
  }
}

TEST(GameFile, IsComparedAcrossTheDiagonalWhenSymmetric) {
  const Folder folder;
  const std::string good = folder.write("good.cert", symmetric_certificate());
  const std::vector<File> files = {
      {"full.csv", "0,2,0.25\n-2,0,9\n-1/4,-9,0\n"},
      {"skew.mtx",
       "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 -2\n3 1 -.25\n"},
      {"skew_array.mtx", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n-2\n-.25\n0\n"},
  };
  for (const File& file : files) {
    const Finished outcome = check({good, folder.write(file.name, file.text)});
    EXPECT_EQ(outcome.out, "verified\n") << file.name << outcome.err;
  }
  const Finished outcome =
      check({good, folder.write("broken.csv", "0,2,0.25\n-2,0,9\n-1/5,-9,0\n")});
  EXPECT_EQ(outcome.out,
            "rejected: entry (2, 0) is -1/5 in the game, not minus the 1/4 across the diagonal\n");
}

TEST(GameFile, MayBeSymmetricMatrixMarket) {
  const std::string text =
      "allnash-certificate 1\nshape 2 2\nsymmetric no\nvalue 1/2\nrow-strategy 2\n0 1/2\n1 1/2\n"
      "column-strategy 2\n0 1/2\n1 1/2\nrow 0 0 1\nrow 1 1 0\ncolumn 0\ncolumn 1\nend\n";
  const Folder folder;
  const std::string good = folder.write("c", text);
  const std::string head = "%%MatrixMarket matrix ";
  for (const char* rest : {"coordinate integer symmetric\n2 2 1\n2 1 1\n",
                           "array integer symmetric\n2 2\n0\n1\n0\n"}) {
    EXPECT_EQ(check({good, folder.write("g.mtx", head + rest)}).out, "verified\n") << rest;
  }
}

TEST(GameFile, MustHaveTheShapeOfTheCertificate) {
  const Folder folder;
  const std::string good = folder.write("good.cert", certificate());
  EXPECT_EQ(check({good, folder.write("g.csv", "2,-1,3\n-1,1,1/2\n0,0,0\n")}).out,
            "rejected: the shape is 2 x 3 in the certificate and 3 x 3 in the game\n");
}

struct BadFile {
  std::string name;
  std::string text;
  std::string message;
};

TEST(GameFile, IsRefusedInOneLineThatSaysWhere) {
  const std::string mtx = "%%MatrixMarket matrix ";
  const std::string nfg = "NFG 1 R \"\" { \"A\" \"B\" } ";
  const std::vector<BadFile> table = {
      {"a.csv", "", "a.csv:1: no payoffs"},
      {"a.csv", "1,2\n3\n", "a.csv:2: 1 values where line 1 has 2"},
      {"a.csv", "1,2\n3,abc\n", "a.csv:2: 'abc' is not a number"},
      {"a.csv", "1,\n", "a.csv:1: '' is not a number"},
      {"a.csv", "1,nan\n", "a.csv:1: 'nan' is not a number"},
      {"a.csv", "1,1/0\n", "a.csv:1: '1/0' is not a number"},
      {"a.csv", "1,1e99999\n", "a.csv:1: '1e99999' is not a number"},
      {"a.csv", "1,2\n\n3,4\n", "a.csv:3: an empty line inside the table"},
      {"a.csv", "\"1,2\n", "a.csv:2: a quote without its end"},
      {"a.csv", "\"1\"2\n", "a.csv:1: text after a quote"},
      {"a.npy", "numpy", "a.npy:1: not an .npy file"},
      {"a.npy", npy("<c16", false, "(1, 1)", "x"), "the type of the payoffs is none of"},
      {"a.npy", npy("<f8", false, "(1,)", "12345678"), "'' is not an integer"},
      {"a.npy", npy("<f8", false, "()", "12345678"), "the array is not 2-D"},
      {"a.npy", npy("<f8", false, "(1, 1)", "1234567"), "the payoffs take 8 bytes and 7 are left"},
      {"a.npy", npy("<f8", false, "(99999999999, 99999999999)", "1234567"), "fewer payoffs than"},
      {"a.npy", npy("<f8", false, "(1, 1)", bytes<double>({HUGE_VAL})), "infinite"},
      {"a.mtx", "1 2\n", "a.mtx:1: the first line is not '%%MatrixMarket matrix"},
      {"a.mtx", mtx + "array complex general\n1 1\n1 1\n", "a.mtx:1: the field is neither"},
      {"a.mtx", mtx + "array real general\n2 1\n1\n", "a.mtx:4: '' is not a number"},
      {"a.mtx", mtx + "array real general\n1 1\n1\n2\n", "a.mtx:4: text after the last entry"},
      {"a.mtx", mtx + "coordinate real general\n1 1 2\n1 1 1\n", "is not an integer from 0 to 1"},
      {"a.mtx", mtx + "coordinate real general\n2 2 2\n1 1 1\n1 1 1\n",
       "a.mtx:4: an entry that was given before"},
      {"a.mtx", mtx + "coordinate real symmetric\n2 2 1\n1 2 1\n",
       "a.mtx:3: an entry outside the lower triangle"},
      {"a.mtx", mtx + "coordinate real general\n999999999 999999999 0\n", "too large"},
      {"a.nfg", "EFG 2 R", "a.nfg:1: 'NFG' belongs here, not 'EFG'"},
      {"a.nfg", nfg + "{ 2 2 }\n0 0 0 0\n0 0 1 1\n",
       "a.nfg:3: the game is not zero-sum, nor has it the equilibria of such a game"},
      {"a.nfg", nfg + "{ 2 2 }\n0 0 0 0\n0 0 1 0\n",
       "a.nfg:3: the game is not zero-sum, nor has it the equilibria of such a game"},
      {"a.nfg", nfg + "{ 2 3 }\n0 0 0 0\n0 0 2 -1\n0 0 3 -1",
       "a.nfg:4: the game is not zero-sum, nor has it the equilibria of such a game"},
      {"a.nfg", nfg + "{ 1 1 }\n1 -1 1\n", "a.nfg:2: text after the last payoff"},
      {"a.nfg", nfg + "{ { \"a\" } { \"b\" } } { { \"\" 1 -1 } } 2\n",
       "a.nfg:1: '2' is not an integer from 0 to 1"},
      {"a.nfg", "NFG 1 R \"\" { \"A\" \"B\" \"C\" } { 1 1 1 }\n1 1 1\n",
       "a.nfg:1: the game does not have two players"},
  };
  const Folder folder;
  const std::string good = folder.write("good.cert", certificate());
  for (const BadFile& file : table) {
    const Finished outcome = check({good, folder.write(file.name, file.text)});
    EXPECT_EQ(outcome.code, 2) << file.text;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(has(outcome.err, file.message)) << outcome.err << "wanted: " << file.message;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  }
}

}  // namespace
}  // namespace allnash::game_file_test
