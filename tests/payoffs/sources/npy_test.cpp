#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <sstream>

#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::npy_test {
namespace {

std::unique_ptr<Source> read(const std::string& content) {
  std::istringstream in(content);
  return sources::read_npy(in, "game.npy");
}

std::string little(std::uint64_t bits, std::size_t bytes) {
  std::string text;
  for (std::size_t t = 0; t < bytes; ++t) text += static_cast<char>(bits >> (8 * t));
  return text;
}

std::string big(std::uint64_t bits, std::size_t bytes) {
  const std::string text = little(bits, bytes);
  return {text.rbegin(), text.rend()};
}

std::string headed(const std::string& header, int version = 1) {
  return "\x93NUMPY" + little(static_cast<std::uint64_t>(version), 2) +
         little(header.size(), version == 1 ? 2 : 4) + header;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                bool by_column = false, int version = 1) {
  return headed("{'descr': '" + type + "', 'fortran_order': " + (by_column ? "True" : "False") +
                    ", 'shape': " + shape + ", }   \n",
                version) +
         data;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

struct Number {
  std::string type;
  std::string data;
  std::string expected;
};

TEST(Npy, ReadsEveryType) {
  const Number table[] = {
      {"|b1", little(1, 1), "1"},
      {"|b1", little(0, 1), "0"},
      {"|i1", little(0xFF, 1), "-1"},
      {"|u1", little(0xFF, 1), "255"},
      {"<i2", little(0x8000, 2), "-32768"},
      {">i2", big(0x7FFE, 2), "32766"},
      {"<u2", little(0x8000, 2), "32768"},
      {">i4", big(0xFFFFFFFE, 4), "-2"},
      {"<u4", little(0xFFFFFFFF, 4), "4294967295"},
      {"<i8", little(0x8000000000000000, 8), "-9223372036854775808"},
      {">i8", big(0x7FFFFFFFFFFFFFFF, 8), "9223372036854775807"},
      {"<u8", little(0xFFFFFFFFFFFFFFFF, 8), "18446744073709551615"},
      {">u8", big(5, 8), "5"},
      {"<f2", little(0x3E00, 2), "3/2"},
      {"<f2", little(0xC000, 2), "-2"},
      {">f2", big(0x0001, 2), "3/50000000"},  // the least of all halves prints as 6e-8
      {"<f2", little(0x7BFF, 2), "65500"},    // and the largest
      {"<f2", little(0x2E66, 2), "1/10"},
      {"<f2", little(0x2400, 2), "1563/100000"},  // 2^-6: 0.01562 is nearer, and of another half
      {"<f4", little(bits(0.1F), 4), "1/10"},
      {">f4", big(bits(-2.5F), 4), "-5/2"},
      {"<f8", little(bits(0.1), 8), "1/10"},
      {"<f8", little(bits(0.1 + 0.2), 8), "7500000000000001/25000000000000000"},
      {">f8", big(bits(-0.0), 8), "0"},
      {"=f8", std::string(8, '\0'), "0"},
  };
  for (const auto& [type, data, expected] : table) {
    EXPECT_EQ(text_of(*read(npy(type, "(1, 1)", data))), expected) << type;
  }
}

TEST(Npy, ReadsBothOrdersAndAllVersions) {
  const std::string data("\1\2\3\4\5\6", 6);
  for (int version = 1; version <= 3; ++version) {
    EXPECT_EQ(text_of(*read(npy("|u1", "(2, 3)", data, false, version))), "1 2 3; 4 5 6");
    EXPECT_EQ(text_of(*read(npy("|u1", "(2, 3)", data, true, version))), "1 3 5; 2 4 6");
  }
  EXPECT_EQ(
      text_of(*read(headed("{\"shape\":(2,3),\"descr\":\"|i1\",\"fortran_order\":False}") + data)),
      "1 2 3; 4 5 6");
}

TEST(Npy, ReadsMoreThanOnePiece) {
  std::string data;
  for (int t = 0; t < 300 * 400; ++t) data += little(static_cast<std::uint64_t>(t), 4);
  const auto game = read(npy("<i4", "(300, 400)", data));
  std::vector<Entry> asked;
  for (Index i = 0; i < 300; ++i) asked.push_back({i, (i * 7) % 400});
  const std::vector<Rational> answers = payoffs_of(*game, asked);
  for (std::size_t t = 0; t < asked.size(); ++t) {
    EXPECT_EQ(answers[t], Rational(asked[t].row * 400 + asked[t].column));
  }
}

TEST(Npy, SaysWhereAndWhatIsWrong) {
  const std::string malformed = "game.npy: the header of the .npy file is malformed";
  const std::string types = ", where integers, truth values and floats of up to 64 bits are read";
  const std::string twelve(96, '\0');
  std::string odd;
  for (int t = 0; t < 18; ++t) odd += little(bits(t == 17 ? HUGE_VAL : 1.0), 8);
  const std::pair<std::string, std::string> table[] = {
      {"", "game.npy: empty file"},
      {"1,2\n3,4\n", "game.npy: not a .npy file"},
      {"\x93NUM", "game.npy: not a .npy file"},
      {"\x93NUMPY", "game.npy: a .npy file of an unknown version"},
      {headed("{}", 4), "game.npy: a .npy file of an unknown version"},
      {"\x93NUMPY\x01" + std::string(1, '\0') + "v", "game.npy: truncated in its header"},
      {headed(std::string(100, ' ')).substr(0, 50), "game.npy: truncated in its header"},
      {"\x93NUMPY\x02" + std::string(1, '\0') + "\xff\xff\xff\xff{", malformed},
      {headed("{}"), malformed},
      {headed("garbage"), malformed},
      {headed("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)} x"), malformed},
      {headed("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)"), malformed},
      {headed("{'descr': '<f8', 'fortran_order': 0, 'shape': (3, 4)}"), malformed},
      {headed("{'descr': '<f8', 'shape': (3, 4)}"), malformed},
      {headed("{'descr': '<f8', 'fortran_order': False, 'shape': (3, -4)}"), malformed},
      {headed("{'descr': '<f8', 'fortran_order': False, 'shape': (3 4)}"), malformed},
      {headed("{'descr': '<f8, 'fortran_order': False, 'shape': (3, 4)}"), malformed},
      {npy("<f8", "(3, 4)", twelve.substr(0, 37)), "game.npy: truncated: 37 of 96 bytes of data"},
      {npy("<f8", "(3, 4)", ""), "game.npy: truncated: 0 of 96 bytes of data"},
      {npy("<f8", "(3, 4)", twelve + "x"), "game.npy: more bytes than its shape"},
      {npy("<f8", "(3, 6)", odd), "game.npy: entry (2, 5): infinite payoff"},
      {npy("<f8", "(9, 2)", odd, true), "game.npy: entry (8, 1): infinite payoff"},
      {npy("<f8", "(6, 3)", odd, true), "game.npy: entry (5, 2): infinite payoff"},
      {npy("<f4", "(1, 2)", little(0, 4) + little(bits(std::nanf("")), 4)),
       "game.npy: entry (0, 1): payoff is not a number (nan)"},
      {npy("<f2", "(1, 1)", little(0xFC00, 2)), "game.npy: entry (0, 0): infinite payoff"},
      {npy("<f2", "(1, 1)", little(0x7C01, 2)),
       "game.npy: entry (0, 0): payoff is not a number (nan)"},
      {npy("<f8", "(3, 2, 2)", twelve), "game.npy: an array of 3 dimensions, where a game has 2"},
      {npy("<f8", "(12,)", twelve), "game.npy: an array of 1 dimensions, where a game has 2"},
      {npy("<f8", "()", twelve), "game.npy: an array of 0 dimensions, where a game has 2"},
      {npy("<f8", "(0, 4)", ""), "game.npy: a game of 0 x 4 has no strategies to choose from"},
      {npy("|O", "(1, 1)", "x"), "game.npy: entries are Python objects, not numbers"},
      {npy("<c16", "(1, 1)", twelve), "game.npy: entries of type '<c16'" + types},
      {npy("<f16", "(1, 1)", twelve), "game.npy: entries of type '<f16'" + types},
      {npy("<U3", "(1, 1)", twelve), "game.npy: entries of type '<U3'" + types},
      {npy("i8", "(1, 1)", twelve), "game.npy: entries of type 'i8'" + types},
      {headed("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1, 1)}"),
       "game.npy: entries are records, not numbers"},
      {npy("<f8", "(4000000000, 4000000000)", twelve),
       "game.npy: a game of 4000000000 x 4000000000 is too large"},
      {npy("<f8", "(3000000000, 3000000000)", twelve), "game.npy: the array is too large"},
      {npy("<f8", "(1, 99999999999999999999999)", twelve), "game.npy: the array is too large"},
      {npy("<f8", "(1000000000, 1000000000)", twelve),
       "game.npy: truncated: 96 of 8000000000000000000 bytes of data"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&] { read(content); }), message) << content;
  }
}

// A pipe cannot tell how much is to come.
class PipeBuffer : public std::stringbuf {
 public:
  using std::stringbuf::stringbuf;

 protected:
  pos_type seekoff(off_type, std::ios::seekdir, std::ios::openmode) override {
    return pos_type(off_type(-1));
  }
};

TEST(Npy, ReadsAPipe) {
  const auto read_pipe = [](const std::string& content) {
    PipeBuffer buffer(content);
    std::istream in(&buffer);
    return sources::read_npy(in, "game.npy");
  };
  EXPECT_EQ(text_of(*read_pipe(npy("<i2", "(1, 2)", little(7, 2) + little(9, 2)))), "7 9");
  EXPECT_EQ(input_error([&] { read_pipe(npy("<i2", "(1, 2)", "abc")); }),
            "game.npy: truncated: 3 of 4 bytes of data");
  EXPECT_EQ(input_error([&] { read_pipe(npy("<i2", "(1, 2)", "abcde")); }),
            "game.npy: more bytes than its shape");
  EXPECT_EQ(input_error([&] { read_pipe(npy("<i8", "(1000000000, 1000000000)", "abcde")); }),
            "game.npy: truncated: 5 of 8000000000000000000 bytes of data");
}

}  // namespace
}  // namespace allnash::npy_test
