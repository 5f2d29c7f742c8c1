#include "large/graphs/newton_pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace allnash::large {
namespace {

/// Couplings, each counted from both ends: 256 MB, and a few times as much to order them.
constexpr std::size_t most_couplings = std::size_t{1} << 26;

void find_settled(const Graph& graph, NewtonPattern::Side& side) {
  // The number of arcs that enter each node and are not fixed.
  std::vector<int> open(static_cast<std::size_t>(graph.nodes), 0);
  for (const int head : graph.heads) ++open[head];
  side.fixed.assign(static_cast<std::size_t>(graph.arcs()), 0);
  for (int n = 0; n < graph.nodes; ++n) {
    const int arc = graph.first[n];
    if (open[n] > 0 || graph.first[n + 1] - arc != 1) continue;
    side.settled.push_back(n);
    side.fixed[arc] = 1;
    for (const int head : graph.heads_of(arc)) --open[head];
  }
}

NewtonPattern::Side incidences_of(const Graph& graph, Pace& pace) {
  NewtonPattern::Side side;
  find_settled(graph, side);
  std::vector<std::vector<NewtonPattern::Incidence>> at(static_cast<std::size_t>(graph.nodes));
  for (int a = 0; a < graph.arcs(); ++a) {
    if (side.fixed[a] != 0) continue;
    at[graph.tail[a]].push_back({a, 1, -1});
    for (const int head : graph.heads_of(a)) at[head].push_back({a, -1, -1});
    pace.step(8);
  }
  std::vector<int> slot(static_cast<std::size_t>(graph.features), -1);
  std::vector<std::vector<NewtonPattern::Touch>> touches(static_cast<std::size_t>(graph.features));
  side.first.push_back(0);
  side.slot_first.push_back(0);
  for (int n = 0; n < graph.nodes; ++n) {
    for (NewtonPattern::Incidence one : at[n]) {
      const int feature = graph.feature[one.arc];
      if (feature >= 0) {
        if (slot[feature] < side.slot_first.back()) {
          slot[feature] = static_cast<int>(side.feature_of.size());
          touches[feature].push_back({n, slot[feature]});
          side.feature_of.push_back(feature);
        }
        one.slot = slot[feature];
      }
      side.incidences.push_back(one);
    }
    side.first.push_back(static_cast<int>(side.incidences.size()));
    side.slot_first.push_back(static_cast<int>(side.feature_of.size()));
  }
  side.touch_first.push_back(0);
  for (const auto& of_feature : touches) {
    side.touches.insert(side.touches.end(), of_feature.begin(), of_feature.end());
    side.touch_first.push_back(static_cast<int>(side.touches.size()));
  }
  return side;
}

/// Collects the distinct neighbours of each vertex.
class Neighbours {
 public:
  Neighbours(int vertices, Pace& pace)
      : seen_(static_cast<std::size_t>(vertices), -1), pace_(pace) {
    graph_.first.push_back(0);
  }
  void begin(int vertex) {
    vertex_ = vertex;
    seen_[vertex] = vertex;
  }
  void add(int other) {
    pace_.step();
    if (std::exchange(seen_[other], vertex_) != vertex_) graph_.neighbour.push_back(other);
  }
  void end(bool pair) {
    if (graph_.neighbour.size() > most_couplings) throw TooLarge();
    graph_.first.push_back(static_cast<int>(graph_.neighbour.size()));
    graph_.pair.push_back(pair ? 1 : 0);
  }
  [[nodiscard]] VertexGraph take() { return std::move(graph_); }

 private:
  std::vector<int> seen_;
  Pace& pace_;
  int vertex_ = -1;
  VertexGraph graph_;
};

}  // namespace

// Lists for each feature the features that have it as base.
void NewtonPattern::list_built() {
  built_on_first_.assign(base.size() + 1, 0);
  for (const int one : base) {
    if (one >= 0) ++built_on_first_[one + 1];
  }
  std::partial_sum(built_on_first_.begin(), built_on_first_.end(), built_on_first_.begin());
  built_on_.resize(static_cast<std::size_t>(built_on_first_.back()));
  std::vector<int> next(built_on_first_.begin(), built_on_first_.end() - 1);
  for (int f = 0; f < std::ssize(base); ++f) {
    if (base[f] >= 0) built_on_[next[base[f]]++] = f;
  }
}

VertexGraph NewtonPattern::meetings(Pace& pace) const {
  const int other = 1 - paired;
  const int features = form.side[paired].features;
  Neighbours found(vertex_of_feature(features), pace);
  for (const int player : {paired, other}) {
    const Graph& graph = form.side[player];
    const Side& mine = side[player];
    for (int n = 0; n < graph.nodes; ++n) {
      found.begin(vertex_of_node(player, n));
      for (int t = mine.first[n]; t < mine.first[n + 1]; ++t) {
        const int arc = mine.incidences[t].arc;
        found.add(vertex_of_node(player, graph.tail[arc]));
        for (const int head : graph.heads_of(arc)) found.add(vertex_of_node(player, head));
      }
      for (int s = mine.slot_first[n]; s < mine.slot_first[n + 1]; ++s) {
        const int feature = mine.feature_of[s];
        if (player == paired) {
          found.add(vertex_of_feature(feature));
          continue;
        }
        const Lines& theirs = lines[player];
        for (int t = theirs.first[feature]; t < theirs.first[feature + 1]; ++t) {
          found.add(vertex_of_feature(theirs.other[t]));
        }
      }
      found.end(defaults_apart);
    }
  }
  const Lines& mine = lines[paired];
  const Lines& theirs = lines[other];
  for (int f = 0; f < features; ++f) {
    found.begin(vertex_of_feature(f));
    if (base[f] >= 0) found.add(vertex_of_feature(base[f]));
    for (const int built : built_on(f)) found.add(vertex_of_feature(built));
    for (int t = side[paired].touch_first[f]; t < side[paired].touch_first[f + 1]; ++t) {
      found.add(vertex_of_node(paired, side[paired].touches[t].node));
    }
    for (int t = mine.first[f]; t < mine.first[f + 1]; ++t) {
      const int g = mine.other[t];
      for (int u = theirs.first[g]; u < theirs.first[g + 1]; ++u) {
        found.add(vertex_of_feature(theirs.other[u]));
      }
      for (int u = side[other].touch_first[g]; u < side[other].touch_first[g + 1]; ++u) {
        found.add(vertex_of_node(other, side[other].touches[u].node));
      }
    }
    found.end(true);
  }
  return found.take();
}

/// Vertices by distance from the start. Where graphs consist of densely joined layers, eliminating
/// layer by layer is faster than a sparser order.
std::vector<int> NewtonPattern::by_level() const {
  const int features = form.side[paired].features;
  std::vector<int> level(static_cast<std::size_t>(vertex_of_feature(features)), 0);
  for (const int player : {0, 1}) {
    const Graph& graph = form.side[player];
    for (int a = 0; a < graph.arcs(); ++a) {
      const int next = level[vertex_of_node(player, graph.tail[a])] + 2;
      for (const int head : graph.heads_of(a)) {
        int& there = level[vertex_of_node(player, head)];
        there = std::max(there, next);
      }
    }
  }
  for (int f = 0; f < features; ++f) {  // one level after the tails of its arcs
    int& mine = level[vertex_of_feature(f)];
    for (int t = side[paired].touch_first[f]; t < side[paired].touch_first[f + 1]; ++t) {
      const int there = level[vertex_of_node(paired, side[paired].touches[t].node)] + 1;
      if (mine == 0 || there < mine) mine = there;
    }
  }
  std::vector<int> vertices(level.size());
  std::iota(vertices.begin(), vertices.end(), 0);
  std::ranges::stable_sort(vertices, {}, [&](int v) { return level[v]; });
  return vertices;
}

NewtonPattern::NewtonPattern(const Form& the_form, bool apart, const StopToken& stop)
    : form(the_form),
      defaults_apart(apart),
      paired(form.differences.paired),
      base(form.differences.base),
      lines(form.differences.lines) {
  Pace pace(stop);
  for (const int player : {0, 1}) side[player] = incidences_of(form.side[player], pace);
  list_built();
  order = eliminate(meetings(pace), by_level(), stop);
}

}  // namespace allnash::large
