// An answer from best responses as JSON, and its certificate. What the oracle said of the two
// mixtures is stated as the oracle's word; the payoffs among the strategies met can be recomputed.
#include <ostream>
#include <string>
#include <utility>

#include "allnash/large.hpp"
#include "core/game/response_text.hpp"
#include "core/json/json.hpp"
#include "large/responses/parts.hpp"

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

void write_side(std::ostream& out, Player player, const RestrictedGame& game,
                const MixedStrategy& mixture) {
  const std::string name = game::name_of(player);
  std::vector<std::string> weights(at(game.filled(player)), "0");
  const std::vector<Rational> whole = whole_weights(mixture);
  for (std::size_t t = 0; t < mixture.size(); ++t) {
    weights[at(mixture[t].strategy)] = whole[t].to_string();
  }
  out << name << "-strategies " << weights.size() << '\n';
  for (Index strategy = 0; strategy < game.filled(player); ++strategy) {
    out << game.name(player, strategy) << ' ' << weights[at(strategy)] << '\n';
  }
}

}  // namespace

void write_certificate(std::ostream& out, const ResponseAnswer& answer, const RestrictedGame& game,
                       const game::Both<Answered>& answered) {
  out << "allnash-responses 1\n";
  switch (answer.status) {
    case Status::equilibrium:
      out << "equilibrium " << answer.value->to_string() << '\n';
      break;
    case Status::within:
      out << "within " << answer.low->to_string() << ' ' << answer.high->to_string() << '\n';
      break;
    default:
      out << "restricted " << answer.restricted_value->to_string() << '\n';
  }
  for (const Player player : game::players) {
    write_side(out, player, game, answered.of(player).mixture);
  }
  const exact::Matrix& payoffs = game.payoffs();
  out << "payoffs\n";
  for (Index i = 0; i < payoffs.rows(); ++i) {
    for (Index j = 0; j < payoffs.columns(); ++j) {
      out << (j == 0 ? "" : " ") << payoffs.at(i, j).to_string();
    }
    out << '\n';
  }
  for (const Player player : game::players) {
    const Response& response = answered.of(game::opponent_of(player)).response;
    out << game::name_of(player) << "-response "
        << game::reply_text(ResponseQuestion::Kind::respond, response) << '\n';
  }
  out << "end\n";
}

}  // namespace responses

std::string to_json(const ResponseAnswer& answer) {
  Json json = Json::object();
  const auto add = [&](const char* key, Json value) { append(json, key, std::move(value)); };
  const auto number = [](const std::optional<Rational>& one) {
    return one ? Json(one->to_string()) : Json();
  };
  add("status", status_name(answer.status));
  if (answer.status == Status::stopped) add("stopped_by", answer.stop->text);
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
  if (answer.rechecked) add("rechecked", *answer.rechecked);
  add("iterations", answer.iterations);
  add("seconds", answer.seconds);
  return json_text(json);
}

}  // namespace allnash
