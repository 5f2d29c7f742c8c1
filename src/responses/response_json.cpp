// An answer from best responses as JSON.
#include <string>
#include <utility>

#include "allnash/responses.hpp"
#include "json/json.hpp"

namespace allnash {
namespace responses {
namespace {

Json list_of(const std::vector<LikelyStrategy>& mixture) {
  if (mixture.empty()) return {};
  Json list = Json::array();
  for (const auto& [strategy, probability] : mixture) {
    list.push_back({{"strategy", strategy}, {"probability", probability.to_string()}});
  }
  return list;
}

}  // namespace
}  // namespace responses

std::string to_json(const ResponseAnswer& answer) {
  Json json = Json::object();
  const auto add = [&](const char* key, Json value) { append(json, key, std::move(value)); };
  const auto number = [](const std::optional<Rational>& one) {
    return one ? Json(one->to_string()) : Json();
  };
  add("status", status_text(answer.status));
  if (answer.status == ResponseAnswer::Status::stopped) add("stopped_by", answer.stopped_by);
  if (answer.value) {
    add("value", number(answer.value));
  } else {
    add("low", number(answer.low));
    add("high", number(answer.high));
  }
  if (answer.restricted_value) add("restricted_value", number(answer.restricted_value));
  add("row_strategy", responses::list_of(answer.row));
  add("column_strategy", responses::list_of(answer.column));
  add("row_strategies_met", answer.row_strategies_met);
  add("column_strategies_met", answer.column_strategies_met);
  add("responses", answer.responses);
  add("payoffs", answer.payoffs);
  if (answer.recalled) add("recalled", *answer.recalled);
  add("iterations", answer.iterations);
  add("seconds", answer.seconds);
  return json_text(json);
}

}  // namespace allnash
