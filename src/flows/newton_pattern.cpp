#include "flows/newton_pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace allnash::flows {
namespace {

using exact::Integer;

NewtonPattern::Side incidences_of(const Graph& graph) {
  NewtonPattern::Side side;
  std::vector<std::vector<NewtonPattern::Incidence>> at(static_cast<std::size_t>(graph.nodes));
  for (int a = 0; a < graph.arcs(); ++a) {
    at[graph.tail[a]].push_back({a, 1, -1});
    for (const int head : graph.heads_of(a)) at[head].push_back({a, -1, -1});
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

/// Collects each vertex's neighbours, each once.
class Neighbours {
 public:
  explicit Neighbours(int vertices) : seen_(static_cast<std::size_t>(vertices), -1) {
    graph_.first.push_back(0);
  }
  void begin(int vertex) {
    vertex_ = vertex;
    seen_[vertex] = vertex;
  }
  void add(int other) {
    if (std::exchange(seen_[other], vertex_) != vertex_) graph_.neighbour.push_back(other);
  }
  void end(bool pair) {
    graph_.first.push_back(static_cast<int>(graph_.neighbour.size()));
    graph_.pair.push_back(pair ? 1 : 0);
  }
  [[nodiscard]] VertexGraph take() { return std::move(graph_); }

 private:
  std::vector<int> seen_;
  int vertex_ = -1;
  VertexGraph graph_;
};

/// Calls use(opponent's feature, payoff or null, payoff of the base or null) wherever they differ,
/// as long as it returns true.
template <typename Use>
void each_difference(const Lines& lines, int feature, int base, const Use& use) {
  int mine = lines.first[feature];
  int theirs = lines.first[base];
  const int mine_end = lines.first[feature + 1];
  const int theirs_end = lines.first[base + 1];
  while (mine < mine_end || theirs < theirs_end) {
    const bool take_mine =
        theirs == theirs_end || (mine < mine_end && lines.other[mine] <= lines.other[theirs]);
    const bool take_theirs =
        mine == mine_end || (theirs < theirs_end && lines.other[theirs] <= lines.other[mine]);
    const Integer* left = take_mine ? &lines.payoff[mine] : nullptr;
    const Integer* right = take_theirs ? &lines.payoff[theirs] : nullptr;
    const int other = take_mine ? lines.other[mine] : lines.other[theirs];
    if (take_mine) ++mine;
    if (take_theirs) ++theirs;
    if (left != nullptr && right != nullptr && fmpz_equal(left->raw(), right->raw()) != 0) continue;
    if (!use(other, left, right)) return;
  }
}

/// How many payoffs differ; `most` or more are not counted.
int differences(const Lines& lines, int feature, int base, int most) {
  int count = 0;
  each_difference(lines, feature, base,
                  [&](int, const Integer*, const Integer*) { return ++count < most; });
  return count;
}

/// The lines of the opponent's features: what these pay, with the other sign.
Lines turned(const Lines& lines, int features) {
  Lines result;
  result.first.assign(static_cast<std::size_t>(features) + 1, 0);
  for (const int other : lines.other) ++result.first[other + 1];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  result.other.resize(lines.other.size());
  result.payoff.resize(lines.other.size());
  std::vector<int> next(result.first.begin(), result.first.end() - 1);
  for (int f = 0; f + 1 < static_cast<int>(lines.first.size()); ++f) {
    for (int t = lines.first[f]; t < lines.first[f + 1]; ++t) {
      const int at = next[lines.other[t]]++;
      result.other[at] = f;
      fmpz_neg(result.payoff[at].raw(), lines.payoff[t].raw());
    }
  }
  return result;
}

}  // namespace

// A base is looked for among the features just before: in games as people write them, what differs
// by a card or a soldier stands side by side.
void NewtonPattern::choose_bases() {
  constexpr int window = 8;
  constexpr int short_line = 6;
  const Lines& given = form.lines[paired];
  const int features = form.side[paired].features;
  base.assign(static_cast<std::size_t>(features), -1);
  Lines& mine = lines[paired];
  mine.first.push_back(0);
  for (int f = 0; f < features; ++f) {
    const int length = given.first[f + 1] - given.first[f];
    // A base costs entries, too.
    int fewest = length <= short_line ? 0 : (length - 2) / 2;
    for (int other = f - 1; other >= std::max(0, f - window) && fewest > short_line / 2; --other) {
      const int count = differences(given, f, other, fewest);
      if (count < fewest) base[f] = other;
      fewest = std::min(fewest, count);
    }
    if (base[f] < 0) {
      for (int t = given.first[f]; t < given.first[f + 1]; ++t) {
        mine.other.push_back(given.other[t]);
        mine.payoff.push_back(given.payoff[t]);
      }
    } else {
      each_difference(given, f, base[f], [&](int other, const Integer* left, const Integer* right) {
        Integer payoff;
        if (left != nullptr) payoff = *left;
        if (right != nullptr) fmpz_sub(payoff.raw(), payoff.raw(), right->raw());
        mine.other.push_back(other);
        mine.payoff.push_back(std::move(payoff));
        return true;
      });
    }
    mine.first.push_back(static_cast<int>(mine.other.size()));
  }
  lines[1 - paired] = turned(mine, form.side[1 - paired].features);

  built_on_first_.assign(static_cast<std::size_t>(features) + 1, 0);
  for (const int one : base) {
    if (one >= 0) ++built_on_first_[one + 1];
  }
  std::partial_sum(built_on_first_.begin(), built_on_first_.end(), built_on_first_.begin());
  built_on_.resize(static_cast<std::size_t>(built_on_first_.back()));
  std::vector<int> next(built_on_first_.begin(), built_on_first_.end() - 1);
  for (int f = 0; f < features; ++f) {
    if (base[f] >= 0) built_on_[next[base[f]]++] = f;
  }
}

VertexGraph NewtonPattern::meetings() const {
  const int other = 1 - paired;
  const int features = form.side[paired].features;
  Neighbours found(vertex_of_feature(features));
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

/// Vertices by how far they are from the start: where graphs are layers, each joined densely to the
/// next, blocks of layers are quicker to eliminate than anything that is sparser.
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
  for (int f = 0; f < features; ++f) {  // between the nodes that its arcs leave and the next
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

NewtonPattern::NewtonPattern(const Form& the_form, bool apart)
    : form(the_form), defaults_apart(apart) {
  paired = form.side[1].features < form.side[0].features ? 1 : 0;
  for (const int player : {0, 1}) side[player] = incidences_of(form.side[player]);
  choose_bases();
  order = eliminate(meetings(), by_level());
}

}  // namespace allnash::flows
