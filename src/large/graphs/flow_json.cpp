// An answer about a game on flows, for people and as JSON.
#include "large/graphs/flow_json.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/json/json.hpp"

namespace allnash {
namespace large {
namespace {

Json mixture_json(const FlowSide& side, const FlowPlayer& player) {
  Json list = Json::array();
  for (const PlayedStrategy& played : player.mixture) {
    list.push_back({{"strategy", strategy_text(side, played.arcs)},
                    {"probability", played.probability.to_string()}});
  }
  return list;
}

/// The arcs that the strategy takes.
Json flow_json(const FlowSide& side, const FlowPlayer& player) {
  Json list = Json::array();
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    if (player.flow[a].sign() == 0) continue;
    const FlowArc& arc = side.arcs[a];
    list.push_back({{"from", side.nodes[at(arc.tail)]},
                    {"to", arc.heads.empty() ? "" : side.nodes[at(arc.heads.front())]},
                    {"arc", arc.label},
                    {"probability", player.flow[a].to_string()}});
  }
  return list;
}

Json behaviour_json(const FlowSide& side, const FlowPlayer& player) {
  Json sets = Json::object();
  for (const Behaviour& set : behaviour_of(side, player.flow)) {
    Json actions = Json::object();
    for (const Behaviour::Action& action : set.actions) {
      append(actions, action.label, action.probability.to_string());
    }
    append(sets, set.set, std::move(actions));
  }
  return sets;
}

}  // namespace
}  // namespace large

std::string strategy_text(const FlowSide& side, const std::vector<Index>& arcs) {
  std::string text;
  for (const Index arc : arcs) {
    const std::string& label = side.arcs[at(arc)].label;
    if (label.empty()) continue;
    if (!text.empty()) text += ',';
    text += label;
  }
  return text.empty() ? "-" : text;
}

Json large::json_of(const FlowAnswer& answer, const FlowGame& game) {
  Json json = Json::object();
  const bool proved = answer.status == Status::proved;
  const auto add = [&](const char* key, Json value) { append(json, key, std::move(value)); };
  const auto bound = [](const std::optional<Rational>& number) {
    return number ? Json(number->to_string()) : Json();
  };
  add("status", status_name(answer.status));
  if (answer.value) {
    add("value", bound(answer.value));
  } else {
    add("stopped_by", answer.stop ? answer.stop->text : "");
    add("low", bound(answer.low));
    add("high", bound(answer.high));
  }
  const auto count = [](const std::string& digits) {
    return digits.empty() ? Json() : Json(digits);  // of a run that was stopped before
  };
  add("row_strategies", count(answer.row.strategies));
  add("column_strategies", count(answer.column.strategies));
  if (proved) {
    add("row_support_size", answer.row.support_size);
    add("column_support_size", answer.column.support_size);
    const auto dimension = [&](const std::string& name, const FlowPlayer& player) {
      append(json, name + (player.dimension_proved ? "_dimension" : "_dimension_at_most"),
             player.dimension);
    };
    dimension("row", answer.row);
    dimension("column", answer.column);
  }
  const auto strategy = [&](const std::string& name, const FlowSide& side,
                            const FlowPlayer& player) {
    const bool tree = game.kind == FlowGame::Kind::tree;
    const bool known = tree ? player.flow.size() == side.arcs.size() && !side.nodes.empty()
                            : !player.mixture.empty();
    append(json, name + (tree ? "_behaviour" : "_strategy"),
           !known ? Json()
           : tree ? behaviour_json(side, player)
                  : mixture_json(side, player));
    if (tree || player.unlisted.sign() == 0) return;
    append(json, name + "_unlisted", player.unlisted.to_string());
    append(json, name + "_flow", flow_json(side, player));
  };
  strategy("row", game.rows, answer.row);
  strategy("column", game.columns, answer.column);
  const auto arcs = [](const FlowSide& side) {
    return side.nodes.empty() ? Json() : Json(std::ssize(side.arcs));
  };
  add("row_arcs", arcs(game.rows));
  add("column_arcs", arcs(game.columns));
  if (answer.responses > 0) {
    add("responses", answer.responses);
    add("payoffs", answer.payoffs);
  }
  const auto restored = [&](const char* key, const Restored& what) {
    if (what.numbers == 0) return;
    add(key, {{"numbers", what.numbers}, {"largest", what.largest.to_string()}});
  };
  restored("chance_restored", game.restored_chances);
  restored("payoffs_restored", game.restored_payoffs);
  add("iterations", answer.iterations);
  add("seconds", answer.seconds);
  return json;
}

std::string to_json(const FlowAnswer& answer, const FlowGame& game) {
  return json_text(large::json_of(answer, game));
}

std::vector<Behaviour> behaviour_of(const FlowSide& side, std::span<const Rational> flow) {
  std::vector<Rational> through(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) through[at(side.arcs[a].tail)] += flow[a];
  std::vector<Behaviour> by_node(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    const FlowArc& arc = side.arcs[a];
    if (flow[a].sign() == 0) continue;
    by_node[at(arc.tail)].actions.push_back({arc.label, flow[a] / through[at(arc.tail)]});
  }
  std::vector<Behaviour> result;
  for (std::size_t n = 1; n < by_node.size(); ++n) {
    if (by_node[n].actions.empty()) continue;
    by_node[n].set = side.nodes[n];
    result.push_back(std::move(by_node[n]));
  }
  return result;
}

}  // namespace allnash
