// Charts as people have them: percentages, gaps, one triangle, rounded cells.
#include <nlohmann/json.hpp>

#include "cli/run.hpp"

namespace allnash::tests::charts_test {
namespace {

using Json = nlohmann::json;

Finished solved(const std::string& chart, const std::vector<std::string>& more) {
  return allnash_run(with({"solve", "-", "--labels"}, more), {.input = chart});
}

Json answer(const std::string& chart, const std::vector<std::string>& more, int code = 0) {
  const Finished result = solved(chart, with(more, {"--json"}));
  EXPECT_EQ(result.code, code) << result.err;
  return Json::parse(result.out);
}

TEST(Charts, PercentagesHaveTheirOwnRange) {
  const Json json =
      answer(",x,y,z\nx,50%,60 %,40.0%\ny,40%,50%,60%\nz,60%,40%,50%\n", {"--symmetric"});
  EXPECT_EQ(json["status"], "proved");
  EXPECT_EQ(json["value"], "50");
  EXPECT_EQ(json["row_strategy"], Json::parse(R"({"0":"1/3","1":"1/3","2":"1/3"})"));
  const Finished outside = solved(",x,y\nx,50%,160%\ny,40%,50%\n", {});
  EXPECT_EQ(outside.code, 2);
  EXPECT_TRUE(has(outside.err, "160"));
}

TEST(Charts, OneTriangleIsEnough) {
  const std::string half = ",x,y,z\nx,-,60%,40%\ny,,,60%\nz,n/a,,\n";
  EXPECT_EQ(answer(half, {"--symmetric"})["value"], "50");
  EXPECT_EQ(answer(",x,y\nx,,0.7\ny,,\n", {"--symmetric", "--payoff-range", "0,1"})["row_support"],
            Json::array({0}));
}

TEST(Charts, RoundedCellsAreMendedAndTold) {
  const std::string chart = ",x,y,z\nx,,52.4%,47.1%\ny,47.7%,,51%\nz,52.9%,49%,\n";
  const Json json = answer(chart, {"--symmetric"});
  EXPECT_EQ(json["status"], "proved");
  EXPECT_TRUE(has(json.dump(), "1 pair of cells misses its sum by rounding"));
  EXPECT_TRUE(
      has(solved(chart, {"--symmetric"}).out, "1 pair of cells misses its sum by rounding"));
  const Finished wrong = solved(",x,y\nx,,52%\ny,45%,\n", {"--symmetric"});
  EXPECT_EQ(wrong.code, 2) << "too far apart for rounding";
  const Finished whole = solved(",x,y\nx,0,3\ny,-2,0\n", {"--symmetric"});
  EXPECT_EQ(whole.code, 2) << "whole numbers are not rounded";
}

TEST(Charts, WhatIsUnknownIsNotAskedFor) {
  const std::string chart = ",x,y,z\nx,,60%,\ny,,,60%\nz,,,\n";
  const Json json = answer(chart, {"--symmetric"}, 3);
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["value"], "50");
  EXPECT_TRUE(has(json.dump(), "chart: it does not hold what is missing"));
  const Finished plan = solved(chart, {"--symmetric", "--plan"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_TRUE(has(plan.out, "x,z"));
  // Where it is not needed it is not missed.
  EXPECT_EQ(answer(",x,y\na,3,1\nb,0,-\n", {"--payoff-range", "0,3"}, 3)["status"], "stopped");
  const Json two = answer(",x,y\na,40%,-\nb,20%,70%\n", {}, 3);
  EXPECT_TRUE(two.contains("low") && two.contains("high"));
}

}  // namespace
}  // namespace allnash::tests::charts_test
