// A ranking as JSON.

#include "allnash/rank.hpp"
#include "exact/at.hpp"
#include "json/json.hpp"

namespace allnash {
namespace league {
namespace {

Json strategy_json(const MixedStrategy& strategy) {
  if (strategy.empty()) return nullptr;
  Json json = Json::object();
  for (const auto& [index, probability] : strategy) {
    json[std::to_string(index)] = probability.to_string();
  }
  return json;
}

Json caps_json(const std::vector<Cap>& caps) {
  Json json = Json::object();
  for (const auto& [index, most] : caps) json[std::to_string(index)] = most.to_string();
  return json;
}

Json vertices_json(const OptimalSet& set) {
  Json json = Json::array();
  for (const MixedStrategy& vertex : set.vertices) json.push_back(strategy_json(vertex));
  return json;
}

Json tiers_json(const std::vector<Tier>& tiers, bool symmetric) {
  Json json = Json::array();
  for (const Tier& tier : tiers) {
    if (symmetric) {
      json.push_back(tier.rows);
    } else {
      json.push_back({{"rows", tier.rows}, {"columns", tier.columns}});
    }
  }
  return json;
}

Json averages_json(const AverageAnswer& answer, bool symmetric) {
  const auto& equilibria = answer.equilibria;
  return {{"value", answer.value.to_string()},
          {"row_support", equilibria.row.support},
          {"column_support", equilibria.column.support},
          {"row_strategy", strategy_json(answer.row_strategy)},
          {"column_strategy", strategy_json(answer.column_strategy)},
          {"row_vertices", vertices_json(equilibria.row)},
          {"column_vertices", vertices_json(equilibria.column)},
          {"row_vertices_complete", equilibria.row.vertices_complete},
          {"column_vertices_complete", equilibria.column.vertices_complete},
          {"tiers", tiers_json(answer.tiers, symmetric)}};
}

void add_played(Json& json, const std::string& side, const Resampled& resampled,
                const std::vector<Resampled::Strategy>& strategies) {
  Json played = Json::object();
  Json quartiles = Json::object();
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    if (strategies[t].played == 0) continue;
    const auto times = static_cast<double>(strategies[t].played);
    played[std::to_string(t)] = times / static_cast<double>(resampled.times);
    quartiles[std::to_string(t)] = strategies[t].quartiles;
  }
  json[side + "played"] = std::move(played);
  json[side + "quartiles"] = std::move(quartiles);
}

Json resampled_json(const Resampled& resampled, bool symmetric) {
  Json json{{"times", resampled.times}};
  add_played(json, symmetric ? "" : "row_", resampled, resampled.rows);
  if (!symmetric) add_played(json, "column_", resampled, resampled.columns);
  return json;
}

Json next_json(const Ranking& ranking) {
  Json json = Json::array();
  for (const auto& [row, column] : ranking.next) {
    json.push_back({{"row", row},
                    {"column", column},
                    {"row_label", ranking.row_labels[at(row)]},
                    {"column_label", ranking.column_labels[at(column)]}});
  }
  return json;
}

Json ranking_json(const Ranking& ranking) {
  Json json;
  json["status"] = status_name(ranking.status);
  json["confidence"] = ranking.confidence.to_string();
  json["schedule"] = ranking.schedule == Schedule::any ? "any" : "fixed";
  json["symmetric"] = ranking.symmetric;
  json["plays"] = ranking.plays;
  if (ranking.league) {
    json["recalled"] = ranking.league->recalled;
    json["attempts"] = ranking.league->attempts;
  }
  json["entries"] = ranking.entries;
  if (ranking.symmetric) {
    json["labels"] = ranking.row_labels;
  } else {
    json["row_labels"] = ranking.row_labels;
    json["column_labels"] = ranking.column_labels;
  }
  json["low"] = ranking.low.to_string();
  json["high"] = ranking.high.to_string();
  if (ranking.value) json["value"] = ranking.value->to_string();
  json["row_strategy"] = strategy_json(ranking.row_strategy);
  json["column_strategy"] = strategy_json(ranking.column_strategy);
  json["row_caps"] = caps_json(ranking.row_caps);
  json["column_caps"] = caps_json(ranking.column_caps);
  if (ranking.averages) {
    json["averages"] = averages_json(*ranking.averages, ranking.symmetric);
    json["tiers"] = tiers_json(ranking.averages->tiers, ranking.symmetric);
  }
  if (ranking.resampled) {
    json["resampled"] = resampled_json(*ranking.resampled, ranking.symmetric);
  }
  if (!ranking.next.empty()) {
    json["next"] = next_json(ranking);
    json["forecast"] = *ranking.forecast;
  }
  if (!ranking.notes.empty()) json["notes"] = ranking.notes;
  json["seed"] = ranking.seed;
  return json;
}

}  // namespace
}  // namespace league

std::string to_json(const Ranking& ranking) {
  // Names come from files in any encoding.
  return league::ranking_json(ranking).dump();
}

}  // namespace allnash
