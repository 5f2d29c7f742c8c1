// The strategies of both players, and the best responses to them.
#include <algorithm>
#include <iterator>
#include <map>

#include "answer/page/data.hpp"

namespace allnash::page {

namespace {

struct Range {
  Rational low;
  Rational high;
};

/// The smallest and the largest probability of each strategy over the vertices.
std::map<Index, Range> ranges_of(const OptimalSet& set, const MixedStrategy& proof_strategy) {
  std::map<Index, Range> ranges;
  std::map<Index, std::size_t> met;
  const std::vector<MixedStrategy> proof{proof_strategy};
  const auto& points = set.vertices.empty() ? proof : set.vertices;
  for (const MixedStrategy& vertex : points) {
    for (const Weight& weight : vertex) {
      const auto [place, fresh] =
          ranges.try_emplace(weight.strategy, Range{weight.probability, weight.probability});
      ++met[weight.strategy];
      if (fresh) continue;
      place->second.low = std::min(place->second.low, weight.probability);
      place->second.high = std::max(place->second.high, weight.probability);
    }
  }
  for (auto& [index, range] : ranges) {
    if (met[index] < points.size()) range.low = 0;
  }
  return ranges;
}

Json strategy_json(const MixedStrategy& strategy) {
  Json json = Json::array();
  const bool all = strategy.size() <= most_strategies;
  for (const Weight& weight : all ? strategy : most_played(strategy, most_strategies)) {
    json.push_back({weight.strategy, number_text(weight.probability)});
  }
  return json;
}

void add_set(Json& json, const OptimalSet& set) {
  json["support"] = set.support.size();
  json["dimension"] = set.dimension;
  json["vertices"] = set.vertices.size();
  json["vertices_complete"] = set.vertices_complete;
  Json extreme = Json::array();
  std::size_t weights = 0;
  for (const MixedStrategy& vertex : set.vertices) {
    weights += vertex.size();
    if (extreme.size() == most_vertices || weights > 10 * most_strategies) break;
    extreme.push_back(strategy_json(vertex));
  }
  json["extreme"] = std::move(extreme);
}

std::optional<Rational> cap_of(const Result& result, bool is_row, Index strategy) {
  if (!result.by_play) return {};
  const auto& caps = is_row ? result.by_play->row_caps : result.by_play->column_caps;
  const auto found = std::ranges::find(caps, strategy, &Cap::strategy);
  return found == caps.end() ? std::nullopt : std::optional(found->most);
}

}  // namespace

Json player_json(const Side& side, const Result& result, ShownNames& names) {
  const OptimalSet* set = side.set();
  Json json;
  json["player"] = side.is_row() ? "row" : "column";
  json["count"] = side.count();
  if (set != nullptr) add_set(json, *set);
  const MixedStrategy& strategy = side.strategy();
  if (strategy.empty()) return json;

  const std::vector<double> merits = side.merits();
  const auto ranges = set != nullptr ? ranges_of(*set, strategy) : std::map<Index, Range>{};
  const std::vector<Index> support = side.played();
  const Earnings earnings(side);
  Json list = Json::array();
  for (const Index index : leading_strategies(side, merits, most_strategies)) {
    names.mention(side.is_row(), index);
    Json one;
    one["index"] = index;
    const auto place = std::ranges::lower_bound(support, index);
    const bool played = place != support.end() && *place == index;
    if (played) {
      const auto rank = static_cast<std::size_t>(place - support.begin());
      one["plays"] = number_text(strategy[rank].probability);
    }
    if (const auto range = ranges.find(index); range != ranges.end()) {
      one["low"] = number_text(range->second.low);
      one["high"] = number_text(range->second.high);
    }
    if (const auto earns = earnings.of(index)) {
      one["earns"] = number_text(*earns);
      if (set != nullptr) {
        const Rational& value = *result.value;
        one["short"] = number_text(side.is_row() ? value - *earns : *earns - value);
      }
    }
    if (const auto cap = cap_of(result, side.is_row(), index)) one["cap"] = number_text(*cap);
    list.push_back(std::move(one));
  }
  json["strategies"] = std::move(list);
  return json;
}

Json responses_json(const Result& result, ShownNames& names) {
  if (!result.equilibria || result.known == nullptr) return nullptr;
  Json json = Json::array();
  for (const bool is_row : {true, false}) {
    if (result.symmetric && !is_row) continue;  // the same as for rows
    const Side side(result, is_row);
    const Side other(result, !is_row);
    for (const Index own : leading_strategies(side, {}, most_nodes)) {
      std::optional<Rational> best;
      std::vector<Index> answers;
      std::int64_t ties = 0;
      bool whole = true;  // with a payoff range some entries may never have been asked
      for (Index t = 0; t < other.count() && whole; ++t) {
        whole = side.knows(own, t);
        if (!whole) break;
        Rational paid = side.payoff(own, t);
        if (!is_row) paid = -paid;
        if (!best || paid < *best) {
          best = paid;
          answers.clear();
          ties = 0;
        }
        if (paid != *best) continue;
        ++ties;
        if (answers.size() < most_nodes) answers.push_back(t);
      }
      if (!best || !whole) continue;
      names.mention(is_row, own);
      for (const Index answer : answers) names.mention(!is_row, answer);
      std::vector<Index> never;  // of the answers, those that no equilibrium plays
      std::ranges::set_difference(answers, other.played(), std::back_inserter(never));
      json.push_back({{"player", is_row ? "row" : "column"},
                      {"index", own},
                      {"best", answers},
                      {"never", never},
                      {"ties", ties},
                      {"payoff", number_text(is_row ? *best : -*best)}});
    }
  }
  return json;
}

}  // namespace allnash::page
