#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "allnash/result.hpp"

namespace allnash::json_test {
namespace {

Result pennies_with_a_twist() {
  Result result;
  result.status = Status::proved;
  result.rows = 4;
  result.columns = 5;
  result.method = "lazy";
  result.equilibria.emplace();
  result.value = result.low = result.high = Rational(2, 7);
  result.equilibria->row.support = {0, 2};
  result.row_strategy = {{0, Rational(1, 3)}, {2, Rational(2, 3)}};
  result.equilibria->row.vertices = {result.row_strategy};
  result.equilibria->column.support = {1, 3};
  result.column_strategy = {{1, Rational(1, 2)}, {3, Rational(1, 2)}};
  result.equilibria->column.dimension = 1;
  result.equilibria->column.vertices = {{{3, Rational(1)}}, {{1, Rational(1)}}};
  result.equilibria->column.vertices_complete = false;
  result.queries = 31;
  result.equilibria->floor = 28;
  result.rounds = 6;
  result.seconds = 0.0021234;
  return result;
}

TEST(Json, AProvedAnswerIsTheDocumentedBytes) {
  EXPECT_EQ(to_json(pennies_with_a_twist()),
            R"({"status":"proved","rows":4,"columns":5,"method":"lazy","seed":1,"value":"2/7",)"
            R"("row_support":[0,2],"column_support":[1,3],)"
            R"("row_strategy":{"0":"1/3","2":"2/3"},"column_strategy":{"1":"1/2","3":"1/2"},)"
            R"("row_dimension":0,"column_dimension":1,)"
            R"("row_vertices":[{"0":"1/3","2":"2/3"}],"column_vertices":[{"3":"1"},{"1":"1"}],)"
            R"("row_vertices_complete":true,"column_vertices_complete":false,)"
            R"("queries":31,"floor":28,"ratio":1.107,"rounds":6,"seconds":0.002123})");
}

TEST(Json, AStoppedRunTellsItsBounds) {
  Result result;
  result.rows = 2;
  result.columns = 3;
  result.symmetric = true;
  result.method = "full";
  result.seed = 18446744073709551615U;
  result.low = Rational(-1, 2);
  result.stop = Stop{StopReason::budget, "budget"};
  result.queries = 5;
  result.rounds = 1;
  EXPECT_EQ(to_json(result),
            R"({"status":"stopped","rows":2,"columns":3,"symmetric":true,"method":"full",)"
            R"("seed":18446744073709551615,"low":"-1/2","high":null,"stop_reason":"budget",)"
            R"("row_strategy":null,"column_strategy":null,)"
            R"("queries":5,"floor":null,"ratio":null,"rounds":1,"seconds":0.0})");
}

TEST(Json, AGameWithoutAStrictSaddlePointSaysSo) {
  Result result;
  result.status = Status::no_strict_saddle_point;
  result.rows = 2;
  result.columns = 3;
  result.method = "saddle-bienstock";
  result.high = Rational(3);
  result.queries = 5;
  result.rounds = 4;
  EXPECT_EQ(to_json(result),
            R"({"status":"no strict saddle point","rows":2,"columns":3,)"
            R"("method":"saddle-bienstock","seed":1,"high":"3","queries":5,"rounds":4,)"
            R"("seconds":0.0})");
}

TEST(Json, LabelsOfTheSupportsAreAdded) {
  Result result = pennies_with_a_twist();
  result.row_labels = {"a", "b", "quote\"\xC3\xA9", "d"};
  result.column_labels = {"A", "B", "C", "not \xFF text", "E"};
  const auto json = nlohmann::json::parse(to_json(result));
  EXPECT_EQ(json["row_support_labels"], (nlohmann::json{"a", "quote\"\xC3\xA9"}));
  EXPECT_EQ(json["column_support_labels"][0], "B");
  EXPECT_EQ(json["column_support_labels"][1], "not \xEF\xBF\xBD text");
}

}  // namespace
}  // namespace allnash::json_test
