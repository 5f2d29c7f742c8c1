// The answer that a run would give if it ended now: the results of its attempts so far.
#pragma once

#include <cstdint>
#include <vector>

#include "chance/evidence/claim.hpp"
#include "chance/play/run.hpp"

namespace allnash::chance {

class Answer {
 public:
  /// Bounds are multiples of a part of epsilon, which is relative to the width of the range.
  Answer(Run& run, double epsilon);

  [[nodiscard]] std::int64_t grid() const { return grid_; }  ///< number of steps in the range

  /// Keeps the bounds of this attempt where they are better than those known.
  void keep_best(const Attempt& attempt);
  /// Shows the present bounds of an attempt to observers.
  void show(const Attempt& attempt) const;
  /// Bases the answer on the attempt that `keep_best` saw last.
  void finish(const Attempt& attempt);
  /// After `finish`: how few plays could have certified this. Requires that all plays of the
  /// attempt went by `Attempt::take`.
  void find_floors();
  /// Whether the tolerance is so wide that the ends of the range are an answer.
  bool trivial(const Rational& epsilon);

  Outcome outcome;  ///< everything but the bounds, which are in `run.bounds`

 private:
  void state(game::Player player, const Rational& bound, const MixedStrategy& strategy);
  [[nodiscard]] Rational payoff(const Rational& share) const;
  [[nodiscard]] double payoff_near(double share) const;
  void note_bounds() const;

  Run& run_;
  const PayoffRange& range_;
  bool symmetric_;
  Rational width_;
  std::int64_t grid_ = 1000;
  std::vector<Rational> row_bounds_;  // of the last attempt, one for each arm
  std::vector<Rational> column_bounds_;
};

}  // namespace allnash::chance
