// The page of a game too large to write down. For a path game it shows each player's graph with the
// flow through it: layer by layer where that can be drawn, with nodes that carry little merged; a
// deeper graph as a map of its flow. For a game tree it shows what is done at each information set.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <ostream>
#include <tuple>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/report.hpp"
#include "answer/page/data.hpp"

namespace allnash {
namespace page {
namespace {

// Limits that keep the page small for graphs of any size.
constexpr std::size_t most_layers = 64;    // drawn one by one
constexpr std::size_t most_in_layer = 12;  // nodes drawn separately
constexpr std::size_t most_drawn_arcs = 500;
constexpr std::size_t small_graph = 120;  // arcs; all of a small graph are drawn, played or not
constexpr Index map_columns = 96;
constexpr Index map_rows = 32;
constexpr std::size_t most_flows = 20;
constexpr std::size_t most_mixture = 12;
constexpr std::size_t most_sets = 200;

std::size_t place(Index number) { return static_cast<std::size_t>(number); }

/// A player's graph and its flow. Of a large graph only the played arcs, with chains of arcs
/// without decisions drawn as one.
class FlowPicture {
 public:
  FlowPicture(const FlowSide& side, const FlowPlayer& player)
      : side_(side), end_(std::ssize(side.nodes)), small_(side.arcs.size() <= small_graph) {
    std::vector<char> played(side.arcs.size(), 0);
    for (const Index a : player.support) played[place(a)] = 1;
    for (std::size_t a = 0; a < side.arcs.size(); ++a) {
      const FlowArc& arc = side.arcs[a];
      const double amount = player.flow[a].to_double();
      const bool plays = player.support.empty() ? amount > 0 : played[a] != 0;
      if (!plays && !small_) continue;
      arcs_.push_back({arc.tail, arc.heads.empty() ? end_ : arc.heads.front(), amount,
                       plays ? 1 : 0, arc.label});
    }
    if (!small_) contract();
    find_layers();
  }

  [[nodiscard]] Json json() const {
    Json json{{"layers", by_layer_.size()}};
    if (by_layer_.size() <= most_layers) {
      add_graph(json);
    } else {
      json["density"] = density();
    }
    return json;
  }

 private:
  struct Arc {
    Index tail;
    Index head;  ///< `end_` if the path ends with the arc
    double flow;
    Index played;
    std::string label;
  };

  /// The numbers of arcs that enter and leave each node.
  struct Degrees {
    std::vector<Index> into;
    std::vector<Index> out;
  };
  [[nodiscard]] Degrees degrees() const {
    Degrees degree{std::vector<Index>(place(end_) + 1, 0), std::vector<Index>(place(end_) + 1, 0)};
    for (const Arc& arc : arcs_) {
      ++degree.out[place(arc.tail)];
      ++degree.into[place(arc.head)];
    }
    return degree;
  }

  /// Merges two arcs at a node that no other arc enters or leaves.
  void contract() {
    const Degrees degree = degrees();
    std::vector<std::size_t> only(place(end_) + 1, arcs_.size());  // an arc that leaves each node
    for (std::size_t a = 0; a < arcs_.size(); ++a) only[place(arcs_[a].tail)] = a;
    const auto passed = [&](Index node) {
      return degree.into[place(node)] == 1 && degree.out[place(node)] == 1;
    };
    std::vector<Arc> kept;
    for (const Arc& first : arcs_) {
      if (passed(first.tail)) continue;
      Arc arc = first;
      while (passed(arc.head)) {
        const Arc& next = arcs_[only[place(arc.head)]];
        if (!arc.label.empty() && !next.label.empty()) arc.label += ',';
        arc.label += next.label;
        arc.head = next.head;
      }
      kept.push_back(std::move(arc));
    }
    arcs_ = std::move(kept);
  }

  /// A node's layer is the length of the longest path to it; ends are in the last layer.
  void find_layers() {
    const Degrees degree = degrees();
    std::vector<Index> waits = degree.into;
    std::vector<std::vector<std::size_t>> leaving(place(end_) + 1);
    through_.assign(place(end_) + 1, 0.0);
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
      leaving[place(arcs_[a].tail)].push_back(a);
      through_[place(arcs_[a].head)] += arcs_[a].flow;
    }
    through_[0] = 1.0;
    std::vector<Index> layer(place(end_) + 1, 0);
    std::vector<Index> open = {0};
    for (std::size_t t = 0; t < open.size(); ++t) {
      for (const std::size_t a : leaving[place(open[t])]) {
        const std::size_t to = place(arcs_[a].head);
        layer[to] = std::max(layer[to], layer[place(open[t])] + 1);
        if (--waits[to] == 0) open.push_back(arcs_[a].head);
      }
    }
    const Index last = *std::ranges::max_element(layer);
    by_layer_.resize(place(last) + 1);
    std::ranges::sort(open);
    for (const Index n : open) {
      by_layer_[place(degree.out[place(n)] == 0 ? last : layer[place(n)])].push_back(n);
    }
  }

  [[nodiscard]] std::string name(Index node) const {
    return node == end_ ? "end" : cut(side_.nodes[place(node)]);
  }

  /// Nodes as [layer, label, flow, number merged]; arcs as [from, to, flow, number merged, number
  /// played, label].
  void add_graph(Json& json) const {
    std::vector<Index> shown(through_.size(), -1);  // index of each node in the picture
    Json nodes = Json::array();
    for (std::size_t layer = 0; layer < by_layer_.size(); ++layer) {
      std::vector<Index> all = by_layer_[layer];
      std::vector<Index> others;
      if (all.size() > most_in_layer + 1) {
        std::ranges::stable_sort(all, std::greater<>(),
                                 [&](Index n) { return through_[place(n)]; });
        others.assign(all.begin() + most_in_layer, all.end());
        all.resize(most_in_layer);
        std::ranges::sort(all);
      }
      for (const Index n : all) {
        shown[place(n)] = std::ssize(nodes);
        nodes.push_back({layer, name(n), through_[place(n)], 1});
      }
      if (others.empty()) continue;
      double sum = 0;
      for (const Index n : others) {
        shown[place(n)] = std::ssize(nodes);
        sum += through_[place(n)];
      }
      nodes.push_back({layer, "", sum, others.size()});
    }
    json["nodes"] = std::move(nodes);
    add_arcs(json, shown);
  }

  void add_arcs(Json& json, const std::vector<Index>& shown) const {
    struct Bundle {
      Index from = 0;
      Index to = 0;
      double flow = 0;
      Index count = 0;
      Index played = 0;
      std::string label;  // of the first arc
    };
    std::map<std::tuple<Index, Index, std::size_t>, Bundle> bundles;
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
      const Arc& arc = arcs_[a];
      const Index from = shown[place(arc.tail)];
      const Index to = shown[place(arc.head)];
      Bundle& bundle = bundles[{from, to, small_ ? a : 0}];
      if (bundle.count++ == 0) bundle.label = arc.label;
      bundle.from = from;
      bundle.to = to;
      bundle.flow += arc.flow;
      bundle.played += arc.played;
    }
    std::vector<Bundle> list;
    for (auto& [key, bundle] : bundles) list.push_back(std::move(bundle));
    std::ranges::stable_sort(list, std::greater<>(), &Bundle::flow);
    if (list.size() > most_drawn_arcs) {
      json["left_out"] = list.size() - most_drawn_arcs;
      list.resize(most_drawn_arcs);
    }
    Json drawn = Json::array();
    for (const Bundle& one : list) {
      drawn.push_back({one.from, one.to, one.flow, one.count, one.played,
                       one.count == 1 ? cut(one.label) : ""});
    }
    json["drawn"] = std::move(drawn);
  }

  /// The flow in coarse cells, with layers from left to right and the nodes of a layer stacked,
  /// averaged over the layers of a cell. Cells as [column, row, flow].
  [[nodiscard]] Json density() const {
    const Index layers = std::ssize(by_layer_);
    const Index columns = std::min(layers, map_columns);
    std::map<std::pair<Index, Index>, double> cells;
    std::vector<double> width(place(columns), 0);
    for (Index layer = 0; layer < layers; ++layer) {
      const Index column = layer * columns / layers;
      const auto& nodes = by_layer_[place(layer)];
      ++width[place(column)];
      for (Index t = 0; t < std::ssize(nodes); ++t) {
        const Index row = t * map_rows / std::max<Index>(map_rows, std::ssize(nodes));
        cells[{column, row}] += through_[place(nodes[place(t)])];
      }
    }
    Json list = Json::array();
    for (const auto& [cell, amount] : cells) {
      list.push_back({cell.first, cell.second, amount / width[place(cell.first)]});
    }
    return {{"columns", columns}, {"cells", std::move(list)}};
  }

  const FlowSide& side_;
  Index end_;  // an extra node for arcs without a head
  bool small_;
  std::vector<Arc> arcs_;
  std::vector<double> through_;               // by node
  std::vector<std::vector<Index>> by_layer_;  // nodes
};

/// The arcs with the most flow: tail, head, label, flow.
Json strongest_flows(const FlowSide& side, const FlowPlayer& player) {
  std::vector<Index> arcs;
  for (Index a = 0; a < std::ssize(player.flow); ++a) {
    if (player.flow[place(a)].sign() > 0) arcs.push_back(a);
  }
  const std::size_t shown = std::min(most_flows, arcs.size());
  std::ranges::partial_sort(arcs, arcs.begin() + static_cast<std::ptrdiff_t>(shown),
                            [&](Index a, Index b) {
                              const auto order = player.flow[place(b)] <=> player.flow[place(a)];
                              return order != 0 ? order < 0 : a < b;
                            });
  arcs.resize(shown);
  Json json = Json::array();
  for (const Index a : arcs) {
    const FlowArc& arc = side.arcs[place(a)];
    json.push_back({cut(side.nodes[place(arc.tail)]),
                    arc.heads.empty() ? "end" : cut(side.nodes[place(arc.heads.front())]),
                    cut(arc.label), number_text(player.flow[place(a)])});
  }
  return json;
}

/// The actions at the information sets that the player's own moves reach most often, in the order
/// of the tree: [set, reach probability, [[action, probability]...]].
Json sets_json(const FlowSide& side, const FlowPlayer& player) {
  std::vector<Rational> reach(side.nodes.size());
  std::vector<std::vector<std::size_t>> actions(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    reach[place(side.arcs[a].tail)] += player.flow[a];
    actions[place(side.arcs[a].tail)].push_back(a);
  }
  std::vector<Index> sets;
  for (Index n = 1; n < std::ssize(side.nodes); ++n) {
    if (reach[place(n)].sign() > 0) sets.push_back(n);
  }
  Json json{{"reached", sets.size()}};
  if (sets.size() > most_sets) {
    std::ranges::stable_sort(sets,
                             [&](Index a, Index b) { return reach[place(b)] < reach[place(a)]; });
    sets.resize(most_sets);
    std::ranges::sort(sets);
  }
  Json list = Json::array();
  for (const Index n : sets) {
    Json played = Json::array();
    for (const std::size_t a : actions[place(n)]) {
      played.push_back({cut(side.arcs[a].label), number_text(player.flow[a] / reach[place(n)])});
    }
    list.push_back({cut(side.nodes[place(n)]), number_text(reach[place(n)]), std::move(played)});
  }
  json["list"] = std::move(list);
  return json;
}

Json flow_player_json(const FlowSide& side, const FlowPlayer& player, bool tree) {
  Json json{
      {"strategies", player.strategies}, {"arcs", side.arcs.size()}, {"nodes", side.nodes.size()}};
  if (!player.support_size.empty()) {
    json["support"] = player.support_size;
    json["played_arcs"] = player.support.size();
    json["dimension"] = player.dimension;
    json["dimension_proved"] = player.dimension_proved;
  }
  if (player.flow.empty()) return json;
  if (tree) {
    json["sets"] = sets_json(side, player);
    return json;
  }
  json["graph"] = FlowPicture(side, player).json();
  json["strongest"] = strongest_flows(side, player);
  std::vector<const PlayedStrategy*> mixture;
  for (const PlayedStrategy& played : player.mixture) mixture.push_back(&played);
  std::ranges::stable_sort(mixture, [](const PlayedStrategy* a, const PlayedStrategy* b) {
    return b->probability < a->probability;
  });
  json["mixed"] = mixture.size();
  if (player.unlisted.sign() != 0) json["unlisted"] = true;
  if (mixture.size() > most_mixture) mixture.resize(most_mixture);
  Json list = Json::array();
  for (const PlayedStrategy* played : mixture) {
    list.push_back({cut(strategy_text(side, played->arcs)), number_text(played->probability)});
  }
  json["mixture"] = std::move(list);
  return json;
}

}  // namespace
}  // namespace page

std::string report_json(const FlowAnswer& answer, const FlowGame& game, const FlowPage& page) {
  using namespace page;
  const bool tree = game.kind == FlowGame::Kind::tree;
  Json flows{{"kind", tree ? "tree" : "paths"},
             {"status", status_name(answer.status)},
             {"iterations", answer.iterations},
             {"seconds", answer.seconds}};
  if (!answer.value) flows["stopped_by"] = answer.stop->text;
  for (const auto& [key, number] :
       {std::pair("value", &answer.value), std::pair("low", &answer.low),
        std::pair("high", &answer.high)}) {
    if (*number) flows[key] = number_text(**number);
  }
  flows["players"] = {flow_player_json(game.rows, answer.row, tree),
                      flow_player_json(game.columns, answer.column, tree)};
  Json json = page_frame(page.title, page.settings, page.certificate);
  json["flows"] = std::move(flows);
  return json_text(json);
}

void write_report(std::ostream& out, const FlowAnswer& answer, const FlowGame& game,
                  const FlowPage& page) {
  page::write_page(out, report_json(answer, game, page), page::flows_page_end);
}

}  // namespace allnash
