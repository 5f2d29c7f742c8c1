// JSON values, against the library whose reader and digits they use.
#include "json/json.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

namespace allnash::json_test {
namespace {

using Theirs = nlohmann::ordered_json;

std::string theirs(const Theirs& json) {
  return json.dump(-1, ' ', false, Theirs::error_handler_t::replace);
}

TEST(Json, IsWrittenInTheOrderItCame) {
  Json json;
  EXPECT_EQ(json.dump(), "null");
  json["b"] = {1, "two", nullptr, true};
  json["a"] = {{"x", -1}, {"y", std::vector<int>{}}};
  json["b"].push_back(Json::object());
  json.append("c", std::pair{std::string("p"), 0.5});
  EXPECT_EQ(json.dump(), R"({"b":[1,"two",null,true,{}],"a":{"x":-1,"y":[]},"c":["p",0.5]})");
  json.erase("a");
  EXPECT_FALSE(json.contains("a"));
  EXPECT_EQ(json.size(), 2U);
}

TEST(Json, WritesAnyBytes) {
  std::mt19937_64 random(1);
  // Many of the bytes that begin or go on with a character, and all of them.
  constexpr unsigned char likely[] = {0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0,
                                      0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 'a',  '"',  '\\'};
  for (int round = 0; round < 20000 && !HasFailure(); ++round) {
    std::string text;
    for (std::uint64_t t = random() % 8; t > 0; --t) {
      const std::uint64_t draw = random();
      text += static_cast<char>(round % 2 == 0 ? likely[draw % std::size(likely)] : draw % 256);
    }
    EXPECT_EQ(Json(text).dump(), theirs(Theirs(text)));
  }
}

TEST(Json, WritesAnyNumber) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20000 && !HasFailure(); ++round) {
    const std::uint64_t bits = random();
    const auto number = std::bit_cast<double>(bits);
    const double plain = std::round(static_cast<double>(bits % 100'000'000)) / 1000;
    for (const double one : {number, plain, -plain, 1000 * plain}) {
      EXPECT_EQ(Json(one).dump(), theirs(Theirs(one)));
    }
    EXPECT_EQ(Json(bits).dump(), theirs(Theirs(bits)));
    EXPECT_EQ(Json(static_cast<std::int64_t>(bits)).dump(), std::to_string(std::int64_t(bits)));
  }
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
  EXPECT_EQ(Json(-0.0).dump(), "-0.0");
}

TEST(Json, IsReadAsItIsWritten) {
  for (const char* text :
       {"null", "[]", "{}", R"({"a":[1,-2,3.5,1e300,18446744073709551615],"b":{"c":"\u0001\n"}})",
        R"(["é",{"k":[[]]},false])", "  7 ", "184467440737095516150", "", "[1,]", "{\"a\"}",
        "[1] 2", "nul", "\"\xff\"", "[1e999]", R"("\ud83d\ude00")", R"("\ud83d")"}) {
    SCOPED_TRACE(text);
    const auto json = Json::parse(text);
    const Theirs other = Theirs::parse(text, nullptr, false);
    ASSERT_EQ(json.has_value(), !other.is_discarded());
    if (json) {
      EXPECT_EQ(json->dump(), theirs(other));
    }
  }
  EXPECT_TRUE(Json::parse(std::string(500, '[') + std::string(500, ']')));
  EXPECT_FALSE(Json::parse(std::string(1'000'000, '[') + std::string(1'000'000, ']')));
}

TEST(Json, AKeyStandsInAnObjectOnce) {
  const auto repeated = [](const char* text) {
    std::optional<Json::Repeated> found;
    const bool read = Json::parse(text, &found).has_value();
    EXPECT_EQ(read, !found.has_value());
    return found ? found->key + " of " + std::to_string(found->element) : "none";
  };
  EXPECT_EQ(repeated(R"({"a":1,"b":2,"a":3})"), "a of 0");
  EXPECT_EQ(repeated(R"([{"a":1},{"a":{"b":1,"b":1}}])"), "b of 1");
  EXPECT_EQ(repeated(R"({"a":{"a":[{"a":1},{"a":1}]}})"), "none");
  EXPECT_FALSE(Json::parse(R"({"":0,"":0})"));
}

}  // namespace
}  // namespace allnash::json_test
