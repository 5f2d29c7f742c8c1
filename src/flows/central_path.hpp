// The central path of a game on flows, in floating point: a guess that exact arithmetic judges.
//
// A flow f of each player, what a node is worth to her against the opponent's flow (q), and what an
// arc is short of that (r = q(tail) - sum of q(heads) - what the arc earns), with f r = mu on every
// arc. As mu falls the pair of flows tends to the centre of all equilibria, where every arc is
// either played or short. Both linear programs of the game together are self-dual, so one Newton
// system serves both: Mehrotra's predictor and corrector (1992), Gondzio's further correctors
// (1996), and a step for each of the two programs, since each is feasible by itself.
#pragma once

#include <array>
#include <vector>

#include "base/stop_token.hpp"
#include "flows/factor.hpp"
#include "flows/form.hpp"

namespace allnash::flows {

/// What stays the same along the path: which unknowns the Newton system has, and their order.
/// Those of the player with fewer features stand in pairs: what a feature earns, and how much of it
/// is played.
class NewtonPattern {
 public:
  explicit NewtonPattern(const Form& form);

  struct Incidence {
    int arc;
    int sign;  // 1 at the tail, -1 at a head
    int slot;  // of the node and the arc's feature in `Side::feature_of`; -1 without a feature
  };
  struct Touch {
    int node;
    int slot;
  };
  struct Side {
    std::vector<int> first;  // of each node's incidences
    std::vector<Incidence> incidences;
    std::vector<int> slot_first;   // of each node's slots
    std::vector<int> feature_of;   // of each slot
    std::vector<int> touch_first;  // of each feature's touches
    std::vector<Touch> touches;
  };

  const Form& form;
  int paired = 0;  ///< the player whose features are unknowns
  std::array<Side, 2> side;
  Elimination order;

  [[nodiscard]] int vertex_of_node(int player, int node) const {
    return player == paired ? node : form.side[paired].nodes + node;
  }
  [[nodiscard]] int vertex_of_feature(int feature) const {
    return form.side[0].nodes + form.side[1].nodes + feature;
  }
};

template <typename Real>
class CentralPath {
 public:
  explicit CentralPath(const NewtonPattern& pattern);

  enum class Step { taken, stuck, stopped };
  /// A step along the path. Stuck: rounding errors leave no room for one.
  Step advance(const StopToken& stop);

  [[nodiscard]] double mu() const { return static_cast<double>(mu_); }
  [[nodiscard]] const std::vector<Real>& flow(int player) const { return flow_[player]; }
  [[nodiscard]] const std::vector<Real>& slack(int player) const { return slack_[player]; }

 private:
  using Vector = std::vector<Real>;
  using Both = std::array<Vector, 2>;
  struct Direction {
    Both flow;
    Both slack;
    Both potential;
  };
  /// How far the two programs can go: in one the row player's flow and the column player's slacks
  /// change, in the other the rest.
  using Lengths = std::array<Real, 2>;

  void start();
  [[nodiscard]] static Vector mean_walk(const Graph& graph);
  void meet(int player, Real margin);
  [[nodiscard]] Real mu_now() const;
  [[nodiscard]] Vector features_of(int player, const Vector& on_arcs) const;
  [[nodiscard]] Vector earned(int player, const Vector& amounts) const;
  [[nodiscard]] Vector drop(int player, const Vector& potential, const Vector& gain) const;
  [[nodiscard]] Vector divergence(int player, const Vector& flow) const;
  void weigh();
  void fill(int place, const typename Factor<Real>::Column& column) const;
  [[nodiscard]] Vector times_matrix(const Vector& unknowns) const;
  [[nodiscard]] Direction solve(const Both& target) const;
  [[nodiscard]] Lengths lengths(const Direction& direction) const;
  [[nodiscard]] Real mu_after(const Direction& direction, const Lengths& length) const;
  void move(const Direction& direction, const Lengths& length);

  const NewtonPattern& pattern_;
  const Form& form_;
  std::array<Vector, 2> payoff_;  // of the lines, the largest 1
  Factor<Real> factor_;
  Both flow_;
  Both slack_;
  Both potential_;
  Real mu_ = Real(0);
  int slow_steps_ = 0;  // in a row
  // Of the present point.
  Both weight_;     // flow / slack
  Both total_;      // weights by feature
  Both slots_;      // weights by node and feature
  Both excess_;     // what slacks are off
  Both imbalance_;  // what flows are off
};

}  // namespace allnash::flows
