// The data of the page of a league.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "answer/page/data.hpp"

namespace allnash::page {
namespace {

/// The rank of each strategy of one player, 0 for the most likely to be played in the drawn
/// leagues; without these by number.
std::vector<std::size_t> places(const std::vector<Estimate::Strategy>* drawn, std::size_t count,
                                const MixedStrategy& played) {
  std::vector<bool> plays(count);
  for (const auto& [index, weight] : played) plays[static_cast<std::size_t>(index)] = true;
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t t) {
    if (drawn == nullptr) return std::tuple(!plays[t], std::int64_t{0}, 0.0);
    return std::tuple(!plays[t], -(*drawn)[t].played, -(*drawn)[t].rating.median);
  });
  std::vector<std::size_t> result(count);
  for (std::size_t t = 0; t < count; ++t) result[order[t]] = t;
  return result;
}

/// At most `most_pairings`, in their order; of more, those between the leading strategies.
std::vector<const Ranking::Pairing*> shown_pairings(const Ranking& ranking) {
  std::vector<const Ranking::Pairing*> shown;
  for (const Ranking::Pairing& one : ranking.pairings) shown.push_back(&one);
  if (shown.size() <= most_pairings) return shown;
  const Estimate* const estimate = ranking.estimate ? &*ranking.estimate : nullptr;
  const auto rows = places(estimate ? &estimate->rows : nullptr, ranking.row_labels.size(),
                           estimate ? estimate->row_strategy : ranking.row_strategy);
  const auto columns = places(estimate ? &estimate->columns : nullptr, ranking.column_labels.size(),
                              estimate ? estimate->column_strategy : ranking.column_strategy);
  const auto later = [&](const Ranking::Pairing* one) {
    const auto& [row, column] = one->tally.entry;
    const std::size_t at_row = rows[static_cast<std::size_t>(row)];
    const std::size_t at_column = columns[static_cast<std::size_t>(column)];
    return std::tuple(std::max(at_row, at_column), at_row, at_column);
  };
  std::ranges::nth_element(shown, shown.begin() + most_pairings, {}, later);
  shown.resize(most_pairings);
  std::ranges::sort(shown);  // restores their order: all point into one vector
  return shown;
}

/// Row by row; in a symmetric league those above the diagonal.
Json rates_json(const Estimate::Rates& rates, bool symmetric) {
  constexpr double places = 1e6;
  Json means = Json::array();
  for (std::size_t i = 0; i < rates.rows.size(); ++i) {
    Json line = Json::array();
    for (std::size_t j = symmetric ? i + 1 : 0; j < rates.columns.size(); ++j) {
      line.push_back(std::round(rates.means[i * rates.columns.size() + j] * places) / places);
    }
    means.push_back(std::move(line));
  }
  return {{"rows", rates.rows}, {"columns", rates.columns}, {"means", std::move(means)}};
}

/// Cuts the names in a part of the data, wherever they stand in it as `keys` or in lists.
void cut_names(Json& part, std::initializer_list<const char*> keys) {
  const auto cut_one = [](Json& name) { name = cut(name.get<std::string>()); };
  for (const char* const key : keys) {
    if (!part.contains(key)) continue;
    Json& found = part[key];
    if (found.is_string()) {
      cut_one(found);
    } else {
      for (Json& name : found) cut_one(name);
    }
  }
}

void cut_names_of_board(Json& json) {
  if (!json.contains("leaderboard")) return;
  for (Json& one : json["leaderboard"]) cut_names(one, {"name"});
  if (json.contains("shaky")) cut_names(json["shaky"], {"leader"});
  if (json.contains("islands")) cut_names(json["islands"], {"players"});
  if (!json.contains("changed")) return;
  Json& changed = json["changed"];
  cut_names(changed, {"leader", "joined"});
  for (const char* const list : {"moved", "contradicting"}) {
    if (!changed.contains(list)) continue;
    for (Json& one : changed[list]) cut_names(one, {"name"});
  }
}

}  // namespace

Json league_json(const Ranking& ranking) {
  Ranking short_one = ranking;
  short_one.pairings.clear();  // they are added in short form below
  Json json = *parse_json(to_json(short_one));
  for (const char* key : {"labels", "row_labels", "column_labels"}) {
    if (!json.contains(key)) continue;
    for (Json& name : json[key]) name = cut(name.get<std::string>());
  }
  cut_names_of_board(json);
  if (json.contains("left_out")) {
    for (Json& one : json["left_out"]) one["label"] = cut(one["label"].get<std::string>());
  }
  if (json.contains("next")) {  // indices suffice
    for (Json& one : json["next"]) {
      one.erase("row_label");
      one.erase("column_label");
    }
  }
  // Row, column, plays, mean, and the interval, which a league in a ledger lacks.
  Json pairings = Json::array();
  for (const Ranking::Pairing* const one : shown_pairings(ranking)) {
    const PlayTally& tally = one->tally;
    Json line{tally.entry.row, tally.entry.column, tally.plays, tally.mean.to_double()};
    if (!ranking.league) {
      line.push_back(one->low.to_double());
      line.push_back(one->high.to_double());
    }
    pairings.push_back(std::move(line));
  }
  json["pairings"] = std::move(pairings);
  if (ranking.estimate && ranking.estimate->rates.rows.size() > 1) {
    json["rates"] = rates_json(ranking.estimate->rates, ranking.symmetric);
  }
  if (ranking.epsilon) json["epsilon"] = ranking.epsilon->to_string();
  return json;
}

}  // namespace allnash::page
