// Ranges, sensible plans and judgements of games on flows as JSON, and what varies in words.
#include <algorithm>
#include <map>

#include "allnash/choice.hpp"
#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/json/json.hpp"
#include "large/choice/json_parts.hpp"
#include "large/choice/parts.hpp"
#include "large/graphs/flow_json.hpp"

namespace allnash::large {

Json ends_json(const Range& range) {
  return Json::array({range.least.to_string(), range.most.to_string()});
}

void add_range(Json& object, const char* key, const Range& range) {
  append(object, key, ends_json(range));
  if (range.exact) return;
  object["exact"] = false;
  append(object, std::string(key) + "_reached",
         Json::array({range.reached.first.to_string(), range.reached.second.to_string()}));
}

namespace {

using allnash::at;

/// Values of arcs in an object of sets, by the labels of their actions.
class BySet {
 public:
  explicit BySet(const FlowSide& side) : side_(side), by_node_(side.nodes.size()) {}
  void add(Index arc, Json value) {
    const FlowArc& its = side_.arcs[at(arc)];
    Json& set = by_node_[at(its.tail)];
    if (set.is_null()) set = Json::object();
    append(set, its.label, std::move(value));
  }
  Json take() && {
    Json sets = Json::object();
    for (std::size_t n = 0; n < by_node_.size(); ++n) {
      if (!by_node_[n].is_null()) append(sets, side_.nodes[n], std::move(by_node_[n]));
    }
    return sets;
  }

 private:
  const FlowSide& side_;
  std::vector<Json> by_node_;
};

Json tree_ranges(const FlowSide& side, const PlayerRanges& ranges) {
  BySet sets(side);
  for (const ChoiceRange& range : ranges.ranges) {
    if (side.arcs[at(range.choice)].tail == 0) continue;
    Json one = Json::object();
    add_range(one, "flow", range.flow);
    if (range.share) add_range(one, "probability", *range.share);
    sets.add(range.choice, std::move(one));
  }
  return std::move(sets).take();
}

Json arc_name(const FlowSide& side, const FlowArc& arc) {
  return Json::array({side.nodes[at(arc.tail)],
                      arc.heads.empty() ? "" : side.nodes[at(arc.heads.front())], arc.label});
}

Json path_ranges(const FlowSide& side, const PlayerRanges& ranges) {
  Json list = Json::array();
  for (const ChoiceRange& range : ranges.ranges) {
    Json one = Json::object();
    append(one, "arc", arc_name(side, side.arcs[at(range.choice)]));
    add_range(one, "flow", range.flow);
    list.push_back(std::move(one));
  }
  return list;
}

/// The probabilities of a block at one of its extreme points, by set: of each of its choices the
/// part of what its tail has; nothing where the tail has nothing.
struct BlockAtVertex {
  std::map<Index, Rational> flow;      // by arc, of sets that the block varies
  std::map<Index, Rational> arriving;  // by node
};

class Block {
 public:
  Block(const FlowSide& side, const PlayerRanges& ranges, const FreeBlock& block)
      : side_(side), block_(block) {
    for (const ChoiceRange& range : ranges.ranges) by_arc_[range.choice] = &range;
    for (const Index choice : block.choices) {
      const Index tail = side.arcs[at(choice)].tail;
      const auto found = by_arc_.find(choice);
      const bool fixed = found != by_arc_.end() && found->second->share &&
                         found->second->share->exact &&
                         found->second->share->least == found->second->share->most;
      if (tail != 0 && !fixed && std::ranges::find(nodes_, tail) == nodes_.end()) {
        nodes_.push_back(tail);
      }
    }
  }

  /// The nodes whose probabilities vary with the block.
  [[nodiscard]] const std::vector<Index>& nodes() const { return nodes_; }

  /// Nothing if a flow that does not vary is not known.
  [[nodiscard]] std::optional<BlockAtVertex> at_vertex(std::size_t vertex) const {
    BlockAtVertex result;
    std::map<Index, Rational> varying;
    for (std::size_t c = 0; c < block_.choices.size(); ++c) {
      varying[block_.choices[c]] = (*block_.vertices)[vertex][c];
    }
    for (const auto& [arc, range] : by_arc_) {
      const Index tail = side_.arcs[at(arc)].tail;
      if (std::ranges::find(nodes_, tail) == nodes_.end()) continue;
      const auto found = varying.find(arc);
      if (found == varying.end() && range->flow.least != range->flow.most) return std::nullopt;
      const Rational& flow = found == varying.end() ? range->flow.least : found->second;
      result.flow[arc] = flow;
      result.arriving[tail] += flow;
    }
    return result;
  }

 private:
  const FlowSide& side_;
  const FreeBlock& block_;
  std::map<Index, const ChoiceRange*> by_arc_;
  std::vector<Index> nodes_;
};

Json vertices_json(const FlowSide& side, bool tree, const Block& block, const FreeBlock& free) {
  if (!free.vertices) return {};
  Json list = Json::array();
  for (std::size_t v = 0; v < free.vertices->size(); ++v) {
    Json one = tree ? Json::object() : Json::array();
    if (tree) {
      const auto its = block.at_vertex(v);
      if (!its) return {};
      for (const auto& [arc, flow] : its->flow) {
        const Index tail = side.arcs[at(arc)].tail;
        const Rational& all = its->arriving.at(tail);
        if (flow.sign() == 0) continue;
        one[side.nodes[at(tail)]][side.arcs[at(arc)].label] = (flow / all).to_string();
      }
    } else {
      for (std::size_t c = 0; c < free.choices.size(); ++c) {
        const Rational& flow = (*free.vertices)[v][c];
        if (flow.sign() == 0) continue;
        one.push_back(
            {{"arc", arc_name(side, side.arcs[at(free.choices[c])])}, {"flow", flow.to_string()}});
      }
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json free_json(const FlowGame& game, bool row, const PlayerRanges& ranges) {
  const FlowSide& side = row ? game.rows : game.columns;
  const bool tree = game.kind == FlowGame::Kind::tree;
  const std::vector<std::string> texts = free_text(game, row, ranges);
  Json list = Json::array();
  for (std::size_t b = 0; b < ranges.blocks.size(); ++b) {
    const FreeBlock& free = ranges.blocks[b];
    const Block block(side, ranges, free);
    Json one = Json::object();
    append(one, "dimension", free.dimension);
    if (tree) {
      Json sets = Json::array();
      for (const Index node : block.nodes()) sets.push_back(side.nodes[at(node)]);
      append(one, "sets", std::move(sets));
    } else {
      Json arcs = Json::array();
      for (const Index arc : free.choices) arcs.push_back(arc_name(side, side.arcs[at(arc)]));
      append(one, "arcs", std::move(arcs));
    }
    append(one, "vertices", vertices_json(side, tree, block, free));
    if (!texts[b].empty()) append(one, "text", texts[b]);
    list.push_back(std::move(one));
  }
  return list;
}

Json plan_json(const FlowGame& game, bool row, const SensiblePlan& plan) {
  const FlowSide& side = row ? game.rows : game.columns;
  BySet sets(side);
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    if (side.arcs[a].tail == 0 || plan.behaviour[a].sign() == 0) continue;
    sets.add(static_cast<Index>(a), plan.behaviour[a].to_string());
  }
  return std::move(sets).take();
}

/// The names of the sets that only own slips lead to.
Json after_slips(const FlowSide& side, const SensiblePlan& plan) {
  Json list = Json::array();
  for (std::size_t n = 1; n < plan.own_slips.size(); ++n) {
    if (plan.own_slips[n] != 0) list.push_back(side.nodes[n]);
  }
  return list;
}

Json flow_list(const FlowSide& side, const std::vector<Rational>& flow) {
  Json list = Json::array();
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    if (flow[a].sign() == 0) continue;
    list.push_back({{"arc", arc_name(side, side.arcs[a])}, {"probability", flow[a].to_string()}});
  }
  return list;
}

Json losses_json(const FlowGame& game, bool row, const std::vector<LossAt>& losses) {
  const FlowSide& side = row ? game.rows : game.columns;
  Json list = Json::array();
  for (const LossAt& one : losses) {
    const FlowArc& arc = side.arcs[at(one.choice)];
    Json json = Json::object();
    if (game.kind == FlowGame::Kind::tree) {
      append(json, "set", side.nodes[at(arc.tail)]);
      append(json, "action", arc.label);
    } else {
      append(json, "arc", arc_name(side, arc));
    }
    append(json, "often", one.often.to_string());
    append(json, "loss", one.loss.to_string());
    list.push_back(std::move(json));
  }
  return list;
}

Json behaviour_or_flow(const FlowGame& game, bool row, const std::vector<Rational>& flow) {
  const FlowSide& side = row ? game.rows : game.columns;
  if (game.kind != FlowGame::Kind::tree) return flow_list(side, flow);
  Json sets = Json::object();
  for (const Behaviour& set : behaviour_of(side, flow)) {
    Json actions = Json::object();
    for (const auto& [label, probability] : set.actions) {
      append(actions, label, probability.to_string());
    }
    append(sets, set.set, std::move(actions));
  }
  return sets;
}

/// `1/3 + 2b` for a number that is `at_0` where the parameter is `from` and `at_1` where it is
/// `to`.
std::string linear(const Rational& at_0, const Rational& at_1, const Rational& from,
                   const Rational& to, const std::string& name) {
  const Rational slope = (at_1 - at_0) / (to - from);
  const Rational constant = at_0 - slope * from;
  const Rational size = slope.sign() < 0 ? -slope : slope;
  std::string term =
      size == Rational(1) ? name : size.to_string() + (size.is_integer() ? "" : " ") + name;
  if (constant.sign() == 0) return (slope.sign() < 0 ? "-" : "") + term;
  return constant.to_string() + (slope.sign() < 0 ? " - " : " + ") + term;
}

/// The text of a block of dimension 1: its probabilities by one of them. Empty if they are not
/// linear in any.
std::string segment_text(const FlowSide& side, const Block& block, const std::string& name) {
  const auto first = block.at_vertex(0);
  const auto second = block.at_vertex(1);
  if (!first || !second) return "";
  struct Part {
    Index arc;
    Rational from;
    Rational to;
    bool linear;
  };
  std::vector<Part> parts;
  for (const auto& [arc, flow] : first->flow) {
    const Index tail = side.arcs[at(arc)].tail;
    const Rational& here = first->arriving.at(tail);
    const Rational& there = second->arriving.at(tail);
    if (here.sign() == 0 || there.sign() == 0) continue;
    Part part{arc, flow / here, second->flow.at(arc) / there, here == there};
    if (part.from != part.to) parts.push_back(std::move(part));
  }
  // The smallest one that may be 0.
  const Part* chosen = nullptr;
  for (const Part& part : parts) {
    if (!part.linear) continue;
    const auto least = [](const Part& one) { return std::min(one.from, one.to); };
    const auto most = [](const Part& one) { return std::max(one.from, one.to); };
    if (chosen == nullptr ||
        (least(part).sign() == 0 && (least(*chosen).sign() != 0 || most(part) < most(*chosen)))) {
      chosen = &part;
    }
  }
  if (chosen == nullptr) return "";
  std::string text;
  const auto label = [&](const Part& part) {
    const FlowArc& arc = side.arcs[at(part.arc)];
    return side.nodes[at(arc.tail)] + ": " + arc.label + " ";
  };
  text = label(*chosen) + name + ", " + std::min(chosen->from, chosen->to).to_string() +
         " <= " + name + " <= " + std::max(chosen->from, chosen->to).to_string();
  std::vector<Index> told = {side.arcs[at(chosen->arc)].tail};
  for (const Part& part : parts) {
    const Index tail = side.arcs[at(part.arc)].tail;
    const auto here = [&](const Part& one) { return side.arcs[at(one.arc)].tail == tail; };
    // Of two actions one says it: the one that rises with the parameter.
    const bool pair = std::ranges::count_if(parts, here) == 2;
    if (pair) {
      if (std::ranges::find(told, tail) != told.end()) continue;
      if ((part.from < part.to) != (chosen->from < chosen->to)) continue;
    }
    if (part.arc == chosen->arc) continue;
    told.push_back(tail);
    text += "; " + label(part) +
            (part.linear ? linear(part.from, part.to, chosen->from, chosen->to, name)
                         : std::min(part.from, part.to).to_string() + " to " +
                               std::max(part.from, part.to).to_string());
  }
  return text;
}

}  // namespace
}  // namespace allnash::large

namespace allnash {

std::vector<std::string> free_text(const FlowGame& game, bool row, const PlayerRanges& ranges) {
  const FlowSide& side = row ? game.rows : game.columns;
  const bool tree = game.kind == FlowGame::Kind::tree;
  std::vector<std::string> result;
  int names = 0;
  for (const FreeBlock& free : ranges.blocks) {
    result.emplace_back();
    if (!tree || free.dimension != 1 || !free.vertices || free.vertices->size() != 2) continue;
    const std::string name = names == 0 ? "b" : "b" + std::to_string(names + 1);
    result.back() = large::segment_text(side, large::Block(side, ranges, free), name);
    if (!result.back().empty()) ++names;
  }
  return result;
}

std::string to_json(const FlowAnswer& answer, const FlowGame& game, const Choices& choices) {
  Json json = large::json_of(answer, game);
  const bool tree = game.kind == FlowGame::Kind::tree;
  const auto add_ranges = [&](const std::string& name, bool row,
                              const std::optional<PlayerRanges>& ranges) {
    if (!ranges) return;
    const FlowSide& side = row ? game.rows : game.columns;
    append(json, name + "_ranges",
           tree ? large::tree_ranges(side, *ranges) : large::path_ranges(side, *ranges));
    append(json, name + "_free", large::free_json(game, row, *ranges));
  };
  if (choices.ranges) {
    add_ranges("row", true, choices.ranges->row);
    add_ranges("column", false, choices.ranges->column);
  }
  const auto add_plan = [&](const std::string& name, bool row,
                            const std::optional<SensiblePlan>& plan) {
    if (!plan) return;
    const FlowSide& side = row ? game.rows : game.columns;
    append(json, name + "_" + large::name_of(choices.choice),
           tree ? large::plan_json(game, row, *plan) : large::flow_list(side, plan->flow));
    if (tree) append(json, name + "_after_own_slip", large::after_slips(side, *plan));
  };
  add_plan("row", true, choices.plans.row);
  add_plan("column", false, choices.plans.column);
  return json_text(json);
}

std::string to_json(const Judgement& judgement, const FlowGame& game, const Rational& value,
                    bool row, const std::vector<std::string>& repaired) {
  Json json = Json::object();
  append(json, "player", row ? "row" : "column");
  append(json, "value", value.to_string());
  append(json, "guaranteed", judgement.guaranteed.to_string());
  append(json, "exploitability", judgement.exploitability.to_string());
  append(json, "optimal", judgement.optimal);
  append(json, "mistakes", large::losses_json(game, row, judgement.mistakes));
  append(json, "punished", large::losses_json(game, !row, judgement.punished));
  append(json, "reply", large::behaviour_or_flow(game, !row, judgement.reply));
  append(json, "distance", judgement.distance ? Json(judgement.distance->to_string()) : Json());
  append(json, "nearest",
         judgement.distance ? large::behaviour_or_flow(game, row, judgement.nearest) : Json());
  append(json, "repaired", Json(repaired));
  return json_text(json);
}

}  // namespace allnash
