// Results, rankings, ledgers and plans as JSON and CSV: the form that scripts rely on, keys in the
// documented order.
#include "core/json/json.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "allnash/ledger.hpp"
#include "allnash/plan.hpp"
#include "allnash/rank.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"

namespace allnash {

std::string decimal_text(const Rational& number) {
  constexpr std::size_t most_places = 40;
  const std::string text = finite_decimal(number, most_places);
  return text.empty() ? number.to_string() : text;
}

namespace {

double rounded(double value, double per_unit) { return std::round(value * per_unit) / per_unit; }

/// A number for each of some strategies: probabilities, or caps on them.
template <typename Numbers>
Json by_strategy(const Numbers& numbers) {
  Json json = Json::object();
  for (const auto& [strategy, number] : numbers) {
    append(json, std::to_string(strategy), number.to_string());
  }
  return json;
}

Json vertices_json(const std::vector<MixedStrategy>& vertices) {
  Json json = Json::array();
  for (const MixedStrategy& vertex : vertices) json.push_back(by_strategy(vertex));
  return json;
}

/// The labels of the support alone: a game may have a million strategies.
void add_support_labels(Json& json, const char* key, const std::vector<std::string>& labels,
                        const std::vector<Index>& support) {
  if (labels.empty()) return;
  Json names = Json::array();
  for (const Index strategy : support) names.push_back(labels[at(strategy)]);
  json[key] = std::move(names);
}

Json kernels_json(const std::vector<Kernel>& kernels) {
  Json json = Json::array();
  for (const Kernel& kernel : kernels) {
    json.push_back({{"row_vertex", kernel.row_vertex},
                    {"column_vertex", kernel.column_vertex},
                    {"rows", kernel.rows},
                    {"columns", kernel.columns}});
  }
  return json;
}

Json bound_json(const std::optional<Rational>& bound) {
  return bound ? Json(bound->to_string()) : Json(nullptr);
}

void add_equilibria(Json& json, const Result& result) {
  const auto& [row, column, floor, kernels, kernels_complete] = *result.equilibria;
  json["row_support"] = row.support;
  json["column_support"] = column.support;
  add_support_labels(json, "row_support_labels", result.row_labels, row.support);
  add_support_labels(json, "column_support_labels", result.column_labels, column.support);
  json["row_strategy"] = by_strategy(result.row_strategy);
  json["column_strategy"] = by_strategy(result.column_strategy);
  json["row_dimension"] = row.dimension;
  json["column_dimension"] = column.dimension;
  json["row_vertices"] = vertices_json(row.vertices);
  json["column_vertices"] = vertices_json(column.vertices);
  json["row_vertices_complete"] = row.vertices_complete;
  json["column_vertices_complete"] = column.vertices_complete;
  if (kernels_complete) {
    json["kernels"] = kernels_json(kernels);
    json["kernels_complete"] = *kernels_complete;
  }
}

Json strategy_or_null(const MixedStrategy& strategy) {
  return strategy.empty() ? Json(nullptr) : by_strategy(strategy);
}

// The bounds, for a status other than proved.
void add_bounds(Json& json, const Result& result) {
  const bool stopped = result.status == Status::stopped;
  if (stopped || result.low) json["low"] = bound_json(result.low);
  if (stopped || result.high) json["high"] = bound_json(result.high);
  if (stopped) json["stop_reason"] = result.stop ? result.stop->text : "";
  if (result.status == Status::no_strict_saddle_point || result.status == Status::failure) return;
  json["row_strategy"] = strategy_or_null(result.row_strategy);
  json["column_strategy"] = strategy_or_null(result.column_strategy);
}

template <typename Value>
void add(Json& json, const char* key, const std::optional<Value>& value) {
  if constexpr (std::is_same_v<Value, Rational>) {
    if (value) json[key] = value->to_string();
  } else {
    if (value) json[key] = *value;
  }
}

void add_plays(Json& json, const Result& result) {
  const ByPlay& by_play = *result.by_play;
  json["confidence"] = decimal_text(*result.confidence);
  json["plays"] = result.queries;
  json["entries"] = by_play.entries;
  json["attempts"] = by_play.attempts;
  add(json, "floor_plays", by_play.floor.seen);
  add(json, "floor_plays_sure", by_play.floor.sure);
  if (by_play.failures > 0) json["failures"] = by_play.failures;
  json["row_caps"] = by_strategy(by_play.row_caps);
  json["column_caps"] = by_strategy(by_play.column_caps);
  add(json, "recalled", result.recalled);
  add(json, "rechecked", result.rechecked);
  add(json, "in_vain", result.in_vain);
  add(json, "hedged", result.hedged);
}

// The floor follows from the supports, so it is unknown in an unfinished run.
void add_floor(Json& json, const Result& result) {
  const bool proved = result.equilibria.has_value();
  if (!proved && result.status != Status::stopped && result.status != Status::within) return;
  json["floor"] = proved ? Json(*result.floor()) : Json(nullptr);
  json["ratio"] = proved ? Json(rounded(*result.ratio(), 1e3)) : Json(nullptr);
}

void add_queries(Json& json, const Result& result) {
  if (const auto& range = result.payoff_range) {
    json["payoff_range"] = {range->low.to_string(), range->high.to_string()};
    json["range_used"] = result.range_used;
  }
  add(json, "epsilon", result.epsilon);
  json["queries"] = result.queries;
  add(json, "recalled", result.recalled);
  add(json, "rechecked", result.rechecked);
  add(json, "repeats", result.repeats);
  add(json, "averaged_plays", result.averaged_plays);
  add(json, "mirrored", result.mirrored);
  add(json, "in_vain", result.in_vain);
  add(json, "hedged", result.hedged);
  add_floor(json, result);
  add(json, "cost", result.cost);
  add(json, "recalled_cost", result.recalled_cost);
  add(json, "floor_cost", result.floor_cost);
  add(json, "hindsight", result.hindsight);
  if (result.hindsight) {
    json["hindsight_ratio"] =
        rounded(static_cast<double>(result.queries) / static_cast<double>(*result.hindsight), 1e3);
  }
  add(json, "range_floor", result.range_floor);
}

Json failed_json(const std::vector<FailedEntry>& failed) {
  Json json = Json::array();
  for (const FailedEntry& one : failed) {
    json.push_back({{"row", one.entry.row},
                    {"column", one.entry.column},
                    {"payoff", bound_json(one.payoff)},
                    {"why", printable(one.why, 1000)}});
  }
  return json;
}

Json counters_json(const std::vector<PhaseCounts>& counters) {
  Json json = Json::object();
  for (const PhaseCounts& counts : counters) {
    json[std::string(counts.phase)] = {{"looks", counts.looks},
                                       {"queries", counts.queries},
                                       {"calls", counts.calls},
                                       {"stages", counts.stages}};
  }
  return json;
}

// Parts of a ranking.
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

Json left_out_json(const Ranking& ranking) {
  Json list = Json::array();
  for (const LeftOut& one : ranking.left_out) {
    Json json;
    json["label"] = one.name;
    if (!ranking.symmetric) json["side"] = one.row ? "row" : "column";
    json["matches"] = one.matches;
    json["why"] = one.why == LeftOut::Why::dropped ? "dropped" : "few matches";
    list.push_back(std::move(json));
  }
  return list;
}

Json averages_json(const AverageAnswer& answer, bool symmetric) {
  const auto& equilibria = answer.equilibria;
  return {{"value", answer.value.to_string()},
          {"row_support", equilibria.row.support},
          {"column_support", equilibria.column.support},
          {"row_strategy", strategy_or_null(answer.row_strategy)},
          {"column_strategy", strategy_or_null(answer.column_strategy)},
          {"row_vertices", vertices_json(equilibria.row.vertices)},
          {"column_vertices", vertices_json(equilibria.column.vertices)},
          {"row_vertices_complete", equilibria.row.vertices_complete},
          {"column_vertices_complete", equilibria.column.vertices_complete},
          {"tiers", tiers_json(answer.tiers, symmetric)}};
}

Json middle_json(const Middle& middle, double places = 1e6) {
  return {{"low", rounded(middle.low, places)},
          {"median", rounded(middle.median, places)},
          {"high", rounded(middle.high, places)}};
}

Json strategies_json(const std::vector<Estimate::Strategy>& strategies) {
  Json json = Json::object();
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    const Estimate::Strategy& one = strategies[t];
    Json& entry = json[std::to_string(t)];
    entry = {{"matches", one.matches},
             {"average", one.average ? Json(rounded(*one.average, 1e6)) : Json(nullptr)},
             {"rating", middle_json(one.rating, 10)},
             {"played", one.played},
             {"share", middle_json(one.share)}};
  }
  return json;
}

Json field_json(const FieldAnswer& field) {
  Json json;
  Json& shares = json["shares"] = Json::object();
  for (std::size_t j = 0; j < field.shares.size(); ++j) {
    if (field.shares[j] > 0) append(shares, std::to_string(j), rounded(field.shares[j], 1e6));
  }
  Json& rows = json["earns"] = Json::object();
  for (std::size_t i = 0; i < field.rows.size(); ++i) {
    append(rows, std::to_string(i), middle_json(field.rows[i]));
  }
  if (field.mixture) json["row_strategy"] = middle_json(*field.mixture);
  return json;
}

/// Average payoffs of pairings, and confidence intervals of their means, rounded outwards.
Json pairings_json(const std::vector<Ranking::Pairing>& pairings) {
  Json list = Json::array();
  for (const auto& [tally, low, high] : pairings) {
    list.push_back(Json{{"row", tally.entry.row},
                        {"column", tally.entry.column},
                        {"plays", tally.plays},
                        {"mean", rounded(tally.mean.to_double(), 1e6)},
                        {"low", std::floor(low.to_double() * 1e6) / 1e6},
                        {"high", std::ceil(high.to_double() * 1e6) / 1e6}});
  }
  return list;
}

Json estimate_json(const Estimate& estimate, bool symmetric) {
  Json json{{"row_strategy", by_strategy(estimate.row_strategy)},
            {"column_strategy", by_strategy(estimate.column_strategy)},
            {"worst_case", middle_json(estimate.worst_case)},
            {"draws", estimate.draws},
            {"guessed", estimate.guessed},
            {"tiers", tiers_json(estimate.tiers, symmetric)}};
  if (estimate.column_worst_case) {
    json["column_worst_case"] = middle_json(*estimate.column_worst_case);
  }
  if (estimate.left_out > 0) json["left_out"] = estimate.left_out;
  if (symmetric) {
    json["strategies"] = strategies_json(estimate.rows);
    Json cycles = Json::array();
    for (const Estimate::Cycle& one : estimate.cycles) {
      cycles.push_back(Json{{"strategies", one.strategies}, {"draws", one.draws}});
    }
    json["cycles"] = std::move(cycles);
  } else {
    json["row_strategies"] = strategies_json(estimate.rows);
    json["column_strategies"] = strategies_json(estimate.columns);
  }
  return json;
}

// The same draws, in the format of earlier versions.
void add_played(Json& json, const std::string& side, std::int64_t draws,
                const std::vector<Estimate::Strategy>& strategies) {
  Json played = Json::object();
  Json quartiles = Json::object();
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    const auto& [low, median, high] = strategies[t].share;
    if (strategies[t].played == 0) continue;
    played[std::to_string(t)] =
        static_cast<double>(strategies[t].played) / static_cast<double>(draws);
    quartiles[std::to_string(t)] = {rounded(low, 1e6), rounded(median, 1e6), rounded(high, 1e6)};
  }
  json[side + "played"] = std::move(played);
  json[side + "quartiles"] = std::move(quartiles);
}

/// Mixtures of one player, each with its guarantee, `low` or `high`.
Json promises_json(const std::vector<Promise>& promises, const char* bound) {
  Json list = Json::array();
  for (const Promise& one : promises) {
    Json json{{"strategy", by_strategy(one.strategy)}, {bound, one.bound.to_string()}};
    if (one.worst_case) json["worst_case"] = middle_json(*one.worst_case);
    list.push_back(std::move(json));
  }
  return list;
}

Json resampled_json(const Estimate& estimate, bool symmetric) {
  Json json{{"times", estimate.draws}};
  add_played(json, symmetric ? "" : "row_", estimate.draws, estimate.rows);
  if (!symmetric) add_played(json, "column_", estimate.draws, estimate.columns);
  return json;
}

std::string purpose_word(Purpose purpose) {
  switch (purpose) {
    case Purpose::estimate:
      return "estimate";
    case Purpose::promise:
      return "promise";
    case Purpose::order:
      return "order";
    case Purpose::play:
      return "play";
    case Purpose::pair:
      return "pair";
    default:
      return "top";
  }
}

/// Pairs with their numbers of matches and purposes, in the order of their first match.
Json next_json(const Ranking& ranking) {
  const bool asked = !ranking.next.empty();
  const std::vector<Entry>& matches = asked ? ranking.next : ranking.soon;
  std::map<std::pair<Entry, Purpose>, std::size_t> places;
  Json json = Json::array();
  for (std::size_t t = 0; t < matches.size(); ++t) {
    const auto& [row, column] = matches[t];
    const Purpose purpose = asked ? ranking.next_for[t] : ranking.enough.front().question;
    const auto [found, fresh] = places.try_emplace({matches[t], purpose}, json.size());
    if (fresh) {
      json.push_back({{"row", row},
                      {"column", column},
                      {"row_label", ranking.row_labels[at(row)]},
                      {"column_label", ranking.column_labels[at(column)]},
                      {"for", purpose_word(purpose)},
                      {"count", 0}});
    }
    Json& one = json[found->second];
    one["count"] = one["count"].get<std::int64_t>() + 1;
  }
  return json;
}

Json enough_json(const Enough& enough, const Ranking& ranking) {
  Json json{{"for", purpose_word(enough.question)}, {"settled", enough.settled}, {"more", nullptr}};
  if (enough.pair) {
    json["for"] = ranking.row_labels[at(enough.pair->row)] + "," +
                  ranking.column_labels[at(enough.pair->column)];
  }
  if (enough.more) json["more"] = *enough.more;
  if (enough.probability) json["probability"] = *enough.probability;
  for (const Entry& pair : enough.never) json["never"].push_back({pair.row, pair.column});
  return json;
}

/// The first question, with what is known of others.
Json all_enough_json(const Ranking& ranking) {
  Json json = enough_json(ranking.enough.front(), ranking);
  json["others"] = Json::array();
  for (std::size_t t = 1; t < ranking.enough.size(); ++t) {
    json["others"].push_back(enough_json(ranking.enough[t], ranking));
  }
  return json;
}

Json certified_json(const Certified& certified, Schedule schedule) {
  const auto pairs = [](const std::vector<Certified::Pair>& list) {
    Json json = Json::array();
    for (const auto& [above, below] : list) json.push_back(Json{above, below});
    return json;
  };
  Json json{{"delta", certified.delta.to_string()}, {"own_score", Json::object()}};
  for (const auto& [player, low] : certified.own_score) {
    json["own_score"][std::to_string(player)] = low.to_string();
  }
  json["same_field"] = pairs(certified.same_field);
  json["direct"] = pairs(certified.direct);
  json["may_be_first"] = certified.may_be_first;
  // The rest holds whatever decided who met whom, as the schedule of the answer says.
  if (certified.withheld.empty() && schedule == Schedule::any) {
    json["assumed"] = Json::object();
    for (const char* const kind : {"same_field", "may_be_first"}) {
      json["assumed"][kind] = "results decided neither who met whom nor how often";
    }
  }
  if (certified.withheld.empty()) return json;
  json["withheld"] = Json::object();
  for (const auto& [kind, why] : certified.withheld) json["withheld"][kind] = why;
  return json;
}

const char* case_name(BoardCase answer) {
  switch (answer) {
    case BoardCase::bring:
      return "bring";
    case BoardCase::clear:
      return "clear";
    case BoardCase::cyclic:
      return "cyclic";
    case BoardCase::rivals:
      return "rivals";
    case BoardCase::early:
      break;
  }
  return "early";
}

Json player_json(const Leaderboard::Player& one, const std::string& name) {
  return {{"name", name},
          {"index", one.index},
          {"score", rounded(one.score, 1e6)},
          {"low", rounded(one.low, 1e6)},
          {"high", rounded(one.high, 1e6)},
          {"rank_low", one.rank_low},
          {"rank_high", one.rank_high},
          {"first", rounded(one.first, 1e6)},
          {"near_first", rounded(one.near_first, 1e6)},
          {"matches", one.matches}};
}

void add_leaderboard(Json& json, const Ranking& ranking) {
  if (!ranking.leaderboard) return;
  const Leaderboard& board = *ranking.leaderboard;
  json["case"] = case_name(board.answer);
  Json& players = json["leaderboard"] = Json::array();
  for (const Leaderboard::Player& one : board.players) {
    players.push_back(player_json(one, ranking.row_name(one.index)));
  }
  json["may_be_first"] = board.may_be_first;
  json["order"] = {{"confidence", board.order_confidence}, {"pairs", board.order}};
  json["zone"] = board.zone;
}

Json shaky_json(const Ranking& ranking) {
  const Shaky& shaky = *ranking.shaky;
  return {{"matches", shaky.matches}, {"of", shaky.of}, {"leader", ranking.row_name(shaky.leader)}};
}

Json changed_json(const Ranking& ranking) {
  const Changed& changed = *ranking.changed;
  Json json{{"since", changed.since_look ? "last look" : "first half"},
            {"before", changed.before},
            {"new", changed.since}};
  if (changed.since_look) {
    json["leader"] = {{"before", ranking.row_name(changed.leader_before)},
                      {"now", ranking.row_name(ranking.leaderboard->players.front().index)}};
    json["moved"] = Json::array();
    for (const Changed::Moved& one : changed.moved) {
      json["moved"].push_back({{"name", ranking.row_name(one.player)},
                               {"before", {one.low_before, one.high_before}},
                               {"now", {one.low, one.high}}});
    }
    json["joined"] = Json::array();
    for (const Index one : changed.joined) json["joined"].push_back(ranking.row_name(one));
  }
  json["contradicting"] = Json::array();
  for (const Changed::Surprise& one : changed.contradicting) {
    json["contradicting"].push_back({{"name", ranking.row_name(one.player)},
                                     {"matches", one.matches},
                                     {"expected", rounded(one.expected, 1e6)},
                                     {"average", rounded(one.average, 1e6)},
                                     {"deviations", rounded(one.deviations, 1e3)}});
  }
  return json;
}

Json islands_json(const Ranking& ranking) {
  Json json{{"fewer_than", ranking.islands->fewer_than}, {"players", Json::array()}};
  for (const Index one : ranking.islands->players) {
    json["players"].push_back(ranking.row_name(one));
  }
  return json;
}

Json comparison_json(const Ranking& ranking, const Comparison& comparison) {
  Json json{{"first", ranking.row_name(comparison.first)},
            {"second", ranking.row_name(comparison.second)},
            {"beats", rounded(comparison.beats, 1e6)},
            {"scores_more", rounded(comparison.scores_more, 1e6)},
            {"matches", comparison.matches}};
  if (comparison.average) json["average"] = rounded(*comparison.average, 1e6);
  json["common_opponents"] = comparison.common_opponents;
  return json;
}

// The questions of a plan.
Json questions_json(const std::vector<Question>& questions, const Labels& labels) {
  Json list = Json::array();
  for (const auto& [entry, seed] : questions) {
    Json one{{"row", entry.row}, {"column", entry.column}};
    if (!labels.rows.empty()) one["row_label"] = labels.rows[at(entry.row)];
    if (!labels.columns.empty()) one["column_label"] = labels.columns[at(entry.column)];
    if (seed != 0) one["seed"] = seed;
    list.push_back(std::move(one));
  }
  return list;
}

// The values of an event.
template <typename Plain>
Json value_json(const Plain& plain) {
  return plain;
}
Json value_json(const Rational* number) { return number->to_string(); }
Json value_json(EventValue::Integers list) {
  return std::vector<std::int64_t>(list.begin(), list.end());
}
Json value_json(EventValue::Rationals list) {
  Json json = Json::array();
  for (const Rational& number : list) json.push_back(number.to_string());
  return json;
}

}  // namespace

std::string to_json(const LedgerInfo& info) {
  Json json;
  json["file"] = info.file;
  json["version"] = info.version;
  json["rows"] = info.rows;
  json["columns"] = info.columns;
  json["symmetric"] = info.symmetric;
  json["identity"] = info.identity;
  json["note"] = info.note;
  json["payoffs"] = info.payoffs;
  if (info.averaged_plays > 0) json["averaged_plays"] = info.averaged_plays;
  json["smallest"] = bound_json(info.smallest);
  json["largest"] = bound_json(info.largest);
  if (info.plays) {
    const PlaysInfo& plays = *info.plays;
    Json run = Json::object();
    for (const auto& [name, value] : plays.run) run[name] = value;
    json["plays"] = {{"run", run},
                     {"open", plays.open},
                     {"entries", plays.entries},
                     {"failures", plays.failures},
                     {"attempts", plays.attempts}};
    Json logs = Json::array();
    for (const auto& [name, matches, form] : plays.logs) {
      logs.push_back(Json{{"name", name}, {"matches", matches}});
      if (form != "matches") logs.back()["form"] = form;
    }
    if (!plays.logs.empty()) json["plays"]["logs"] = std::move(logs);
  }
  return json_text(json);
}

std::string to_json(const Result& result) {
  Json json;
  json["status"] = status_name(result.status);
  json["rows"] = result.rows;
  json["columns"] = result.columns;
  if (result.symmetric) json["symmetric"] = true;
  json["method"] = result.method;
  json["seed"] = result.seed;
  if (!result.solved_as.empty()) json["solved_as"] = result.solved_as;
  add(json, "value", result.value);
  if (result.equilibria) {
    add_equilibria(json, result);
  } else {
    add_bounds(json, result);
  }
  if (result.by_play) {
    add_plays(json, result);
  } else {
    add_queries(json, result);
  }
  if (!result.failed.empty()) json["failed"] = failed_json(result.failed);
  if (!result.notes.empty()) json["notes"] = result.notes;
  json["rounds"] = result.rounds;
  if (!result.counters.empty()) json["counters"] = counters_json(result.counters);
  json["seconds"] = rounded(result.seconds, 1e6);
  return json_text(json);
}

std::string to_json(const Ranking& ranking) {
  Json json;
  json["status"] = status_name(ranking.status);
  if (ranking.interrupted) json["stop_reason"] = "interrupted";
  json["confidence"] = ranking.confidence.to_string();
  json["schedule"] = ranking.schedule == Schedule::any ? "any" : "fixed";
  json["symmetric"] = ranking.symmetric;
  json["plays"] = ranking.plays;
  if (!ranking.counted) json["counted"] = false;
  if (ranking.percent) json["percent"] = true;
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
  if (!ranking.left_out.empty()) json["left_out"] = left_out_json(ranking);
  json["low"] = ranking.low.to_string();
  json["high"] = ranking.high.to_string();
  if (ranking.value) json["value"] = ranking.value->to_string();
  json["promised"] = ranking.why.empty();
  if (!ranking.why.empty()) json["why"] = ranking.why;
  json["row_strategy"] = strategy_or_null(ranking.row_strategy);
  json["column_strategy"] = strategy_or_null(ranking.column_strategy);
  json["row_promises"] = promises_json(ranking.row_promises, "low");
  if (!ranking.symmetric) {
    json["column_promises"] = promises_json(ranking.column_promises, "high");
  }
  json["row_caps"] = by_strategy(ranking.row_caps);
  json["column_caps"] = by_strategy(ranking.column_caps);
  if (ranking.averages) {
    json["averages"] = averages_json(*ranking.averages, ranking.symmetric);
    json["tiers"] = tiers_json(ranking.averages->tiers, ranking.symmetric);
  }
  if (ranking.estimate) {
    const Estimate& estimate = *ranking.estimate;
    json["estimate"] = estimate_json(estimate, ranking.symmetric);
    json["resampled"] = resampled_json(estimate, ranking.symmetric);
    if (!ranking.averages) json["tiers"] = tiers_json(estimate.tiers, ranking.symmetric);
  }
  if (ranking.field) json["field"] = field_json(*ranking.field);
  if (ranking.certified) {
    json["certified"] = certified_json(*ranking.certified, ranking.schedule);
  }
  add_leaderboard(json, ranking);
  if (ranking.comparison) json["compare"] = comparison_json(ranking, *ranking.comparison);
  if (ranking.shaky) json["shaky"] = shaky_json(ranking);
  if (ranking.changed) json["changed"] = changed_json(ranking);
  if (ranking.islands) json["islands"] = islands_json(ranking);
  if (!ranking.enough.empty()) json["enough"] = all_enough_json(ranking);
  if (ranking.next.size() + ranking.soon.size() > 0) json["next"] = next_json(ranking);
  if (ranking.forecast) json["forecast"] = *ranking.forecast;
  json["range"] = Json{ranking.range.low.to_string(), ranking.range.high.to_string()};
  json["pairings"] = pairings_json(ranking.pairings);
  if (!ranking.notes.empty()) json["notes"] = ranking.notes;
  json["seed"] = ranking.seed;
  return json_text(json);
}

std::string to_json(const Ranking& ranking, const Comparison& comparison) {
  return json_text(comparison_json(ranking, comparison));
}

std::string leaderboard_csv(const Ranking& ranking) {
  if (!ranking.leaderboard) {
    throw InputError("only a symmetric league with an estimate has a leaderboard");
  }
  std::string text = "name,score,low,high,rank_low,rank_high,first,matches\n";
  for (const Leaderboard::Player& one : ranking.leaderboard->players) {
    text += cell_of(ranking.row_labels, one.index);
    for (const double number : {one.score, one.low, one.high}) {
      text += "," + Json(rounded(number, 1e6)).dump();
    }
    text += "," + std::to_string(one.rank_low) + "," + std::to_string(one.rank_high) + "," +
            Json(rounded(one.first, 1e6)).dump() + "," + std::to_string(one.matches) + "\n";
  }
  return text;
}

std::string to_json(const Event& event) {
  Json json;
  json["event"] = event.name;
  json["queries"] = event.queries;
  json["rounds"] = event.rounds;
  for (const EventField& field : event.fields) {
    json[std::string(field.name)] =
        std::visit([](const auto& held) { return value_json(held); }, field.value.held());
  }
  return json_text(json);
}

std::vector<Entry> Plan::entries() const {
  std::vector<Entry> entries;
  for (const Question& question : questions) entries.push_back(question.entry);
  return entries;
}

std::string to_csv(const Plan& plan, const Source& game) {
  // Plays are written with numbers, as imports expect them.
  const Labels labels = game.traits().random ? Labels{} : game.labels();
  std::string text = game.traits().random ? "row,column,seed\n" : "row,column\n";
  for (const auto& [entry, seed] : plan.questions) {
    text += cell_of(labels.rows, entry.row) + "," + cell_of(labels.columns, entry.column) +
            (seed == 0 ? "" : "," + std::to_string(seed)) + "\n";
  }
  return text;
}

std::string to_json(const Plan& plan, const Source& game) {
  const Labels& labels = game.labels();
  Json json{{"rows", game.rows()},
            {"columns", game.columns()},
            {"entries", questions_json(plan.questions, labels)}};
  if (!plan.out.empty()) json["out"] = questions_json(plan.out, labels);
  if (plan.until) {
    const auto seconds = [](std::chrono::sys_seconds time) {
      return time.time_since_epoch().count();
    };
    if (plan.ahead > 0) json["ahead"] = plan.ahead;
    json["done"] = plan.done;
    json["until"] = seconds(*plan.until);
    for (std::size_t t = 0; t < plan.out.size(); ++t) {
      json["out"][t]["until"] = seconds(plan.out_until[t]);
    }
  }
  return json_text(json);
}

}  // namespace allnash
