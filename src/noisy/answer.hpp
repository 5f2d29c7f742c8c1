// The answer that a run would give if it ended now: what its attempts have shown so far.
#pragma once

#include <cstdint>
#include <vector>

#include "chance/claim.hpp"
#include "search/run.hpp"

namespace allnash::methods::noisy {

using chance::Arm;
using chance::Attempt;
using chance::Half;

class Answer {
 public:
  /// Bounds are multiples of a part of epsilon, a share of the range.
  Answer(Run& run, double epsilon);

  [[nodiscard]] std::int64_t grid() const { return grid_; }  ///< its parts of the range

  /// What this attempt has shown, where it is more than what was known.
  void keep_best(const Attempt& attempt);
  /// The bounds of an attempt as they look now, for people who watch.
  void show(const Attempt& attempt) const;
  /// The attempt that `keep_best` saw last is what the answer rests on.
  void finish(const Attempt& attempt);
  /// Whether the tolerance is so wide that the range itself is an answer.
  bool trivial(const Rational& epsilon);

  Outcome outcome;  ///< beside what stands in `run.bounds`

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
  std::vector<Rational> row_bounds_;  // of the last attempt, one an arm
  std::vector<Rational> column_bounds_;
};

}  // namespace allnash::methods::noisy
