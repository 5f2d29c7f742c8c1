// Ranges, sensible strategies and judgements of tables. A table is a graph of one node for each
// player, whose arcs are the strategies.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "allnash/choice.hpp"
#include "allnash/run.hpp"
#include "answer/certificate/certificate.hpp"
#include "answer/solve/parts.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "large/choice/brings_in.hpp"
#include "large/choice/json_parts.hpp"
#include "large/choice/parts.hpp"
#include "large/choice/sensible.hpp"

namespace allnash {
namespace {

/// Larger linear programs are not solved by exact pivoting.
constexpr std::int64_t most_pivoted = 2'000'000;

using large::Form;
using large::Proof;

/// What an unread payoff counts as.
enum class Unread { low, high };

const OptimalSet& set_of(const Result& result, int player) {
  return player == 0 ? result.row() : result.column();
}
const MixedStrategy& strategy_of(const Result& result, int player) {
  const bool mirrored = result.symmetric && result.column_strategy.empty();
  return player == 0 || mirrored ? result.row_strategy : result.column_strategy;
}

struct TableGame {
  FlowGame game;
  bool unread = false;  ///< a payoff that it has is not known
};

/// The game with the payoffs of these rows and columns; others, which do not count, are 0.
TableGame game_of(const Result& result, const std::vector<char>& rows,
                  const std::vector<char>& columns, Unread unread) {
  if (!result.known) throw std::logic_error("the payoffs behind the result are gone");
  TableGame made;
  const auto fill = [](FlowSide& side, Index strategies) {
    side.nodes.emplace_back("start");
    side.features = strategies;
    for (Index t = 0; t < strategies; ++t) side.arcs.push_back({0, {}, t, ""});
  };
  fill(made.game.rows, result.rows);
  fill(made.game.columns, result.columns);
  const auto add = [&](Index i, Index j) {
    if (result.known->knows(i, j)) {
      made.game.payoffs.push_back({i, j, result.known->payoff(i, j)});
      return;
    }
    made.unread = true;
    if (!result.payoff_range) throw InputError("a payoff that counts was not read");
    made.game.payoffs.push_back(
        {i, j, unread == Unread::low ? result.payoff_range->low : result.payoff_range->high});
  };
  for (Index i = 0; i < result.rows; ++i) {
    for (Index j = 0; rows[at(i)] != 0 && j < result.columns; ++j) add(i, j);
  }
  for (Index j = 0; j < result.columns; ++j) {
    for (Index i = 0; columns[at(j)] != 0 && i < result.rows; ++i) {
      if (rows[at(i)] == 0) add(i, j);
    }
  }
  return made;
}

std::vector<char> marks(const std::vector<Index>& strategies, Index count) {
  std::vector<char> result(at(count), 0);
  for (const Index strategy : strategies) result[at(strategy)] = 1;
  return result;
}

/// The game as far as a player's optimal strategies depend on it.
TableGame game_for(const Result& result, int player, Unread unread) {
  const std::vector<char> none_rows(at(result.rows), 0);
  const std::vector<char> none_columns(at(result.columns), 0);
  return player == 0
             ? game_of(result, marks(result.row().support, result.rows), none_columns, unread)
             : game_of(result, none_rows, marks(result.column().support, result.columns), unread);
}

std::vector<Rational> dense(const MixedStrategy& strategy, Index strategies) {
  std::vector<Rational> result(at(strategies));
  for (const Weight& weight : strategy) result[at(weight.strategy)] = weight.probability;
  return result;
}

MixedStrategy sparse(const std::vector<Rational>& strategy) {
  MixedStrategy result;
  for (std::size_t t = 0; t < strategy.size(); ++t) {
    if (strategy[t].sign() != 0) result.push_back({static_cast<Index>(t), strategy[t]});
  }
  return result;
}

FlowAnswer answer_of(const Result& result) {
  FlowAnswer answer;
  answer.status = Status::proved;
  answer.value = *result.value;
  for (const int p : {0, 1}) {
    FlowPlayer& player = p == 0 ? answer.row : answer.column;
    player.flow = dense(strategy_of(result, p), p == 0 ? result.rows : result.columns);
    player.dimension = set_of(result, p).dimension;
    player.dimension_proved = true;
  }
  return answer;
}

StopToken token_of(const std::optional<double>& time_limit, const StopFlag* stop) {
  FlowOptions options;
  options.time_limit = time_limit;
  Hooks hooks;
  hooks.stop = stop;
  return large::RunLimits(options, hooks).token();
}

/// The strategies with these names, or all that are played.
std::vector<char> wanted(const RangeQuestion& question, const std::vector<std::string>& labels,
                         Index strategies, std::vector<char>& found) {
  if (question.names.empty()) return std::vector<char>(at(strategies), 1);
  std::vector<char> result(at(strategies), 0);
  for (std::size_t t = 0; t < question.names.size(); ++t) {
    const std::string& name = question.names[t];
    const auto label = std::ranges::find(labels, name);
    std::optional<Index> its;
    if (label != labels.end()) {
      its = label - labels.begin();
    } else if (labels.empty()) {
      its = number_in<Index>(name);
    }
    if (!its || *its < 0 || *its >= strategies) continue;
    result[at(*its)] = 1;
    found[t] = 1;
  }
  return result;
}

large::PlayerFound ranges_for(const Result& result, int player, Unread unread,
                              const large::PlayerQuestion& question, const StopToken& stop,
                              bool& some_unread) {
  const OptimalSet& set = set_of(result, player);
  large::PlayerFound found;
  if (set.dimension == 0 && !question.lines) {
    for (const Weight& weight : strategy_of(result, player)) {
      if (!question.wanted(static_cast<int>(weight.strategy))) continue;
      const Rational& value = weight.probability;
      found.ranges.ranges.push_back({weight.strategy, {value, value, true, {value, value}}, {}});
    }
    return found;
  }
  const TableGame made = game_for(result, player, unread);
  some_unread = made.unread;
  const Form form = large::form_of(made.game);
  return large::ranges_of_player(form, large::proof_of(form, answer_of(result)), player, question,
                                 stop);
}

/// Ranges that hold whatever the unread payoffs are, from those with unread payoffs at either end:
/// the wider set of optimal strategies, and the narrower one.
PlayerRanges between(PlayerRanges wide, const PlayerRanges& narrow) {
  for (std::size_t t = 0; t < wide.ranges.size(); ++t) {
    Range& range = wide.ranges[t].flow;
    const Range& inner = narrow.ranges[t].flow;
    range.exact =
        range.exact && inner.exact && range.least == inner.least && range.most == inner.most;
    range.reached = inner.reached;
    wide.exact = wide.exact && range.exact;
  }
  if (!wide.exact) {
    for (FreeBlock& block : wide.blocks) block.vertices.reset();
  }
  return wide;
}

}  // namespace

ChoiceRanges ranges_of(const Result& result, const RangeQuestion& question) {
  if (!result.equilibria) (void)result.row();  // throws NotProved
  const StopToken stop = token_of(question.time_limit, question.stop);
  std::vector<char> known(question.names.size(), 0);
  ChoiceRanges ranges;
  for (const int p : {0, 1}) {
    if (!(p == 0 ? question.row : question.column)) continue;
    const auto& labels = p == 0 ? result.row_labels : result.column_labels;
    const std::vector<char> asked =
        wanted(question, labels, p == 0 ? result.rows : result.columns, known);
    if (!question.names.empty() && std::ranges::find(asked, 1) == asked.end()) continue;
    large::PlayerQuestion about;
    about.wanted = [&](int arc) { return asked[at(arc)] != 0; };
    about.shares = false;
    about.table = true;
    about.vertices = question.vertices;
    // In a symmetric game the lines of the row player hold for both.
    about.lines = question.lines && !(p == 1 && result.symmetric);
    bool unread = false;
    // The more the opponent's strategies pay, the more strategies are optimal.
    const Unread kind = p == 0 ? Unread::high : Unread::low;
    large::PlayerFound wide = ranges_for(result, p, kind, about, stop, unread);
    if (unread) {
      const Unread other = p == 0 ? Unread::low : Unread::high;
      about.lines = false;
      const auto narrow = ranges_for(result, p, other, about, stop, unread);
      wide.ranges = between(std::move(wide.ranges), narrow.ranges);
      wide.lines.clear();
    }
    (p == 0 ? ranges.row : ranges.column) = std::move(wide.ranges);
    ranges.lines += wide.lines;
  }
  const auto missing = std::ranges::find(known, 0);
  if (missing != known.end()) {
    throw InputError("ranges: " + in_quotes(question.names[at(missing - known.begin())]) +
                     " is no strategy of this game");
  }
  return ranges;
}

SensibleStrategies sensible_of(const Result& result, const ChoiceLimits& limits) {
  return chosen_of(result, Choice::sensible, limits);
}

SensibleStrategies chosen_of(const Result& result, Choice choice, const ChoiceLimits& limits) {
  if (!result.equilibria) (void)result.row();  // throws NotProved
  const StopToken stop = token_of(limits.time_limit, limits.stop);
  SensibleStrategies found;
  for (const int p : {0, 1}) {
    auto& its = p == 0 ? found.row : found.column;
    if (set_of(result, p).dimension == 0) {
      its = strategy_of(result, p);
      continue;
    }
    const TableGame made = game_for(result, p, p == 0 ? Unread::low : Unread::high);
    if (made.unread) continue;  // what the opponent loses is not known
    const Form form = large::form_of(made.game);
    const Proof proof = large::proof_of(form, answer_of(result));
    const auto face = large::OptimalFace::of(form, proof, p, stop);
    if (!face) continue;
    if (choice != Choice::sensible) {
      const auto flow = choice == Choice::vertex
                            ? large::vertex_flow(form, *face, stop)
                            : large::entropy_flow(form, *face, proof, *result.value, stop);
      if (flow) its = sparse(*flow);
      continue;
    }
    const auto entries = static_cast<std::int64_t>(face->coordinates() + 1) *
                         static_cast<std::int64_t>(face->rows().size() + face->loss().size());
    if (entries > limits.entries) continue;
    const auto chosen = large::dresher_point(form, *face, stop);
    if (!chosen) continue;
    std::vector<Rational> strategy(face->flow().size());
    for (std::size_t a = 0; a < strategy.size(); ++a) {
      strategy[at(form.side[p].given_arc[a])] = face->flow()[a].at(chosen->point);
    }
    its = sparse(strategy);
  }
  return found;
}

std::vector<BringsIn> brings_in(const Result& result, const ChoiceLimits& limits) {
  if (!result.equilibria) (void)result.row();  // throws NotProved
  const StopToken stop = token_of(limits.time_limit, limits.stop);
  std::vector<BringsIn> list;
  for (const int p : {0, 1}) {
    if (p == 1 && result.symmetric) continue;
    const TableGame made = game_for(result, 1 - p, Unread::low);
    if (made.unread) continue;
    const Form form = large::form_of(made.game);
    const auto face =
        large::OptimalFace::of(form, large::proof_of(form, answer_of(result)), 1 - p, stop);
    if (!face) continue;
    const auto found = large::brought_in(form, *face, std::min(limits.entries, most_pivoted), stop);
    if (!found) continue;
    for (const large::BroughtIn& its : *found) {
      BringsIn one;
      one.row = p == 0;
      one.strategy = form.side[p].given_arc[at(its.arc)];
      one.short_by = {its.least, its.most};
      if (its.against) {
        const Index other = form.side[1 - p].given_arc[at(*its.against)];
        one.entry = p == 0 ? Entry{one.strategy, other} : Entry{other, one.strategy};
        one.by = p == 0 ? its.by : -its.by;
      }
      list.push_back(std::move(one));
    }
  }
  if (result.symmetric) {  // the mirrored payoff says the same of the column player
    const std::vector<BringsIn> rows = list;
    for (BringsIn one : rows) {
      one.row = false;
      if (one.entry) one.entry = Entry{one.entry->column, one.entry->row};
      one.by = -one.by;
      list.push_back(std::move(one));
    }
  }
  std::ranges::sort(list, [](const BringsIn& one, const BringsIn& other) {
    return one.row != other.row ? one.row : one.strategy < other.strategy;
  });
  return list;
}

TableJudgement judge_table(const Result& result, bool row, const std::vector<Rational>& strategy,
                           const ChoiceLimits& limits) {
  if (!result.known) throw std::logic_error("the payoffs behind the result are gone");
  const KnownPayoffs& known = *result.known;
  const Index others = row ? result.columns : result.rows;
  const auto& range = result.payoff_range;
  std::vector<Index> played;
  for (std::size_t t = 0; t < strategy.size(); ++t) {
    if (strategy[t].sign() != 0) played.push_back(static_cast<Index>(t));
  }
  TableJudgement judgement;
  // As the judged player sees it: against each strategy of the opponent, at worst and at best.
  struct Against {
    Rational low;
    Rational high;
    std::optional<Entry> unread;
    Rational weight;  // of that entry
  };
  std::optional<Against> worst;
  std::optional<Rational> lowest_high;
  bool complete = true;
  for (Index t = 0; t < others; ++t) {
    Against one;
    for (const Index s : played) {
      const Entry entry = row ? Entry{s, t} : Entry{t, s};
      const Rational& weight = strategy[at(s)];
      if (known.knows(entry.row, entry.column)) {
        const Rational part = weight * known.payoff(entry.row, entry.column);
        one.low += row ? part : -part;
        one.high += row ? part : -part;
        continue;
      }
      complete = false;
      if (!range) throw InputError("payoffs are unread, and no payoff range bounds them");
      one.low += weight * (row ? range->low : -range->high);
      one.high += weight * (row ? range->high : -range->low);
      if (!one.unread || one.weight < weight) {
        one.unread = entry;
        one.weight = weight;
      }
    }
    if (!lowest_high || one.high < *lowest_high) lowest_high = one.high;
    if (!worst || one.low < worst->low) worst = std::move(one);
  }
  const Rational low = worst->low;
  const Rational high = *lowest_high;
  const auto ends = [&](const Rational& a, const Rational& b) {
    return row ? std::pair(a, b) : std::pair(-b, -a);
  };
  judgement.guaranteed = ends(low, high);
  if (!result.low || !result.high) throw InputError("nothing is known of the value");
  judgement.value = {*result.low, *result.high};
  const auto [value_low, value_high] = ends(*result.low, *result.high);
  const Rational at_least = row ? value_low - high : -*result.high - high;
  const Rational at_most = row ? value_high - low : -*result.low - low;
  judgement.exploitability = {at_least.sign() > 0 ? at_least : Rational(), at_most};
  if (judgement.exploitability.first.sign() > 0) judgement.optimal = false;
  if (at_most.sign() == 0) judgement.optimal = true;
  judgement.ask_next = worst->unread;
  if (!complete || !result.equilibria) return judgement;
  const int player = row ? 0 : 1;
  std::vector<char> own = marks(set_of(result, player).support, row ? result.rows : result.columns);
  for (const Index s : played) own[at(s)] = 1;
  const std::vector<char> other = marks(set_of(result, 1 - player).support, others);
  const TableGame made = game_of(result, row ? own : other, row ? other : own, Unread::low);
  if (made.unread) return judgement;
  const Form form = large::form_of(made.game);
  const Proof proof = large::proof_of(form, answer_of(result));
  judgement.details = large::judged(form, proof, *result.value, player, strategy);
  large::add_nearest(*judgement.details, form, proof, player, strategy, limits.entries / 100,
                     token_of(limits.time_limit, limits.stop));
  return judgement;
}

namespace {

Json by_strategy(const MixedStrategy& strategy) {
  Json json = Json::object();
  for (const auto& [index, probability] : strategy) {
    append(json, std::to_string(index), probability.to_string());
  }
  return json;
}

Json ranges_json(const PlayerRanges& ranges) {
  Json json = Json::object();
  for (const ChoiceRange& one : ranges.ranges) {
    Json ends = large::ends_json(one.flow);
    if (!one.flow.exact) {
      Json open = Json::object();
      large::add_range(open, "range", one.flow);
      ends = std::move(open);
    }
    append(json, std::to_string(one.choice), std::move(ends));
  }
  return json;
}

Json free_json(const PlayerRanges& ranges) {
  Json list = Json::array();
  for (const FreeBlock& block : ranges.blocks) {
    Json one = Json::object();
    append(one, "dimension", block.dimension);
    append(one, "strategies", block.choices);
    Json vertices = nullptr;
    if (block.vertices) {
      vertices = Json::array();
      for (const std::vector<Rational>& vertex : *block.vertices) {
        Json point = Json::object();
        for (std::size_t c = 0; c < vertex.size(); ++c) {
          append(point, std::to_string(block.choices[c]), vertex[c].to_string());
        }
        vertices.push_back(std::move(point));
      }
    }
    append(one, "vertices", std::move(vertices));
    list.push_back(std::move(one));
  }
  return list;
}

Json brings_in_json(const std::vector<BringsIn>& brings) {
  Json list = Json::array();
  for (const BringsIn& one : brings) {
    Json json = Json::object();
    append(json, "player", one.row ? "row" : "column");
    append(json, "strategy", one.strategy);
    append(json, "short",
           Json::array({one.short_by.first.to_string(), one.short_by.second.to_string()}));
    append(json, "row", one.entry ? Json(one.entry->row) : Json());
    append(json, "column", one.entry ? Json(one.entry->column) : Json());
    append(json, "by", one.entry ? Json(one.by.to_string()) : Json());
    list.push_back(std::move(json));
  }
  return list;
}

Json interval_json(const std::pair<Rational, Rational>& interval) {
  if (interval.first == interval.second) return interval.first.to_string();
  return Json::array({interval.first.to_string(), interval.second.to_string()});
}

Json losses_json(const std::vector<LossAt>& losses, const std::vector<std::string>& labels) {
  Json list = Json::array();
  for (const LossAt& one : losses) {
    list.push_back({{"strategy", one.choice},
                    {"name", strategy_name(one.choice, labels)},
                    {"often", one.often.to_string()},
                    {"loss", one.loss.to_string()}});
  }
  return list;
}

}  // namespace

std::string to_json(const Result& result, const Choices& choices) {
  if (!choices.ranges && !choices.strategies.row && !choices.strategies.column &&
      !choices.brings_in) {
    return to_json(result);
  }
  Json json = *parse_json(to_json(result));
  if (choices.ranges) {
    for (const auto& [name, ranges] :
         {std::pair("row", &choices.ranges->row), std::pair("column", &choices.ranges->column)}) {
      if (!*ranges) continue;
      append(json, std::string(name) + "_ranges", ranges_json(**ranges));
      append(json, std::string(name) + "_free", free_json(**ranges));
    }
  }
  const auto& [row, column] = choices.strategies;
  const std::string chosen = large::name_of(choices.choice);
  if (row) append(json, "row_" + chosen, by_strategy(*row));
  if (column) append(json, "column_" + chosen, by_strategy(*column));
  if (choices.brings_in) append(json, "brings_in", brings_in_json(*choices.brings_in));
  return json_text(json);
}

std::string to_json(const std::vector<BringsIn>& list) { return json_text(brings_in_json(list)); }

std::string to_json(const TableJudgement& judgement, const Result& result, bool row,
                    const std::vector<std::string>& repaired) {
  Json json = Json::object();
  append(json, "player", row ? "row" : "column");
  if (!result.solved_as.empty()) append(json, "solved_as", result.solved_as);
  append(json, "value", interval_json(judgement.value));
  append(json, "guaranteed", interval_json(judgement.guaranteed));
  append(json, "exploitability", interval_json(judgement.exploitability));
  append(json, "optimal", judgement.optimal ? Json(*judgement.optimal) : Json());
  if (judgement.details) {
    const Judgement& details = *judgement.details;
    const auto& own = row ? result.row_labels : result.column_labels;
    const auto& other = row ? result.column_labels : result.row_labels;
    append(json, "mistakes", losses_json(details.mistakes, own));
    append(json, "punished", losses_json(details.punished, other));
    append(json, "reply", by_strategy(sparse(details.reply)));
    append(json, "distance", details.distance ? Json(details.distance->to_string()) : Json());
    append(json, "nearest", details.distance ? by_strategy(sparse(details.nearest)) : Json());
  }
  append(json, "repaired", Json(repaired));
  if (judgement.ask_next) {
    append(json, "ask_next",
           {{"row", judgement.ask_next->row}, {"column", judgement.ask_next->column}});
  }
  return json_text(json);
}

}  // namespace allnash
