#include "flows/central_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace allnash::flows {
namespace {

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
  [[nodiscard]] const VertexGraph& graph() const { return graph_; }

 private:
  std::vector<int> seen_;
  int vertex_ = -1;
  VertexGraph graph_;
};

}  // namespace

NewtonPattern::NewtonPattern(const Form& the_form) : form(the_form) {
  paired = form.side[1].features < form.side[0].features ? 1 : 0;
  const int other = 1 - paired;
  for (const int player : {0, 1}) side[player] = incidences_of(form.side[player]);
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
        const Lines& lines = form.lines[player];
        for (int t = lines.first[feature]; t < lines.first[feature + 1]; ++t) {
          found.add(vertex_of_feature(lines.other[t]));
        }
      }
      found.end(false);
    }
  }
  for (int f = 0; f < features; ++f) {
    found.begin(vertex_of_feature(f));
    for (int t = side[paired].touch_first[f]; t < side[paired].touch_first[f + 1]; ++t) {
      found.add(vertex_of_node(paired, side[paired].touches[t].node));
    }
    const Lines& lines = form.lines[paired];
    for (int t = lines.first[f]; t < lines.first[f + 1]; ++t) {
      const int g = lines.other[t];
      const Lines& theirs = form.lines[other];
      for (int u = theirs.first[g]; u < theirs.first[g + 1]; ++u) {
        found.add(vertex_of_feature(theirs.other[u]));
      }
      for (int u = side[other].touch_first[g]; u < side[other].touch_first[g + 1]; ++u) {
        found.add(vertex_of_node(other, side[other].touches[u].node));
      }
    }
    found.end(true);
  }
  order = eliminate(found.graph());
}

template <typename Real>
CentralPath<Real>::CentralPath(const NewtonPattern& pattern)
    : pattern_(pattern), form_(pattern.form), factor_(pattern.order) {
  // Payoffs may be too large for doubles; only their proportions matter here.
  exact::Integer most;
  for (const exact::Integer& payoff : form_.lines[0].payoff) {
    if (fmpz_cmpabs(payoff.raw(), most.raw()) > 0) fmpz_abs(most.raw(), payoff.raw());
  }
  for (const int player : {0, 1}) {
    for (const exact::Integer& payoff : form_.lines[player].payoff) {
      payoff_[player].push_back(Real(exact::quotient(payoff.raw(), most.raw()).to_double()));
    }
  }
  start();
}

// Strictly feasible: the mean of one walk through each arc, which comes to the arc by any way with
// equal chances and goes on likewise, and potentials that leave every arc short by a margin.
template <typename Real>
void CentralPath<Real>::start() {
  Real gap(0);
  Real length(0);  // of the two walks, in the mean
  for (const int player : {0, 1}) flow_[player] = mean_walk(form_.side[player]);
  for (const int player : {0, 1}) {
    meet(player, Real(0));
    if (!potential_[player].empty()) gap += potential_[player][0];
    for (const Real& one : flow_[player]) length += one;
  }
  // A game that is solved from the start has no gap.
  const Real least(1e-6);
  if (gap < least) gap = least;
  for (const int player : {0, 1}) meet(player, gap / length);
  mu_ = mu_now();
}

template <typename Real>
Real CentralPath<Real>::mu_now() const {
  Real sum(0);
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < flow_[player].size(); ++a) {
      sum += flow_[player][a] * slack_[player][a];
    }
  }
  return sum / Real(std::max<int>(1, static_cast<int>(flow_[0].size() + flow_[1].size())));
}

template <typename Real>
auto CentralPath<Real>::mean_walk(const Graph& graph) -> Vector {
  std::vector<int> ways(static_cast<std::size_t>(graph.nodes), 0);
  for (const int head : graph.heads) ++ways[head];
  Vector behind(static_cast<std::size_t>(graph.nodes), Real(0));
  Vector flow(static_cast<std::size_t>(graph.arcs()), Real(1));
  for (int a = graph.arcs(); a-- > 0;) {
    for (const int head : graph.heads_of(a)) flow[a] += behind[head] / Real(ways[head]);
    behind[graph.tail[a]] += flow[a];
  }
  Vector arriving(static_cast<std::size_t>(graph.nodes), Real(0));
  if (graph.nodes > 0) arriving[0] = behind[0];
  for (int a = 0; a < graph.arcs(); ++a) {
    const int node = graph.tail[a];
    const Real leaving(graph.first[node + 1] - graph.first[node]);
    flow[a] += (arriving[node] - behind[node]) / leaving;
    for (const int head : graph.heads_of(a)) arriving[head] += flow[a];
  }
  for (Real& one : flow) one /= behind[0];
  return flow;
}

/// Potentials against the opponent's flow that leave the best arc of each node short by the margin,
/// and slacks.
template <typename Real>
void CentralPath<Real>::meet(int player, Real margin) {
  const Graph& graph = form_.side[player];
  const Vector gain = earned(player, features_of(1 - player, flow_[1 - player]));
  Vector& potential = potential_[player];
  potential.assign(static_cast<std::size_t>(graph.nodes), Real(0));
  for (int n = graph.nodes; n-- > 0;) {
    for (int a = graph.first[n]; a < graph.first[n + 1]; ++a) {
      Real worth = margin;
      if (graph.feature[a] >= 0) worth += gain[graph.feature[a]];
      for (const int head : graph.heads_of(a)) worth += potential[head];
      if (a == graph.first[n] || potential[n] < worth) potential[n] = worth;
    }
  }
  slack_[player] = drop(player, potential, gain);
}

template <typename Real>
auto CentralPath<Real>::features_of(int player, const Vector& on_arcs) const -> Vector {
  const Graph& graph = form_.side[player];
  Vector sums(static_cast<std::size_t>(graph.features), Real(0));
  for (int a = 0; a < graph.arcs(); ++a) {
    if (graph.feature[a] >= 0) sums[graph.feature[a]] += on_arcs[a];
  }
  return sums;
}

/// What the player's features earn against these amounts of the opponent's.
template <typename Real>
auto CentralPath<Real>::earned(int player, const Vector& amounts) const -> Vector {
  const Lines& lines = form_.lines[player];
  Vector gain(static_cast<std::size_t>(form_.side[player].features), Real(0));
  for (std::size_t f = 0; f < gain.size(); ++f) {
    Real sum(0);
    for (int t = lines.first[f]; t < lines.first[f + 1]; ++t) {
      sum += payoff_[player][t] * amounts[lines.other[t]];
    }
    gain[f] = sum;
  }
  return gain;
}

/// What each arc is short of its tail's worth.
template <typename Real>
auto CentralPath<Real>::drop(int player, const Vector& potential, const Vector& gain) const
    -> Vector {
  const Graph& graph = form_.side[player];
  Vector result(static_cast<std::size_t>(graph.arcs()));
  for (int a = 0; a < graph.arcs(); ++a) {
    Real sum = potential[graph.tail[a]];
    for (const int head : graph.heads_of(a)) sum -= potential[head];
    if (graph.feature[a] >= 0) sum -= gain[graph.feature[a]];
    result[a] = sum;
  }
  return result;
}

/// What leaves each node less what arrives.
template <typename Real>
auto CentralPath<Real>::divergence(int player, const Vector& flow) const -> Vector {
  const Graph& graph = form_.side[player];
  Vector result(static_cast<std::size_t>(graph.nodes), Real(0));
  for (int a = 0; a < graph.arcs(); ++a) {
    result[graph.tail[a]] += flow[a];
    for (const int head : graph.heads_of(a)) result[head] -= flow[a];
  }
  return result;
}

/// What the Newton system at the present point is made of.
template <typename Real>
void CentralPath<Real>::weigh() {
  for (const int player : {0, 1}) {
    const Graph& graph = form_.side[player];
    const auto& side = pattern_.side[player];
    const Vector gain = earned(player, features_of(1 - player, flow_[1 - player]));
    weight_[player].resize(flow_[player].size());
    excess_[player] = drop(player, potential_[player], gain);
    for (int a = 0; a < graph.arcs(); ++a) {
      weight_[player][a] = flow_[player][a] / slack_[player][a];
      excess_[player][a] -= slack_[player][a];
    }
    imbalance_[player] = divergence(player, flow_[player]);
    for (Real& one : imbalance_[player]) one = -one;
    if (graph.nodes > 0) imbalance_[player][0] += Real(1);
    total_[player] = features_of(player, weight_[player]);
    slots_[player].assign(side.feature_of.size(), Real(0));
    for (const auto& one : side.incidences) {
      if (one.slot < 0) continue;
      const Real weight = weight_[player][one.arc];
      slots_[player][one.slot] += one.sign > 0 ? weight : -weight;
    }
  }
}

template <typename Real>
void CentralPath<Real>::fill(int place, const typename Factor<Real>::Column& column) const {
  const std::vector<int>& places = pattern_.order.place;
  const int paired = pattern_.paired;
  const int other = 1 - paired;
  const int vertex = pattern_.order.vertex[place];
  const int features_begin = pattern_.vertex_of_feature(0);
  if (vertex < features_begin) {
    const int player = vertex < form_.side[paired].nodes ? paired : other;
    const Graph& graph = form_.side[player];
    const auto& side = pattern_.side[player];
    const int node = player == paired ? vertex : vertex - form_.side[paired].nodes;
    const Real half = player == paired ? Real(1) : Real(-1);
    for (int t = side.first[node]; t < side.first[node + 1]; ++t) {
      const auto& one = side.incidences[t];
      const Real weight = half * Real(one.sign) * weight_[player][one.arc];
      column.add(places[pattern_.vertex_of_node(player, graph.tail[one.arc])], weight);
      for (const int head : graph.heads_of(one.arc)) {
        column.add(places[pattern_.vertex_of_node(player, head)], -weight);
      }
    }
    for (int s = side.slot_first[node]; s < side.slot_first[node + 1]; ++s) {
      const int feature = side.feature_of[s];
      const Real weight = slots_[player][s];
      if (player == paired) {
        column.add(places[features_begin + feature], -weight);
        continue;
      }
      const Lines& lines = form_.lines[player];
      for (int t = lines.first[feature]; t < lines.first[feature + 1]; ++t) {
        column.add(places[features_begin + lines.other[t]] + 1, weight * payoff_[player][t]);
      }
    }
    return;
  }
  const int feature = vertex - features_begin;
  if (place == places[vertex]) {  // what it earns
    const auto& side = pattern_.side[paired];
    column.add(place, total_[paired][feature]);
    column.add(place + 1, Real(-1));
    for (int t = side.touch_first[feature]; t < side.touch_first[feature + 1]; ++t) {
      const auto& touch = side.touches[t];
      column.add(places[pattern_.vertex_of_node(paired, touch.node)], -slots_[paired][touch.slot]);
    }
    return;
  }
  const Lines& lines = form_.lines[paired];
  const Lines& theirs = form_.lines[other];
  const auto& side = pattern_.side[other];
  for (int t = lines.first[feature]; t < lines.first[feature + 1]; ++t) {
    const int g = lines.other[t];
    const Real payoff = payoff_[paired][t];
    const Real weight = payoff * total_[other][g];
    for (int u = theirs.first[g]; u < theirs.first[g + 1]; ++u) {
      column.add(places[features_begin + theirs.other[u]] + 1, weight * payoff_[other][u]);
    }
    for (int u = side.touch_first[g]; u < side.touch_first[g + 1]; ++u) {
      const auto& touch = side.touches[u];
      column.add(places[pattern_.vertex_of_node(other, touch.node)],
                 -payoff * slots_[other][touch.slot]);
    }
  }
}

/// The unknowns of a Newton system, by place, as what they are.
template <typename Real>
struct Unknowns {
  std::array<std::vector<Real>, 2> potential;
  std::vector<Real> gain;    // of the paired player's features
  std::vector<Real> amount;  // of them
};

namespace {

template <typename Real>
Unknowns<Real> unknowns_in(const NewtonPattern& pattern, const std::vector<Real>& by_place) {
  Unknowns<Real> result;
  for (const int player : {0, 1}) {
    for (int n = 0; n < pattern.form.side[player].nodes; ++n) {
      result.potential[player].push_back(
          by_place[pattern.order.place[pattern.vertex_of_node(player, n)]]);
    }
  }
  for (int f = 0; f < pattern.form.side[pattern.paired].features; ++f) {
    const int place = pattern.order.place[pattern.vertex_of_feature(f)];
    result.gain.push_back(by_place[place]);
    result.amount.push_back(by_place[place + 1]);
  }
  return result;
}

template <typename Real>
std::vector<Real> by_place(const NewtonPattern& pattern, const Unknowns<Real>& unknowns) {
  std::vector<Real> result(pattern.order.vertex.size(), Real(0));
  for (const int player : {0, 1}) {
    for (int n = 0; n < pattern.form.side[player].nodes; ++n) {
      result[pattern.order.place[pattern.vertex_of_node(player, n)]] =
          unknowns.potential[player][n];
    }
  }
  for (int f = 0; f < pattern.form.side[pattern.paired].features; ++f) {
    const int place = pattern.order.place[pattern.vertex_of_feature(f)];
    result[place] = unknowns.gain[f];
    result[place + 1] = unknowns.amount[f];
  }
  return result;
}

}  // namespace

template <typename Real>
auto CentralPath<Real>::times_matrix(const Vector& unknowns) const -> Vector {
  const int paired = pattern_.paired;
  const int other = 1 - paired;
  const Unknowns<Real> in = unknowns_in(pattern_, unknowns);
  Unknowns<Real> out;
  const auto weighted_drop = [&](int player, const Vector& gain) {
    Vector result = drop(player, in.potential[player], gain);
    for (std::size_t a = 0; a < result.size(); ++a) result[a] *= weight_[player][a];
    return result;
  };
  const Vector mine = weighted_drop(paired, in.gain);
  const Vector theirs = weighted_drop(other, earned(other, in.amount));
  out.potential[paired] = divergence(paired, mine);
  out.potential[other] = divergence(other, theirs);
  for (Real& one : out.potential[other]) one = -one;
  out.gain = features_of(paired, mine);
  out.amount = earned(paired, features_of(other, theirs));
  for (std::size_t f = 0; f < out.gain.size(); ++f) {
    out.gain[f] = -out.gain[f] - in.amount[f];
    out.amount[f] = -out.amount[f] - in.gain[f];
  }
  return by_place(pattern_, out);
}

/// The direction in which products of flows and slacks change by the target to first order.
template <typename Real>
auto CentralPath<Real>::solve(const Both& target) const -> Direction {
  const int paired = pattern_.paired;
  const int other = 1 - paired;
  Both free;  // the change of flow if potentials stayed
  Unknowns<Real> right;
  for (const int player : {0, 1}) {
    free[player].resize(target[player].size());
    for (std::size_t a = 0; a < free[player].size(); ++a) {
      free[player][a] =
          (target[player][a] - flow_[player][a] * excess_[player][a]) / slack_[player][a];
    }
    right.potential[player] = divergence(player, free[player]);
    for (std::size_t n = 0; n < right.potential[player].size(); ++n) {
      right.potential[player][n] -= imbalance_[player][n];
      if (player == other) right.potential[player][n] = -right.potential[player][n];
    }
  }
  right.gain = features_of(paired, free[paired]);
  right.amount = earned(paired, features_of(other, free[other]));
  for (Real& one : right.gain) one = -one;
  for (Real& one : right.amount) one = -one;

  const Vector wanted = by_place(pattern_, right);
  Vector found = wanted;
  factor_.solve(found);
  constexpr int refinements = 1;
  for (int t = 0; t < refinements; ++t) {
    Vector residual = times_matrix(found);
    for (std::size_t p = 0; p < wanted.size(); ++p) residual[p] = wanted[p] - residual[p];
    factor_.solve(residual);
    for (std::size_t p = 0; p < wanted.size(); ++p) found[p] += residual[p];
  }
  Unknowns<Real> change = unknowns_in(pattern_, found);
  Direction direction;
  direction.slack[paired] = drop(paired, change.potential[paired], change.gain);
  direction.slack[other] = drop(other, change.potential[other], earned(other, change.amount));
  for (const int player : {0, 1}) {
    direction.potential[player] = std::move(change.potential[player]);
    direction.flow[player].resize(target[player].size());
    for (std::size_t a = 0; a < direction.flow[player].size(); ++a) {
      const Real bare = direction.slack[player][a];
      direction.flow[player][a] = free[player][a] - weight_[player][a] * bare;
      direction.slack[player][a] = bare + excess_[player][a];
    }
  }
  return direction;
}

template <typename Real>
auto CentralPath<Real>::lengths(const Direction& direction) const -> Lengths {
  Lengths length = {Real(1), Real(1)};
  const auto shorten = [](Real& most, const Vector& from, const Vector& change) {
    for (std::size_t a = 0; a < from.size(); ++a) {
      if (from[a] + most * change[a] < Real(0)) most = -from[a] / change[a];
    }
  };
  for (const int program : {0, 1}) {
    shorten(length[program], flow_[program], direction.flow[program]);
    shorten(length[program], slack_[1 - program], direction.slack[1 - program]);
  }
  return length;
}

template <typename Real>
Real CentralPath<Real>::mu_after(const Direction& direction, const Lengths& length) const {
  Real sum(0);
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < flow_[player].size(); ++a) {
      sum += (flow_[player][a] + length[player] * direction.flow[player][a]) *
             (slack_[player][a] + length[1 - player] * direction.slack[player][a]);
    }
  }
  return sum / Real(static_cast<int>(flow_[0].size() + flow_[1].size()));
}

template <typename Real>
void CentralPath<Real>::move(const Direction& direction, const Lengths& length) {
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < flow_[player].size(); ++a) {
      flow_[player][a] += length[player] * direction.flow[player][a];
      slack_[player][a] += length[1 - player] * direction.slack[player][a];
    }
    for (std::size_t n = 0; n < potential_[player].size(); ++n) {
      potential_[player][n] += length[1 - player] * direction.potential[player][n];
    }
  }
}

template <typename Real>
auto CentralPath<Real>::advance(const StopToken& stop) -> Step {
  if (flow_[0].empty() && flow_[1].empty()) return Step::stuck;
  weigh();
  const auto filler = [this](int place, const typename Factor<Real>::Column& column) {
    fill(place, column);
  };
  if (!factor_.compute(filler, stop)) return Step::stopped;
  const Lengths nowhere = {Real(0), Real(0)};
  Both target;
  for (const int player : {0, 1}) {
    target[player].resize(flow_[player].size());
    for (std::size_t a = 0; a < target[player].size(); ++a) {
      target[player][a] = -flow_[player][a] * slack_[player][a];
    }
  }
  Direction direction = solve(target);
  mu_ = mu_after(direction, nowhere);
  const Real ratio = mu_after(direction, lengths(direction)) / mu_;
  const Real aim = ratio * ratio * ratio * mu_;
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < target[player].size(); ++a) {
      target[player][a] += aim - direction.flow[player][a] * direction.slack[player][a];
    }
  }
  direction = solve(target);
  Lengths length = lengths(direction);
  constexpr int correctors = 2;
  for (int t = 0; t < correctors; ++t) {
    if (stop.stopped()) return Step::stopped;
    // Products that a longer step would leave far from the aim are sent back towards it.
    Both better = target;
    Lengths hoped;
    for (const int program : {0, 1}) {
      hoped[program] = length[program] + Real(0.3);
      if (Real(1) < hoped[program]) hoped[program] = Real(1);
    }
    const Real low = Real(0.1) * aim;
    const Real high = Real(10) * aim;
    for (const int player : {0, 1}) {
      for (std::size_t a = 0; a < target[player].size(); ++a) {
        const Real product = (flow_[player][a] + hoped[player] * direction.flow[player][a]) *
                             (slack_[player][a] + hoped[1 - player] * direction.slack[player][a]);
        if (product < low) better[player][a] += low - product;
        if (high < product) better[player][a] += high - product < -high ? -high : high - product;
      }
    }
    Direction other = solve(better);
    const Lengths reached = lengths(other);
    if (reached[0] + reached[1] < (length[0] + length[1]) * Real(1.01)) break;
    direction = std::move(other);
    length = reached;
    target = std::move(better);
  }
  const Real before = mu_;
  const auto shortened = [&](Lengths most, bool alike) {
    if (alike) most[0] = most[1] = most[0] < most[1] ? most[0] : most[1];
    for (Real& one : most) one *= Real(0.99);
    return most;
  };
  length = shortened(length, false);
  // Steps of different lengths may raise mu. A step of one length lowers it, but not by much from a
  // point far from the path, which is first brought nearer to it.
  const Real enough = before * Real(0.9);
  if (!(mu_after(direction, length) < enough)) length = shortened(lengths(direction), true);
  if (!(mu_after(direction, length) < enough)) {
    for (const int player : {0, 1}) {
      for (std::size_t a = 0; a < target[player].size(); ++a) {
        target[player][a] = before * Real(0.5) - flow_[player][a] * slack_[player][a];
      }
    }
    direction = solve(target);
    length = shortened(lengths(direction), true);
  }
  const Real after = mu_after(direction, length);
  if (!(Real(0) < after) || !(after < before)) return Step::stuck;
  constexpr int most_slow_steps = 40;
  slow_steps_ = after < enough ? 0 : slow_steps_ + 1;
  if (slow_steps_ > most_slow_steps) return Step::stuck;
  move(direction, length);
  mu_ = after;
  return Step::taken;
}

template class CentralPath<double>;

}  // namespace allnash::flows
