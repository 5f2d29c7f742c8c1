// The central path of a game on flows, in floating point: a guess that exact arithmetic judges.
//
// Its points have a flow f for each player, a potential q of each node, which is its worth against
// the opponent's flow, and a slack r of each arc, r = q(tail) - sum of q(heads) - the arc's gain,
// with f r = mu s on every arc, where s is the arc's share. As mu falls the pair of flows tends to
// the centre of all equilibria, where every arc has either flow or slack. Both linear programs of
// the game together are self-dual, so one Newton system serves both: Mehrotra's predictor and
// corrector (1992), Gondzio's further correctors (1996), and a step for each of the two programs,
// since each is feasible by itself.
#pragma once

#include <array>
#include <vector>

#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/factor.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/newton_pattern.hpp"

namespace allnash::large {

/// Follows the central path. Many members: the point, the direction and the residuals are vectors
/// that are kept between steps, since making them anew costs more than a step on small graphs.
class CentralPath {
 public:
  /// Throws Stopped.
  explicit CentralPath(const NewtonPattern& pattern, const StopToken& stop = {});
  /// Continues from the point of `from` with another Newton system of the same game.
  CentralPath(const NewtonPattern& pattern, const CentralPath& from, const StopToken& stop = {});
  /// The flow at the start of the path: the mean of random walks, one through each arc, which
  /// choose their way before and behind the arc uniformly.
  static std::vector<double> mean_walk(const Graph& graph);

  enum class Step { taken, stuck, stopped };
  /// One step along the path. `stuck`: rounding errors allow no further progress.
  Step advance(const StopToken& stop);

  [[nodiscard]] double mu() const { return mu_; }
  [[nodiscard]] const std::vector<double>& flow(int player) const { return flow_[player]; }
  [[nodiscard]] const std::vector<double>& slack(int player) const { return slack_[player]; }

 private:
  using Vector = std::vector<double>;
  using Both = std::array<Vector, 2>;
  struct Direction {
    Both flow;
    Both slack;
    Both potential;
  };
  /// Step lengths of the two programs: the row player's flow and the column player's slacks belong
  /// to the first, the rest to the second.
  using Lengths = std::array<double, 2>;

  void scale_payoffs(Pace& pace);
  void start();
  void weigh_arcs();
  void meet(int player, double margin);
  [[nodiscard]] double mu_now() const;
  [[nodiscard]] Vector earned(int player, const Vector& amounts) const;
  [[nodiscard]] Vector times_differences(int player, const Vector& amounts) const;
  [[nodiscard]] Vector drop(int player, const Vector& potential, const Vector& gain) const;
  [[nodiscard]] Vector divergence(int player, const Vector& flow) const;
  void weigh();
  void set_apart(int player);
  [[nodiscard]] bool is_apart(int player, int arc) const;
  [[nodiscard]] bool default_has(int player, int node, int feature) const;
  void fill_default(int player, int node, const Factor::Column& column) const;
  [[nodiscard]] bool is_settled(int player, int node) const;
  void keep_fixed(int player, Vector& change) const;
  void settle(int player, const Both& target, const Both& flow, const Vector& gain,
              Vector& potential) const;
  void fill(int place, const Factor::Column& column) const;
  [[nodiscard]] Vector times_matrix(const Vector& unknowns) const;
  [[nodiscard]] Direction solve(const Both& target) const;
  [[nodiscard]] Lengths lengths(const Direction& direction) const;
  [[nodiscard]] double mu_after(const Direction& direction, const Lengths& length) const;
  void move(const Direction& direction, const Lengths& length);

  const NewtonPattern& pattern_;
  const Form& form_;
  std::array<Vector, 2> payoff_;      // by the lines of the form; the largest is 1
  std::array<Vector, 2> difference_;  // by the lines of the pattern, in the same units
  Factor factor_;
  Both flow_;
  Both share_;  // weight of each arc's product flow * slack; their mean is 1
  Both slack_;
  Both potential_;
  double mu_ = 0.0;
  int slow_steps_ = 0;  // consecutive ones
  // At the present point:
  Both weight_;  // flow / slack; 0 for fixed arcs and for defaults that are unknowns
  std::array<std::vector<int>, 2> default_;  // the default arc of each node, if these are unknowns
  Both stiffness_;                           // slack / flow of the default arcs
  Both total_;                               // sum of weights by feature
  Both slots_;                               // sum of weights by node and feature
  Both excess_;                              // residuals of the equations for slacks
  Both imbalance_;                           // residuals of the equations for flows
};

}  // namespace allnash::large
