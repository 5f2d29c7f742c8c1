// JSON as it is written and read here.
#include "core/json/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace allnash::json_test {
namespace {

TEST(Json, IsWrittenInTheOrderItCame) {
  Json json;
  EXPECT_EQ(json_text(json), "null");
  json["b"] = {1, "two", nullptr, true};
  json["a"] = {{"x", -1}, {"y", std::vector<int>{}}};
  json["b"].push_back(Json::object());
  append(json, "c", std::pair{std::string("p"), 0.5});
  EXPECT_EQ(json_text(json), R"({"b":[1,"two",null,true,{}],"a":{"x":-1,"y":[]},"c":["p",0.5]})");
  json.erase("a");
  EXPECT_FALSE(json.contains("a"));
  EXPECT_EQ(json.size(), 2U);
}

TEST(Json, WritesNumbersAndAnyBytes) {
  EXPECT_EQ(json_text(-0.0), "-0.0");
  EXPECT_EQ(json_text(1e300), "1e+300");
  EXPECT_EQ(json_text(0.1), "0.1");
  EXPECT_EQ(json_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(json_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(json_text(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json_text("\u00e9\t\"\x01"), "\"\u00e9\\t\\\"\\u0001\"");
  // What is no UTF-8 is replaced: a byte of Latin-1, a character cut short, half of a pair.
  EXPECT_EQ(json_text("caf\xe9!"), "\"caf\ufffd!\"");
  EXPECT_EQ(json_text("a\xe2\x82z\xff"), "\"a\ufffdz\ufffd\"");
  EXPECT_EQ(json_text("\xed\xa0\x80"), "\"\ufffd\ufffd\ufffd\"");
}

TEST(Json, IsReadAsItIsWritten) {
  for (const char* text :
       {"null", "[]", "{}", R"(["\u00e9",{"k":[[]]},false])", "7",
        R"({"a":[1,-2,3.5,1e+300,18446744073709551615],"b":{"c":"\u0001\n"}})"}) {
    const auto json = parse_json(text);
    ASSERT_TRUE(json) << text;
    EXPECT_EQ(json_text(*json), json_text(Json::parse(text)));
  }
  for (const char* text :
       {"", "[1,]", "{\"a\"}", "[1] 2", "nul", "\"\xff\"", "[1e999]", R"("\ud83d")"}) {
    EXPECT_FALSE(parse_json(text)) << text;
  }
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse_json(nested(1000)));
  EXPECT_FALSE(parse_json(nested(1001)));
  EXPECT_FALSE(parse_json(nested(1'000'000)));
}

TEST(Json, AKeyStandsInAnObjectOnce) {
  const auto repeated = [](const char* text) {
    std::optional<RepeatedKey> found;
    const bool read = parse_json(text, &found).has_value();
    EXPECT_EQ(read, !found.has_value());
    return found ? found->key + " of " + std::to_string(found->element) : "none";
  };
  EXPECT_EQ(repeated(R"({"a":1,"b":2,"a":3})"), "a of 0");
  EXPECT_EQ(repeated(R"([{"a":1},{"a":{"b":1,"b":1}}])"), "b of 1");
  EXPECT_EQ(repeated(R"([3,[4],{"a":[],"a":1}])"), "a of 2");
  EXPECT_EQ(repeated(R"({"a":{"a":[{"a":1},{"a":1}]}})"), "none");
  EXPECT_FALSE(parse_json(R"({"":0,"":0})"));
}

}  // namespace
}  // namespace allnash::json_test
