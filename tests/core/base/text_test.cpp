#include "core/base/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace allnash::text_test {
namespace {

TEST(Text, IsShownAsItWasTyped) {
  EXPECT_EQ(printable("a b"), "a b");
  EXPECT_EQ(printable("\u22125 \u00e9t\u00e9 \U0001F600"), "\u22125 \u00e9t\u00e9 \U0001F600");
  EXPECT_EQ(in_quotes("\u22125"), "'\u22125'");
}

TEST(Text, ControlCharactersAndBrokenBytesAreQuestionMarks) {
  EXPECT_EQ(printable("a\n\x1b[31m\x7f"), "a??[31m?");
  EXPECT_EQ(printable("\u0085\u009b"), "??");                 // control characters beyond ASCII
  EXPECT_EQ(printable("\u00e9\xff\u00e9"), "\u00e9?\u00e9");  // one byte spoils no other
  EXPECT_EQ(printable("\xc3"), "?");
  EXPECT_EQ(printable("\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80"), "?????????");
}

TEST(Text, IsCutBetweenCharacters) {
  EXPECT_EQ(printable("12345", 5), "12345");
  EXPECT_EQ(printable("123456", 5), "12345...");
  EXPECT_EQ(printable("1234\u00e9", 5), "1234...");
}

TEST(Text, OfAnyBytesIsOneLineOfUtf8) {
  std::mt19937_64 random(1);
  for (int t = 0; t < 20000; ++t) {
    std::string bytes;
    for (int length = static_cast<int>(random() % 60); length > 0; --length) {
      bytes += static_cast<char>(random() % 4 == 0 ? 0xC2 + random() % 51 : random());
    }
    const std::string shown = printable(bytes);
    EXPECT_TRUE(is_utf8(shown)) << shown;
    EXPECT_TRUE(std::ranges::none_of(shown, is_control)) << shown;
    EXPECT_LE(shown.size(), 43U);
  }
}

}  // namespace
}  // namespace allnash::text_test
