#include "large/graphs/central_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace allnash::large {
CentralPath::CentralPath(const NewtonPattern& pattern, const StopToken& stop)
    : pattern_(pattern), form_(pattern.form), factor_(pattern.order) {
  Pace pace(stop);
  scale_payoffs(pace);
  start();
}

CentralPath::CentralPath(const NewtonPattern& pattern, const CentralPath& from,
                         const StopToken& stop)
    : pattern_(pattern),
      form_(pattern.form),
      factor_(pattern.order),
      flow_(from.flow_),
      share_(from.share_),
      slack_(from.slack_),
      potential_(from.potential_) {
  Pace pace(stop);
  scale_payoffs(pace);
  mu_ = mu_now();
}

// Payoffs may be too large for doubles; they are divided by the largest one.
void CentralPath::scale_payoffs(Pace& pace) {
  exact::Integer most;
  for (const exact::Integer& payoff : form_.lines[0].payoff) {
    pace.step();
    if (fmpz_cmpabs(payoff.raw(), most.raw()) > 0) fmpz_abs(most.raw(), payoff.raw());
  }
  // Integers of up to 53 bits are doubles, and the quotient of two is rounded correctly.
  constexpr slong bits_of_double = 53;
  const bool small = fmpz_bits(most.raw()) < bits_of_double;
  const double scale = fmpz_get_d(most.raw());
  const auto proportions = [&](const Lines& lines) {
    Vector result;
    result.reserve(lines.payoff.size());
    for (const exact::Integer& payoff : lines.payoff) {
      pace.step();
      result.push_back(small ? fmpz_get_d(payoff.raw()) / scale
                             : exact::quotient(payoff.raw(), most.raw()).to_double());
    }
    return result;
  };
  for (const int player : {0, 1}) {
    payoff_[player] = proportions(form_.lines[player]);
    difference_[player] = proportions(pattern_.lines[player]);
  }
}

// A strictly feasible point. The potentials leave a margin at every arc.
void CentralPath::start() {
  double gap = 0;
  double length = 0;  // the mean lengths of both players' walks, added
  for (const int player : {0, 1}) flow_[player] = mean_walk(form_.side[player]);
  for (const int player : {0, 1}) {
    meet(player, 0.0);
    if (!potential_[player].empty()) gap += potential_[player][0];
    for (const double& one : flow_[player]) length += one;
  }
  // A game that is solved by the starting point has no gap.
  const double least = 1e-6;
  if (gap < least) gap = least;
  for (const int player : {0, 1}) meet(player, gap / length);
  weigh_arcs();
  mu_ = mu_now();
}

// The products flow * slack are to be proportional to the arcs' flows in the mean walk. In a tree
// thousands of moves may follow a single one; with equal products they would keep its flow up long
// after it is known to be bad. On graphs of paths the square root of the flow works better.
void CentralPath::weigh_arcs() {
  bool tree = false;
  for (const Graph& graph : form_.side) {
    for (int a = 0; a < graph.arcs() && !tree; ++a) tree = graph.heads_of(a).size() > 1;
  }
  double sum = 0;
  for (const int player : {0, 1}) {
    share_[player] = flow_[player];
    for (double& share : share_[player]) {
      if (!tree) share = std::sqrt(share);
      sum += share;
    }
  }
  const double arcs(static_cast<int>(flow_[0].size() + flow_[1].size()));
  for (Vector& shares : share_) {
    for (double& share : shares) share *= arcs / sum;
  }
}

double CentralPath::mu_now() const {
  double sum = 0;
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < flow_[player].size(); ++a) {
      sum += flow_[player][a] * slack_[player][a];
    }
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, flow_[0].size() + flow_[1].size()));
}

std::vector<double> CentralPath::mean_walk(const Graph& graph) {
  std::vector<int> ways(at(graph.nodes), 0);
  for (const int head : graph.heads) ++ways[head];
  Vector behind(at(graph.nodes), 0.0);
  Vector flow(at(graph.arcs()), 1.0);
  for (int a = graph.arcs(); a-- > 0;) {
    for (const int head : graph.heads_of(a)) flow[a] += behind[head] / ways[head];
    behind[graph.tail[a]] += flow[a];
  }
  Vector arriving(at(graph.nodes), 0.0);
  if (graph.nodes > 0) arriving[0] = behind[0];
  for (int a = 0; a < graph.arcs(); ++a) {
    const int node = graph.tail[a];
    const double leaving(graph.first[node + 1] - graph.first[node]);
    flow[a] += (arriving[node] - behind[node]) / leaving;
    for (const int head : graph.heads_of(a)) arriving[head] += flow[a];
  }
  for (double& one : flow) one /= behind[0];
  return flow;
}

/// Sets potentials, against the opponent's flow, that leave the best arc of each node a slack of
/// `margin`, and all slacks.
void CentralPath::meet(int player, double margin) {
  const Graph& graph = form_.side[player];
  const Vector gain = earned(player, amounts(form_.side[1 - player], flow_[1 - player]));
  Vector& potential = potential_[player];
  potential.assign(at(graph.nodes), 0.0);
  for (int n = graph.nodes; n-- > 0;) {
    for (int a = graph.first[n]; a < graph.first[n + 1]; ++a) {
      double worth = margin;
      if (graph.feature[a] >= 0) worth += gain[graph.feature[a]];
      for (const int head : graph.heads_of(a)) worth += potential[head];
      if (a == graph.first[n] || potential[n] < worth) potential[n] = worth;
    }
  }
  slack_[player] = drop(player, potential, gain);
}

namespace {

std::vector<double> times_lines(const Lines& lines, const std::vector<double>& payoff,
                                const std::vector<double>& amounts) {
  std::vector<double> result(lines.first.size() - 1);
  for (std::size_t f = 0; f < result.size(); ++f) {
    double sum = 0;
    for (int t = lines.first[f]; t < lines.first[f + 1]; ++t) {
      sum += payoff[t] * amounts[lines.other[t]];
    }
    result[f] = sum;
  }
  return result;
}

}  // namespace

/// The gain of each of the player's features against these amounts of the opponent's features.
auto CentralPath::earned(int player, const Vector& amounts) const -> Vector {
  return times_lines(form_.lines[player], payoff_[player], amounts);
}

/// The same, with differences in place of payoffs.
auto CentralPath::times_differences(int player, const Vector& amounts) const -> Vector {
  return times_lines(pattern_.lines[player], difference_[player], amounts);
}

/// The slack of each arc: the potential of its tail less the arc's gain and its heads' potentials.
auto CentralPath::drop(int player, const Vector& potential, const Vector& gain) const -> Vector {
  const Graph& graph = form_.side[player];
  Vector result(at(graph.arcs()));
  for (int a = 0; a < graph.arcs(); ++a) {
    double sum = potential[graph.tail[a]];
    for (const int head : graph.heads_of(a)) sum -= potential[head];
    if (graph.feature[a] >= 0) sum -= gain[graph.feature[a]];
    result[a] = sum;
  }
  return result;
}

/// The flow that leaves each node less the flow that arrives.
auto CentralPath::divergence(int player, const Vector& flow) const -> Vector {
  const Graph& graph = form_.side[player];
  Vector result(at(graph.nodes), 0.0);
  for (int a = 0; a < graph.arcs(); ++a) {
    result[graph.tail[a]] += flow[a];
    for (const int head : graph.heads_of(a)) result[head] -= flow[a];
  }
  return result;
}

/// Makes the flow through the heaviest arc of each node, its default, an unknown of its own.
void CentralPath::set_apart(int player) {
  const Graph& graph = form_.side[player];
  default_[player].resize(at(graph.nodes));
  stiffness_[player].resize(at(graph.nodes));
  for (int n = 0; n < graph.nodes; ++n) {
    int heaviest = graph.first[n];
    for (int a = heaviest + 1; a < graph.first[n + 1]; ++a) {
      if (weight_[player][heaviest] < weight_[player][a]) heaviest = a;
    }
    default_[player][n] = heaviest;
    stiffness_[player][n] = slack_[player][heaviest] / flow_[player][heaviest];
    if (is_settled(player, n)) stiffness_[player][n] = 1.0;
    weight_[player][heaviest] = 0.0;
  }
}

/// Computes the coefficients of the Newton system at the present point.
void CentralPath::weigh() {
  for (const int player : {0, 1}) {
    const Graph& graph = form_.side[player];
    const auto& side = pattern_.side[player];
    const Vector gain = earned(player, amounts(form_.side[1 - player], flow_[1 - player]));
    weight_[player].resize(flow_[player].size());
    excess_[player] = drop(player, potential_[player], gain);
    for (int a = 0; a < graph.arcs(); ++a) {
      weight_[player][a] = flow_[player][a] / slack_[player][a];
      excess_[player][a] -= slack_[player][a];
    }
    for (const int n : side.settled) weight_[player][graph.first[n]] = 0.0;
    if (pattern_.defaults_apart) set_apart(player);
    imbalance_[player] = divergence(player, flow_[player]);
    for (double& one : imbalance_[player]) one = -one;
    if (graph.nodes > 0) imbalance_[player][0] += 1.0;
    total_[player] = amounts(form_.side[player], weight_[player]);
    slots_[player].assign(side.feature_of.size(), 0.0);
    for (const auto& one : side.incidences) {
      if (one.slot < 0) continue;
      const double weight = weight_[player][one.arc];
      slots_[player][one.slot] += one.sign > 0 ? weight : -weight;
    }
  }
}

void CentralPath::fill(int place, const Factor::Column& column) const {
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
    const double half = player == paired ? 1.0 : -1.0;
    if (place != places[vertex]) {
      fill_default(player, node, column);
      return;
    }
    if (is_settled(player, node)) {  // it stands alone, and its unknown is 0 in the system
      column.add(place, half);
      return;
    }
    for (int t = side.first[node]; t < side.first[node + 1]; ++t) {
      const auto& one = side.incidences[t];
      if (is_apart(player, one.arc)) {
        column.add(places[pattern_.vertex_of_node(player, graph.tail[one.arc])] + 1,
                   half * one.sign);
      }
      const double weight = half * one.sign * weight_[player][one.arc];
      column.add(places[pattern_.vertex_of_node(player, graph.tail[one.arc])], weight);
      for (const int head : graph.heads_of(one.arc)) {
        column.add(places[pattern_.vertex_of_node(player, head)], -weight);
      }
    }
    for (int s = side.slot_first[node]; s < side.slot_first[node + 1]; ++s) {
      const int feature = side.feature_of[s];
      const double weight = slots_[player][s];
      if (player == paired) {
        column.add(places[features_begin + feature], -weight);
        continue;
      }
      const Lines& lines = pattern_.lines[player];
      for (int t = lines.first[feature]; t < lines.first[feature + 1]; ++t) {
        column.add(places[features_begin + lines.other[t]] + 1, weight * difference_[player][t]);
      }
    }
    return;
  }
  const int feature = vertex - features_begin;
  if (place == places[vertex]) {  // the unknown is the feature's gain
    const auto& side = pattern_.side[paired];
    column.add(place, total_[paired][feature]);
    column.add(place + 1, -1.0);
    for (const int built : pattern_.built_on(feature)) {
      column.add(places[features_begin + built] + 1, 1.0);
    }
    for (int t = side.touch_first[feature]; t < side.touch_first[feature + 1]; ++t) {
      const auto& touch = side.touches[t];
      const int at = places[pattern_.vertex_of_node(paired, touch.node)];
      column.add(at, -slots_[paired][touch.slot]);
      if (default_has(paired, touch.node, feature)) column.add(at + 1, -1.0);
    }
    return;
  }
  if (pattern_.base[feature] >= 0) {
    column.add(places[features_begin + pattern_.base[feature]], 1.0);
  }
  const Lines& lines = pattern_.lines[paired];
  const Lines& theirs = pattern_.lines[other];
  const auto& side = pattern_.side[other];
  for (int t = lines.first[feature]; t < lines.first[feature + 1]; ++t) {
    const int g = lines.other[t];
    const double payoff = difference_[paired][t];
    const double weight = payoff * total_[other][g];
    for (int u = theirs.first[g]; u < theirs.first[g + 1]; ++u) {
      column.add(places[features_begin + theirs.other[u]] + 1, weight * difference_[other][u]);
    }
    for (int u = side.touch_first[g]; u < side.touch_first[g + 1]; ++u) {
      const auto& touch = side.touches[u];
      const int at = places[pattern_.vertex_of_node(other, touch.node)];
      column.add(at, -payoff * slots_[other][touch.slot]);
      if (default_has(other, touch.node, g)) column.add(at + 1, -payoff);
    }
  }
}

bool CentralPath::is_apart(int player, int arc) const {
  return pattern_.defaults_apart && default_[player][form_.side[player].tail[arc]] == arc;
}

bool CentralPath::is_settled(int player, int node) const {
  return pattern_.side[player].fixed[form_.side[player].first[node]] != 0;
}

bool CentralPath::default_has(int player, int node, int feature) const {
  return pattern_.defaults_apart && form_.side[player].feature[default_[player][node]] == feature;
}

/// The matrix column of the change of flow through a node's default arc.
void CentralPath::fill_default(int player, int node, const Factor::Column& column) const {
  const std::vector<int>& places = pattern_.order.place;
  const Graph& graph = form_.side[player];
  const double half = player == pattern_.paired ? 1.0 : -1.0;
  const int arc = default_[player][node];
  const int own = places[pattern_.vertex_of_node(player, node)];
  column.add(own + 1, -half * stiffness_[player][node]);
  if (is_settled(player, node)) return;
  column.add(own, half);
  for (const int head : graph.heads_of(arc)) {
    column.add(places[pattern_.vertex_of_node(player, head)], -half);
  }
  const int feature = graph.feature[arc];
  if (feature < 0) return;
  if (player == pattern_.paired) {
    column.add(places[pattern_.vertex_of_feature(feature)], -1.0);
    return;
  }
  const Lines& lines = pattern_.lines[player];
  for (int t = lines.first[feature]; t < lines.first[feature + 1]; ++t) {
    column.add(places[pattern_.vertex_of_feature(lines.other[t])] + 1, difference_[player][t]);
  }
}

/// The unknowns of a Newton system by their meaning.
struct Unknowns {
  std::array<std::vector<double>, 2> potential;
  std::array<std::vector<double>, 2> through;  // flows through defaults, if these are unknowns
  std::vector<double> gain;                    // of the paired player's features
  std::vector<double> amount;                  // of the same features
};

namespace {

Unknowns unknowns_in(const NewtonPattern& pattern, const std::vector<double>& by_place) {
  Unknowns result;
  for (const int player : {0, 1}) {
    for (int n = 0; n < pattern.form.side[player].nodes; ++n) {
      const int place = pattern.order.place[pattern.vertex_of_node(player, n)];
      result.potential[player].push_back(by_place[place]);
      if (pattern.defaults_apart) result.through[player].push_back(by_place[place + 1]);
    }
  }
  for (int f = 0; f < pattern.form.side[pattern.paired].features; ++f) {
    const int place = pattern.order.place[pattern.vertex_of_feature(f)];
    result.gain.push_back(by_place[place]);
    result.amount.push_back(by_place[place + 1]);
  }
  return result;
}

std::vector<double> by_place(const NewtonPattern& pattern, const Unknowns& unknowns) {
  std::vector<double> result(pattern.order.vertex.size(), 0.0);
  for (const int player : {0, 1}) {
    for (int n = 0; n < pattern.form.side[player].nodes; ++n) {
      const int place = pattern.order.place[pattern.vertex_of_node(player, n)];
      result[place] = unknowns.potential[player][n];
      if (!unknowns.through[player].empty()) result[place + 1] = unknowns.through[player][n];
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

auto CentralPath::times_matrix(const Vector& unknowns) const -> Vector {
  const int paired = pattern_.paired;
  const int other = 1 - paired;
  const Unknowns in = unknowns_in(pattern_, unknowns);
  Unknowns out;
  const auto weighted_drop = [&](int player, const Vector& gain) {
    Vector result = drop(player, in.potential[player], gain);
    Vector& through = out.through[player];
    for (const int n : pattern_.side[player].settled) result[form_.side[player].first[n]] = 0.0;
    for (std::size_t n = 0; n < in.through[player].size(); ++n) {
      through.push_back(result[default_[player][n]] -
                        stiffness_[player][n] * in.through[player][n]);
      if (player == other) through.back() = -through.back();
    }
    for (std::size_t a = 0; a < result.size(); ++a) result[a] *= weight_[player][a];
    for (std::size_t n = 0; n < in.through[player].size(); ++n) {
      if (!is_settled(player, static_cast<int>(n))) {
        result[default_[player][n]] = in.through[player][n];
      }
    }
    return result;
  };
  const Vector mine = weighted_drop(paired, in.gain);
  const Vector theirs = weighted_drop(other, times_differences(other, in.amount));
  out.potential[paired] = divergence(paired, mine);
  out.potential[other] = divergence(other, theirs);
  for (double& one : out.potential[other]) one = -one;
  for (const int player : {0, 1}) {
    const double half = player == paired ? 1.0 : -1.0;
    for (const int n : pattern_.side[player].settled) {
      out.potential[player][n] = half * in.potential[player][n];
    }
  }
  out.gain = amounts(form_.side[paired], mine);
  out.amount = times_differences(paired, amounts(form_.side[other], theirs));
  for (std::size_t f = 0; f < out.gain.size(); ++f) {
    out.gain[f] = -out.gain[f] - in.amount[f];
    out.amount[f] = -out.amount[f] - in.gain[f];
  }
  for (std::size_t f = 0; f < out.gain.size(); ++f) {
    const int base = pattern_.base[f];
    if (base < 0) continue;
    out.gain[base] += in.amount[f];
    out.amount[f] += in.gain[base];
  }
  return by_place(pattern_, out);
}

/// The change of flow through the fixed arc of each settled node: 0 but for what mends rounding
/// errors.
void CentralPath::keep_fixed(int player, Vector& change) const {
  const Graph& graph = form_.side[player];
  Vector arriving(at(graph.nodes), 0.0);
  for (const int n : pattern_.side[player].settled) {
    const int a = graph.first[n];
    change[a] = arriving[n] + imbalance_[player][n];
    for (const int head : graph.heads_of(a)) arriving[head] += change[a];
  }
}

/// The change of the potential of settled nodes, from the last to the first: the changes of the
/// fixed arc's flow and of its product with the slack tell the change of the slack.
void CentralPath::settle(int player, const Both& target, const Both& flow, const Vector& gain,
                         Vector& potential) const {
  const Graph& graph = form_.side[player];
  const std::vector<int>& settled = pattern_.side[player].settled;
  for (std::size_t t = settled.size(); t-- > 0;) {
    const int a = graph.first[settled[t]];
    double sum = (target[player][a] - slack_[player][a] * flow[player][a]) / flow_[player][a] -
                 excess_[player][a];
    for (const int head : graph.heads_of(a)) sum += potential[head];
    if (graph.feature[a] >= 0) sum += gain[graph.feature[a]];
    potential[settled[t]] = sum;
  }
}

/// The direction in which the products of flows and slacks change by `target`, to first order.
auto CentralPath::solve(const Both& target) const -> Direction {
  const int paired = pattern_.paired;
  const int other = 1 - paired;
  Both free;  // the change of flow for fixed potentials
  Unknowns right;
  for (const int player : {0, 1}) {
    free[player].resize(target[player].size());
    for (std::size_t a = 0; a < free[player].size(); ++a) {
      free[player][a] =
          (target[player][a] - flow_[player][a] * excess_[player][a]) / slack_[player][a];
    }
    keep_fixed(player, free[player]);
    right.potential[player] = divergence(player, free[player]);
    for (std::size_t n = 0; n < right.potential[player].size(); ++n) {
      right.potential[player][n] -= imbalance_[player][n];
      if (player == other) right.potential[player][n] = -right.potential[player][n];
    }
  }
  right.gain = amounts(form_.side[paired], free[paired]);
  right.amount = times_differences(paired, amounts(form_.side[other], free[other]));
  for (double& one : right.gain) one = -one;
  for (double& one : right.amount) one = -one;

  const Vector wanted = by_place(pattern_, right);
  Vector found = wanted;
  factor_.solve(found);
  // Iterative refinement for large rounding errors; the next step corrects small ones.
  Vector residual = times_matrix(found);
  double largest = 0;
  double error = 0;
  for (std::size_t p = 0; p < wanted.size(); ++p) {
    residual[p] = wanted[p] - residual[p];
    largest = std::max(largest, wanted[p] < 0.0 ? -wanted[p] : wanted[p]);
    error = std::max(error, residual[p] < 0.0 ? -residual[p] : residual[p]);
  }
  constexpr double small = 1e-12;
  if (!(error < largest * small)) {
    factor_.solve(residual);
    for (std::size_t p = 0; p < wanted.size(); ++p) found[p] += residual[p];
  }
  Unknowns change = unknowns_in(pattern_, found);
  Direction direction;
  Both gain;
  gain[paired] = std::move(change.gain);
  gain[other] = times_differences(other, change.amount);
  for (const int player : {0, 1}) {
    settle(player, target, free, gain[player], change.potential[player]);
    direction.slack[player] = drop(player, change.potential[player], gain[player]);
    direction.potential[player] = std::move(change.potential[player]);
    direction.flow[player].resize(target[player].size());
    for (std::size_t a = 0; a < direction.flow[player].size(); ++a) {
      const double bare = direction.slack[player][a];
      direction.flow[player][a] = free[player][a] - weight_[player][a] * bare;
      direction.slack[player][a] = bare + excess_[player][a];
    }
    for (std::size_t n = 0; n < change.through[player].size(); ++n) {
      if (is_settled(player, static_cast<int>(n))) continue;
      const int a = default_[player][n];
      direction.flow[player][a] = free[player][a] - change.through[player][n];
      direction.slack[player][a] =
          stiffness_[player][n] * change.through[player][n] + excess_[player][a];
    }
  }
  return direction;
}

auto CentralPath::lengths(const Direction& direction) const -> Lengths {
  Lengths length = {1.0, 1.0};
  const auto shorten = [](double& most, const Vector& from, const Vector& change) {
    for (std::size_t a = 0; a < from.size(); ++a) {
      if (from[a] + most * change[a] < 0.0) most = -from[a] / change[a];
    }
  };
  for (const int program : {0, 1}) {
    shorten(length[program], flow_[program], direction.flow[program]);
    shorten(length[program], slack_[1 - program], direction.slack[1 - program]);
  }
  return length;
}

double CentralPath::mu_after(const Direction& direction, const Lengths& length) const {
  double sum = 0;
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < flow_[player].size(); ++a) {
      sum += (flow_[player][a] + length[player] * direction.flow[player][a]) *
             (slack_[player][a] + length[1 - player] * direction.slack[player][a]);
    }
  }
  return sum / static_cast<double>(flow_[0].size() + flow_[1].size());
}

void CentralPath::move(const Direction& direction, const Lengths& length) {
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

auto CentralPath::advance(const StopToken& stop) -> Step {
  if (flow_[0].empty() && flow_[1].empty()) return Step::stuck;
  weigh();
  const auto filler = [this](int place, const Factor::Column& column) { fill(place, column); };
  if (!factor_.compute(filler, stop)) return Step::stopped;
  const Lengths nowhere = {0.0, 0.0};
  Both target;
  for (const int player : {0, 1}) {
    target[player].resize(flow_[player].size());
    for (std::size_t a = 0; a < target[player].size(); ++a) {
      target[player][a] = -flow_[player][a] * slack_[player][a];
    }
  }
  Direction direction = solve(target);
  mu_ = mu_after(direction, nowhere);
  const Lengths straight = lengths(direction);
  const double ratio = mu_after(direction, straight) / mu_;
  // A short predictor step says little about the curvature of the path.
  const double shorter = straight[0] < straight[1] ? straight[0] : straight[1];
  const double bend = shorter < 0.4 ? straight[0] * straight[1] : 1.0;
  const double square = ratio * ratio;
  const double aim = square * square * ratio * mu_;
  for (const int player : {0, 1}) {
    for (std::size_t a = 0; a < target[player].size(); ++a) {
      target[player][a] +=
          aim * share_[player][a] - bend * direction.flow[player][a] * direction.slack[player][a];
    }
  }
  direction = solve(target);
  Lengths length = lengths(direction);
  constexpr int correctors = 2;
  for (int t = 0; t < correctors; ++t) {
    if (stop.stopped()) return Step::stopped;
    // Gondzio's corrector moves products that a longer step leaves far from the aim towards it.
    Both better = target;
    Lengths hoped;
    for (const int program : {0, 1}) {
      hoped[program] = length[program] + 0.3;
      if (1.0 < hoped[program]) hoped[program] = 1.0;
    }
    for (const int player : {0, 1}) {
      for (std::size_t a = 0; a < target[player].size(); ++a) {
        const double low = 0.1 * aim * share_[player][a];
        const double high = 10.0 * aim * share_[player][a];
        const double product = (flow_[player][a] + hoped[player] * direction.flow[player][a]) *
                               (slack_[player][a] + hoped[1 - player] * direction.slack[player][a]);
        if (product < low) better[player][a] += low - product;
        if (high < product) better[player][a] += high - product < -high ? -high : high - product;
      }
    }
    Direction other = solve(better);
    const Lengths reached = lengths(other);
    if (reached[0] + reached[1] < (length[0] + length[1]) * 1.01) break;
    direction = std::move(other);
    length = reached;
    target = std::move(better);
  }
  const double before = mu_;
  const auto shortened = [&](Lengths most, bool alike) {
    if (alike) most[0] = most[1] = most[0] < most[1] ? most[0] : most[1];
    for (double& one : most) one *= 0.99;
    return most;
  };
  length = shortened(length, false);
  // Different step lengths for the two programs may raise mu. One common length lowers it, but only
  // a little if the point is far from the path; then a centring step comes first.
  const double enough = before * 0.9;
  if (!(mu_after(direction, length) < enough)) length = shortened(lengths(direction), true);
  if (!(mu_after(direction, length) < enough)) {
    for (const int player : {0, 1}) {
      for (std::size_t a = 0; a < target[player].size(); ++a) {
        target[player][a] = before * 0.5 * share_[player][a] - flow_[player][a] * slack_[player][a];
      }
    }
    direction = solve(target);
    length = shortened(lengths(direction), true);
  }
  const double after = mu_after(direction, length);
  if (!(0.0 < after) || !(after < before)) return Step::stuck;
  // Slow steps: few at the end, where rounding errors prevail; many from a poor start.
  constexpr double late = 1e-8;
  const int most_slow_steps = before < late ? 2 : 40;
  slow_steps_ = after < enough ? 0 : slow_steps_ + 1;
  if (slow_steps_ > most_slow_steps) return Step::stuck;
  move(direction, length);
  mu_ = after;
  return Step::taken;
}

}  // namespace allnash::large
